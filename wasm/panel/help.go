//go:build js

package panel

// help is the sheet with keys, signs and what suits the reader.
type help struct {
	elem
	legend *legend
}

func newHelp(p *Panel) *help {
	l := p.lang
	keys := el("dl", "keys")
	for _, k := range keyHelp {
		with(keys, el("dt", "", el("kbd", "", l.Text(k[0]))), el("dd", "", l.Text(k[1])))
	}
	h := &help{legend: newLegend(p)}
	h.elem = el("dialog", "help", attr{"aria-labelledby", "help-title"},
		el("div", "row between", el("h2", "", attr{"id", "help-title"}, l.Text("help.title")),
			button("btn icon", "", "close-help", "", icon("close"), attr{"aria-label", l.Text("page.close")})),
		el("div", "row", button("btn", l.Text("help.tour"), "tour", ""), button("btn", l.Text("help.present"), "present", "")),
		option("contrast-on", "contrast", p.contrast, l.Text("help.contrast")),
		option("keys-on", "keys", !p.keysOff, l.Text("key.enable")),
		el("h3", "", l.Text("help.signs")), h.legend.elem,
		el("h3", "", l.Text("help.keys")), keys,
		el("p", "soft", l.Text("help.truth")),
		el("div", "row", button("btn", l.Text("truth.title"), "truth", "", attr{"aria-haspopup", "dialog"})))
	return h
}

// option is a check box of the sheet.
func option(id, do string, on bool, label string) elem {
	box := el("input", "", attr{"type", "checkbox"}, attr{"id", id}, act(do, ""))
	box.Underlying().Set("checked", on)
	return el("p", "check", box, el("label", "", attr{"for", id}, label))
}

// keyHelp is the sheet's list: keys as printed on them, and what they do.
var keyHelp = [][2]string{
	{"key.space", "key.play"}, {"key.arrows", "key.seek"}, {"key.fine", "key.seek-fine"},
	{"key.home", "key.ends"}, {"key.n", "key.next"}, {"key.prev", "time.prev"}, {"key.s", "time.step"},
	{"key.r", "key.restart"}, {"key.digits", "key.speed"}, {"key.y", "time.follow"}, {"key.undo", "key.undoes"},
	{"key.w", "key.what-if"}, {"key.o", "key.lanes"}, {"key.zoom", "key.zooms"}, {"key.pan", "key.pans"},
	{"key.b", "key.belief"}, {"key.x", "key.map-zoom"}, {"key.map-pan", "key.pan-means"},
	{"key.a", "key.add"}, {"key.k", "key.kill"}, {"key.letters", "key.tabs"},
	{"key.p", "key.present"}, {"key.pages", "key.step"},
	{"key.t", "key.theme"}, {"key.g", "key.lang"}, {"key.question", "key.help"}, {"key.esc", "key.escape"},
}

func (h *help) show(p *Panel) {
	h.legend.draw(p)
	if !h.open() {
		h.Underlying().Call("showModal")
	}
}

func (h *help) close() { h.Underlying().Call("close") }

func (h *help) open() bool { return h.Underlying().Get("open").Bool() }
