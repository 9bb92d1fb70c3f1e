package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ringside/strategies"
)

// Limits of one allocation question; they keep a mistyped number from taking
// the machine away. Scripts have stricter ones.
const (
	maxAskQueues = 65_536
	maxAskIDs    = 10_000
	maxAskPairs  = 20_000_000 // queues times ids
	maxAskLine   = 1 << 20    // bytes of one JSON line
)

// question is what allocate is asked: the JSON line's fields.
type question struct {
	Strategy string            `json:"strategy"`
	Topic    *string           `json:"topic"`
	Queues   map[string]int    `json:"queues"` // broker: number of queues
	IDs      []string          `json:"ids"`
	VNodes   *int              `json:"vnodes"`
	Rooms    map[string]string `json:"rooms"` // broker or client id: machine room
	IDCs     []string          `json:"idcs"`
	Config   []string          `json:"config"` // "broker/queueId"
}

// share is one client id's answer.
type share struct {
	ID     string
	Times  int // how often the id is in the list
	Queues []strategies.Queue
}

// answer allocates as the members of a group would: both lists sorted as
// RebalanceImpl.rebalanceByTopic sorts them, then the strategy asked once for
// each id. An id that is listed twice is answered once.
func (q *question) answer() ([]share, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	s, err := q.strategy()
	if err != nil {
		return nil, err
	}
	queues, ids := q.queues(), slices.Clone(q.IDs)
	strategies.SortIDs(ids)
	var out []share
	for i, id := range ids {
		if i > 0 && ids[i-1] == id {
			out[len(out)-1].Times++
			continue
		}
		got, err := s.Allocate("", id, queues, ids)
		if err != nil {
			return nil, err
		}
		out = append(out, share{id, 1, slices.Clone(got)})
	}
	return out, nil
}

// check finds what no strategy would say, or would say only after a long time.
func (q *question) check() error {
	if q.Strategy == "" {
		return fmt.Errorf("no strategy given; known are %s", strings.Join(strategies.Words(), ", "))
	}
	total := 0
	for _, broker := range sortedKeys(q.Queues) {
		n := q.Queues[broker]
		switch {
		case broker == "":
			return fmt.Errorf("a broker in queues has no name; write for instance a:4")
		case n < 0:
			return fmt.Errorf("broker %q has %d queues; a number from 0 on is needed", broker, n)
		case n > maxAskQueues || total+n > maxAskQueues:
			return fmt.Errorf("more than %d queues in all; give fewer", maxAskQueues)
		}
		total += n
	}
	switch {
	case len(q.IDs) == 0:
		return fmt.Errorf("no client ids given; give at least one")
	case len(q.IDs) > maxAskIDs:
		return fmt.Errorf("%d client ids are too many; at most %d are allowed", len(q.IDs), maxAskIDs)
	case total*len(q.IDs) > maxAskPairs:
		return fmt.Errorf("%d queues times %d client ids are too much for one answer; at most %d pairs are allowed", total, len(q.IDs), maxAskPairs)
	case q.Topic == nil && strings.Contains(q.Strategy, "consistent-hash"):
		return fmt.Errorf("no topic given; %s hashes it with each queue, so name it", q.Strategy)
	}
	return nil
}

func (q *question) strategy() (strategies.Strategy, error) {
	opt := strategies.Options{VNodes: q.VNodes, IDCs: q.IDCs}
	opt.Rooms = strategies.RoomTable{Brokers: q.Rooms, Consumers: q.Rooms}
	if q.Config != nil {
		opt.Config = []strategies.Queue{}
	}
	for _, name := range q.Config {
		broker, id, err := splitQueue(name)
		if err != nil {
			return nil, fmt.Errorf("config: %w", err)
		}
		opt.Config = append(opt.Config, strategies.Queue{Topic: q.topic(), Broker: broker, ID: id})
	}
	return strategies.Parse(q.Strategy, opt)
}

func (q *question) topic() string {
	if q.Topic == nil {
		return ""
	}
	return *q.Topic
}

// queues are all queues in the client's order.
func (q *question) queues() []strategies.Queue {
	out := []strategies.Queue{}
	for broker, n := range q.Queues {
		for i := range n {
			out = append(out, strategies.Queue{Topic: q.topic(), Broker: broker, ID: i})
		}
	}
	strategies.SortQueues(out)
	return out
}

// cmdAllocate is "ringside allocate".
func cmdAllocate(args []string, std streams) int {
	if len(args) == 1 && args[0] == "-" {
		return allocateLines(std)
	}
	fs, p := newFlags("allocate", std), &allocateFlags{}
	p.define(fs)
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	if fs.NArg() > 0 {
		return usageError(std, "allocate", "unexpected %q; the lists are given by flags, or - alone reads JSON lines", fs.Arg(0))
	}
	q, then, err := p.question()
	if err != nil {
		return usageError(std, "allocate", "%v", err)
	}
	before, err := q.answer()
	if err != nil {
		return fail(std, "allocate: %v", err)
	}
	if p.json {
		fmt.Fprintln(std.out, encodeShares(before))
	} else {
		printShares(std.out, q, before)
	}
	if then == nil {
		return exitOK
	}
	after := *q
	after.IDs = then
	shares, err := after.answer()
	if err != nil {
		return fail(std, "allocate: -then: %v", err)
	}
	if p.json {
		fmt.Fprintln(std.out, encodeShares(shares))
		return exitOK
	}
	fmt.Fprintln(std.out)
	printShares(std.out, &after, shares)
	fmt.Fprintln(std.out)
	printMoves(std.out, q.queues(), before, shares)
	return exitOK
}

// printShares prints who gets what and how even that is.
func printShares(w io.Writer, q *question, shares []share) {
	queues := q.queues()
	fmt.Fprintf(w, "%s, %s, %s\n", q.Strategy, count(len(queues), "queue"), count(len(q.IDs), "client id"))
	width := 0
	for _, s := range shares {
		width = max(width, len([]rune(s.ID)))
	}
	owners := map[strategies.Queue][]string{}
	least, most := -1, 0
	for _, s := range shares {
		for _, x := range s.Queues {
			owners[x] = append(owners[x], s.ID)
		}
		n := len(s.Queues)
		if least < 0 || n < least {
			least = n
		}
		most = max(most, n)
		note := ""
		if s.Times > 1 {
			note = fmt.Sprintf("  (listed %d times: each such process reads them)", s.Times)
		}
		head := fmt.Sprintf("  %-*s %5d  ", width, s.ID, n)
		fmt.Fprint(w, wrap(head, queueRanges(s.Queues)), note, "\n")
	}
	fmt.Fprintf(w, "balance: %d to %s a client id, %.2f on average\n", least, count(most, "queue"), float64(len(queues))/float64(len(shares)))
	var nobody, several []strategies.Queue
	for _, x := range queues {
		switch n := len(owners[x]); {
		case n == 0:
			nobody = append(nobody, x)
		case n > 1:
			several = append(several, x)
		}
	}
	if len(nobody) > 0 {
		fmt.Fprintln(w, wrap("nobody reads: ", queueRanges(nobody)))
	}
	for _, x := range several {
		fmt.Fprintf(w, "read more than once: %s by %s\n", queueName(x), strings.Join(owners[x], ", "))
	}
}

// printMoves prints the queues whose readers differ between two memberships.
func printMoves(w io.Writer, queues []strategies.Queue, before, after []share) {
	from, to := readers(before), readers(after)
	moved := 0
	var lines []string
	for _, x := range queues {
		a, b := from[x], to[x]
		if a == b {
			continue
		}
		moved++
		lines = append(lines, fmt.Sprintf("  %s  %s -> %s", queueName(x), orNobody(a), orNobody(b)))
	}
	fmt.Fprintf(w, "moves: %d of %s\n", moved, count(len(queues), "queue"))
	for _, l := range lines {
		fmt.Fprintln(w, l)
	}
}

func readers(shares []share) map[strategies.Queue]string {
	out := map[strategies.Queue]string{}
	for _, s := range shares {
		for _, x := range s.Queues {
			if out[x] != "" {
				out[x] += ", "
			}
			out[x] += s.ID
		}
	}
	return out
}

func orNobody(s string) string {
	if s == "" {
		return "nobody"
	}
	return s
}
