package view_test

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/panel"
	"ringside/wasm/view"
)

// twins are the labels of the picture: each has a place in the page.
var twins = map[string]twin{
	"": {inQueues, func(f facts, v *core.View, l *view.Label) bool {
		switch l.Args[0].Kind {
		case view.ArgInt:
			return counted(f, v, l)
		case view.ArgHex: // a node's place, which is in the answers of the queues that go to it
			return true
		}
		return named(f, v, l)
	}},
	view.KeyRingTitle: {place: inQueues}, view.KeyRingAbout: all2(inGroup), view.KeyRingAboutHash: all2(inGroup),
	view.KeyRingAboutHashOne: all2(inGroup), view.KeyRingNodes: all2(inGroup), view.KeyRingNode: all2(inGroup),
	view.KeyShared: {inQueues, shared}, view.KeySharedRange: {inQueues, shared}, view.KeyEachReads: {inQueues, shared}, view.KeyReadsAll: {inConsumers, shared},
	view.KeyRingAboutAll: {inGroup, undealt}, view.KeyRingAboutAllTopics: {inGroup, undealt}, view.KeyRingAboutPop: {inGroup, undealt},
	view.KeyRingAboutPopTopics: {inGroup, undealt}, view.KeySharedTitle: {place: inQueues}, view.KeyTold: {inQueues, shared},
	view.KeyBeliefPopNote: {place: inBeliefs}, view.KeyBeliefAllNote: {place: inBeliefs}, view.KeyHeatShared: {place: inLegend},
	view.KeyBarCommitted: all(inQueues), view.KeyBarEnd: all(inQueues),
	view.KeySecondsShort: {inLogs, unowned}, view.KeyPinchHint: {place: inHelp}, view.KeyQueuesShort: {inQueues, queues}, view.KeyHeatNowOne: {inQueues, unowned},
	view.KeyProducer: all(inServers),
	view.KeyRingAboutTopics: {inGroup, func(f facts, v *core.View, l *view.Label) bool {
		return f.has(inGroup, v.Strategy) && f.has(inGroup, panel.English.List(v.Topics))
	}},
	view.KeyBeliefTitle: {place: inBeliefs}, view.KeyBeliefNote: {place: inBeliefs},
	view.KeyBeliefAlike: {inProcesses, func(f facts, _ *core.View, l *view.Label) bool { return f.has(inProcesses, l.Args[0].Text) }},
	view.KeySees1:       all(inProcesses), view.KeySees2: all(inProcesses), view.KeySees3: all(inProcesses),
	view.KeySeesMany: {inProcesses, func(f facts, _ *core.View, l *view.Label) bool {
		return slices.ContainsFunc(f[inProcesses], func(row []string) bool {
			return row[4] == panel.Number(l.Args[0].Num) || int64(strings.Count(row[4], ",")+1) == l.Args[0].Num
		})
	}},
	// The fixtures' rings are made up; TestTheWalkIsInTheAnswer has a true one.
	view.KeyWalk: {place: inWhy}, view.KeyWalkNext: {place: inWhy}, view.KeyWalkNextShort: {place: inWhy}, view.KeyWalkFrom: {place: inWhy}, view.KeyNode: {place: inWhy},
	view.KeyQueueOne: {inQueues, queues}, view.KeyQueues: {inQueues, queues}, view.KeyConsumerOne: {inConsumers, living}, view.KeyConsumers: {inConsumers, living},
	view.KeyChanging: {inQueues, func(f facts, v *core.View, l *view.Label) bool { return unowned(f, v, l) || twice(f, v, l) }},
	view.KeyNobody1:  {inQueues, unowned}, view.KeyNobody2: {inQueues, unowned}, view.KeyNobodyMany: {inQueues, unowned}, view.KeyNobodyShort: {inQueues, unowned},
	view.KeyNobody1Short: {inQueues, unowned}, view.KeyNobody2Short: {inQueues, unowned}, view.KeyNobodyManyShort: {inQueues, unowned},
	view.KeySeconds: {inLogs, unowned}, view.KeyNeverOwned: word(inQueues, "figure.nobody-yet"),
	view.KeyTwice1: {inQueues, twice}, view.KeyTwice2: {inQueues, twice}, view.KeyTwiceMany: {inQueues, twice},
	view.KeyTwice1Short: {inQueues, twice}, view.KeyTwice2Short: {inQueues, twice}, view.KeyTwiceManyShort: {inQueues, twice},
	view.KeyDuplicates: word(inGroup, "figure.duplicates"), view.KeyPaused: word(inGroup, "figure.paused"), view.KeyBacklog: word(inGroup, "figure.backlog"),
	view.KeyPausedShort: word(inGroup, "figure.paused"),
	view.KeyDuplicatesOf: {inGroup, func(f facts, _ *core.View, l *view.Label) bool {
		return f.has(inGroup, panel.English.Text("figure.completions"), panel.Number(l.Args[1].Num))
	}},
	view.KeyLongest: word(inGroup, "figure.unowned"), view.KeyLongestShort: word(inGroup, "figure.unowned"),
	view.KeyPeak: all(inGroup), view.KeyBrokersTitle: {place: inServers},
	view.KeyBrokerAbout: all(inServers), view.KeyBrokerDown: word(inServers, "twin.down"), view.KeyBrokerFrozen: word(inServers, "state.frozen"),
	view.KeyBrokerSlave: {inServers, func(f facts, _ *core.View, l *view.Label) bool {
		return f.has(inServers, panel.English.Text("twin.slave", "broker", l.Args[0].Text))
	}},
	view.KeyConfig: {inTopics, func(f facts, _ *core.View, l *view.Label) bool {
		w := said(l)
		return f.has(inTopics, w[0], w[1], w[2]) && f.has(inServers, w[3])
	}},
	view.KeyRate: {inConsumers, func(f facts, _ *core.View, l *view.Label) bool {
		return f.has(inConsumers, said(l)[0]+"/s") || f.has(inServers, said(l)[0])
	}},
	view.KeyFlow: all(inEnds), view.KeyRepeats: all(inQueues), view.KeyRepeatsShort: all(inQueues),
	view.KeyMore:            {place: inConsumers}, // the table names all of a consumer's queues
	view.KeyLegendCommitted: word2(inLegend), view.KeyLegendDone: word2(inLegend), view.KeyLegendProcess: word2(inLegend),
	view.KeyLegendWaiting: word2(inLegend), view.KeyLegendRepeated: word2(inLegend), view.KeyZoomHint: {place: inHelp},
	view.KeyHeatBacklog: {place: inLegend}, view.KeyHeatBacklogIn: {place: inLegend}, view.KeyHeatNobody: {place: inLegend}, view.KeyHeatTwice: {place: inLegend},
	view.KeyHeatNow: {inQueues, unowned}, view.KeyHeatNowShort: {inQueues, unowned},
	view.KeyConsumersTitle: {place: inConsumers}, view.KeyInProcess: all(inProcesses),
	view.KeyThreads: {inProcesses, func(f facts, _ *core.View, l *view.Label) bool {
		return f.has(inProcesses, said(l)[0]+" of "+said(l)[1])
	}},
	view.KeyQueueCount: {inConsumers, counted}, view.KeyNoQueue: word(inConsumers, "list.none"), view.KeyDropped: all(inConsumers),
	view.KeyStateAbsent: state("state.absent"), view.KeyStateStarting: state("state.starting"), view.KeyStateRunning: state("state.running"),
	view.KeyStateAckWait: state("state.ack-wait"), view.KeyStateLockWait: state("state.lock-wait"), view.KeyStateCut: state("twin.cut"),
	view.KeyStateStopping: state("state.stopping"), view.KeyStateSuspended: state("state.suspended"), view.KeyStateFlow: state("state.flow"),
	view.KeyStateFrozen: state("state.frozen"), view.KeyStateStopped: state("state.stopped"), view.KeyStateDead: state("state.dead"),
	view.KeyUnreadable: word(inLogs, "twin.neither"), view.KeyReadOnly: word(inLogs, "twin.read-only"),
	view.KeyServer: all(inServers),
	view.KeyServerShort: {inServers, func(f facts, v *core.View, l *view.Label) bool {
		return f.has(inServers, l.Args[0].Text, "name server") || f.has(inServers, l.Args[0].Text, "producer of this topic")
	}},
}

// TestEveryLabelHasATwin: whatever the picture writes is in the page's tables too,
// with the same names and numbers.
func TestEveryLabelHasATwin(t *testing.T) {
	for key := range view.KeyArgs {
		assert.Contains(t, slices.Collect(maps.Keys(twins)), key, "a label without a place in the page")
	}
	for key, one := range twins {
		assert.NotEqual(t, one.place, panel.English.Text(one.place), "%q: no such place", key)
	}
	missing := map[string]string{}
	var f facts
	last := ""
	seen := map[string]bool{}
	view.WalkScenes(func(name string, v *core.View, scene string, s *view.Scene) {
		if name != last {
			f, last, seen = factsOf(panel.English, v), name, map[string]bool{}
		}
		for i := range s.Labels {
			l := &s.Labels[i]
			sign := l.Key + " " + strings.Join(said(l), " ")
			if seen[sign] {
				continue
			}
			seen[sign] = true
			one, ok := twins[l.Key]
			if (!ok || one.check != nil && !one.check(f, v, l)) && missing[sign] == "" {
				missing[sign] = scene
			}
		}
	})
	var list []string
	for sign, where := range missing {
		list = append(list, sign+" in "+where)
	}
	sort.Strings(list)
	assert.Empty(t, strings.Join(list[:min(len(list), 30)], "\n"), "in the picture and not in words")
	require.NotEmpty(t, last)
}

// TestTheWalkIsInTheAnswer: what a pointer on a queue of the hash ring draws, the
// queue's answer says: its hash, and the node that takes it with its place.
func TestTheWalkIsInTheAnswer(t *testing.T) {
	sim, err := core.Load("broker a\ntopic t a:4\nproducer t rate=10/s\ngroup g topic=t strategy=consistent-hash\nconsumer c1 group=g\nconsumer c2 group=g\nrun 60s\n")
	require.NoError(t, err)
	sim.Advance(50 * time.Second)
	v := &core.View{Topic: -1}
	sim.View(v)
	require.NotEmpty(t, v.Ring)
	for q := range v.Queues {
		var s view.Scene
		s.Fill(v, view.Viewport{W: 1440, H: 900, Scale: 1, Hover: view.Hit{Kind: view.HitQueue, Index: q}})
		lines := panel.English.Explain(v, sim.Log(), panel.Subject{Kind: panel.SubjectQueue, Index: q}).Lines
		answer, met := strings.Join(lines, " "), map[string]bool{}
		for i := range s.Labels {
			l := &s.Labels[i]
			met[l.Key] = true
			switch l.Key {
			case view.KeyWalk:
				owner := v.Consumers[v.Queues[q].Owners[0]]
				assert.Equal(t, owner.Name, l.Args[1].Text)
				assert.Contains(t, answer, fmt.Sprintf("%s-%d", owner.Name, l.Args[2].Num))
			case view.KeyWalkFrom:
				assert.Contains(t, answer, " to "+said(l)[0])
				assert.Contains(t, answer, " at "+said(l)[1])
			}
		}
		assert.True(t, met[view.KeyWalk] && met[view.KeyWalkFrom], "queue %d", q)
	}
}

// TestOneStateForAConsumer: both tables give the same, whatever holds it up.
func TestOneStateForAConsumer(t *testing.T) {
	view.WalkScenes(func(name string, v *core.View, _ string, _ *view.Scene) {
		for _, l := range []panel.Lang{panel.English, panel.Chinese} {
			for i := range v.Consumers {
				c := &v.Consumers[i]
				require.Equal(t, l.ConsumerRow(v, c)[1], l.ProcessRow(v, c)[1], "%s in %s", c.Name, name)
			}
		}
	})
}

// markTwins are the signs of the picture by their entry in the legend: where in the
// page the same is said. Those of the legend that only explain a manner of drawing
// stand at the legend itself.
var markTwins = map[string]string{
	// The ring.
	"legend.arc": inQueues, "help.sign-hollow": inQueues, "help.sign-hatched": inQueues, "legend.moved": inEvents, "legend.pointed": inLegend,
	"legend.sliver": inQueues, "legend.bead": inQueues, "legend.small-bead": inQueues, "legend.node": inWhy, "legend.walk": inWhy, "legend.owner-mark": inQueues,
	"legend.arc-pop": inQueues, "legend.arc-all": inQueues, "legend.arc-many": inQueues, "legend.bar-shared": inQueues, "legend.cell-shared": inQueues,
	"legend.own": inBeliefs, "legend.rim-nobody": inBeliefs, "legend.rim-other": inBeliefs,
	// The bars and the map.
	"legend.committed": inEnds, "help.sign-line": inQueues, "legend.doubt": inLogs, "legend.process": inLogs, "legend.waiting": inLogs, "help.sign-red": inEnds,
	"legend.bar-nobody": inQueues, "legend.bar-twice": inQueues, "legend.number": inLogs, "legend.unowned": inLogs, "legend.again": inQueues,
	"legend.unreadable": inLogs, "legend.read-only": inLogs, "legend.counter": inGroup, "legend.lock": inLogs, "legend.lock-lost": inLogs,
	"legend.cell-short": inOffsets, "legend.cell-long": inOffsets, "legend.cell-nobody": inQueues, "legend.cell-twice": inQueues, "legend.cell-again": inQueues,
	"legend.tile": inLogs,
	// What moves.
	"legend.line": inQueues, "legend.line-second": inQueues, "legend.flow": inEnds, "legend.flight": inEnds, "legend.repeat": inEnds, "legend.commit": inOffsets,
	"legend.notice": inEvents, "legend.beat": inMembers, "legend.pill": inEvents,
	// Consumers, brokers, name servers, links.
	view.KeyStateAbsent: inProcesses, view.KeyStateStarting: inProcesses, view.KeyStateRunning: inProcesses, view.KeyStateAckWait: inProcesses,
	view.KeyStateLockWait: inProcesses, view.KeyStateFlow: inProcesses, view.KeyStateSuspended: inProcesses, view.KeyStateFrozen: inProcesses,
	view.KeyStateCut: inProcesses, view.KeyStateStopping: inProcesses, view.KeyStateStopped: inProcesses, view.KeyStateDead: inProcesses,
	"legend.threads": inProcesses, "legend.threads-wait": inProcesses, "legend.given-up": inConsumers,
	"legend.broker-down": inServers, "legend.broker-frozen": inServers, "legend.broker-cut": inServers, "legend.read-write": inTopics, "legend.room": inServers,
	"legend.cut-link": inCuts, "legend.route": inServers, "legend.route-cut": inCuts, "legend.server-down": inServers, "legend.server-frozen": inServers,
}

// TestEverySignHasATwin: a new entry of the legend needs a place in the page.
func TestEverySignHasATwin(t *testing.T) {
	signs := map[string]bool{}
	for _, group := range view.Legend() {
		for _, part := range group.Parts {
			signs[part.Name] = true
			assert.NotEmpty(t, markTwins[part.Name], part.Name)
		}
	}
	for name, place := range markTwins {
		assert.True(t, signs[name], "%s is not in the legend", name)
		assert.NotEqual(t, place, panel.English.Text(place), "%s: no such place", name)
	}
}
