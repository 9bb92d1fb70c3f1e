package view

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// across is a phone held across: 844 x 390 less 52 of the bar and 146 of time
// line and tabs.
var across = Viewport{W: 844, H: 192}

// placed are the things of a kind that can be pointed at.
func placed(s *Scene, kind HitKind) map[int]bool {
	out := map[int]bool{}
	for _, h := range s.hits {
		if h.hit.Kind == kind {
			out[h.hit.Index] = true
		}
	}
	return out
}

// TestAPhoneAcrossShowsEverything: ring, counters, brokers with their queues and
// consumers, joined by curves, and no brokers' column over the consumers'.
func TestAPhoneAcrossShowsEverything(t *testing.T) {
	for _, size := range []Viewport{across, {W: 667, H: 177}, {W: 568, H: 122}, {W: 932, H: 232}} {
		for _, c := range [...][3]int{{1, 4, 3}, {1, 12, 3}, {2, 4, 2}, {3, 4, 5}} {
			t.Run(fmt.Sprintf("%gx%g/%v", size.W, size.H, c), func(t *testing.T) {
				v := fixture.Plain(c[0], c[1], c[2])
				var s Scene
				s.Fill(v, size)
				assert.Len(t, placed(&s, HitBroker), c[0])
				assert.Len(t, placed(&s, HitQueue), c[0]*c[1])
				assert.Len(t, placed(&s, HitConsumer), c[2])
				assert.Len(t, placed(&s, HitCounter), numCounters)
				if s.morph.manner != heatManner { // the map says whose each is
					assert.NotEmpty(t, s.Curves)
				}
				for i := range s.out {
					assert.LessOrEqual(t, s.out[i].x, s.to[0].x)
				}
			})
		}
	}
}

// TestAPhoneAcrossHasTheMap beside the counters: its cells are high enough for marks.
func TestAPhoneAcrossHasTheMap(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	var s Scene
	s.Fill(v, across)
	require.Equal(t, heatManner, s.morph.manner)
	assert.GreaterOrEqual(t, s.Cell(), float32(5))
	assert.Len(t, placed(&s, HitCounter), numCounters)
	assert.Len(t, placed(&s, HitConsumer), 100)
}

// TestSmallCellsTellTheirOwners without colour, in every theme: each run of one
// owner's cells in a row begins with the owner's mark. A hundred queues of a broker
// stand in rows; ten queues in turn are one consumer's.
func TestSmallCellsTellTheirOwners(t *testing.T) {
	for _, theme := range []Theme{Dark, Light, DarkContrast, LightContrast} {
		v := fixture.Plain(10, 100, 100)
		p := tall
		p.Theme = theme
		var s Scene
		s.Fill(v, p)
		require.Equal(t, heatManner, s.morph.manner)
		told := map[int]bool{}
		var cells []Rect
		for i := range v.Queues {
			cells = append(cells, s.morph.now[i])
		}
		for _, d := range marksOf(&s) {
			for i, r := range cells {
				if r.Contains(d.X, d.Y) {
					form, _ := OwnerForm(v.Queues[i].Owners[0])
					assert.Equal(t, form, d.Form)
					told[v.Queues[i].Owners[0]] = true
				}
			}
		}
		assert.Len(t, told, 100, "theme %d", theme)
		assert.True(t, s.marks(), "the consumers' cells are marked too")
	}
}

// TestRunsOfCellsHaveTheirOwnersName where it fits: 25 queues in turn are one's.
func TestRunsOfCellsHaveTheirOwnersName(t *testing.T) {
	v := fixture.Plain(2, 100, 8)
	var s Scene
	s.Fill(v, tall)
	require.Equal(t, heatManner, s.morph.manner)
	named := map[string]bool{}
	for i := range s.Labels {
		if l := &s.Labels[i]; s.Map().Contains(l.Box.X, l.Box.Y+1) {
			named[l.Args[0].Text] = true
		}
	}
	for _, c := range v.Consumers {
		assert.Contains(t, named, c.Name)
	}
}

// TestDotsOfTheHashRingAreMarks: without room for names a queue's dot is its
// owner's mark, and the consumers beside the ring have it too.
func TestDotsOfTheHashRingAreMarks(t *testing.T) {
	v := fixture.Hash()
	var s Scene
	s.Fill(v, Viewport{W: 390, H: 172}) // what a sheet leaves
	require.False(t, s.place.named)
	owned := 0
	for i := range v.Queues {
		if len(v.Queues[i].Owners) == 1 {
			owned++
		}
	}
	outside := 0
	for _, d := range marksOf(&s) {
		x, y := d.X-s.place.x, d.Y-s.place.y
		if far := x*x + y*y; far > s.place.outer*s.place.outer && far < (s.place.outer+8)*(s.place.outer+8) {
			outside++
		}
	}
	assert.Equal(t, owned, outside)
	assert.Len(t, placed(&s, HitConsumer), len(v.Consumers))
	assert.True(t, s.marks())
}

// TestLowPhonesSayWhoseLinkIsCut: where a pill has no room, a line has the
// producer's topic and the broker that it does not reach.
func TestLowPhonesSayWhoseLinkIsCut(t *testing.T) {
	v := fixture.Plain(2, 4, 3)
	v.Producers = append(v.Producers[:0], core.ProducerView{Topic: v.Topics[0], Name: "producer:" + v.Topics[0], Brokers: []int{0, 1}})
	v.Cuts = []core.CutView{{A: "producer:" + v.Topics[0], B: v.Brokers[0].Name}}
	for _, h := range []float32{356, 320} { // 360 x 640 less bar, time line and tabs
		var s Scene
		s.Fill(v, Viewport{W: 360, H: h})
		assert.Equal(t, 1, keyed(&s, KeyProducer), h)
		require.Equal(t, stripsManner, s.morph.manner, "the queues keep their bars")
	}
}
