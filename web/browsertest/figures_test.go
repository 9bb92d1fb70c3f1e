//go:build browser

package browsertest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkPage measures what the page costs beside the empty page, both in
// the same run: transferred bytes, time to the first frame, and for some
// seconds of the default lesson draw calls and CPU time in frame callbacks.
// Times here come from software rendering; their ratio is the figure.
func BenchmarkPage(b *testing.B) {
	var whole, empty figures
	for b.Loop() { // in turn, so that a busy moment of the machine meets both
		empty.add(measure(b, serveEmpty(b)))
		whole.add(measure(b, serveBuilt(b)))
	}
	n := float64(b.N)
	b.ReportMetric(0, "ns/op") // the loop's own time means nothing
	b.ReportMetric(whole.bytes/n, "bytes")
	b.ReportMetric(empty.bytes/n, "empty-bytes")
	b.ReportMetric(whole.bytes/empty.bytes, "bytes-ratio")
	b.ReportMetric(whole.firstFrame/n, "first-frame-ms")
	b.ReportMetric(empty.firstFrame/n, "empty-first-frame-ms")
	b.ReportMetric(whole.firstFrame/empty.firstFrame, "first-frame-ratio")
	b.ReportMetric(whole.drawCalls/n, "draws/frame")
	b.ReportMetric(empty.drawCalls/n, "empty-draws/frame")
	b.ReportMetric(whole.frameMillis/n, "cpu-ms/frame")
	b.ReportMetric(empty.frameMillis/n, "empty-cpu-ms/frame")
}

// figures are sums over the rounds.
type figures struct {
	bytes       float64 // received over the network, headers included
	firstFrame  float64 // ms since navigation
	drawCalls   float64 // the most in a frame
	frameMillis float64 // CPU time per frame, in ms
}

func (f *figures) add(one figures) {
	f.bytes += one.bytes
	f.firstFrame += one.firstFrame
	f.drawCalls += one.drawCalls
	f.frameMillis += one.frameMillis
}

// measure opens the page with an empty cache and watches it for a while.
func measure(b *testing.B, address string) figures {
	b.Helper()
	const watched = 4 * time.Second
	p := openAt(b, address, view{})
	p.waitTick(5) // past the first frames, which upload textures
	var before, after counters
	before = p.counters()
	most := 0
	for deadline := time.Now().Add(watched); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		after = p.counters()
		most = max(most, after.DrawCalls)
	}
	p.close()
	frames := after.Frames - before.Frames
	require.Positive(b, frames)
	return figures{
		bytes:       float64(p.received()),
		firstFrame:  after.FirstFrame,
		drawCalls:   float64(most),
		frameMillis: (after.FrameMillis - before.FrameMillis) / float64(frames),
	}
}

// counters are what meter.js counts.
type counters struct {
	Frames      int     `json:"frames"`
	DrawCalls   int     `json:"drawCalls"`
	FrameMillis float64 `json:"frameMillis"`
	FirstFrame  float64 `json:"firstFrame"`
}

func (p *tab) counters() counters {
	p.t.Helper()
	return eval[counters](p, "(({frames, drawCalls, frameMillis, firstFrame}) => ({frames, drawCalls, frameMillis, firstFrame}))(__ringside)")
}
