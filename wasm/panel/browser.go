//go:build js

package panel

import (
	"strconv"
	"syscall/js"
	"time"

	"ringside/core/script"
	"ringside/wasm/play"
	"ringside/wasm/view"
)

// Address is the browser's address bar; it writes the fragment only.
type Address struct{}

// Push makes an entry in the history.
func (Address) Push(fragment string) { writeHistory("pushState", fragment) }

// Replace changes the present entry.
func (Address) Replace(fragment string) { writeHistory("replaceState", fragment) }

// writeHistory tolerates browsers that refuse (too many calls, sandboxed frames):
// the next write tries again.
func writeHistory(how, fragment string) {
	defer func() { _ = recover() }()
	url := "#" + fragment
	js.Global().Get("history").Call(how, nil, "", url)
}

// Stopwatch is the browser's monotonic clock, for play.Config.
func Stopwatch() time.Duration {
	return time.Duration(js.Global().Get("performance").Call("now").Float() * float64(time.Millisecond))
}

// query is a parameter of the address before the fragment.
func query(name string) string {
	params := js.Global().Get("URLSearchParams").New(location().Get("search"))
	if v := params.Call("get", name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

func location() js.Value { return js.Global().Get("location") }

// setQuery changes a parameter without loading the page; "" takes it away.
func setQuery(name, value string) {
	u := js.Global().Get("URL").New(location().Get("href"))
	if value == "" {
		u.Get("searchParams").Call("delete", name)
	} else {
		u.Get("searchParams").Call("set", name, value)
	}
	defer func() { _ = recover() }()
	js.Global().Get("history").Call("replaceState", nil, "", u.Get("href"))
}

// readAddress takes language and theme from the address, or from the browser.
func (p *Panel) readAddress() {
	tag := query("lang")
	if tag == "" {
		if v := js.Global().Get("navigator").Get("language"); v.Type() == js.TypeString {
			tag = v.String()
		}
	}
	p.lang = ParseLang(tag)
	p.theme = "auto"
	if t := query("theme"); t == "light" || t == "dark" {
		p.theme = t
	}
}

// open goes where the fragment points.
func (p *Panel) open() {
	_ = p.pg.Open(location().Get("hash").String()) // the error is the playground's Problem
	if p.pg.Problem() != nil && narrow() {
		p.side.closed = true
		p.side.dress()
	}
	p.update()
}

func (p *Panel) openLesson(name string) {
	if name == "" {
		return
	}
	if err := p.pg.OpenLesson(name); err != nil {
		p.say(p.errorText(err))
	}
}

// switchLang builds the page in the other language and puts the focus back.
func (p *Panel) switchLang() {
	p.lang = otherLang(p.lang)
	setQuery("lang", string(p.lang))
	focus := document.Underlying().Get("activeElement").Get("id").String()
	p.build()
	p.observeParts()
	if e := byID(focus); e != nil && focus != "" {
		wrap(e.Underlying()).Focus()
	}
	p.onWords()
}

// nextTheme goes from auto to light to dark.
func (p *Panel) nextTheme() {
	p.theme = map[string]string{"auto": "light", "light": "dark", "dark": "auto"}[p.theme]
	value := p.theme
	if value == "auto" {
		value = ""
	}
	setQuery("theme", value)
	p.applyTheme()
	p.look()
	p.say(p.lang.Text(themeKeys[p.theme]))
}

// applyTheme marks the document; the style sheet does the rest.
func (p *Panel) applyTheme() {
	root := root()
	if p.theme == "auto" {
		root.RemoveAttribute("data-theme")
	} else {
		root.SetAttribute("data-theme", p.theme)
	}
}

// dark tells whether the page is dark now.
func (p *Panel) dark() bool {
	if p.theme == "auto" {
		return media("(prefers-color-scheme: dark)")
	}
	return p.theme == "dark"
}

// paint gives the style sheet the colours of the consumers, which the picture's theme has.
func (p *Panel) paint() {
	root := root()
	for i := range view.PaletteSize {
		n := strconv.Itoa(i)
		property(root, "--k"+n, css(p.viewport.Theme.RGB(view.ConsumerFill(i))))
		property(root, "--k"+n+"-text", css(p.viewport.Theme.RGB(view.ConsumerText(i))))
	}
}

func css(c view.RGB) string {
	return "rgb(" + strconv.Itoa(int(c.R)) + " " + strconv.Itoa(int(c.G)) + " " + strconv.Itoa(int(c.B)) + ")"
}

// share copies a link to this place in this script.
func (p *Panel) share() {
	if p.pg.Sim() == nil {
		return
	}
	u := js.Global().Get("URL").New(location().Get("href"))
	u.Get("searchParams").Call("delete", "theme")
	u.Set("hash", p.pg.Place().String())
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() {
		p.say(p.lang.Text("share.manual"))
		return
	}
	var done, failed js.Func
	release := func() { done.Release(); failed.Release() }
	done = js.FuncOf(func(js.Value, []js.Value) any { p.say(p.lang.Text("share.copied")); release(); return nil })
	failed = js.FuncOf(func(js.Value, []js.Value) any { p.say(p.lang.Text("share.manual")); release(); return nil })
	clipboard.Call("writeText", u.Get("href")).Call("then", done, failed)
}

// setKeys switches the single-key shortcuts and remembers it (WCAG 2.2, 2.1.4).
func (p *Panel) setKeys(on bool) {
	p.keysOff = !on
	store("keys", map[bool]string{true: "", false: "off"}[on])
}

// stored and store keep a preference in the browser; where that is not
// allowed it lasts as long as the page.
func stored(name string) (v string) {
	defer func() { _ = recover() }()
	if s := js.Global().Get("localStorage").Call("getItem", "ringside."+name); s.Type() == js.TypeString {
		v = s.String()
	}
	return v
}

func store(name, v string) {
	defer func() { _ = recover() }()
	js.Global().Get("localStorage").Call("setItem", "ringside."+name, v)
}

// scenario is the script's meaning, nil without a run.
func (p *Panel) scenario() *script.Scenario {
	if p.pg.Sim() == nil || p.pg.Sim().Script() == nil {
		return nil
	}
	return p.pg.Sim().Script().Scenario()
}

var _ play.Address = Address{}
