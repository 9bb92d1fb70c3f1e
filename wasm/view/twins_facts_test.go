package view_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringside/core"
	"ringside/wasm/panel"
	"ringside/wasm/view"
)

// Where in the page a fact of the picture stands in words: the key of the table's
// caption, or of the heading of the sheet.
const (
	inQueues    = "figure.queues"
	inConsumers = "figure.consumers"
	inGroup     = "figure.group"
	inLogs      = "twin.logs"
	inEnds      = "twin.offsets"
	inProcesses = "twin.processes"
	inServers   = "twin.servers"
	inCuts      = "twin.cuts"
	inBeliefs   = "twin.beliefs"
	inTopics    = "map.topic-caption"
	inMembers   = "map.member-caption"
	inOffsets   = "map.offset-caption"
	inWhy       = "why.hint"       // the answer to "why": of a queue by its button in the table
	inLegend    = "help.signs"     // a word that explains a sign
	inHelp      = "help.keys"      // what a key does
	inEvents    = "events.caption" // the list of everything that has happened
)

// facts are the page's tables of a view, as text: by place the rows, each its cells.
type facts map[string][][]string

func factsOf(l panel.Lang, v *core.View) facts {
	f := facts{}
	add := func(place string, row []string) { f[place] = append(f[place], row) }
	var beliefs view.Beliefs
	for range 1 + len(v.Consumers)/8 {
		beliefs.Update(v, view.AveragelyBelieved)
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		row, _ := l.QueueRow(v, q)
		add(inQueues, row)
		add(inLogs, l.LogRow(v, q))
		add(inEnds, l.EndsRow(q))
		add(inOffsets, panel.StoredRow(v, q))
		if len(v.Queues)*len(v.Consumers) < 10_000 {
			row, _ = l.BeliefRow(v, i, beliefs.Of)
			add(inBeliefs, row)
		}
	}
	for i := range v.Consumers {
		add(inConsumers, l.ConsumerRow(v, &v.Consumers[i]))
		add(inProcesses, l.ProcessRow(v, &v.Consumers[i]))
		add(inMembers, []string{v.Consumers[i].Name, v.Consumers[i].ID})
	}
	for _, row := range l.GroupFigures(v) {
		add(inGroup, row[:])
	}
	f[inServers], f[inCuts] = l.ServerRows(v), l.CutRows(v)
	for i := range v.Brokers {
		for k := range v.Brokers[i].TopicConfigs {
			add(inTopics, panel.TopicRow(&v.Brokers[i].TopicConfigs[k]))
		}
	}
	return f
}

// has tells whether one row of a place has all the words.
func (f facts) has(place string, words ...string) bool {
	return slices.ContainsFunc(f[place], func(row []string) bool {
		text := strings.Join(row, " | ")
		for _, w := range words {
			if !strings.Contains(text, w) {
				return false
			}
		}
		return true
	})
}

// twin is where a label's fact stands, and the check that it does; without a
// check the label says no fact of a run.
type twin struct {
	place string
	check func(f facts, v *core.View, l *view.Label) bool
}

// said are the words of the label's arguments as the page writes them.
func said(l *view.Label) []string {
	var out []string
	for i := range l.N {
		switch a := l.Args[i]; a.Kind {
		case view.ArgInt:
			out = append(out, panel.Number(a.Num))
		case view.ArgText:
			out = append(out, a.Text)
		default:
			out = append(out, string(a.AppendText(nil)))
		}
	}
	return out
}

// all: one row has all of the label's arguments.
func all(place string) twin {
	return twin{place, func(f facts, _ *core.View, l *view.Label) bool { return f.has(place, said(l)...) }}
}

// word: a row has the word of a key.
func word(place, key string) twin {
	return twin{place, func(f facts, _ *core.View, _ *view.Label) bool { return f.has(place, panel.English.Text(key)) }}
}

// state: both tables of consumers have the word.
func state(key string) twin {
	return twin{inConsumers, func(f facts, _ *core.View, _ *view.Label) bool {
		return f.has(inConsumers, panel.English.Text(key)) && f.has(inProcesses, panel.English.Text(key))
	}}
}

// living: so many consumers live, by their states in the table, or are there at all.
func living(f facts, v *core.View, l *view.Label) bool {
	n := 0
	for i := range v.Consumers {
		if panel.Alive(v.Consumers[i].State) {
			n++
		}
	}
	return int64(n) == l.Args[0].Num || int64(len(f[inConsumers])) == l.Args[0].Num
}

// queues: so many are in the table, of all topics or of one, or a consumer's row names
// so many.
func queues(f facts, v *core.View, l *view.Label) bool {
	n := l.Args[0].Num
	if all := int64(len(f[inQueues])); n == all || len(v.Topics) > 1 && n == all/int64(len(v.Topics)) {
		return true
	}
	return slices.ContainsFunc(f[inConsumers], func(row []string) bool {
		holds, _, _ := strings.Cut(row[2], ";")
		named := int64(strings.Count(holds, ",") + 1)
		if holds == panel.English.List(nil) {
			named = 0
		}
		return named == n
	})
}

// unowned: the queues named have no owner, for so long as the table says.
func unowned(f facts, v *core.View, l *view.Label) bool {
	found := false
	for i := range v.Queues {
		q := &v.Queues[i]
		if q.UnownedFor > 0 && !f.has(inQueues, q.Name, panel.English.Text("figure.nobody", "span", panel.English.Span(q.UnownedFor))) {
			return false
		}
		found = found || q.UnownedFor > 0
	}
	return found
}

func twice(f facts, v *core.View, _ *view.Label) bool {
	both := 0
	for i := range v.Queues {
		if q := &v.Queues[i]; len(q.Owners) > 1 && q.Shared == core.SharedNot {
			if !f.has(inQueues, q.Name, v.Consumers[q.Owners[0]].Name, v.Consumers[q.Owners[1]].Name) {
				return false
			}
			both++
		}
	}
	return both > 0
}

// shared: each queue that is shared names those who share it.
func shared(f facts, v *core.View, _ *view.Label) bool {
	some := false
	for i := range v.Queues {
		q := &v.Queues[i]
		if q.Shared == core.SharedNot {
			continue
		}
		some = true
		for _, c := range q.Owners {
			if !f.has(inQueues, q.Name, v.Consumers[c].Name) {
				return false
			}
		}
	}
	return some
}

// undealt: the group's strategy is said to be at rest.
func undealt(f facts, v *core.View, _ *view.Label) bool {
	return f.has(inGroup, panel.English.List(v.Topics)) && (f.has(inGroup, panel.English.Text("figure.undealt-pop")) || f.has(inGroup, panel.English.Text("figure.undealt-all")))
}

// named: a name of the picture is one of the page's. The picture leaves out what
// the names of all brokers have in common: broker-a/0 is a/0.
func named(f facts, v *core.View, l *view.Label) bool {
	text := l.Args[0].Text
	for _, place := range []string{inQueues, inConsumers, inServers, inMembers, inGroup, inOffsets} {
		if f.has(place, text) {
			return true
		}
	}
	// Of long names the number is left: of the broker, and of the topic.
	id := text[strings.LastIndexAny(text, "/:")+1:]
	rest := strings.TrimSuffix(text, id)
	for i := range v.Queues {
		q := &v.Queues[i]
		topic := slices.Index(v.Topics, q.Topic) + 1
		broker := v.Brokers[q.Broker].Name
		if id != strconv.Itoa(q.ID) || !f.has(inQueues, q.Name) {
			continue
		}
		for _, lead := range []string{"", q.Topic + ":", fmt.Sprintf("%d:", topic)} {
			of, ok := strings.CutPrefix(rest, lead)
			if of = strings.TrimSuffix(of, "/"); ok && (strings.Contains(broker, of) || of == strconv.Itoa(q.Broker+1)) {
				return true
			}
		}
	}
	return false
}

// counted: a number is a figure of the group, of a queue or of a consumer.
func counted(f facts, v *core.View, l *view.Label) bool {
	n := panel.Number(l.Args[0].Num)
	for _, place := range []string{inGroup, inOffsets, inQueues, inServers} {
		for _, row := range f[place] {
			for _, cell := range row[1:] {
				if cell == n || strings.HasPrefix(cell, n+" (") {
					return true
				}
			}
		}
	}
	for i := range v.Consumers { // the queues of a consumer, by their names
		if int64(len(v.Consumers[i].Holds)) == l.Args[0].Num {
			return true
		}
	}
	return false
}

// all2: each of the arguments is in a row of the place.
func all2(place string) twin {
	return twin{place, func(f facts, _ *core.View, l *view.Label) bool {
		for _, w := range said(l) {
			if !f.has(place, w) {
				return false
			}
		}
		return true
	}}
}

// word2: the label's own words, which a table or the legend explains.
func word2(place string) twin { return twin{place: place} }
