//go:build js

package panel

import "strconv"

// portion is how many rows a long table shows at first, and how many more each
// time it is asked for them: few enough that the page goes on listening while
// they are made, whatever the script. A row of buttons is worth several.
const (
	portion        = 100
	buttonsPortion = 40
)

// portions makes a list long by and by: a button below it asks for more.
type portions struct {
	button *cell
	step   int // rows in a portion
	most   int // rows asked for
	shown  int
	asked  bool // the button was pressed
}

// newPortions makes the button; id is the list's own word.
func newPortions(p *Panel, id string, step int) *portions {
	s := &portions{step: step, most: step}
	s.button = newCell("button", "btn small wide more-rows", attr{"type", "button"}, act("more-"+id, ""))
	p.handlers["more-"+id] = func(_, _ string) { s.most, s.asked = s.shown+s.step, true }
	show(s.button.elem, false)
	return s
}

// of tells how many of n rows to show; no call lets the list grow by more than a portion.
func (s *portions) of(l Lang, n int) int {
	s.shown = min(n, s.most, s.shown+s.step)
	rest := n - s.shown
	show(s.button.elem, rest > 0)
	if rest > 0 {
		s.button.set(l.Text("list.more", "n", Number(min(rest, s.step)), "shown", Number(s.shown), "all", Number(n)))
	}
	return s.shown
}

// inPortions has the table show its first rows and a button for more.
func (t *table) inPortions(p *Panel, id string) *table {
	t.portions = newPortions(p, id, portion)
	t.foot = el("tfoot", "", el("tr", "", el("td", "", attr{"colspan", strconv.Itoa(len(t.columns))}, t.portions.button.elem)))
	with(t.elem, t.foot)
	return t
}

// fit makes the table as long as n rows need, as far as they are asked for, and
// tells how many it shows.
func (t *table) fit(l Lang, n int) int {
	shown := t.portions.of(l, n)
	show(t.foot, shown < n)
	t.size(shown)
	if t.portions.asked { // rows that are new to the reader only
		t.warm, t.portions.asked = false, false
	}
	return shown
}
