package view

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

func TestFillAllocatesNothing(t *testing.T) {
	for _, fix := range fixture.All() {
		v := fix.Make()
		for _, p := range []Viewport{screens[0], screens[4]} {
			for _, how := range manners {
				p := p
				how.set(&p)
				var s Scene
				for range 1 + len(v.Consumers)/asksPerFrame { // beliefs are asked for a few at a time
					s.Fill(v, p)
				}
				assert.Zero(t, testing.AllocsPerRun(3, func() {
					v.Now += time.Millisecond
					v.Backlog++
					s.Fill(v, p)
					s.Digest()
					s.Hit(200, 200)
				}), fix.Name+" "+how.name)
			}
		}
	}
}

func TestFillIsTheSameEachTime(t *testing.T) {
	for _, fix := range fixture.All() {
		v := fix.Make()
		var a, b Scene
		a.Fill(v, screens[0])
		b.Fill(fixture.States(), screens[3])
		b.Fill(v, screens[0])
		assert.Equal(t, a.Digest(), b.Digest(), fix.Name)
	}
}

func TestDigestNoticesChanges(t *testing.T) {
	base := wide(fixture.Joining(), nil).Digest()
	for name, change := range map[string]func(v *core.View, p *Viewport){
		"a counter":      func(v *core.View, p *Viewport) { v.Duplicates++ },
		"a name":         func(v *core.View, p *Viewport) { v.Consumers[1].Name = "c9" },
		"a state":        func(v *core.View, p *Viewport) { v.Consumers[1].State = core.ConsumerFrozen },
		"the theme":      func(v *core.View, p *Viewport) { p.Theme = Light },
		"a backlog":      func(v *core.View, p *Viewport) { v.Queues[0].End += 20 },
		"time in flight": func(v *core.View, p *Viewport) { v.Now += 10 * time.Millisecond },
		"hover":          func(v *core.View, p *Viewport) { p.Hover = Hit{HitQueue, 1} },
		"the size":       func(v *core.View, p *Viewport) { p.H++ },
	} {
		v := fixture.Joining()
		s := wide(v, func(p *Viewport) { change(v, p) })
		assert.NotEqual(t, base, s.Digest(), name)
	}
	assert.Equal(t, base, wide(fixture.Joining(), nil).Digest())
}

func TestHit(t *testing.T) {
	v := fixture.Joining()
	s := wide(v, nil)
	centre := func(kind HitKind, index int) (x, y float32) {
		for _, h := range s.hits {
			if h.hit == (Hit{kind, index}) && h.outer == 0 {
				return h.rect.X + h.rect.W/2, h.rect.Y + h.rect.H/2
			}
		}
		require.Fail(t, "not placed", "%d %d", kind, index)
		return 0, 0
	}
	for _, want := range []Hit{{HitQueue, 5}, {HitCounter, CounterPaused}} {
		x, y := centre(want.Kind, want.Index)
		assert.Equal(t, want, s.Hit(x, y))
	}
	// A card's upper edge belongs to the card, its middle to what is in it.
	for _, h := range s.hits {
		if h.hit == (Hit{HitConsumer, 2}) || h.hit == (Hit{HitBroker, 1}) {
			assert.Equal(t, h.hit, s.Hit(h.rect.X+2, h.rect.Y+2))
		}
	}
	// The first queue's arc begins at twelve o'clock; the ring's hole is nothing.
	x, y := around(s.place.x, s.place.y, 0.2, (s.place.inner+s.place.outer)/2)
	assert.Equal(t, Hit{HitQueue, 0}, s.Hit(x, y))
	assert.Equal(t, Hit{}, s.Hit(s.place.x, s.place.y))
	x, y = around(s.place.x, s.place.y, 0.2, s.place.inner-5)
	assert.Equal(t, Hit{}, s.Hit(x, y))
	assert.Equal(t, Hit{HitQueue, 0}, s.Near(x, y, 10), "a finger reaches it")
	assert.Equal(t, Hit{}, s.Hit(1200, 300), "under the side panel")
}

func TestLightDimsTheOthers(t *testing.T) {
	v := fixture.Plain(2, 4, 2)
	s := wide(v, func(p *Viewport) { p.Selected = Hit{HitConsumer, 0} })
	for i := range v.Queues {
		assert.Equal(t, i < 4, s.isLit(i))
		if i < 4 {
			assert.Equal(t, uint8(255), s.shade(i, 255))
		} else {
			assert.Equal(t, uint8(85), s.shade(i, 255))
		}
	}
	s = wide(v, func(p *Viewport) { p.Selected, p.Hover = Hit{HitConsumer, 0}, Hit{HitQueue, 7} })
	assert.True(t, s.isLit(7), "hovering goes before selection")
	assert.False(t, s.isLit(0))
}

func TestFlights(t *testing.T) {
	v := fixture.Plain(1, 1, 1)
	v.Now = 45 * time.Second
	sent := v.Now
	flight := core.Flight{Queue: 0, Consumer: 0, Count: 8, Sent: sent, Arrived: sent + time.Millisecond}
	dots := func(f core.Flight, after time.Duration, change func(p *Viewport)) (list []Dot) {
		v.Now, v.Flights = sent+after, []core.Flight{f}
		with := wide(v, change)
		v.Flights = nil
		without := wide(v, change)
		return with.Dots[len(without.Dots):]
	}
	s := wide(v, nil)
	require.True(t, s.from[0].ok && s.to[0].ok)

	require.Zero(t, sent%flightStep, "else the figures below are off by a part of a step")
	assert.Empty(t, dots(flight, flightStep/2, nil), "starts with the others of its step")
	after := func(d time.Duration) time.Duration { return flightStep + d }
	assert.InDelta(t, s.from[0].x, dots(flight, after(0), nil)[0].X, 0.01)
	half := dots(flight, after(150*time.Millisecond), nil)[0]
	assert.InDelta(t, (s.from[0].x+s.to[0].x)/2, half.X, 0.01, "a millisecond is stretched to 300 on the screen")
	assert.Empty(t, dots(flight, after(300*time.Millisecond), nil), "arrived")
	assert.Empty(t, dots(flight, 400*time.Millisecond, func(p *Viewport) { p.Speed = 4 }), "never longer than core keeps it")
	assert.NotEmpty(t, dots(flight, 200*time.Millisecond, func(p *Viewport) { p.Speed = 4 }))
	assert.Empty(t, dots(flight, after(150*time.Millisecond), func(p *Viewport) { p.ReducedMotion = true }))
	assert.Empty(t, dots(flight, after(150*time.Millisecond), func(p *Viewport) { p.Speed = 100 }), "only flicker")

	quarter := dots(flight, 45*time.Millisecond, func(p *Viewport) { p.Speed = 0.25 })[0]
	assert.Less(t, quarter.X, half.X, "slow motion: 45 simulated are 180 on the screen, 105 of them on the way")

	slow := flight
	slow.Arrived = sent + time.Second
	assert.InDelta(t, half.X, dots(slow, after(500*time.Millisecond), nil)[0].X, 0.01, "a slow link is not stretched")

	back := flight
	back.Kind = core.FlightCommit
	assert.InDelta(t, s.to[0].x, dots(back, after(0), nil)[0].X, 0.01, "commits go the other way")
	repeat := flight
	repeat.Duplicate = true
	assert.Equal(t, FormDiamond, dots(repeat, after(0), nil)[0].Form)
	assert.NotEqual(t, half.Form, dots(repeat, after(0), nil)[0].Form, "not by colour alone")
}

// TestStreamIsThinned: a message each 10 ms for 375 ms is a dot each 75 ms on
// the way that takes 300: four of them.
func TestStreamIsThinned(t *testing.T) {
	v := fixture.Plain(1, 1, 1)
	v.Now, v.Flights = 45*time.Second, nil // a whole number of steps
	still := len(wide(v, nil).Dots)
	for at := v.Now - 375*time.Millisecond; at < v.Now; at += 10 * time.Millisecond {
		v.Flights = append(v.Flights, core.Flight{Consumer: 0, Count: 1, Sent: at, Arrived: at + time.Millisecond})
	}
	dots := wide(v, nil).Dots[still:]
	require.Len(t, dots, 4)
	assert.Greater(t, dots[0].R, flightDot(&v.Flights[0]).R, "a dot for several is larger")
}

// TestKeys: KeyArgs knows every key there is, and the labels agree with it.
func TestKeys(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "keys.go", nil, 0)
	require.NoError(t, err)
	declared := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Names[0].Name) > 3 && len(spec.Values) == 1 {
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
				word, err := strconv.Unquote(lit.Value)
				require.NoError(t, err)
				declared[word] = true
				assert.Contains(t, KeyArgs, word)
			}
		}
		return true
	})
	assert.Len(t, KeyArgs, len(declared))

	used := map[string]bool{}
	forEach(func(_ string, s *Scene) {
		for i := range s.Labels {
			l := &s.Labels[i]
			want, known := KeyArgs[l.Key]
			if l.Key == "" {
				want, known = 1, true
			} else {
				used[l.Key] = true
			}
			if !known || want != int(l.N) {
				require.Fail(t, "the label does not agree with KeyArgs", "%+v", *l)
			}
		}
	})
	special := fixture.Plain(1, 2, 1)
	special.Brokers[0].Room = ""
	fixture.Disown(special, 0, 2*time.Second)
	fixture.Disown(special, 1, 0)
	locked := fixture.Plain(1, 2, 1)
	locked.Consumers[0].State = core.ConsumerLockWait
	one := fixture.Hash()
	one.VNodes = 1
	alike := fixture.Hash()
	alike.VNodes, alike.Topics = 1, []string{alike.Strategy}
	many := fixture.Hash()
	many.Topics = []string{many.Strategy}
	for _, v := range []*core.View{special, locked, neverOwned(), doubles(1), doubles(2), one, alike, many, unevenlyPopped(), popMap(), broadcastTopics(), popTopics()} {
		for _, l := range wide(v, nil).Labels {
			used[l.Key] = true
		}
	}
	lone := fixture.Plain(10, 100, 100)
	fixture.Disown(lone, 3, 2*time.Second)
	for _, l := range wide(lone, nil).Labels {
		used[l.Key] = true
	}
	narrow := fixture.Plain(1, 6, 3)
	fixture.Disown(narrow, 3, 2*time.Second)
	var s Scene
	s.Fill(narrow, tall)
	used[KeySecondsShort] = keyed(&s, KeySecondsShort) == 1
	for long, short := range Shorter {
		assert.Equal(t, KeyArgs[long], KeyArgs[short], "%s has the arguments of %s", short, long)
		used[short] = used[short] || used[long]
	}
	for key := range KeyArgs {
		assert.True(t, used[key], "no fixture shows %s", key)
	}
}

func neverOwned() *core.View {
	v := fixture.Plain(1, 2, 1)
	for i := range v.Queues {
		v.Queues[i].Owners = nil
	}
	return v
}

func doubles(n int) *core.View {
	v := fixture.Plain(1, 4, 2)
	for i := range n {
		fixture.Own(v, i, 1)
	}
	return v
}

func BenchmarkFill(b *testing.B) {
	for _, c := range []struct {
		name string
		view *core.View
		set  func(p *Viewport)
	}{
		{"8x3", fixture.Joining(), func(*Viewport) {}},
		{"handing-over", fixture.HandingOver(), func(*Viewport) {}},
		{"1000x100", fixture.Large(10, 100, 100), func(*Viewport) {}},
		{"1000x100-enlarged", fixture.Large(10, 100, 100), func(p *Viewport) { p.Zoom = Zoom{6, 0.5, 0.5} }},
		{"1000x100-belief", fixture.Large(10, 100, 100), believing},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := screens[0]
			c.set(&p)
			var s Scene
			for range 20 { // the beliefs are asked for a few at a time
				s.Fill(c.view, p)
			}
			b.ReportAllocs()
			for b.Loop() {
				s.Fill(c.view, p)
			}
		})
	}
}

func BenchmarkDigest(b *testing.B) {
	s := wide(fixture.Large(10, 100, 100), nil)
	b.ReportAllocs()
	for b.Loop() {
		s.Digest()
	}
}
