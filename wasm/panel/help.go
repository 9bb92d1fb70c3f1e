//go:build js

package panel

// help is the sheet with keys, signs and what suits the reader.
type help struct {
	elem
}

func newHelp(p *Panel) *help {
	l := p.lang
	keys := el("dl", "keys")
	for _, k := range keyHelp {
		with(keys, el("dt", "", el("kbd", "", l.Text(k[0]))), el("dd", "", l.Text(k[1])))
	}
	h := &help{el("dialog", "help", attr{"aria-labelledby", "help-title"},
		el("div", "row between", el("h2", "", attr{"id", "help-title"}, l.Text("help.title")),
			button("btn icon", "", "close-help", "", icon("close"), attr{"aria-label", l.Text("page.close")})),
		el("div", "row", button("btn", l.Text("help.tour"), "tour", ""), button("btn", l.Text("help.present"), "present", "")),
		option("contrast-on", "contrast", p.contrast, l.Text("help.contrast")),
		option("keys-on", "keys", !p.keysOff, l.Text("key.enable")),
		el("h3", "", l.Text("help.signs")), newLegend(p),
		el("h3", "", l.Text("help.keys")), keys,
		el("p", "soft", l.Text("help.truth")),
		el("div", "row", button("btn", l.Text("truth.title"), "truth", "", attr{"aria-haspopup", "dialog"})))}
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

// legendParts are the signs of the picture: group headings, and below each the
// class of the sample, its name and its meaning.
var legendParts = []struct {
	title string
	signs [][3]string
}{
	{"legend.ring", [][3]string{
		{"arc", "legend.arc", "legend.arc-means"}, {"bead", "legend.bead", "legend.bead-means"},
		{"node", "legend.node", "legend.node-means"}, {"hollow", "help.sign-hollow", "help.sign-hollow-means"},
		{"hatched", "help.sign-hatched", "help.sign-hatched-means"},
	}},
	{"legend.bars", [][3]string{
		{"committed", "legend.committed", "legend.committed-means"}, {"tick", "help.sign-line", "help.sign-line-means"},
		{"doubt", "legend.doubt", "legend.doubt-means"}, {"process", "legend.process", "legend.process-means"},
		{"waiting", "legend.waiting", "legend.waiting-means"}, {"red", "help.sign-red", "help.sign-red-means"},
	}},
	{"legend.moving", [][3]string{
		{"flight", "legend.flight", "legend.flight-means"}, {"flight repeat", "legend.repeat", "legend.repeat-means"},
		{"flight back", "legend.commit", "legend.commit-means"},
	}},
	{"legend.time", [][3]string{
		{"backlog-area", "legend.backlog", "legend.backlog-means"}, {"red thin", "legend.dup-bars", "legend.dup-bars-means"},
		{"mark-line", "legend.mark", "legend.mark-means"},
	}},
}

// newLegend lists every sign of the picture with its meaning.
func newLegend(p *Panel) elem {
	box := el("div", "legend-sheet", attr{"id", "legend"})
	for _, part := range legendParts {
		list := el("dl", "signs")
		for _, s := range part.signs {
			with(list, el("dt", "", el("i", "sign "+s[0], attr{"aria-hidden", "true"}), p.lang.Text(s[1])), el("dd", "", p.lang.Text(s[2])))
		}
		with(box, el("h4", "", p.lang.Text(part.title)), list)
	}
	return box
}

func (h *help) show() {
	if !h.open() {
		h.Underlying().Call("showModal")
	}
}

func (h *help) close() { h.Underlying().Call("close") }

func (h *help) open() bool { return h.Underlying().Get("open").Bool() }
