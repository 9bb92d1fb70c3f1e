package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// tall is a phone's picture above the docked panels: 390 x 844 less 52 of the
// bar and 232 of time line and tabs.
var tall = Viewport{W: 390, H: 560}

// TestSixConsumersLeaveTheBarsTheirNumbers: the ring gives up the height.
func TestSixConsumersLeaveTheBarsTheirNumbers(t *testing.T) {
	v := fixture.Plain(1, 4, 6)
	var s Scene
	s.Fill(v, tall)
	require.Equal(t, stripsManner, s.morph.manner)
	assert.Equal(t, 4, barNumbers(&s, 4))
}

// barNumbers is how many of n queues' numbers stand above their bars.
func barNumbers(s *Scene, n int) (numbers int) {
	for i := range s.Labels {
		l := &s.Labels[i]
		if l.Key == "" && l.Font.Mono && l.Align == AlignLeft && l.Args[0].Text == s.names.rows[numbers%n] && len(l.Args[0].Text) == 1 {
			numbers++
		}
	}
	return numbers
}

// TestNarrowBarsKeepTheirNumbers: a pause wider than the bar would stand beside
// the neighbour's number and read as its.
func TestNarrowBarsKeepTheirNumbers(t *testing.T) {
	v := fixture.Plain(1, 12, 3)
	v.Queues[2].Owners, v.Queues[2].UnownedFor = nil, 700*time.Millisecond
	var s Scene
	s.Fill(v, tall)
	require.Equal(t, stripsManner, s.morph.manner)
	assert.Zero(t, keyed(&s, KeySeconds))
	warned := 0
	for i := range s.Labels {
		if l := &s.Labels[i]; l.Font.Mono && l.Paint.Ink == InkWarn {
			warned++
			assert.Equal(t, s.names.rows[2], l.Args[0].Text)
		}
	}
	assert.Equal(t, 1, warned)
}

// TestSmallBarsHaveTheirOwnersMark: eight bars on a phone are too small for a
// mark in them; it stands before the number.
func TestSmallBarsHaveTheirOwnersMark(t *testing.T) {
	v := fixture.Plain(1, 8, 3)
	contrast := tall
	contrast.Theme = DarkContrast
	var s Scene
	s.Fill(v, contrast)
	require.Equal(t, stripsManner, s.morph.manner)
	above := 0
	for _, d := range marksOf(&s) {
		for i := range s.from {
			// In the upper half of the queue's cell, whose middle messages leave from.
			if s.from[i].ok && d.Y < s.from[i].y && d.Y > s.from[i].y-stripTall/2 && d.Fill.Ink == ConsumerText(v.Queues[i].Owners[0]) {
				above++
				break
			}
		}
	}
	assert.Equal(t, 8, above)
}

// TestManyQueuesOnAPhone: cells as high as can be and a word that there is more
// to see; enlarged, there are buttons for fingers.
func TestManyQueuesOnAPhone(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	touch := screens[4]
	touch.Touch = true
	var s Scene
	s.Fill(v, touch)
	assert.GreaterOrEqual(t, s.Cell(), float32(5))
	assert.Equal(t, 1, keyed(&s, KeyPinchHint))
	touch.Zoom = Zoom{4, 0.5, 0.5}
	s.Fill(v, touch)
	buttons := 0
	for _, h := range s.hits {
		if h.hit.Kind == HitButton {
			buttons++
			assert.GreaterOrEqual(t, min(h.rect.W, h.rect.H), float32(44))
		}
	}
	assert.Equal(t, 3, buttons)
}

// TestAPauseIsNeverZero: 0.04 s are not 0.0 s.
func TestAPauseIsNeverZero(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.0", time.Millisecond: "<0.1", 99 * time.Millisecond: "<0.1", 100 * time.Millisecond: "0.1",
	} {
		assert.Equal(t, want, string(seconds(d).AppendText(nil)))
	}
}

// TestChipsSayTheState: on a small phone six consumers are chips in two columns,
// which say that one is killed rather than that it has no queue, and leave the
// bars their numbers.
func TestChipsSayTheState(t *testing.T) {
	v := fixture.Plain(1, 4, 6)
	v.Consumers[1].State, v.Consumers[1].Holds = core.ConsumerDead, nil
	var s Scene
	s.Fill(v, Viewport{W: 360, H: 356})
	assert.Equal(t, 1, keyed(&s, KeyStateDead))
	assert.Equal(t, 5+1, keyed(&s, KeyQueueOne)+keyed(&s, KeyQueues), "and the ring's middle")
	assert.Equal(t, 4, barNumbers(&s, 4))
}

// TestNoticesRunOnARail where brokers stand above the consumers, and not when
// notices are switched off.
func TestNoticesRunOnARail(t *testing.T) {
	v := fixture.Plain(2, 4, 3)
	var s Scene
	uprights := func() (n int) {
		for _, b := range s.Boxes {
			if b.Rect.W == 1 && b.Rect.H > 60 && b.Rect.X < 14 {
				n++
				assert.InDelta(t, s.to[2].y, b.Rect.Bottom(), 0.6)
			}
		}
		return n
	}
	s.Fill(v, tall)
	assert.Equal(t, 1, uprights())
	s.Fill(v, Viewport{W: 844, H: 194}) // a phone across shows no brokers
	for _, b := range s.Boxes {
		assert.False(t, b.Rect.H == 1 && b.Fill.Ink == InkEdge, "a stub leads nowhere: %v", b.Rect)
	}
	quiet := tall
	quiet.Quiet = true
	s.Fill(v, quiet)
	assert.Zero(t, uprights())
}
