package panel

import (
	"slices"
	"strconv"

	"ringside/core"
	"ringside/core/script"
	"ringside/strategies"
)

// Why says why a queue goes to its owner, as a title and sentences. It asks the
// strategy itself with what the owner saw when it last computed, or, when nobody
// holds the queue, with the members that the first broker lists.
func (l Lang) Why(v *core.View, sc *script.Scenario, queue int) (title string, lines []string) {
	if queue < 0 || queue >= len(v.Queues) {
		return l.Text("why.hint"), nil
	}
	w := asking{l: l, v: v, q: &v.Queues[queue], sc: sc}
	if w.q.Shared != core.SharedNot && len(w.q.Owners) > 0 {
		key := "why.pop"
		switch {
		case w.q.Shared == core.SharedAll && len(w.q.Owners) == 1:
			key = "why.all-one"
		case w.q.Shared == core.SharedAll:
			key = "why.all"
		}
		w.say(key, "owners", l.List(w.owners()))
		if w.q.InFile {
			w.say("why.in-file")
		}
		return l.Text("why.title-pop", "queue", w.q.Name), w.lines
	}
	if len(w.q.Owners) == 0 {
		title = l.Text("why.title-none", "queue", w.q.Name)
	} else {
		title = l.Text("why.title", "queue", w.q.Name, "owner", l.List(w.owners()))
	}
	if len(w.q.Owners) == 0 && w.q.UnownedFor > 0 {
		w.say("why.unowned", "span", l.Span(w.q.UnownedFor))
	}
	if w.q.Doubled() {
		w.say("why.double", "owners", l.List(w.owners()))
	}
	if len(w.q.Owners) == 0 {
		w.askBroker()
		return title, w.lines
	}
	for _, owner := range w.q.Owners {
		w.askOwner(owner)
	}
	return title, w.lines
}

// asking gathers what is to be said about one queue.
type asking struct {
	l     Lang
	v     *core.View
	q     *core.QueueView
	sc    *script.Scenario
	lines []string
}

func (w *asking) say(key string, pairs ...string) {
	w.lines = append(w.lines, w.l.Text(key, pairs...))
}

func (w *asking) owners() []string {
	out := make([]string, len(w.q.Owners))
	for i, o := range w.q.Owners {
		out[i] = w.v.Consumers[o].Name
	}
	return out
}

// askOwner explains by what one owner saw.
func (w *asking) askOwner(owner int) {
	c := &w.v.Consumers[owner]
	if len(c.Sees) == 0 {
		w.askBroker()
		return
	}
	w.say("why.sees", "consumer", c.Name, "time", Clock(c.LastRebalance), "consumers", w.names(c.Sees))
	w.explain(c, c.Sees)
}

// askBroker explains by the members that the first broker with any lists.
func (w *asking) askBroker() {
	for i := range w.v.Brokers {
		b := &w.v.Brokers[i]
		if len(b.Members) == 0 {
			continue
		}
		sees := make([]int, len(b.Members))
		for k := range b.Members {
			sees[k] = b.Members[k].Consumer
		}
		w.say("why.sees-group", "broker", b.Name, "consumers", w.names(sees))
		w.explain(&w.v.Consumers[sees[0]], sees)
		return
	}
	w.say("why.no-members")
}

func (w *asking) names(indexes []int) string {
	out := make([]string, len(indexes))
	for i, x := range indexes {
		out[i] = nameOf(w.v, x)
	}
	return w.l.cut(out)
}

func nameOf(v *core.View, consumer int) string {
	if consumer < 0 || consumer >= len(v.Consumers) {
		return "?"
	}
	return v.Consumers[consumer].Name
}

// explain asks the strategy of c, given the consumers it sees.
func (w *asking) explain(c *core.ConsumerView, sees []int) {
	s, err := strategies.Parse(c.Strategy, w.options(c))
	if err != nil {
		w.say("why.impossible", "error", err.Error())
		return
	}
	var queues []strategies.Queue
	for i := range w.v.Queues {
		if q := &w.v.Queues[i]; q.Topic == w.q.Topic {
			queues = append(queues, w.queue(q))
		}
	}
	ids := make([]string, 0, len(sees))
	for _, x := range sees {
		if x >= 0 && x < len(w.v.Consumers) {
			ids = append(ids, w.v.Consumers[x].ID)
		}
	}
	strategies.SortQueues(queues)
	strategies.SortIDs(ids)
	group := ""
	if w.v.Group >= 0 && w.v.Group < len(w.v.Groups) {
		group = w.v.Groups[w.v.Group]
	}
	e, err := strategies.Explain(s, w.queue(w.q), group, queues, ids)
	if err != nil {
		w.say("why.impossible", "error", err.Error())
		return
	}
	w.reason(&e)
	if w.q.UnownedFor == 0 && len(w.q.Owners) > 0 && e.Owner != "" && !w.holds(e.Owner) {
		w.say("why.differs", "owner", w.name(e.Owner))
	}
}

func (w *asking) queue(q *core.QueueView) strategies.Queue {
	return strategies.Queue{Topic: q.Topic, Broker: w.v.Brokers[q.Broker].Name, ID: q.ID}
}

func (w *asking) holds(id string) bool {
	return slices.ContainsFunc(w.q.Owners, func(o int) bool { return w.v.Consumers[o].ID == id })
}

// name is the consumer's name with a client id, or the id itself.
func (w *asking) name(id string) string {
	for i := range w.v.Consumers {
		if w.v.Consumers[i].ID == id {
			return w.v.Consumers[i].Name
		}
	}
	return id
}

// options are the settings that c's strategy reads.
func (w *asking) options(c *core.ConsumerView) strategies.Options {
	vnodes := w.v.VNodes
	o := strategies.Options{VNodes: &vnodes, Rooms: rooms{w.v}}
	if w.sc == nil {
		return o
	}
	for i := range w.sc.Consumers {
		if s := &w.sc.Consumers[i]; s.Name == c.Name {
			vnodes = s.Settings.VNodes
			o.IDCs = s.Settings.IDCs
			o.Config = w.configured(s.Settings.Config)
		}
	}
	return o
}

// configured turns the words of config= ("a/0", "TOPIC/a/0") into queues.
func (w *asking) configured(list []string) []strategies.Queue {
	var out []strategies.Queue
	for i := range w.v.Queues {
		q := w.queue(&w.v.Queues[i])
		short := q.Broker + "/" + strconv.Itoa(q.ID)
		if slices.Contains(list, short) || slices.Contains(list, q.Topic+"/"+short) {
			out = append(out, q)
		}
	}
	return out
}

// rooms answers from the view, as a script's rooms are.
type rooms struct{ v *core.View }

func (r rooms) BrokerDeployIn(q strategies.Queue) string {
	for i := range r.v.Brokers {
		if r.v.Brokers[i].Name == q.Broker {
			return r.v.Brokers[i].Room
		}
	}
	return ""
}

func (r rooms) ConsumerDeployIn(id string) string {
	for i := range r.v.Consumers {
		if r.v.Consumers[i].ID == id {
			return r.v.Consumers[i].Room
		}
	}
	return ""
}

// reasonKeys name the reasons.
var reasonKeys = map[strategies.Reason]string{
	strategies.ReasonAsked: "why.asked", strategies.ReasonBlock: "why.block", strategies.ReasonCircle: "why.circle",
	strategies.ReasonRing: "why.ring", strategies.ReasonRoomBlock: "why.room-block", strategies.ReasonRoomLeft: "why.room-left",
	strategies.ReasonOwnRoom: "why.own-room", strategies.ReasonNoConsumer: "why.no-consumer",
	strategies.ReasonNoQueue: "why.no-queue", strategies.ReasonConfig: "why.config",
}

// nobodyKeys name the causes of having no owner.
var nobodyKeys = map[strategies.Nobody]string{
	strategies.NobodyAsked: "why.nobody-asked", strategies.NobodyDuplicateID: "why.nobody-duplicate",
	strategies.NobodyEmptyRing: "why.nobody-ring", strategies.NobodyRoomLeftOut: "why.nobody-left-out",
	strategies.NobodyInRoom: "why.nobody-in-room", strategies.NobodyConfigured: "why.nobody-config",
}

// reason says one explanation and those inside it. Places count from 1.
func (w *asking) reason(e *strategies.Explanation) {
	if e.Nobody != strategies.SomebodyOwns && e.Inner == nil {
		w.say(nobodyKeys[e.Nobody])
		return
	}
	key := reasonKeys[e.Reason]
	if e.Reason == strategies.ReasonRing && e.Wrapped {
		key = "why.ring-wrapped"
	}
	room := e.QueueRoom
	if e.Reason == strategies.ReasonNoQueue {
		room = e.OwnerRoom
	}
	w.say(key, "queue", w.q.Name, "owner", w.name(e.Owner), "room", room,
		"index", Number(e.QueueIndex+1), "queues", Number(e.Queues), "consumers", Number(e.Consumers),
		"place", Number(e.OwnerIndex+1), "start", Number(e.BlockStart+1), "size", Number(e.BlockSize),
		"position", position(e.QueuePosition), "node", w.node(e), "at", position(e.Node.Position))
	if e.Inner != nil {
		w.reason(e.Inner)
	}
	if len(e.Others) > 0 {
		names := make([]string, len(e.Others))
		for i, id := range e.Others {
			names[i] = w.name(id)
		}
		w.say("why.others", "consumers", w.l.cut(names))
	}
}

// node is a virtual node's key with the consumer's name for its id ("c3-7").
func (w *asking) node(e *strategies.Explanation) string {
	if e.Reason != strategies.ReasonRing || e.Owner == "" {
		return e.NodeKey
	}
	if rest, ok := cutPrefix(e.NodeKey, e.Owner); ok {
		return w.name(e.Owner) + rest
	}
	return e.NodeKey
}

func cutPrefix(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):], true
	}
	return s, false
}

// position writes a place on the ring as the eight hexadecimal digits of its hash.
func position(p int64) string {
	s := strconv.FormatInt(p, 16)
	for len(s) < 8 {
		s = "0" + s
	}
	return "0x" + s
}
