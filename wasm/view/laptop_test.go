package view

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// keyed counts the labels with a key.
func keyed(s *Scene, key string) (n int) {
	for i := range s.Labels {
		if s.Labels[i].Key == key {
			n++
		}
	}
	return n
}

// TestALaptopShowsTheWholeDrawing: as in the design, 3 brokers × 4 queues and 4
// consumers are cards with rate, work in process and threads, a bar and a name
// for each queue, three counters of three lines, and a legend of the bars. The
// ring's radius is about the design's share of the height, 164 px of 648.
func TestALaptopShowsTheWholeDrawing(t *testing.T) {
	for _, p := range []Viewport{screens[0], screens[1], screens[8]} {
		t.Run(fmt.Sprintf("%gx%g", p.W, p.H), func(t *testing.T) {
			var s Scene
			s.Fill(fixture.Plain(3, 4, 4), p)
			for _, k := range []string{KeyInProcess, KeyThreads} {
				assert.Equal(t, 4, keyed(&s, k), k)
			}
			for _, k := range []string{KeyPeak, KeyLongest, KeyDuplicatesOf, KeyLegendCommitted, KeyRingTitle, KeyBrokersTitle} {
				assert.Equal(t, 1, keyed(&s, k), k)
			}
			assert.Equal(t, rowsManner, s.morph.manner)
			assert.GreaterOrEqual(t, s.place.outer/s.Free.H, 0.9*float32(164)/648)
		})
	}
}

// TestManyQueuesKeepTheirNames: three brokers of sixteen queues under two name
// servers still have a name and a bar each, with locks and unowned times.
func TestManyQueuesKeepTheirNames(t *testing.T) {
	v := fixture.Plain(3, 16, 3)
	v.NameServers = []core.NameServerView{{Name: "n1", Up: true, Brokers: []int{0, 1, 2}, StateChanged: -1}, {Name: "n2", Up: true, Brokers: []int{0, 1, 2}, StateChanged: -1}}
	for i := range v.Queues {
		q := &v.Queues[i]
		q.Readable, q.Writable = true, true
		q.LockedBy, q.LockedUntil, q.LockValid = q.Owners[0], v.Now+time.Minute, true
	}
	v.Queues[20].Owners, v.Queues[20].UnownedFor = nil, 1700*time.Millisecond
	for _, p := range []Viewport{screens[0], screens[8]} {
		t.Run(fmt.Sprintf("%gx%g", p.W, p.H), func(t *testing.T) {
			var s Scene
			s.Fill(v, p)
			assert.Equal(t, rowsManner, s.morph.manner)
			names, locks := 0, 0
			for i := range s.Labels {
				if l := &s.Labels[i]; l.Key == "" && l.Align == AlignLeft && l.Font.Mono && l.Box.X > s.place.x+s.place.outer {
					names++
				}
			}
			for _, d := range s.Dots {
				if d.Form == FormLock {
					locks++
				}
			}
			assert.GreaterOrEqual(t, names, 48)
			assert.Equal(t, 48, locks)
			assert.Equal(t, 1, keyed(&s, KeySeconds))
		})
	}
}

// TestStripsSayWhatFits: on a phone a broker's bars have their queues' numbers,
// locks and unowned times while there is height for them.
func TestStripsSayWhatFits(t *testing.T) {
	v := fixture.Orderly()
	v.Queues[1].Owners, v.Queues[1].UnownedFor, v.Queues[1].LockedBy = nil, 800*time.Millisecond, -1
	var s Scene
	s.Fill(v, screens[4])
	assert.Equal(t, stripsManner, s.morph.manner)
	assert.Equal(t, 1, keyed(&s, KeySeconds))
	locks := 0
	for _, d := range s.Dots {
		if d.Form == FormLock && d.Y < s.Free.Bottom()-120 && d.Y > s.place.y+s.place.outer {
			locks++
		}
	}
	assert.Equal(t, len(v.Queues)-1, locks)
}

// TestAMapSumsUp: of a thousand queues the map says how many have no owner and
// for how long, and during a hand-over no pill or dashed curve lies over it.
func TestAMapSumsUp(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	v.Now = time.Minute
	// Three queues have no owner since 0.1, 0.7 and 0.3 s: the longest is 0.7 s.
	for i, since := range map[int]time.Duration{7: 100 * time.Millisecond, 8: 700 * time.Millisecond, 9: 300 * time.Millisecond} {
		q := &v.Queues[i]
		q.LetGo, q.LetGoAt, q.Changed = q.Owners[0], v.Now-since, v.Now-since
		q.Owners, q.UnownedFor = nil, since
	}
	// One has just changed hands, which elsewhere is a pill on its way.
	took := &v.Queues[20]
	took.LetGo, took.LetGoAt, took.Changed = (took.Owners[0]+1)%100, v.Now-100*time.Millisecond, v.Now-100*time.Millisecond
	s := wide(v, nil)
	assert.Equal(t, heatManner, s.morph.manner)
	assert.Empty(t, s.pills)
	assert.Empty(t, s.Curves)
	found := 0
	for i := range s.Labels {
		if l := &s.Labels[i]; l.Key == KeyHeatNow {
			found++
			assert.Equal(t, [2]int64{3, 7}, [2]int64{l.Args[0].Num, l.Args[1].Num}, "queues, tenths of a second")
		}
	}
	assert.Equal(t, 1, found)
}
