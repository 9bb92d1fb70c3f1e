//go:build js

package panel

import (
	"syscall/js"
	"time"

	"ringside/wasm/play"
)

// listen puts the few listeners of the page on its outermost nodes: elements
// come and go, what they do stands in their data-do and data-arg attributes.
func (p *Panel) listen() {
	body := body()
	hear(body, "click", bubbling, func(ev js.Value) {
		if e := target(ev, "[data-do]"); e != nil {
			switch tagOf(e) {
			case "SELECT", "INPUT", "TEXTAREA":
				return
			case "A":
				ev.Call("preventDefault")
			}
			p.do(e)
		}
	})
	for _, kind := range []string{"change", "input"} {
		hear(body, kind, bubbling, func(ev js.Value) {
			e := target(ev, "[data-do]")
			if e == nil {
				return
			}
			if live := e.GetAttribute("data-live") != ""; live == (kind == "input") {
				p.do(e)
			} else if kind == "change" && live {
				p.run("settled", e.GetAttribute("data-do"), "")
			}
		})
	}
	for begin, end := range map[string]string{"pointerover": "pointerout", "focusin": "focusout"} {
		hear(body, begin, bubbling, func(ev js.Value) {
			if e := target(ev, "[data-why]"); e != nil {
				p.point(ParseSubject(e.GetAttribute("data-why")), true)
			}
		})
		hear(body, end, bubbling, func(ev js.Value) {
			if target(ev, "[data-why]") != nil {
				p.point(Subject{}, false)
			}
		})
	}
	hear(body, "focusin", bubbling, func(ev js.Value) { p.focus.came(ev.Get("target")) })
	hear(document, "keydown", bubbling, func(ev js.Value) { p.key(ev) })
	hear(document, "keypress", capturing, func(ev js.Value) {
		if p.keyTaken { // Chromium may type a shortcut's letter where the shortcut has put the focus
			ev.Call("preventDefault")
		}
	})
	hear(window, "popstate", bubbling, func(js.Value) { p.open() })
	hear(window, "pagehide", bubbling, func(js.Value) { p.pg.Leave() })
	hear(window, "resize", bubbling, func(js.Value) { p.resized() })
	hear(document, "pointerover", bubbling, func(ev js.Value) {
		if t := ev.Get("target"); t.Type() != js.TypeObject || t.Get("matches").IsUndefined() || !t.Call("matches", "body > canvas").Bool() {
			p.onLeft()
		}
	})
	hear(root(), "pointerleave", bubbling, func(js.Value) { p.onLeft() })
	hear(document, "pointerdown", bubbling, func(ev js.Value) {
		p.dock.tools.outside(p, target(ev, "*"))
		free := p.viewport.Free()
		p.pressedLow = float32(ev.Get("clientY").Float()) > free.Y+free.H/2
	})
	hear(document, "visibilitychange", bubbling, func(js.Value) {
		p.pg.SetHidden(document.Underlying().Get("hidden").Bool())
	})
	p.watchSizes()
	p.watchMedia("(prefers-color-scheme: dark)", p.look)
	p.watchMedia("(prefers-contrast: more)", p.applyContrast)
	p.watchMedia("(prefers-reduced-motion: reduce)", p.look)
}

// target is the element at or around an event's target that matches.
func target(ev js.Value, selector string) elem {
	t := ev.Get("target")
	if t.Type() != js.TypeObject || t.Get("closest").IsUndefined() {
		return nil
	}
	found := t.Call("closest", selector)
	if found.IsNull() {
		return nil
	}
	return wrap(found)
}

func tagOf(e elem) string { return e.Underlying().Get("tagName").String() }

// do runs what an element stands for.
func (p *Panel) do(e elem) {
	v := ""
	switch {
	case tagOf(e) == "INPUT" && e.GetAttribute("type") == "checkbox":
		if e.Underlying().Get("checked").Bool() {
			v = "on"
		}
	case tagOf(e) == "SELECT" || tagOf(e) == "INPUT" || tagOf(e) == "TEXTAREA":
		v = value(e)
	}
	p.run(e.GetAttribute("data-do"), e.GetAttribute("data-arg"), v)
}

// run does something and shows its effect at once.
func (p *Panel) run(name, arg, v string) {
	p.furnish()
	if f := p.handlers[name]; f != nil {
		f(arg, v)
		p.side.due = true
		p.update()
	}
}

// key handles a key pressed anywhere.
func (p *Panel) key(ev js.Value) {
	p.furnish()
	p.keyTaken = false
	if ev.Get("defaultPrevented").Bool() && placeOf(ev) != PlacePage || ev.Get("isComposing").Bool() {
		return
	}
	key := ev.Get("key").String()
	if p.ownKey(ev, key) || !p.modal() && (p.presentKey(key) || p.tourKey(key)) {
		ev.Call("preventDefault")
		p.update()
		return
	}
	if p.modal() { // the rest is the dialog's
		return
	}
	if key == "Escape" && (p.dock.tools.escape(p) || placeOf(ev) != PlaceTyping && p.why.escape(p)) || p.undoKey(ev, key) {
		ev.Call("preventDefault")
		return
	}
	if p.keysOff || ev.Get("ctrlKey").Bool() || ev.Get("altKey").Bool() || ev.Get("metaKey").Bool() {
		return
	}
	cmd, n, ok := Shortcut(key, ev.Get("shiftKey").Bool(), placeOf(ev))
	if !ok {
		return
	}
	ev.Call("preventDefault")
	p.keyTaken = true
	p.command(cmd, n)
	p.update()
}

// placeOf tells where the focus is.
func placeOf(ev js.Value) Place {
	t := ev.Get("target")
	if t.Type() != js.TypeObject || t.Get("matches").IsUndefined() {
		return PlacePage
	}
	is := func(selector string) bool { return t.Call("matches", selector).Bool() }
	switch {
	case is("input[type=range]"):
		return PlaceScrub
	case is("[role=tab]"):
		return PlaceTabs
	case is("input, select, textarea, [contenteditable]"):
		return PlaceTyping
	case is("button, a[href], summary"):
		return PlaceButton
	}
	return PlacePage
}

// command does what a shortcut stands for.
func (p *Panel) command(cmd Command, n int) {
	pg := p.pg
	switch cmd {
	case CmdToggle:
		pg.Toggle()
	case CmdBack, CmdOn, CmdBackFar, CmdOnFar, CmdBackFine, CmdOnFine:
		pg.Seek(pg.Now() + moves[cmd])
	case CmdStart:
		pg.Seek(0)
	case CmdEnd:
		pg.Seek(pg.End())
	case CmdNext:
		pg.Next()
	case CmdRestart:
		pg.Restart()
	case CmdSpeed:
		if n < len(play.Speeds) {
			pg.SetSpeed(play.Speeds[n])
		}
	case CmdAdd:
		p.addConsumer()
	case CmdKill:
		p.killNewest()
	case CmdTheme:
		p.nextTheme()
	case CmdLang:
		p.switchLang()
	case CmdHelp:
		p.help.show(p)
	case CmdPresent:
		p.setPresent(!p.presenting)
	default:
		if p.pictureCommand(cmd) {
			return
		}
		if name, ok := tabOf[cmd]; ok {
			p.side.choose(p, name, true)
			return
		}
		p.timeCommand(cmd)
	}
}

// undoKey takes Ctrl+Z and Ctrl+Shift+Z (Ctrl+Y) where nothing is being typed:
// a text field undoes its own changes.
func (p *Panel) undoKey(ev js.Value, key string) bool {
	if !ev.Get("ctrlKey").Bool() && !ev.Get("metaKey").Bool() || ev.Get("altKey").Bool() || placeOf(ev) == PlaceTyping || p.modal() {
		return false
	}
	switch {
	case (key == "z" || key == "Z") && !ev.Get("shiftKey").Bool():
		p.run("undo", "", "")
	case key == "z" || key == "Z" || key == "y":
		p.run("redo", "", "")
	default:
		return false
	}
	return true
}

var moves = map[Command]time.Duration{
	CmdBack: -time.Second, CmdOn: time.Second, CmdBackFar: -10 * time.Second, CmdOnFar: 10 * time.Second,
	CmdBackFine: -100 * time.Millisecond, CmdOnFine: 100 * time.Millisecond,
}

var tabOf = map[Command]string{
	CmdLesson: tabLesson, CmdControls: tabControls, CmdMaps: tabMaps,
	CmdEvents: tabEvents, CmdFigures: tabFigures, CmdScript: tabScript,
}

// ownKey handles the keys of single elements: the tab list and the editor.
func (p *Panel) ownKey(ev js.Value, key string) bool {
	t := ev.Get("target")
	if t.Type() != js.TypeObject || t.Get("matches").IsUndefined() {
		return false
	}
	switch {
	case p.panKey(t, key):
		return true
	case t.Call("matches", "[role=tab]").Bool():
		return p.side.tabKey(p, key)
	case t.Call("matches", "textarea.code").Bool():
		return p.side.editor.key(p, ev, key)
	}
	return false
}

// watchSizes follows the sizes of the panels, which the picture leaves free.
func (p *Panel) watchSizes() {
	observer := js.Global().Get("ResizeObserver")
	if observer.IsUndefined() {
		return
	}
	o := observer.New(js.FuncOf(func(js.Value, []js.Value) any { p.resized(); return nil }))
	o.Call("observe", body().Underlying())
	p.observer = o
	p.observeParts()
}

// observeParts watches the parts that build has made.
func (p *Panel) observeParts() {
	if p.observer.IsUndefined() {
		return
	}
	for _, e := range []elem{p.head.elem, p.side.elem, p.dock.elem, p.why.elem, p.caption.elem} {
		p.observer.Call("observe", e.Underlying())
	}
}

func (p *Panel) resized() {
	p.dock.resized(p)
	p.measure()
}

// watchMedia calls f when a media query changes.
func (p *Panel) watchMedia(query string, f func()) {
	m := js.Global().Call("matchMedia", query)
	m.Call("addEventListener", "change", js.FuncOf(func(js.Value, []js.Value) any { f(); return nil }))
}

func media(query string) bool {
	return js.Global().Call("matchMedia", query).Get("matches").Bool()
}
