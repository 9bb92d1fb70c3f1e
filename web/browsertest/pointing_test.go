//go:build browser

package browsertest

import (
	"fmt"
	"image/color"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spot is a place in the picture and what lies there.
type spot struct {
	Kind  string  `json:"kind"`
	Index int     `json:"index"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Arc   bool    `json:"arc"`
}

func (p *tab) spots() []spot {
	p.t.Helper()
	return eval[[]spot](p, "__ringside.spots()")
}

// spot is the first place of a thing, on the ring or beside it.
func (p *tab) spot(kind string, index int, arc bool) spot {
	p.t.Helper()
	all := p.spots()
	i := slices.IndexFunc(all, func(s spot) bool { return s.Kind == kind && s.Index == index && s.Arc == arc })
	require.GreaterOrEqual(p.t, i, 0, "%s %d is in the picture", kind, index)
	return all[i]
}

// hover moves the mouse to a place, in two steps as a hand does.
func (p *tab) hover(s spot) {
	p.t.Helper()
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, s.X-1, s.Y),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, s.X, s.Y))
}

// waitWhy waits until the answer says something.
func (p *tab) waitWhy(words string) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf("document.querySelector('.why').checkVisibility() && document.querySelector('.why').innerText.includes(%q)", words))
}

// At 32.9 s of the lesson c1 and c2 both hold a/3, and b/2 and b/3 have no
// owner; see the lesson's own expectations.
const twoTruths = "#lesson=two-brokers&t=32900ms&paused=1"

// Whatever is pointed at in the picture, the answer says why it is so; a click
// keeps it, and what does not belong to it is dimmed.
func TestPointingExplains(t *testing.T) {
	p := openPage(t, view{Painted: true, Width: 1440, Height: 900, Address: twoTruths})
	p.settle()
	p.waitTick(5)
	for _, c := range []struct {
		at   spot
		says string
	}{
		{p.spot("queue", 3, false), "Why does a/3 go to"}, // its row
		{p.spot("queue", 7, true), "Why does nobody hold b/3"},
		{p.spot("queue", 3, true), "Why does a/3 go to"}, // its arc
		{p.spot("consumer", 1, false), "c2: running"},
		{p.spot("counter", 0, false), "processed again"},
		{p.spot("broker", 0, false), "a"},
	} {
		p.hover(c.at)
		p.waitWhy(c.says)
	}
	p.hover(spot{X: 700, Y: 58})
	p.waitWhy("Point at")
	// c1 holds a/0; b/0 is c2's alone.
	own, other := p.spot("queue", 0, true), p.spot("queue", 4, true)
	arcs := func() [2]color.Color {
		seen := p.look(1)
		return [2]color.Color{seen.At(int(own.X), int(own.Y)), seen.At(int(other.X), int(other.Y))}
	}
	p.waitTick(10)
	before := arcs()
	p.do(chromedp.MouseClickXY(p.spot("consumer", 0, false).X, p.spot("consumer", 0, false).Y))
	p.waitWhy("c1: running")
	p.hover(spot{X: 700, Y: 58})
	p.waitTick(10)
	p.waitWhy("c1: running")
	after := arcs()
	assert.Equal(t, before[0], after[0], "c1's own queue")
	assert.NotEqual(t, before[1], after[1], "what is not c1's is dimmed")
	p.click(".why [data-do=close-why]")
	p.hover(spot{X: 700, Y: 58})
	p.waitWhy("Point at")
	p.waitTick(10)
	assert.Equal(t, before, arcs(), "nothing is chosen any more")
}

// stillness records, for so many ticks, how often the answer opens or closes
// and how often the picture is arranged anew.
const stillness = `new Promise((done) => {
	const why = document.querySelector('.why'), from = __ringside.tick;
	let seen = '', changes = -1;
	const look = () => {
		const now = [why.checkVisibility(), why.innerText, ...__ringside.spots().map((s) => [s.kind, s.index, s.x, s.y])].join();
		if (now !== seen) { changes++; seen = now; }
		if (__ringside.tick < from + 60) requestAnimationFrame(look); else done(changes);
	};
	look();
})`

// A mouse that stands still changes nothing: the answer takes no room from the
// picture, so that nothing moves away from under it.
func TestAStillMouseChangesNothing(t *testing.T) {
	page := openPage(t, view{Width: 1440, Height: 900, Address: twoTruths})
	page.settle()
	for _, size := range [][2]int64{{600, 900}, {1440, 900}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			p := page.in(t)
			p.resize(size[0], size[1])
			if size[0] < 900 { // the panel is a sheet over the picture here
				p.run("if (!document.querySelector('.side[data-closed]')) document.querySelector('.fold').click()")
			}
			p.waitTick(10)
			seen := map[string]bool{}
			for _, s := range p.spots() {
				if seen[s.Kind] || s.Kind == "flight" {
					continue
				}
				seen[s.Kind] = true
				p.hover(s)
				p.waitTick(10)
				assert.Zero(t, eval[int](p, stillness), "the mouse stands on %s %d", s.Kind, s.Index)
			}
			assert.True(t, seen["queue"] && seen["consumer"], "%v", seen)
		})
	}
}

// The whole chain of causes of the lesson's central question is in sight.
func TestTheAnswerIsSeenWhole(t *testing.T) {
	page := openPage(t, view{Width: 1440, Height: 900, Address: twoTruths})
	page.settle()
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			p := page.in(t)
			p.resize(size[0], size[1])
			p.waitTick(10)
			p.hover(p.spot("queue", 3, true))
			p.waitWhy("Why does a/3 go to")
			p.waitFor("document.querySelectorAll('.why .chain li').length > 3")
			cut := eval[[]string](p, `(() => {
				const why = document.querySelector('.why').getBoundingClientRect();
				return [...document.querySelectorAll('.why p, .why .chain li')].filter((e) => {
					const r = e.getBoundingClientRect();
					return r.bottom > why.bottom || r.top < why.top || r.bottom > innerHeight || r.right > innerWidth;
				}).map((e) => e.innerText);
			})()`)
			assert.Empty(t, cut)
		})
	}
}

// Ten taps with a finger, each pressed and released at once, are ten choices.
func TestTapsOnThePictureAllCount(t *testing.T) {
	p := openPage(t, view{Width: 390, Height: 844, Scale: 2, Address: twoTruths})
	_, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	require.NoError(t, err)
	p.settle()
	p.waitTick(10)
	titles := []string{"processed again", "paused", "wait"}
	for i := range 10 {
		s := p.spot("counter", i%3, false)
		p.do(chromedp.TapXY(s.X, s.Y))
		p.waitTick(12)
		assert.Contains(t, p.text(".why h2"), titles[i%3], "tap %d, on counter %d", i, i%3)
	}
	// A finger need not meet a small thing exactly.
	s := p.spot("consumer", 1, false)
	p.do(chromedp.TapXY(s.X, s.Y))
	p.waitWhy("c2: running")
}
