package panel

import (
	"strconv"
	"strings"
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/wasm/view"
)

// Lines are the script lines that the controls apply.

// JoinLine starts a consumer. One that the script knows already needs no group.
func JoinLine(name, group string, known bool) string {
	if known {
		return "join " + name
	}
	return "join " + name + " group=" + group
}

// SetLine changes a setting.
func SetLine(target, key, value string) string { return "set " + target + " " + key + "=" + value }

// BurstLine sends messages at once.
func BurstLine(topic string, n int) string { return "burst " + topic + " " + strconv.Itoa(n) }

// FreeName is the next name for a new consumer: the highest number after the
// usual first letters, plus one. Taken are all names the script uses.
func FreeName(taken []string) string {
	const prefix = "c"
	highest := 0
	used := map[string]bool{}
	for _, name := range taken {
		used[name] = true
		if n, err := strconv.Atoi(strings.TrimPrefix(name, prefix)); err == nil && strings.HasPrefix(name, prefix) {
			highest = max(highest, n)
		}
	}
	for n := highest + 1; ; n++ {
		if name := prefix + strconv.Itoa(n); !used[name] {
			return name
		}
	}
}

// ScriptNames are the names that a scenario uses, of whatever kind: a new
// consumer can have none of them.
func ScriptNames(sc *script.Scenario) []string {
	var out []string
	for i := range sc.Brokers {
		out = append(out, sc.Brokers[i].Name)
	}
	for i := range sc.Topics {
		out = append(out, sc.Topics[i].Name)
	}
	for i := range sc.Groups {
		out = append(out, sc.Groups[i].Name)
	}
	for i := range sc.Consumers {
		out = append(out, sc.Consumers[i].Name)
	}
	return out
}

// Deeds are what can be done to a consumer: join (Start), leave (Stop), Kill, Freeze
// and Thaw.
type Deeds struct{ Start, Stop, Kill, Freeze, Thaw bool }

// DeedsFor tells what can be done to a consumer in a state.
func DeedsFor(s core.ConsumerState) Deeds {
	switch s {
	case core.ConsumerAbsent, core.ConsumerStopped, core.ConsumerDead:
		return Deeds{Start: true}
	case core.ConsumerFrozen:
		return Deeds{Kill: true, Thaw: true}
	}
	return Deeds{Stop: true, Kill: true, Freeze: true}
}

// stateKeys name the states of a consumer.
var stateKeys = map[core.ConsumerState]string{
	core.ConsumerAbsent: "state.absent", core.ConsumerStarting: "state.starting",
	core.ConsumerRunning: "state.running", core.ConsumerAckWait: "state.ack-wait",
	core.ConsumerLockWait: "state.lock-wait",
	core.ConsumerFrozen:   "state.frozen", core.ConsumerStopped: "state.stopped", core.ConsumerDead: "state.dead",
}

// State names the state of a consumer for a reader.
func (l Lang) State(s core.ConsumerState) string { return l.Text(stateKeys[s]) }

// StateOf names what a consumer is doing, with all that holds it up. The picture
// has one mark for it, the gravest (package view's lookOf); words have room for a
// cut link beside it.
func (l Lang) StateOf(v *core.View, c *core.ConsumerView) string {
	if !Alive(c.State) {
		return l.State(c.State)
	}
	text := l.State(c.State)
	switch {
	case c.State == core.ConsumerFrozen:
	case c.Stopping:
		text = l.Text("state.stopping")
	case c.Suspended:
		text = l.Text("state.suspended")
	case c.State == core.ConsumerRunning && c.PutOff > 0:
		text = l.Text("state.flow")
	}
	if Severed(v, c.Name) {
		text = l.also(text, l.Text("twin.cut"))
	}
	return text
}

// Alive tells whether a process in this state exists.
func Alive(s core.ConsumerState) bool {
	return s != core.ConsumerAbsent && s != core.ConsumerStopped && s != core.ConsumerDead
}

// RateNow is a producer's rate at a time, in messages per 1,000 seconds, with
// the script's set actions until then; false when the topic has no producer.
func RateNow(sc *script.Scenario, topic string, now time.Duration) (int64, bool) {
	rate, found := int64(0), false
	for i := range sc.Producers {
		if sc.Producers[i].Topic == topic {
			rate, found = sc.Producers[i].Rate, true
		}
	}
	for i := range sc.Actions {
		a := &sc.Actions[i]
		if a.Kind == script.ActSet && a.Target == topic && a.Key == "rate" && a.At <= now {
			rate = a.Rate
		}
	}
	return rate, found
}

// RateText writes a rate in messages per second, as scripts do.
func RateText(perThousand int64) string {
	s := strconv.FormatInt(perThousand/1000, 10)
	if rest := perThousand % 1000; rest != 0 {
		s += "." + strings.TrimRight(three(rest), "0")
	}
	return s
}

// Choices are the values that a control offers.
type Choices []string

// With is c with value added at its front when it is not there, so that a control can show it.
func (c Choices) With(value string) Choices {
	for _, v := range c {
		if v == value {
			return c
		}
	}
	return append(Choices{value}, c...)
}

// The values offered, as a script writes them. Strategies that need rooms or a
// list are offered when the scenario has what they need.
var (
	strategyChoices = Choices{"averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go"}
	roomChoices     = Choices{"machine-room-nearby:averagely", "same-room:averagely", "same-room:averagely-by-circle"}
	commitChoices   = Choices{"interval:5s", "interval:1s", "sync", "async"}
	batchChoices    = Choices{"1", "4", "16", "32", "128"}
	workChoices     = Choices{"0ms", "1ms", "5ms", "20ms", "100ms", "500ms", "2ms..8ms", "exp:5ms"}
	rateChoices     = Choices{"0", "10", "50", "100", "300", "600", "1000", "2000", "5000"}
)

// strategyKeys name strategies by the first part of their word.
var strategyKeys = map[string]string{
	"averagely": "strategy.averagely", "averagely-by-circle": "strategy.averagely-by-circle",
	"consistent-hash": "strategy.consistent-hash", "consistent-hash-go": "strategy.consistent-hash-go",
	"machine-room": "strategy.machine-room", "machine-room-nearby": "strategy.machine-room-nearby",
	"same-room": "strategy.same-room", "by-config": "strategy.by-config",
}

// Strategy names a strategy word for a reader.
func (l Lang) Strategy(word string) string {
	first, inner, nested := strings.Cut(word, ":")
	key, ok := strategyKeys[first]
	switch {
	case !ok:
		return word
	case nested:
		return l.Text(key) + " (" + inner + ")"
	}
	return l.Text(key)
}

// Commit names a commit mode ("interval:5s") for a reader.
func (l Lang) Commit(mode string) string {
	switch mode {
	case "sync":
		return l.Text("commit.sync")
	case "async":
		return l.Text("commit.async")
	}
	if span, ok := strings.CutPrefix(mode, "interval:"); ok {
		return l.Text("commit.interval", "span", l.spanText(span))
	}
	return mode
}

// Work names a processing time ("2ms..8ms") for a reader.
func (l Lang) Work(dist string) string {
	if from, to, ok := strings.Cut(dist, ".."); ok {
		return l.Text("work.range", "from", l.spanText(from), "to", l.spanText(to))
	}
	if mean, ok := strings.CutPrefix(dist, "exp:"); ok {
		return l.Text("work.exp", "mean", l.spanText(mean))
	}
	return l.spanText(dist)
}

func (l Lang) spanText(s string) string {
	d, err := time.ParseDuration(s)
	switch {
	case err != nil || d%time.Millisecond != 0:
		return s
	case d > 0 && d < 2*time.Minute && d%time.Second == 0:
		return l.Text("span.s", "n", strconv.FormatInt(int64(d/time.Second), 10))
	}
	return l.Span(d)
}

// HasRooms tells whether every broker and every consumer of the group has a room.
func HasRooms(sc *script.Scenario, group string) bool {
	for i := range sc.Brokers {
		if sc.Brokers[i].Room == "" {
			return false
		}
	}
	for i := range sc.Consumers {
		if c := &sc.Consumers[i]; c.Group == group && c.Room == "" {
			return false
		}
	}
	return len(sc.Brokers) > 0
}

// Owner says who holds a queue, and how grave that is.
func (l Lang) Owner(v *core.View, q *core.QueueView) (text, tone string) {
	names := make([]string, len(q.Owners))
	for i, o := range q.Owners {
		names[i] = nameOf(v, o)
	}
	switch {
	case q.Shared == core.SharedPop && len(names) > 0:
		return l.Text("figure.shared", "owners", l.List(names)), ""
	case q.Shared == core.SharedAll && len(names) > 1:
		return l.Text("figure.all", "owners", l.List(names)), ""
	case len(names) > 1:
		return l.together(v, q.Owners), "bad"
	case len(names) == 1:
		return names[0], ""
	case q.UnownedFor > 0:
		return l.Text("figure.nobody", "span", l.Span(q.UnownedFor)), "warn"
	}
	return l.Text("figure.nobody-yet"), "soft"
}

// together says who holds a queue that one should hold.
func (l Lang) together(v *core.View, owners []int) string {
	if len(owners) == 2 {
		return l.Text("figure.both", "owner", nameOf(v, owners[0]), "other", nameOf(v, owners[1]))
	}
	names := make([]string, len(owners))
	for i, o := range owners {
		names[i] = nameOf(v, o)
	}
	return l.Text("figure.several", "n", Number(len(owners)), "owners", l.List(names))
}

// Shared says who has a queue together: who pops from it, or, with all, who reads
// all of it.
func (l Lang) Shared(v *core.View, takers []int, all bool) string {
	names := make([]string, len(takers))
	for i, o := range takers {
		names[i] = nameOf(v, o)
	}
	switch {
	case all && len(names) == 1:
		return names[0]
	case all:
		return l.Text("figure.all", "owners", l.List(names))
	case len(names) == 1:
		return l.Text("figure.pop-one", "owners", names[0])
	}
	return l.Text("figure.pop", "owners", l.List(names))
}

// ColourClass is the class that colours what belongs to a consumer.
func ColourClass(consumer int) string { return "k" + strconv.Itoa(consumer%view.PaletteSize) }
