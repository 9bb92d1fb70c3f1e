//go:build js

package panel

import (
	"strconv"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// elem is an element of the page. Making one through dom.Document costs some
// sixty look-ups of constructors, so elements are made and wrapped here.
type elem = *dom.BasicHTMLElement

// The document and the window are wrapped here as elements are: the methods of
// dom.Document and AddEventListener give each element and each event a type of
// its own, two hundred in all, and the linker would keep every one of them.
var (
	window   = wrap(js.Global())
	document = wrap(js.Global().Get("document"))
)

func root() elem { return wrap(document.Underlying().Get("documentElement")) }

func body() elem { return wrap(document.Underlying().Get("body")) }

// byID and find are an element of the page, nil when there is none.
func byID(id string) elem { return wrapped(document.Underlying().Call("getElementById", id)) }

func find(selector string) elem {
	return wrapped(document.Underlying().Call("querySelector", selector))
}

func wrapped(v js.Value) elem {
	if v.IsNull() {
		return nil
	}
	return wrap(v)
}

// hearing is how a listener takes part in what becomes of an event.
type hearing uint8

const (
	bubbling  hearing = iota // after the elements within, and it may keep the browser from acting
	capturing                // before them; also for events that do not bubble
	passive                  // after them, and the browser acts without waiting for it
)

// hear has f told of events at e or in it.
func hear(e elem, kind string, how hearing, f func(ev js.Value)) {
	e.Underlying().Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any { f(args[0]); return nil }),
		map[string]any{"capture": how == capturing, "passive": how == passive})
}

func wrap(v js.Value) elem {
	return &dom.BasicHTMLElement{BasicElement: &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// attr is an attribute; a part of el's arguments.
type attr struct{ name, value string }

// act makes an element do something when it is used; see Panel.listen.
func act(name, arg string) []attr { return []attr{{"data-do", name}, {"data-arg", arg}} }

// el makes an element. Parts are attributes, children and strings, which
// become text nodes and never markup.
func el(tag, class string, parts ...any) elem {
	e := wrap(document.Underlying().Call("createElement", tag))
	if class != "" {
		e.Underlying().Set("className", class)
	}
	return with(e, parts...)
}

const svgNamespace = "http://www.w3.org/2000/svg"

// svg makes an SVG element.
func svg(tag string, parts ...any) elem {
	return with(wrap(document.Underlying().Call("createElementNS", svgNamespace, tag)), parts...)
}

func with(e elem, parts ...any) elem {
	for _, part := range parts {
		switch p := part.(type) {
		case nil:
		case string:
			e.Underlying().Call("append", p)
		case attr:
			e.SetAttribute(p.name, p.value)
		case []attr:
			for _, a := range p {
				e.SetAttribute(a.name, a.value)
			}
		case elem:
			e.Underlying().Call("append", p.Underlying())
		case []elem:
			kids := make([]any, len(p))
			for i, kid := range p {
				kids[i] = kid.Underlying()
			}
			e.Underlying().Call("append", kids...)
		default:
			panic("panel: el cannot take this part")
		}
	}
	return e
}

// clear removes all children.
func clearAll(e elem) { e.Underlying().Call("replaceChildren") }

// button makes a button that does act(name, arg).
func button(class, label, name, arg string, parts ...any) elem {
	return with(el("button", class, attr{"type", "button"}, act(name, arg), label), parts...)
}

// show sets the hidden attribute when it changes.
func show(e elem, visible bool) {
	if e.Underlying().Get("hidden").Bool() == visible {
		e.Underlying().Set("hidden", !visible)
	}
}

// cell is a text in the page that touches it only when it changes.
type cell struct {
	elem
	text, class string
	base        string
}

func newCell(tag, class string, parts ...any) *cell {
	return &cell{elem: el(tag, class, parts...), base: class, class: class}
}

// set writes the text.
func (c *cell) set(text string) {
	if text != c.text {
		c.text = text
		c.Underlying().Set("textContent", text)
	}
}

// tone adds one class to those that the cell was made with, "" for none.
func (c *cell) tone(class string) {
	want := strings.TrimSpace(c.base + " " + class)
	if want != c.class {
		c.class = want
		c.Underlying().Set("className", want)
	}
}

// attrCache writes an attribute only when it changes.
type attrCache struct {
	elem
	name, value string
}

func (a *attrCache) set(value string) {
	if value != a.value {
		a.value = value
		a.SetAttribute(a.name, value)
	}
}

// property sets a CSS property through the CSSOM, which the page's policy allows.
func property(e elem, name, value string) { e.Style().SetProperty(name, value, "") }

// value and setValue are those of inputs, selects and text areas.
func value(e elem) string { return e.Underlying().Get("value").String() }

func setValue(e elem, v string) {
	if value(e) != v {
		e.Underlying().Set("value", v)
	}
}

// choices makes options, in few calls: a list of consumers may have a thousand.
func choices(values, labels []string) []elem {
	option := js.Global().Get("Option")
	out := make([]elem, len(values))
	for i := range values {
		out[i] = wrap(option.New(labels[i], values[i]))
	}
	return out
}

// table is an HTML table whose rows are reused.
type table struct {
	elem
	body    elem
	columns []string // classes
	rows    []*tableRow
	warm    bool // it has been filled before: a new row is a change

	// gone are the signs of rows just taken away, before those of all rows before
	// the first change of this update, for which it was made.
	gone    []string
	before  map[string]bool
	changed bool

	portions *portions // nil for a table that is never long
	foot     elem
}

type tableRow struct {
	elem
	cells []*cell
	table *table
	sig   string
	lit   int64 // tick until which the row is lit
	isLit bool
}

// newTable makes a table; each column is a class and a header.
func newTable(class, caption string, columns ...[2]string) *table {
	t := &table{elem: el("table", class), body: el("tbody", "")}
	with(t.elem, el("caption", "", caption))
	tr := el("tr", "")
	for _, c := range columns {
		t.columns = append(t.columns, c[0])
		with(tr, el("th", c[0], attr{"scope", "col"}, c[1]))
	}
	with(t.elem, el("thead", "", tr), t.body)
	return t
}

// size makes the table n rows long.
func (t *table) size(n int) {
	t.warm, t.changed, t.gone = len(t.rows) > 0, false, t.gone[:0]
	for len(t.rows) < n {
		r := &tableRow{elem: el("tr", ""), table: t}
		for i, class := range t.columns {
			var c *cell
			if i == 0 {
				c = newCell("th", class, attr{"scope", "row"})
			} else {
				c = newCell("td", class)
			}
			r.cells = append(r.cells, c)
			with(r.elem, c.elem)
		}
		t.rows = append(t.rows, r)
		with(t.body, r.elem)
	}
	for len(t.rows) > n {
		last := len(t.rows) - 1
		t.gone = append(t.gone, t.rows[last].sig)
		t.rows[last].Remove()
		t.rows = t.rows[:last]
	}
}

// span has the second cell take the place of those that follow it, for a sentence.
func (r *tableRow) span(on bool) {
	if on {
		r.cells[1].SetAttribute("colspan", strconv.Itoa(len(r.cells)-1))
	} else {
		r.cells[1].RemoveAttribute("colspan")
	}
	mark(r.cells[1].elem, "data-sentence", on)
	for _, c := range r.cells[2:] {
		show(c.elem, !on)
	}
}

// had tells whether some row said the same before this update: one that has only
// moved, since another came or went, is no change.
func (t *table) had(sig string) bool {
	if !t.changed {
		t.changed = true
		if t.before == nil {
			t.before = map[string]bool{}
		}
		clear(t.before)
		for _, s := range t.gone {
			t.before[s] = true
		}
		for _, r := range t.rows {
			t.before[r.sig] = true
		}
	}
	return t.before[sig]
}

// litFor is how long, in ticks, a changed row stays lit.
const litFor = 80

// light lights the row for a moment when no row had sig before; quiet takes it over without lighting (after a seek everything differs).
func (r *tableRow) light(sig string, tick int64, quiet bool) {
	if sig != r.sig {
		if !r.table.had(sig) && !quiet && (r.sig != "" || r.table.warm) {
			r.lit = tick + litFor
		}
		r.sig = sig
	}
	if quiet {
		r.lit = 0
	}
	if lit := tick < r.lit; lit != r.isLit {
		r.isLit = lit
		r.Class().Toggle("lit")
	}
}
