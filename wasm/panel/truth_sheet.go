//go:build js

package panel

// truthSheet says what is simulated, how that is known, and what is not.
type truthSheet struct {
	elem
}

func newTruthSheet(p *Panel) *truthSheet {
	l := p.lang
	rest := el("ul", "prose")
	for _, key := range Simplified {
		with(rest, el("li", "", l.Text(key)))
	}
	return &truthSheet{el("dialog", "help truth", attr{"id", "truth"}, attr{"aria-labelledby", "truth-title"},
		el("div", "row between", el("h2", "", attr{"id", "truth-title"}, l.Text("truth.title")),
			button("btn icon", "", "close-truth", "", icon("close"), attr{"aria-label", l.Text("page.close")})),
		el("p", "", l.Text("truth.about")), truthTable(l), el("p", "soft", l.Text("truth.tolerance")),
		el("h3", "", l.Text("truth.simplified")), rest)}
}

// truthTable is the table of behaviours. The roles are written out because a
// narrow window shows each row as a block, which hides the table's own.
func truthTable(l Lang) elem {
	names := []string{l.Text("truth.behaviour"), l.Text("truth.upstream"), l.Text("truth.proof")}
	head := el("tr", "", attr{"role", "row"})
	for _, name := range names {
		with(head, el("th", "", attr{"scope", "col"}, attr{"role", "columnheader"}, name))
	}
	body := el("tbody", "", attr{"role", "rowgroup"})
	for i := range Truth {
		r := &Truth[i]
		proofs, sources := el("ul", ""), el("ul", "")
		for k := range r.Proofs {
			with(proofs, el("li", "", r.Proofs[k].Text(l)))
		}
		for _, s := range r.Sources {
			with(sources, el("li", "", s))
		}
		with(body, el("tr", "", attr{"role", "row"},
			el("th", "", attr{"scope", "row"}, attr{"role", "rowheader"}, l.Text(r.Key)),
			el("td", "", attr{"role", "cell"}, attr{"data-name", names[1]}, sources),
			el("td", "", attr{"role", "cell"}, attr{"data-name", names[2]}, proofs)))
	}
	return el("table", "grid plain", attr{"role", "table"}, el("caption", "", l.Text("truth.table")),
		el("thead", "", attr{"role", "rowgroup"}, head), body)
}

func (s *truthSheet) show() {
	if !s.open() {
		s.Underlying().Call("showModal")
		s.Underlying().Set("scrollTop", 0)
	}
}

func (s *truthSheet) close() { s.Underlying().Call("close") }

func (s *truthSheet) open() bool { return s.Underlying().Get("open").Bool() }

// modal says whether a sheet lies over the page and takes the keys.
func (p *Panel) modal() bool { return p.help.open() || p.truth.open() }
