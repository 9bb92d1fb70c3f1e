package panel

import (
	"time"

	"ringside/core"
)

// seriesSign is a sign of the chart with the keys of its name and meaning. Each
// part of its sample has the classes of the chart's own.
type seriesSign struct {
	name, means string
	parts       [][2]string // class and path, in a box of view.SampleW × view.SampleH
}

// seriesSigns are all that the chart draws.
var seriesSigns = []seriesSign{
	{"legend.backlog", "legend.backlog-means", [][2]string{
		{"area", "M0 22L14 12L30 17L46 6L64 9V26H0z"}, {"line", "M0 22L14 12L30 17L46 6L64 9"}}},
	{"legend.dup-bars", "legend.dup-bars-means", [][2]string{{"bars", "M22 26v-9h5v9zM30 26v-18h5v18zM38 26v-5h5v5z"}}},
	{"legend.unowned-line", "legend.unowned-line-means", [][2]string{{"unowned", "M8 26V8H34V16H54V26"}}},
	{"legend.rebalance", "legend.rebalance-means", [][2]string{{"rebalances", "M20 9V17M32 9V17M37 9V17"}}},
	{"legend.rival", "legend.rival-means", [][2]string{
		{"rival", "M0 20L20 8L42 14L64 5"}, {"rival-bars", "M30 26v-8h6v8z"}}},
	{"legend.mark", "legend.mark-means", [][2]string{
		{"mark good", "M14 0V26"}, {"mark bad", "M32 0V26"}, {"mark warn", "M50 0V26"}}},
}

// laneSign is a sign of the lanes: what a lane draws in a run of ten seconds.
type laneSign struct {
	name, means string
	lane        Lane
	bars        []Bar
	theirs      []Bar // of the other run, below; from differs on the two are not the same
	differs     time.Duration
}

const sampleRun = 10 * time.Second

// sampleBar is a bar over a part of the sample, in tenths.
func sampleBar(from, to time.Duration, kind BarKind, owner, other int, low, high float64) Bar {
	return Bar{From: from * time.Second, To: to * time.Second, Kind: kind, Owner: owner, Other: other, Low: low, High: high, Count: 1}
}

// counting gives a bar of a consumer its number of queues.
func counting(n int, b Bar) Bar {
	b.Count = n
	return b
}

// The lanes of the samples: of a queue, of a consumer, of several queues.
var (
	queueLane    = Lane{Name: "a/0", Consumer: -1}
	consumerLane = Lane{Name: "c1"}
	bundleLane   = Lane{Name: "a/0…3", Consumer: -1, Last: 3}
)

// laneSigns are all that the lanes draw.
var laneSigns = []laneSign{
	{name: "legend.lane-owned", means: "legend.lane-owned-means", lane: queueLane,
		bars: []Bar{sampleBar(0, 5, BarOwned, 0, -1, 0, 1), sampleBar(5, 10, BarOwned, 1, -1, 0, 1)}},
	{name: "legend.lane-never", means: "legend.lane-never-means", lane: queueLane, bars: []Bar{sampleBar(1, 9, BarNever, -1, -1, 0, 1)}},
	{name: "legend.lane-nobody", means: "legend.lane-nobody-means", lane: queueLane, bars: []Bar{sampleBar(1, 9, BarNobody, -1, -1, 0, 1)}},
	{name: "legend.lane-double", means: "legend.lane-double-means", lane: queueLane, bars: []Bar{sampleBar(1, 9, BarDouble, 0, 1, 0, 1)}},
	{name: "legend.lane-shared", means: "legend.lane-shared-means", lane: queueLane,
		bars: []Bar{{From: time.Second, To: 9 * time.Second, Kind: BarShared, Owner: -1, Other: -1, Takers: []int{0, 1, 2}, High: 1, Count: 1}}},
	{name: "legend.lane-held", means: "legend.lane-held-means", lane: consumerLane,
		bars: []Bar{sampleBar(0, 4, BarOwned, 0, -1, 0, 0.25), counting(4, sampleBar(4, 10, BarOwned, 0, -1, 0, 1))}},
	{name: "legend.lane-pops", means: "legend.lane-pops-means", lane: consumerLane, bars: []Bar{sampleBar(1, 9, BarShared, 0, -1, 0, 0.7)}},
	{name: "legend.lane-too", means: "legend.lane-too-means", lane: consumerLane,
		bars: []Bar{sampleBar(0, 10, BarOwned, 0, -1, 0, 0.5), sampleBar(3, 8, BarDouble, 0, -1, 0.5, 1)}},
	{name: "legend.lane-bundle", means: "legend.lane-bundle-means", lane: bundleLane,
		bars: []Bar{sampleBar(0, 10, BarOwned, -1, -1, 0, 0.5), sampleBar(0, 10, BarNobody, -1, -1, 0.5, 1)}},
	{name: "legend.lane-bundle-double", means: "legend.lane-bundle-double-means", lane: bundleLane,
		bars: []Bar{sampleBar(0, 10, BarOwned, -1, -1, 0, 0.5), sampleBar(0, 10, BarDouble, -1, -1, 0.5, 1)}},
	{name: "legend.lane-bundle-pops", means: "legend.lane-bundle-pops-means", lane: bundleLane, bars: []Bar{sampleBar(0, 10, BarShared, -1, -1, 0, 1)}},
	{name: "legend.lane-pair", means: "legend.lane-pair-means", lane: queueLane, differs: 5 * time.Second,
		bars: []Bar{sampleBar(0, 10, BarOwned, 0, -1, 0, 1)}, theirs: []Bar{sampleBar(0, 5, BarOwned, 0, -1, 0, 1), sampleBar(5, 10, BarOwned, 1, -1, 0, 1)}},
}

// sampleView has the consumers of the samples. Without names: a sample has no room for them.
func sampleView() *core.View { return &core.View{Consumers: make([]core.ConsumerView, 3)} }
