package recordings

import (
	"slices"
	"strconv"
	"strings"

	"ringside/core/report"
)

// figures are what is compared: a recording's and a simulated run's alike.
// All times are milliseconds of the script's clock, on which the producer
// starts at 0 (a recording's own times are shifted when it is read).
type figures struct {
	Name, Group, Topic string
	Shift, End         int64
	Used               bool // the group had been used before
	Actions            []action
	Consumers          []string
	// Ready is when a broker that was started answered; Errors are failed sends.
	Ready           []action
	Errors          int64
	Life            map[string]map[string]int64
	Members         []membership
	Allocs          []allocation
	Owns            []holding
	Again           []repeats
	Backs           []stepBack
	Persists        []persists
	Totals          map[string]int64
	Produced        map[string]int64
	Unowned, Double map[string]int64
	Silence         map[string]silence
	Runs            map[string]int64
	// Orderly consumers: queues dropped but still in the table, and the locks
	// asked for and given back.
	Left    []holding
	Locks   []lock
	Unlocks []holding
	// Failing, filtering and several topics.
	Topics    []string
	Refused   []refusal
	SendBacks []sendBack
	Notices   []notice
	Tries     []try
	Bins      [][5]int64
	Missing   map[string][3]int64
	// Cached are the messages in the clients' process queues, each second.
	Cached []cached
	// Committed are a simulated run's committed offsets as its report has them.
	Committed []report.Committed
}

// cached is what a consumer's process queues held of messages at T.
type cached struct {
	T        int64
	Consumer string
	PerQueue map[string]int64
}

// lock is a request for queue locks and its answer.
type lock struct {
	T              int64
	Consumer       string
	Asked, Granted []string
}

// refusal is a pull that was refused with a code, sendBack a CONSUMER_SEND_MSG_BACK
// to a broker, notice one that arrived.
type refusal struct {
	T               int64
	Consumer, Queue string
	Code            int64
}

type sendBack struct {
	T                int64
	Consumer, Broker string
}

type notice struct {
	T                int64
	Consumer, Broker string
}

// try is one of a failed message's: Queue and Offset are its own, From and At where it stood.
type try struct {
	Queue          string
	Offset         int64
	Consumer, From string
	At, Start, End int64
	Times          int64
	Result         string
}

type action struct {
	T            int64
	What, Target string
}

// membership is a broker's id list from T on.
type membership struct {
	T      int64
	Broker string
	IDs    []string
}

// allocation is one call of the strategy and the runs directly after it with
// the same input and result (Again).
type allocation struct {
	T        int64
	Consumer string
	Topic    string // "main" or "retry", the topic's name where there are several
	Retry    bool
	Seen     string // queues seen, "a:4,b:4"
	IDs      []string
	Got      []string
	Asked    string
	Again    []int64
}

// holding is what a consumer holds from T on, as it believes.
type holding struct {
	T        int64
	Consumer string
	Queues   []string
}

// repeats are completions of messages completed before, by queue, between an
// action and the next one.
type repeats struct {
	T            int64
	What, Target string
	PerQueue     map[string]int64
}

// stepBack is a committed offset at the broker that went back.
type stepBack struct {
	T        int64
	Queue    string
	From, To int64
}

// persists counts the offsets of a queue that a consumer sent by itself within
// the second after T.
type persists struct {
	T               int64
	Consumer, Queue string
	N               int64
}

type silence struct{ Long, At int64 }

func newFigures() *figures {
	return &figures{
		Life: map[string]map[string]int64{}, Totals: map[string]int64{}, Produced: map[string]int64{},
		Unowned: map[string]int64{}, Double: map[string]int64{}, Silence: map[string]silence{}, Runs: map[string]int64{},
		Missing: map[string][3]int64{},
	}
}

// settleTime is how long a set of queues must be held unchanged to count as
// settled. A client takes the queues of a share one by one, asking the broker
// for each offset; on the recordings' busy two-core host that took 20 to 60 ms
// a queue, up to 180 ms between two steps, and the table was read every 20 ms.
// What the protocol itself makes a client wait for lasts at least 500 ms (the
// dispatch delay) or what is left of a full second, so 300 ms lies between.
const settleTime = 300

// settled are the sets of main-topic queues that a consumer held for at least
// settleTime, with the time at which each was complete; the same set twice
// running is one.
func (f *figures) settled(consumer string) []holding {
	var steps []holding
	for _, h := range f.Owns {
		if h.Consumer != consumer {
			continue
		}
		q := mainQueues(h.Queues)
		if n := len(steps); n > 0 && slices.Equal(steps[n-1].Queues, q) {
			continue
		}
		steps = append(steps, holding{h.T, consumer, q})
	}
	var out []holding
	for i, h := range steps {
		until := f.End
		if i+1 < len(steps) {
			until = steps[i+1].T
		}
		if until-h.T < settleTime {
			continue
		}
		if n := len(out); n > 0 && slices.Equal(out[n-1].Queues, h.Queues) {
			continue
		}
		out = append(out, h)
	}
	return out
}

// mainQueues leaves the retry topic's queues out and sorts the rest.
func mainQueues(qs []string) []string {
	out := []string{}
	for _, q := range qs {
		if !strings.HasPrefix(q, "retry:") {
			out = append(out, q)
		}
	}
	slices.SortFunc(out, compareQueues)
	return out
}

func compareQueues(x, y string) int {
	bx, ix, _ := strings.Cut(x, "/")
	by, iy, _ := strings.Cut(y, "/")
	if bx != by {
		return strings.Compare(bx, by)
	}
	nx, _ := strconv.Atoi(ix)
	ny, _ := strconv.Atoi(iy)
	return nx - ny
}

// lists is the history of a broker's id list: sorted, from the first list that
// is not empty on, the same list twice running once.
func (f *figures) lists(broker string) []membership {
	var out []membership
	for _, m := range f.Members {
		if m.Broker != broker {
			continue
		}
		ids := slices.Sorted(slices.Values(m.IDs))
		n := len(out)
		if n == 0 && len(ids) == 0 || n > 0 && slices.Equal(out[n-1].IDs, ids) {
			continue
		}
		out = append(out, membership{m.T, broker, ids})
	}
	return out
}

// allocations are a consumer's allocations of the main topic (or the retry
// topic), equal neighbours collapsed; Again has the times of those.
func (f *figures) allocations(consumer string, retry bool) []allocation {
	var out []allocation
	last := map[string]int{} // by topic
	for _, a := range f.Allocs {
		if a.Consumer != consumer || a.Retry != retry {
			continue
		}
		if n, before := last[a.Topic]; before && out[n].key() == a.key() {
			out[n].Again = append(append(out[n].Again, a.T), a.Again...)
			continue
		}
		a.Again = slices.Clone(a.Again)
		last[a.Topic] = len(out)
		out = append(out, a)
	}
	return out
}

// key is the input and the result of an allocation.
func (a allocation) key() string {
	got := slices.Clone(a.Got)
	slices.SortFunc(got, compareQueues)
	topic := ""
	if a.Topic != "main" && !a.Retry {
		topic = a.Topic + " "
	}
	return topic + a.Seen + " ids " + strings.Join(a.IDs, " ") + " got " + strings.Join(got, " ")
}

// runs are the times of all allocations of the main topic by a consumer.
func (f *figures) runs(consumer string) []int64 {
	var out []int64
	for _, a := range f.allocations(consumer, false) {
		out = append(append(out, a.T), a.Again...)
	}
	return out
}

// brokers in the order of their first membership line.
func (f *figures) brokers() []string {
	var out []string
	for _, m := range f.Members {
		if !slices.Contains(out, m.Broker) {
			out = append(out, m.Broker)
		}
	}
	slices.Sort(out)
	return out
}
