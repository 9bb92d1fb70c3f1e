package panel

import (
	"hash/fnv"
	"strconv"
	"strings"

	"ringside/core"
	"ringside/core/script"
	"ringside/strategies"
)

// StrategyRow is what one strategy would do with the group as it is now.
type StrategyRow struct {
	// Word is the strategy's, as scripts write it.
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
	// Rows are the strategies in the order of their table; see StrategyRow.Ready.
	Rows   []StrategyRow
	queues [][]strategies.Queue // by topic
	ids    []string
	rooms  strategies.MachineRoomResolver
	vnodes int
	key    uint64
	group  string
	row    int // the one being computed
	leaver int // index into leavers, -1 before the first, -2 while one more has joined
	before []string
	part   partial

	strategy strategies.Strategy // of the row
}

// partial is an allocation of which some consumers' shares are known.
type partial struct {
	ids    []string
	owners []string
	next   int // consumer and topic, counted through
	share  []int32
}

// mostLeavers is how many consumers of a large group are tried as leavers.
const mostLeavers = 8

// NewComparison prepares the comparison for the group shown: the queues of its
// topics and its live consumers. Key tells whether another one would differ.
func NewComparison(v *core.View, sc *script.Scenario) *Comparison {
	c := &Comparison{rooms: roomsOf(v), vnodes: v.VNodes, leaver: -1, key: ComparisonKey(v)}
	if v.Group >= 0 && v.Group < len(v.Groups) {
		c.group = v.Groups[v.Group]
	}
	topics := map[string]int{}
	for i := range v.Queues {
		q := strategies.Queue{Topic: v.Queues[i].Topic, Broker: v.Brokers[v.Queues[i].Broker].Name, ID: v.Queues[i].ID}
		t, known := topics[q.Topic]
		if !known {
			t = len(c.queues)
			topics[q.Topic] = t
			c.queues = append(c.queues, nil)
		}
		c.queues[t] = append(c.queues[t], q)
	}
	for i := range c.queues {
		strategies.SortQueues(c.queues[i])
	}
	for i := range v.Consumers {
		if compared(&v.Consumers[i]) {
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
	return c
}

// compared: the consumer takes part in allocations.
func compared(c *core.ConsumerView) bool { return Alive(c.State) && c.State != core.ConsumerStarting }

// ComparisonKey differs when the comparison for the group as it is now would be
// another one. It is asked for often, so it makes no lists.
func ComparisonKey(v *core.View) uint64 {
	h := fnv.New64a()
	word := func(s string) { _, _ = h.Write([]byte(s)); _, _ = h.Write([]byte{0}) }
	for i := range v.Queues {
		word(v.Queues[i].Name)
	}
	for i := range v.Consumers {
		if c := &v.Consumers[i]; compared(c) {
			word(c.ID)
		}
	}
	word(v.Strategy)
	word(strconv.Itoa(v.VNodes))
	word(strconv.Itoa(v.Group))
	return h.Sum64()
}

// Key identifies what is compared.
func (c *Comparison) Key() uint64 { return c.key }

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

// Step computes a little: the share of one consumer in one topic.
func (c *Comparison) Step() {
	if c.Done() {
		return
	}
	r := &c.Rows[c.row]
	if c.strategy == nil { // one for the whole row: it remembers its ring
		var err error
		if c.strategy, err = strategies.Parse(r.Word, strategies.Options{VNodes: &c.vnodes, Rooms: c.rooms}); err != nil {
			c.finish(r, err)
			return
		}
	}
	if c.part.ids == nil {
		c.part = partial{ids: c.members(), owners: make([]string, c.Queues()), share: c.part.share}
	}
	done, err := c.share(c.strategy)
	switch {
	case err != nil:
		c.finish(r, err)
	case done:
		c.take(r, c.part.owners)
		c.part = partial{share: c.part.share}
	}
}

// The stages of a row, before the leavers are tried one by one.
const (
	stageNow  = -1
	stageJoin = -2
)

// members are those who share the queues at the present stage of a row.
func (c *Comparison) members() []string {
	switch c.leaver {
	case stageNow:
		return c.ids
	case stageJoin:
		ids := append(append([]string{}, c.ids...), c.newcomer())
		strategies.SortIDs(ids)
		return ids
	}
	who := c.leavers()[c.leaver]
	return append(append([]string{}, c.ids[:who]...), c.ids[who+1:]...)
}

// take notes what the allocation of a stage says and goes on to the next.
func (c *Comparison) take(r *StrategyRow, owners []string) {
	switch c.leaver {
	case stageNow:
		c.before = owners
		c.begin(r)
		c.leaver = stageJoin
	case stageJoin:
		r.Join = moved(c.before, owners)
		c.leaver = 0
	default:
		n := moved(c.before, owners)
		r.LeaveMost = max(r.LeaveMost, n)
		if r.LeaveLeast < 0 || n < r.LeaveLeast {
			r.LeaveLeast = n
		}
		c.leaver++
	}
	if c.leaver >= len(c.leavers()) {
		c.finish(r, nil)
	}
}

func (c *Comparison) finish(r *StrategyRow, err error) {
	r.Err, r.Ready = err, true
	c.row++
	c.leaver, c.strategy = stageNow, nil
	c.part = partial{share: c.part.share}
}

// begin counts who owns how much now.
func (c *Comparison) begin(r *StrategyRow) {
	held := map[string]int{}
	for _, id := range c.before {
		if id == "" {
			r.Unowned++
		}
		held[id]++
	}
	r.Most, r.Least = 0, len(c.before)
	for _, id := range c.ids {
		r.Most, r.Least = max(r.Most, held[id]), min(r.Least, held[id])
	}
	r.LeaveLeast = -1
	r.Hashes = hashes(r.Word, len(c.ids), c.vnodes, c.Queues(), len(c.queues))
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

// share asks for the share of the next consumer: the owner of each queue, topic
// by topic, "" for none. Where two take a queue the first one counts.
func (c *Comparison) share(s strategies.Strategy) (done bool, err error) {
	p := &c.part
	topic, who := p.next/len(p.ids), p.next%len(p.ids)
	if topic >= len(c.queues) {
		return true, nil
	}
	start := 0
	for _, queues := range c.queues[:topic] {
		start += len(queues)
	}
	if p.share, err = strategies.AppendShare(p.share[:0], s, c.group, p.ids[who], c.queues[topic], p.ids); err != nil {
		return false, err
	}
	for _, i := range p.share {
		if p.owners[start+int(i)] == "" {
			p.owners[start+int(i)] = p.ids[who]
		}
	}
	p.next++
	return p.next == len(p.ids)*len(c.queues), nil
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

// CompareAbout says for what the strategies are compared: where the consumers share
// their queues, for what each would do if they were dealt out.
func (l Lang) CompareAbout(v *core.View, queues, consumers int) string {
	about := l.Text("compare.about", "queues", Number(queues), "consumers", Number(consumers))
	for i := range v.Queues {
		if v.Queues[i].Shared != core.SharedNot {
			return about + " " + l.Text("compare.shared")
		}
	}
	return about
}
