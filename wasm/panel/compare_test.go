package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"ringside/core"
	"ringside/wasm/play"
)

func TestCompare(t *testing.T) {
	ours := core.View{Counters: core.Counters{Duplicates: 3, PauseMax: time.Second, BacklogPeak: 1500, Moved: 4}}
	theirs := core.View{Counters: core.Counters{Duplicates: 12, UnownedMax: time.Second, PauseMax: 2500 * time.Millisecond, BacklogPeak: 300, Moved: 4}}
	assert.Equal(t, []Figure{
		{"versus.duplicates", "3", "12", "−9", "good"},
		{"versus.pause", "1.0 s", "2.5 s", "−1.5 s", "good"}, // its first pull came 1.5 s after it had an owner
		{"versus.peak", "1\u202f500", "300", "+1\u202f200", "bad"},
		{"versus.moved", "4", "4", "", ""},
	}, English.Compare(&ours, &theirs))

	// Of one topic all is its own; a run without it is compared as a whole.
	ours.Topic, ours.Topics = 1, []string{"t", "u"}
	ours.OfTopic = core.Counters{Duplicates: 1, PauseMax: 100 * time.Millisecond, BacklogPeak: 40, Moved: 1}
	theirs.Topic, theirs.Topics = 0, []string{"u", "t"}
	theirs.OfTopic = core.Counters{Duplicates: 1, PauseMax: 100 * time.Millisecond, BacklogPeak: 60, Moved: 2}
	topic := English.Compare(&ours, &theirs)
	assert.Equal(t, Figure{"versus.peak", "40", "60", "−20", "good"}, topic[2])
	assert.Equal(t, Figure{"versus.moved", "1", "2", "−1", "good"}, topic[3])
	theirs.Topic = 1
	assert.Equal(t, "1\u202f500", English.Compare(&ours, &theirs)[2].Ours, "they show another topic")
}

func TestBranchText(t *testing.T) {
	base := "broker a\ntopic t a:4\ngroup g topic=t\nconsumer c1 group=g\nrun 10s\n"
	a := &play.Branch{Text: base}
	b := &play.Branch{Text: base + "at 5s kill c1\n"}
	assert.Equal(t, "+ at 5s kill c1", English.BranchText(b, a))
	assert.Equal(t, "without: at 5s kill c1", English.BranchText(a, b))
	assert.Equal(t, "没有：at 5s kill c1", Chinese.BranchText(a, b))
	assert.Equal(t, "the same script", English.BranchText(a, &play.Branch{Text: "# note\n" + base}))
	c := &play.Branch{Text: base + "at 5s kill c1\nat 6s join c1\n"}
	assert.Equal(t, "+ at 5s kill c1 (and 1 more)", English.BranchText(c, a))
}

// What is so already is no experiment.
func TestWhatIfs(t *testing.T) {
	v := core.View{Consumers: []core.ConsumerView{
		{Overrides: true, Commit: "sync", Batch: 1, Strategy: "averagely"},
		{Commit: "async", Batch: 32, Strategy: "consistent-hash"},
	}}
	var lines []string
	for _, w := range WhatIfs(&v, "g") {
		lines = append(lines, w.Line)
		assert.NotContains(t, English.WhatIfText(w), "{")
		assert.NotContains(t, Chinese.WhatIfText(w), "{")
	}
	assert.Equal(t, []string{
		"set g commit=sync", "set g commit=interval:5s", "set g batch=1",
		"set g strategy=averagely", "set g strategy=averagely-by-circle",
	}, lines)
	assert.Empty(t, WhatIfs(&core.View{}, "g"))
}

func TestBarText(t *testing.T) {
	v := core.View{Consumers: []core.ConsumerView{{Name: "c1"}, {Name: "c2"}}}
	queue := &Lane{Name: "a/3", Consumer: -1}
	assert.Equal(t, "a/3: both c1 and c2, 960 ms", English.BarText(&v, queue, &Bar{To: 960 * time.Millisecond, Kind: BarDouble, Owner: 0, Other: 1}))
	assert.Equal(t, "a/3: nobody, 2.0 s", English.BarText(&v, queue, &Bar{To: 2 * time.Second, Kind: BarNobody, Owner: -1, Other: -1}))
	assert.Equal(t, "c2 holds 3 for 2.0 s", English.BarText(&v, &Lane{Name: "c2", Consumer: 1}, &Bar{To: 2 * time.Second, Count: 3}))
	bundle := &Lane{Name: "b0/0…41", Consumer: -1, First: 0, Last: 41}
	assert.Equal(t, "b0/0…41: 9 of 42 without owner, 2.0 s", English.BarText(&v, bundle, &Bar{To: 2 * time.Second, Kind: BarNobody, Count: 9}))
}
