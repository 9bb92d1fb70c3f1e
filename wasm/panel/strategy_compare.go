package panel

import (
	"strings"

	"ringside/core"
	"ringside/core/script"
	"ringside/strategies"
)

// StrategyRow is what one strategy would do with the group as it is now.
type StrategyRow struct {
	Word string
	// Most and Least are the queues of the consumers with most and least.
	Most, Least int
	// Join is how many queues change hands when one more consumer comes;
	// LeaveLeast and LeaveMost when one of the present ones leaves, depending on
	// which one. The queues of the one that leaves are among them.
	Join, LeaveLeast, LeaveMost int
	// Unowned queues get no consumer at all.
	Unowned int
	// Hashes is how many keys a client hashes to compute its share; 0 means that
	// it counts indexes only.
	Hashes int
	// Err is why the strategy cannot work here.
	Err error
	// Ready: the row is computed.
	Ready bool
}

// Comparison computes the rows step by step.
type Comparison struct {
	Rows   []StrategyRow
	queues [][]strategies.Queue // by topic
	ids    []string
	rooms  strategies.MachineRoomResolver
	vnodes int
	key    string
	group  string
	row    int // the one being computed
	leaver int // index into leavers, -1 before the first
	before []string
}

// mostLeavers is how many consumers of a large group are tried as leavers.
const mostLeavers = 8

// NewComparison prepares the comparison for the group shown: the queues of its
// topics and its live consumers. Key tells whether another one would differ.
func NewComparison(v *core.View, sc *script.Scenario) *Comparison {
	c := &Comparison{rooms: roomsOf(v), vnodes: v.VNodes, leaver: -1}
	if v.Group >= 0 && v.Group < len(v.Groups) {
		c.group = v.Groups[v.Group]
	}
	topics := map[string]int{}
	var key strings.Builder
	for i := range v.Queues {
		q := strategies.Queue{Topic: v.Queues[i].Topic, Broker: v.Brokers[v.Queues[i].Broker].Name, ID: v.Queues[i].ID}
		t, known := topics[q.Topic]
		if !known {
			t = len(c.queues)
			topics[q.Topic] = t
			c.queues = append(c.queues, nil)
		}
		c.queues[t] = append(c.queues[t], q)
		key.WriteString(q.String())
	}
	for i := range c.queues {
		strategies.SortQueues(c.queues[i])
	}
	for i := range v.Consumers {
		if s := v.Consumers[i].State; Alive(s) && s != core.ConsumerStarting {
			c.ids = append(c.ids, v.Consumers[i].ID)
		}
	}
	strategies.SortIDs(c.ids)
	words := strategyChoices
	if HasRooms(sc, c.group) {
		words = append(words[:len(words):len(words)], roomChoices...)
	}
	for _, w := range words.With(v.Strategy) {
		c.Rows = append(c.Rows, StrategyRow{Word: w})
	}
	c.key = key.String() + "|" + strings.Join(c.ids, ",") + "|" + v.Strategy + "|" + c.group
	return c
}

// Key identifies what is compared.
func (c *Comparison) Key() string { return c.key }

// Consumers and Queues are how many are compared.
func (c *Comparison) Consumers() int { return len(c.ids) }

// Queues is the number of queues of all topics.
func (c *Comparison) Queues() int {
	n := 0
	for _, list := range c.queues {
		n += len(list)
	}
	return n
}

// Done tells whether all rows are ready.
func (c *Comparison) Done() bool { return c.row >= len(c.Rows) || len(c.ids) == 0 }

// Step computes a little: one allocation of one strategy.
func (c *Comparison) Step() {
	if c.Done() {
		return
	}
	r := &c.Rows[c.row]
	s, err := strategies.Parse(r.Word, strategies.Options{VNodes: &c.vnodes, Rooms: c.rooms})
	if err != nil {
		c.finish(r, err)
		return
	}
	leavers := c.leavers()
	switch {
	case c.leaver < 0:
		err = c.begin(r, s)
		c.leaver = 0
	case c.leaver < len(leavers):
		err = c.leave(r, s, leavers[c.leaver])
		c.leaver++
	default:
		c.finish(r, nil)
		return
	}
	if err != nil {
		c.finish(r, err)
	}
}

func (c *Comparison) finish(r *StrategyRow, err error) {
	r.Err, r.Ready = err, true
	c.row++
	c.leaver = -1
}

// begin finds who owns what now, and after one more has joined.
func (c *Comparison) begin(r *StrategyRow, s strategies.Strategy) error {
	owners, err := c.owners(s, c.ids)
	if err != nil {
		return err
	}
	c.before = owners
	held := map[string]int{}
	for _, id := range owners {
		if id == "" {
			r.Unowned++
		}
		held[id]++
	}
	r.Most, r.Least = 0, len(owners)
	for _, id := range c.ids {
		r.Most, r.Least = max(r.Most, held[id]), min(r.Least, held[id])
	}
	r.LeaveLeast = -1
	r.Hashes = hashes(r.Word, len(c.ids), c.vnodes, c.Queues(), len(c.queues))
	ids := append(append([]string{}, c.ids...), c.newcomer())
	strategies.SortIDs(ids)
	after, err := c.owners(s, ids)
	if err == nil {
		r.Join = moved(owners, after)
	}
	return err
}

func (c *Comparison) leave(r *StrategyRow, s strategies.Strategy, who int) error {
	ids := append(append([]string{}, c.ids[:who]...), c.ids[who+1:]...)
	after, err := c.owners(s, ids)
	if err != nil {
		return err
	}
	n := moved(c.before, after)
	r.LeaveMost = max(r.LeaveMost, n)
	if r.LeaveLeast < 0 || n < r.LeaveLeast {
		r.LeaveLeast = n
	}
	return nil
}

// leavers are the consumers that are tried as leavers: all, or some of many
// spread over the list. The last one of a group has no one to leave to.
func (c *Comparison) leavers() []int {
	n := len(c.ids)
	if n < 2 {
		return nil
	}
	var out []int
	for i := range min(n, mostLeavers) {
		out = append(out, i*(n-1)/max(min(n, mostLeavers)-1, 1))
	}
	return out
}

// newcomer is the client id of one more consumer: that of the next name that
// is free, in the form of the group's own.
func (c *Comparison) newcomer() string {
	const form = "127.0.0.1@"
	var names []string
	for _, id := range c.ids {
		names = append(names, strings.TrimPrefix(id, form))
	}
	return form + FreeName(names)
}

// owners asks for every share: the owner of each queue, topic by topic, "" for
// none. Where two take a queue the first one counts.
func (c *Comparison) owners(s strategies.Strategy, ids []string) ([]string, error) {
	out := make([]string, 0, c.Queues())
	var share []int32
	for _, queues := range c.queues {
		start := len(out)
		out = append(out, make([]string, len(queues))...)
		for _, id := range ids {
			var err error
			if share, err = strategies.AppendShare(share[:0], s, c.group, id, queues, ids); err != nil {
				return nil, err
			}
			for _, i := range share {
				if out[start+int(i)] == "" {
					out[start+int(i)] = id
				}
			}
		}
	}
	return out, nil
}

// moved counts the queues with another owner than before.
func moved(before, after []string) int {
	n := 0
	for i := range before {
		if before[i] != after[i] {
			n++
		}
	}
	return n
}

// hashes is how many keys AllocateMessageQueueConsistentHash hashes: a node for
// each consumer and virtual node for every topic, and each queue. The other
// strategies count indexes.
func hashes(word string, ids, vnodes, queues, topics int) int {
	if !strings.Contains(word, "consistent-hash") {
		return 0
	}
	return ids*vnodes*topics + queues
}

// roomTable answers for those that a scenario knows, and puts a newcomer into
// the room of the first consumer.
type roomTable struct {
	rooms
	first string
}

func roomsOf(v *core.View) strategies.MachineRoomResolver {
	t := roomTable{rooms: rooms{v}}
	if len(v.Consumers) > 0 {
		t.first = v.Consumers[0].Room
	}
	return t
}

// ConsumerDeployIn implements strategies.MachineRoomResolver.
func (t roomTable) ConsumerDeployIn(id string) string {
	if room := t.rooms.ConsumerDeployIn(id); room != "" {
		return room
	}
	return t.first
}
