//go:build js

package panel

import (
	"syscall/js"
	"time"

	"ringside/wasm/play"
)

// handle is window.__ringside. A value goes there when it is another than
// before: most are the same in most frames, and each call costs memory.
type handle struct {
	js.Value
	numbers map[string]float64
	texts   map[string]string
}

func (h *handle) number(name string, v float64) {
	if old, ok := h.numbers[name]; !ok || old != v {
		h.numbers[name] = v
		h.Set(name, v)
	}
}

func (h *handle) text(name, v string) {
	if old, ok := h.texts[name]; !ok || old != v {
		h.texts[name] = v
		h.Set(name, v)
	}
}

func (h *handle) flag(name string, v bool) {
	n := 0.0
	if v {
		n = 1
	}
	if old, ok := h.numbers[name]; !ok || old != n {
		h.numbers[name] = n
		h.Set(name, v)
	}
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// trialRounds is how often a measurement makes the picture.
const trialRounds = 100

// measurePicture tells what one picture costs: milliseconds and allocations.
func (p *Panel) measurePicture() {
	if p.picture == nil {
		return
	}
	p.picture.Measure(trialRounds, func(perFrame time.Duration, mallocs float64) {
		p.tests.Set("trial", map[string]any{"millis": millis(perFrame), "mallocs": mallocs})
	})
}

// hook gives tests and curious readers a handle: window.__ringside has
// tick, time (ms), seeking (the time is still being computed), pace (simulated
// per played time, slow motion included), magnified (of the picture), lang, theme,
// and the functions digest, load, seek, play, pause, shortened (keys of the
// picture's words that had too little room), lost (what is left of those that
// lost a number), spots (where in it something can be pointed at) and measure
// (what a picture costs, put into trial with the next frame).
func (p *Panel) hook() {
	h := js.Global().Get("__ringside")
	if h.IsUndefined() {
		h = js.Global().Get("Object").New()
		js.Global().Set("__ringside", h)
	}
	p.tests = handle{Value: h, numbers: map[string]float64{}, texts: map[string]string{}}
	def := func(name string, f func(args []js.Value) any) {
		h.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			p.furnish()
			out := f(args)
			p.update()
			return out
		}))
	}
	def("digest", func([]js.Value) any { return p.pg.Digest() })
	texts := func(of func(Picture) []string) func([]js.Value) any {
		return func([]js.Value) any {
			out := []any{}
			if p.picture != nil {
				for _, s := range of(p.picture) {
					out = append(out, s)
				}
			}
			return out
		}
	}
	def("shortened", texts(Picture.Shortened))
	def("lost", texts(Picture.Lost))
	def("spots", func([]js.Value) any { return p.spots() })
	def("measure", func([]js.Value) any { p.measurePicture(); return nil })
	def("play", func([]js.Value) any { p.pg.Play(); return nil })
	def("pause", func([]js.Value) any { p.pg.Pause(); return nil })
	def("seek", func(args []js.Value) any {
		if len(args) > 0 && args[0].Type() == js.TypeNumber {
			p.pg.SeekNow(time.Duration(args[0].Float() * float64(time.Millisecond)))
		}
		return nil
	})
	def("load", func(args []js.Value) any {
		if len(args) == 0 || args[0].Type() != js.TypeString {
			return "load(text): text is missing"
		}
		if err := p.pg.LoadText(args[0].String()); err != nil {
			return err.Error()
		}
		return ""
	})
}

// hookFrame writes the hook's values.
func (p *Panel) hookFrame() {
	h := &p.tests
	h.number("tick", float64(p.pg.Ticks()))
	h.number("time", float64(p.pg.View().Now.Milliseconds()))
	h.flag("seeking", p.pg.Seeking())
	h.number("pace", float64(p.pg.Pace())/float64(play.Real))
	h.number("magnified", float64(max(1, p.Viewport().Magnify)))
	h.text("lang", string(p.lang))
	h.text("theme", p.theme)
}
