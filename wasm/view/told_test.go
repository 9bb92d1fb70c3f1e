package view

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// formsOf counts the dots of each form.
func formsOf(s *Scene) map[Form]int {
	out := map[Form]int{}
	for i := range s.Dots {
		out[s.Dots[i].Form]++
	}
	return out
}

// TestSignalsWhenWanted: notices and heartbeats are drawn unless the reader has
// switched them off; messages and commits are not touched by that.
func TestSignalsWhenWanted(t *testing.T) {
	v := fixture.Joining() // with a notice and a heartbeat on their way
	signals := 0
	for i := range v.Flights {
		if v.Flights[i].Queue < 0 {
			signals++
		}
	}
	require.Equal(t, 2, signals)
	loud := formsOf(wide(v, func(p *Viewport) { p.Quiet = false }))
	quiet := formsOf(wide(v, func(p *Viewport) { p.Quiet = true }))
	left := 0
	for form, n := range loud {
		left += n - quiet[form]
		assert.GreaterOrEqual(t, n, quiet[form])
	}
	assert.Equal(t, signals, left, "just these are gone: %v, %v", loud, quiet)
	for _, kind := range []core.FlightKind{core.FlightNotice, core.FlightHeartbeat} {
		one := fixture.Joining()
		one.Flights = one.Flights[:0]
		for _, f := range v.Flights {
			if f.Kind == kind {
				one.Flights = append(one.Flights, f)
			}
		}
		drawn := wide(one, func(p *Viewport) { p.Quiet = false })
		one.Flights = nil
		assert.Len(t, drawn.Dots, len(wide(one, nil).Dots)+1, "kind %d", kind)
	}
}

// pillOf is the box behind a broker's name in a name server's row.
func pillOf(t *testing.T, s *Scene, row Rect, broker string) *Box {
	t.Helper()
	for i := range s.Labels {
		l := &s.Labels[i]
		if l.Args[0].Text != broker || !inside(row, l.Box) {
			continue
		}
		for k := range s.Boxes {
			if b := &s.Boxes[k]; b.Radius == b.H/2 && b.Rect != row && inside(row, b.Rect) && inside(b.Rect, l.Box) {
				return b
			}
		}
	}
	require.Fail(t, "no pill", "%s in %v", broker, row)
	return nil
}

// TestRoutesShowWhoIsMissing: a name server's pill is full for a broker that it
// knows and hollow with a broken line for one that it misses.
func TestRoutesShowWhoIsMissing(t *testing.T) {
	v := fixture.Faults() // n1 knows four brokers, n2 the first and the third
	s := wide(v, nil)
	rows := map[int]Rect{}
	for i := range s.hits {
		if h := &s.hits[i]; h.hit.Kind == HitServer {
			rows[h.hit.Index] = h.rect
		}
	}
	require.Len(t, rows, 3)
	known := []map[int]bool{{0: true, 1: true, 2: true, 3: true}, {0: true, 2: true}, {}}
	for n, row := range rows {
		for b := range v.Brokers {
			pill := pillOf(t, s, row, s.names.brokerShort[b])
			if known[n][b] {
				assert.Equal(t, StyleSolid, pill.Style, "%d knows %d", n, b)
				assert.Equal(t, solid(InkMuted), pill.Fill)
				continue
			}
			assert.Equal(t, StyleDashed, pill.Style, "%d misses %d", n, b)
			assert.NotEqual(t, solid(InkMuted), pill.Fill)
		}
	}
}

// TestSelectionDimsTheOtherCards: a consumer that is selected stands out from
// the other consumers by the strength of their frames and by its own width.
func TestSelectionDimsTheOtherCards(t *testing.T) {
	v := fixture.Plain(2, 4, 3)
	frames := func(change func(p *Viewport)) []Box {
		s := wide(v, change)
		out := make([]Box, len(v.Consumers))
		for i := range s.hits {
			h := &s.hits[i]
			if h.hit.Kind != HitConsumer {
				continue
			}
			for k := range s.Boxes {
				if b := s.Boxes[k]; b.Rect == h.rect && b.Edge.Ink == ConsumerFill(h.hit.Index) {
					out[h.hit.Index] = b
				}
			}
		}
		return out
	}
	before := frames(nil)
	after := frames(func(p *Viewport) { p.Selected = Hit{HitConsumer, 1} })
	for i := range after {
		require.Positive(t, before[i].W, "consumer %d has no card", i)
		assert.EqualValues(t, 255, before[i].Edge.Alpha)
		if i == 1 {
			assert.EqualValues(t, 255, after[i].Edge.Alpha)
			assert.Greater(t, after[i].EdgeWidth, before[i].EdgeWidth)
			continue
		}
		assert.EqualValues(t, 85, after[i].Edge.Alpha, "a third")
	}
}

// TestLocksTellTheirOwnersTrust: the lock of a queue is full when its owner
// takes it for valid and hollow when not, in the colour of who holds it.
func TestLocksTellTheirOwnersTrust(t *testing.T) {
	v := fixture.Orderly() // eight queues locked; the third is not trusted, the fourth is with c3
	s := wide(v, nil)
	var locks []Dot
	for _, d := range s.Dots {
		if d.Form == FormLock && d.X < s.to[0].x { // not the sign of a consumer that waits for a lock
			locks = append(locks, d)
		}
	}
	require.Len(t, locks, len(v.Queues))
	for i := range locks {
		q, ink := &v.Queues[i], ConsumerFill(v.Queues[i].LockedBy)
		if q.LockValid {
			assert.Equal(t, ink, locks[i].Fill.Ink, "queue %d", i)
			assert.NotZero(t, locks[i].Fill.Alpha)
			continue
		}
		assert.Zero(t, locks[i].Fill.Alpha, "queue %d", i)
		assert.Equal(t, ink, locks[i].Edge.Ink)
	}
}
