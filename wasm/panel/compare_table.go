//go:build js

package panel

import "strconv"

// comparisonTable compares the strategies for the group as it is now.
type comparisonTable struct {
	elem
	table *table
	about *cell
	job   *Comparison
	drawn int
}

func newComparisonTable(p *Panel) *comparisonTable {
	l := p.lang
	c := &comparisonTable{about: newCell("p", "tip")}
	c.table = newTable("grid plain compare tight-table", l.Text("compare.caption"), [2]string{"", l.Text("compare.strategy")},
		[2]string{"num", l.Text("compare.balance")}, [2]string{"num", l.Text("compare.join")},
		[2]string{"num", l.Text("compare.leave")}, [2]string{"num", l.Text("compare.cost")})
	c.elem = el("details", "fold-more", attr{"id", "compare"}, el("summary", "", l.Text("compare.title")),
		c.about.elem, c.table.elem, el("p", "tip", l.Text("compare.note")))
	return c
}

func (c *comparisonTable) open() bool { return c.Underlying().Get("open").Bool() }

// update begins anew when the group is another one.
func (c *comparisonTable) update(p *Panel) {
	if !c.open() || p.pg.Seeking() || p.scenario() == nil {
		return
	}
	if c.job == nil || c.job.Key() != ComparisonKey(p.pg.View()) {
		c.job, c.drawn = NewComparison(p.pg.View(), p.scenario()), -1
	}
	c.about.set(p.lang.CompareAbout(p.pg.View(), c.job.Queues(), c.job.Consumers()))
	ready := 0
	for i := range c.job.Rows {
		if c.job.Rows[i].Ready {
			ready++
		}
	}
	if ready != c.drawn {
		c.drawn = ready
		c.draw(p)
	}
}

// work computes for as long as more says so.
func (c *comparisonTable) work(more func() bool) {
	for c.job != nil && c.open() && !c.job.Done() && more() {
		c.job.Step()
	}
}

func (c *comparisonTable) draw(p *Panel) {
	c.table.size(len(c.job.Rows))
	for i := range c.job.Rows {
		r, row := &c.job.Rows[i], c.table.rows[i]
		row.cells[0].set(p.lang.ShortStrategy(r.Word))
		row.cells[0].tone(map[bool]string{true: "now", false: ""}[r.Word == p.pg.View().Strategy])
		texts := [4]string{"…", "…", "…", "…"}
		row.span(r.Err != nil)
		switch {
		case !r.Ready:
		case r.Err != nil:
			texts = [4]string{p.lang.StrategyError(r.Err)}
		default:
			texts = [4]string{p.lang.Text("compare.spread", "most", strconv.Itoa(r.Most), "least", strconv.Itoa(r.Least)),
				strconv.Itoa(r.Join), p.lang.rangeText(r.LeaveLeast, r.LeaveMost), Number(r.Hashes)}
		}
		for k, text := range texts {
			row.cells[k+1].set(text)
		}
	}
}
