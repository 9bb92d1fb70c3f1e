package script

import (
	"strconv"
	"strings"
)

// draft is a script being read.
type draft struct {
	errs  Errors
	lines []*line
	cur   *cursor
	sc    *Scenario

	once   map[string]Pos // statements and timers that may stand only once
	names  map[string]Pos // "kind name" of everything declared
	topics map[string]int // index into sc.Topics
	groups map[string]int // index into sc.Groups
	people map[string]int // index into sc.Consumers

	consumers []*consumerDraft // consumer statements
	overrides [][]override     // what each group sets
	actions   []*actionDraft
	expects   []*expectDraft
	slaves    []slaveDraft
	// delayLevels are those of all brokers, nil upstream's.
	delayLevels DelayLevels
	later       []func() // checks of names that may be declared further down
	queues      int
	noRoom      map[string]string // group: a broker of its topics without a room
	widest      map[string]int    // broker: most queues that a topic has there
	known       []string          // the words that the last unknown one could have been
}

func newDraft() *draft {
	d := &draft{
		sc:     &Scenario{Protocol: protocols[0], Seed: 1, Timers: DefaultTimers()},
		once:   map[string]Pos{},
		names:  map[string]Pos{},
		topics: map[string]int{},
		groups: map[string]int{},
		people: map[string]int{},
		noRoom: map[string]string{},
	}
	d.sc.Net.Latency = defaultLatency
	return d
}

// errorf reports an error; the caller may fill in more.
func (d *draft) errorf(pos Pos, code Code, args ...string) *Error {
	e := &Error{Pos: pos, Code: code, Args: args, Msg: expand(messages[code], args)}
	d.errs = append(d.errs, e)
	return e
}

// unknown reports a word that is none of the candidates.
func (d *draft) unknown(r ref, code Code, candidates []string, args ...string) {
	e := d.errorf(r.pos, code, append([]string{clip(r.text)}, args...)...)
	e.Found = r.text
	d.known = candidates
	if len(d.errs) > MaxErrors {
		return
	}
	if e.Nearest = nearest(r.text, candidates); e.Nearest == "" {
		e.Expected = oneOf(candidates)
	}
}

// oneOf lists candidates for a message, the first ones when there are many.
func oneOf(candidates []string) string {
	const most = 12
	switch n := len(candidates); {
	case n == 0:
		return ""
	case n == 1:
		return "`" + candidates[0] + "`"
	case n > most:
		return "one of " + strings.Join(candidates[:most], ", ") + " …"
	}
	return "one of " + strings.Join(candidates, ", ")
}

// single says whether a statement that may stand only once is the first of its
// kind, and reports when it is not.
func (d *draft) single(what string, pos Pos) bool {
	if before, again := d.once[what]; again {
		d.errorf(pos, codeOnce, what, place(before)).Found = what
		return false
	}
	d.once[what] = pos
	return true
}

// limit reports one too many.
func (d *draft) limit(pos Pos, what string, n, most int) {
	if n == most+1 {
		d.errorf(pos, codeLimit, what, strconv.Itoa(most))
	}
}

// lookup finds a declared name; where there is none it reports so.
func (d *draft) lookup(kind string, r ref) bool {
	if _, found := d.names[kind+" "+r.text]; found {
		return true
	}
	d.unknown(r, codeUnknown, d.candidates(kind), kind)
	return false
}

// candidates are the declared names of a kind in the order written.
func (d *draft) candidates(kind string) []string {
	var list []string
	switch kind {
	case "nameserver":
		for i := range d.sc.NameServers {
			list = append(list, d.sc.NameServers[i].Name)
		}
	case "broker":
		for i := range d.sc.Brokers {
			list = append(list, d.sc.Brokers[i].Name)
		}
	case "topic":
		for i := range d.sc.Topics {
			list = append(list, d.sc.Topics[i].Name)
		}
	case "group":
		for i := range d.sc.Groups {
			list = append(list, d.sc.Groups[i].Name)
		}
	case "consumer":
		for i := range d.sc.Consumers {
			list = append(list, d.sc.Consumers[i].Name)
		}
	}
	return list
}
