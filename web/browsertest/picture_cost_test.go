//go:build browser

package browsertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cost is what one picture costs the program, from the view to the triangles.
type cost struct{ Millis, Mallocs float64 }

// pictureCost has the program make its next picture a hundred times.
func (p *tab) pictureCost() cost {
	p.t.Helper()
	p.run("delete __ringside.trial; __ringside.measure()")
	p.waitFor("__ringside.trial")
	return eval[cost](p, "__ringside.trial")
}

// crowded opens 100 consumers with 1,000 queues in the middle of a rebalance.
func crowded(t testing.TB) *tab {
	t.Helper()
	p := openPage(t, view{Painted: true, Width: 1440, Height: 900})
	require.Empty(t, p.load(crowd()))
	p.run("__ringside.pause(); __ringside.seek(23_000)")
	p.waitFor("__ringside.map")
	p.waitTick(3)
	return p
}

// TestPicturesAllocateNothing: a picture is made without allocating memory, also
// that of 1,000 queues. A goroutine of the run time may allocate meanwhile, which
// a hundred pictures would each do a hundred times.
func TestPicturesAllocateNothing(t *testing.T) {
	p := crowded(t)
	p.pictureCost() // its words are set now
	got := p.pictureCost()
	t.Logf("%.2f ms a picture", got.Millis)
	assert.Less(t, got.Mallocs, 0.5)
	assert.Positive(t, got.Millis, "or nothing was measured")

	p.visitAt("join", 37600)
	p.waitFor("!__ringside.map")
	p.waitTick(3)
	p.pictureCost()
	assert.Less(t, p.pictureCost().Mallocs, 0.5)
}

// BenchmarkPicture measures a picture of 100 consumers and 1,000 queues in wasm.
func BenchmarkPicture(b *testing.B) {
	p := crowded(b)
	p.pictureCost()
	sum, n := cost{}, 0
	for b.Loop() {
		one := p.pictureCost()
		sum.Millis, sum.Mallocs, n = sum.Millis+one.Millis, sum.Mallocs+one.Mallocs, n+1
	}
	b.ReportMetric(0, "ns/op") // the loop's own time means nothing
	b.ReportMetric(sum.Millis/float64(n), "ms/picture")
	b.ReportMetric(sum.Mallocs/float64(n), "allocs/picture")
}
