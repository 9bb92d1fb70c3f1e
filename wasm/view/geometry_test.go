package view

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// screens are windows with the page's panels, as large as the built page has
// them: desktops with header, side panel and time line, phones with header, time
// line and tabs, then embeds and odd sizes.
var screens = []Viewport{
	desktop(1440, 900, 384, 306), // the lanes are open
	desktop(1280, 720, 384, 164),
	{W: 2560, H: 1440, Scale: 2, Reserved: []Rect{{0, 0, 2560, 52}, {0, 1264, 2560, 176}}},
	{W: 3840, H: 2160, Scale: 1, Reserved: []Rect{{0, 0, 3840, 104}, {3072, 104, 768, 2056}, {0, 1553, 3072, 607}}}, // the panels are twice as large
	phone(390, 844, 187),
	phone(844, 390, 101),
	phone(768, 1024, 183),
	phone(360, 640, 187),
	desktop(1366, 768, 384, 164),
	desktop(1024, 768, 330, 164),
	phone(768, 700, 300),
	{W: 2160, H: 3840, Scale: 1, Reserved: []Rect{{0, 0, 2160, 52}, {0, 3650, 2160, 190}}},
	{W: 640, H: 360, Scale: 1, Reserved: []Rect{{0, 316, 640, 44}}},
	{W: 420, H: 200, Scale: 1},
	{W: 320, H: 320, Scale: 1},
	{W: 100, H: 60, Scale: 1},
	{W: 30, H: 30, Scale: 1},
	{W: 0, H: 0, Scale: 1},
	{W: 600, H: 400, Scale: 1, Reserved: []Rect{{0, 0, 600, 400}}},
}

// desktop is a window with a header, a side panel and a time line so wide and high.
func desktop(w, h, side, dock float32) Viewport {
	return Viewport{W: w, H: h, Scale: 1, Reserved: []Rect{{0, 0, w, 52}, {w - side, 52, side, h - 52}, {0, h - dock, w - side, dock}}}
}

// phone is a window with a header, a time line so high, and the tabs below it.
func phone(w, h, dock float32) Viewport {
	return Viewport{W: w, H: h, Scale: 3, Reserved: []Rect{{0, 0, w, 52}, {0, h - 45 - dock, w, dock}, {0, h - 45, w, 45}}}
}

// manners are the ways in which a view is looked at.
var manners = []struct {
	name string
	set  func(p *Viewport)
}{
	{"plain", func(*Viewport) {}},
	{"queue", func(p *Viewport) { p.Hover = Hit{HitQueue, 0} }},
	{"consumer", func(p *Viewport) { p.Selected = Hit{HitConsumer, 1} }},
	{"node", func(p *Viewport) { p.Hover = Hit{HitNode, 3} }},
	{"belief", func(p *Viewport) { p.Mode, p.Believes = ModeBelief, averagely }},
	{"enlarged", func(p *Viewport) { p.Zoom = Zoom{5.5, 0.4, 0.7} }},
	{"touch", func(p *Viewport) { p.Touch, p.Zoom = true, Zoom{2, 0, 0} }},
	{"fast", func(p *Viewport) { p.Speed = 100 }},
	{"still", func(p *Viewport) { p.ReducedMotion = true }},
	{"contrast", func(p *Viewport) { p.Theme = DarkContrast }},
	{"contrast belief", func(p *Viewport) { p.Theme, p.Mode, p.Believes = LightContrast, ModeBelief, averagely }},
}

// averagely stands in for the strategies: the i-th of m queues goes to the
// (i·n/m)-th of the n consumers seen.
func averagely(v *core.View, consumer int, owners []int32) bool {
	sees := v.Consumers[consumer].Sees
	for i := range owners {
		owners[i] = int32(sees[i*len(sees)/len(owners)])
	}
	return true
}

// forEach runs f for each fixture on each screen in each manner.
func forEach(f func(name string, s *Scene)) {
	WalkScenes(func(_ string, _ *core.View, scene string, s *Scene) { f(scene, s) })
}

// extents are the rectangles that everything in the scene covers.
func extents(s *Scene) (list []Rect) {
	for _, b := range s.Boxes {
		list = append(list, b.Rect)
	}
	for _, b := range s.Plates {
		list = append(list, b.Rect)
	}
	for _, a := range s.Arcs {
		list = append(list, Rect{a.X - a.Outer, a.Y - a.Outer, 2 * a.Outer, 2 * a.Outer})
	}
	for _, c := range s.Curves {
		// A Bézier curve stays within the hull of its points.
		x, y := min(c.X[0], c.X[1], c.X[2], c.X[3]), min(c.Y[0], c.Y[1], c.Y[2], c.Y[3])
		list = append(list, Rect{x, y, max(c.X[0], c.X[1], c.X[2], c.X[3]) - x, max(c.Y[0], c.Y[1], c.Y[2], c.Y[3]) - y})
	}
	for _, d := range s.Dots {
		list = append(list, Rect{d.X - d.R, d.Y - d.R, 2 * d.R, 2 * d.R})
	}
	for _, l := range s.Labels {
		list = append(list, l.Box)
	}
	for _, h := range s.hits {
		if h.outer == 0 {
			list = append(list, h.rect)
		}
	}
	return list
}

// TestEveryPictureIsSound: nothing leaves the free area or is no number at all,
// no two labels overlap, and every label is legible: no box lower than its
// type, and no type smaller than 8.5 px.
func TestEveryPictureIsSound(t *testing.T) {
	forEach(func(name string, s *Scene) {
		for _, r := range extents(s) {
			if problem := misplaced(s, r); problem != "" {
				require.Fail(t, problem, "%s: %+v", name, r)
			}
		}
		for i := range s.Labels {
			l := &s.Labels[i]
			if l.Font.Size < 8.5 || l.Box.H < l.Font.Size*0.9 {
				require.Fail(t, "illegible", "%s: %+v", name, *l)
			}
			for j := range s.Labels[:i] {
				if l.Box.Inset(0.25, 0.25).Overlaps(s.Labels[j].Box.Inset(0.25, 0.25)) {
					require.Fail(t, "labels overlap", "%s: %+v\n%+v", name, *l, s.Labels[j])
				}
			}
		}
	})
}

// misplaced says what is wrong with a rectangle, "" when nothing is.
func misplaced(s *Scene, r Rect) string {
	const slack = 1
	for _, x := range [...]float32{r.X, r.Y, r.W, r.H} {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return "no number"
		}
	}
	if r.W < 0 || r.H < 0 {
		return "turned inside out"
	}
	if r.X < -slack || r.Y < -slack || r.Right() > s.Viewport.W+slack || r.Bottom() > s.Viewport.H+slack {
		return "outside the window"
	}
	for _, p := range s.Viewport.Reserved {
		if p.Overlaps(r.Inset(slack, slack)) {
			return "reaches into a panel"
		}
	}
	return ""
}

func TestEveryQueueAndConsumerIsShownWhereThereIsRoom(t *testing.T) {
	for _, fix := range fixture.All() {
		for _, p := range screens[:5] {
			t.Run(fmt.Sprintf("%s/%gx%g", fix.Name, p.W, p.H), func(t *testing.T) {
				v := fix.Make()
				var s Scene
				s.Fill(v, p)
				queues, consumers := map[int]bool{}, map[int]bool{}
				for _, h := range s.hits {
					switch h.hit.Kind {
					case HitQueue:
						queues[h.hit.Index] = true
					case HitConsumer:
						consumers[h.hit.Index] = true
					}
				}
				assert.Len(t, queues, len(v.Queues))
				assert.Len(t, consumers, len(v.Consumers))
			})
		}
	}
}

func TestFree(t *testing.T) {
	for _, c := range []struct {
		name     string
		reserved []Rect
		want     Rect
	}{
		{"nothing reserved", nil, Rect{0, 0, 1000, 800}},
		{"header", []Rect{{0, 0, 1000, 50}}, Rect{0, 50, 1000, 750}},
		{"header, side panel, time line", []Rect{{0, 0, 1000, 50}, {700, 50, 300, 750}, {0, 600, 700, 200}}, Rect{0, 50, 700, 550}},
		{"panel at the left", []Rect{{0, 0, 300, 800}}, Rect{300, 0, 700, 800}},
		{"outside", []Rect{{2000, 0, 10, 10}}, Rect{0, 0, 1000, 800}},
		{"all of it", []Rect{{0, 0, 1000, 800}}, Rect{0, 0, 0, 0}},
		{"a dialog in the middle", []Rect{{400, 100, 100, 100}}, Rect{0, 200, 1000, 600}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Viewport{W: 1000, H: 800, Reserved: c.reserved}.Free())
		})
	}
}

func TestRectangles(t *testing.T) {
	r := Rect{10, 20, 100, 50}
	top, rest := r.cutTop(10, 5)
	assert.Equal(t, Rect{10, 20, 100, 10}, top)
	assert.Equal(t, Rect{10, 35, 100, 35}, rest)
	right, rest := r.cutRight(30, 5)
	assert.Equal(t, Rect{80, 20, 30, 50}, right)
	assert.Equal(t, Rect{10, 20, 65, 50}, rest)
	left, rest := r.cutLeft(200, 5)
	assert.Equal(t, r, left)
	assert.True(t, rest.Empty())
	assert.True(t, r.Contains(10, 20))
	assert.False(t, r.Contains(110, 20))
	assert.False(t, r.Overlaps(Rect{110, 20, 5, 5}), "touching is not overlapping")
}
