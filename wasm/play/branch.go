package play

import (
	"slices"
	"strings"
	"time"

	"ringside/core"
)

// Branch is one of several runs that are kept side by side.
type Branch struct {
	// Name is a letter, "A" for the first.
	Name string
	// Text is its script; Lesson the name of the lesson it is, or "".
	Text, Lesson string

	link string // permalink of Text, "" when not made yet
}

// MostBranches is how many are kept; the oldest that is not shown makes room.
const MostBranches = 6

// rival is the run that the present one is compared with, at the same time.
type rival struct {
	sim     Sim
	view    core.View
	series  Series
	history History
}

// Branches are the runs kept, the present one included.
func (p *Playground) Branches() []Branch { return p.branches }

// Branch is the index of the present run in Branches.
func (p *Playground) Branch() int { return p.branch }

// Against is the index in Branches of the run that the present one is compared
// with, -1 when with none.
func (p *Playground) Against() int { return p.against }

// RivalView is the state of the run compared with, nil when there is none. At
// times it lags behind for some ticks ([Playground.Seeking] or [Playground.Behind]).
func (p *Playground) RivalView() *core.View {
	if p.rival == nil {
		return nil
	}
	return &p.rival.view
}

// RivalSeries are the figures over time of the run compared with.
func (p *Playground) RivalSeries() *Series {
	if p.rival == nil {
		return nil
	}
	return &p.rival.series
}

// RivalHistory is the ownership in the run compared with.
func (p *Playground) RivalHistory() *History {
	if p.rival == nil {
		return nil
	}
	return &p.rival.history
}

// fork keeps the present run as it is and goes on in a copy of it, compared
// with the one kept.
func (p *Playground) fork() {
	if len(p.branches) >= MostBranches {
		for i := range p.branches {
			if i != p.branch && i != p.against {
				p.drop(i)
				break
			}
		}
	}
	old := p.branch
	p.branches = append(p.branches, Branch{Name: p.freeLetter()})
	p.branch, p.against = len(p.branches)-1, old
}

func (p *Playground) freeLetter() string {
	for c := 'A'; ; c++ {
		name := string(c)
		if !slices.ContainsFunc(p.branches, func(b Branch) bool { return b.Name == name }) {
			return name
		}
	}
}

// drop forgets a branch; the indexes of the others follow.
func (p *Playground) drop(i int) {
	p.branches = slices.Delete(p.branches, i, i+1)
	follow := func(k *int) {
		switch {
		case *k == i:
			*k = -1
		case *k > i:
			*k--
		}
	}
	follow(&p.branch)
	follow(&p.against)
}

// Show goes over to another branch and compares it with the one left.
func (p *Playground) Show(i int) error {
	switch {
	case p.sim == nil:
		return ErrEmpty
	case i < 0 || i >= len(p.branches) || i == p.branch:
		return nil
	}
	p.remember()
	return p.turn(p.branches[i].Text, func() { p.branch, p.against = i, p.branch })
}

// Compare shows branch i against the present one; -1 shows none.
func (p *Playground) Compare(i int) error {
	if p.sim == nil || i == p.branch || i >= len(p.branches) {
		return nil
	}
	p.against = max(i, -1)
	err := p.meet()
	p.generation++
	p.place(true)
	return err
}

// Forget drops a branch that is not the present one.
func (p *Playground) Forget(i int) error {
	if i < 0 || i >= len(p.branches) || i == p.branch {
		return nil
	}
	p.remember()
	p.drop(i)
	err := p.meet()
	p.generation++
	p.place(true)
	return err
}

// WhatIf plays the script again with a line that counts from its beginning
// ("set g commit=sync"), at the present time and against the run as it was. As
// Apply it waits for a seek.
func (p *Playground) WhatIf(line string) error {
	switch {
	case p.sim == nil:
		return ErrEmpty
	case p.seeking:
		return p.later(line, func() error { return p.WhatIf(line) })
	}
	sim, err := p.cfg.Load(p.text)
	if err != nil {
		return err
	}
	for !sim.AdvanceSteps(0, stepEvents) {
	}
	if err := sim.Apply(line); err != nil {
		return err
	}
	text := sim.Text()
	p.leave()
	p.remember()
	if err := p.turn(text, p.fork); err != nil {
		return err
	}
	p.applied = "at 0s " + line
	return nil
}

// turn plays another text from the present time on; place says where it stands
// among the branches. An error leaves all as it was.
func (p *Playground) turn(text string, place func()) error {
	at, before := p.clock, p.seen()
	if err := p.load(text); err != nil {
		p.forgetLast()
		return err
	}
	place()
	p.noteBranch()
	err := p.meet()
	p.recall(before)
	p.seek(at)
	p.pushPlace()
	return err
}

// noteBranch writes the present script into its branch.
func (p *Playground) noteBranch() {
	if len(p.branches) == 0 {
		p.branches, p.branch, p.against = []Branch{{Name: "A"}}, 0, -1
	}
	b := &p.branches[p.branch]
	if b.Text != p.text {
		*b = Branch{Name: b.Name, Text: p.text}
	}
	b.Lesson = p.lesson
}

// meet makes the run to compare with, when another one is asked for, and
// brings it to the present time in slices.
func (p *Playground) meet() error {
	if p.against < 0 {
		p.rival = nil
		return nil
	}
	sim, err := p.cfg.Load(p.branches[p.against].Text)
	if err != nil {
		p.against, p.rival = -1, nil
		return err
	}
	p.rival = &rival{sim: sim, view: core.View{Topic: -1}}
	p.looks.aim(sim, &p.rival.view)
	if p.rivalLags() {
		p.seeking = true
	}
	return nil
}

// seen is what has been seen of a script's run for a group and a topic.
type seen struct {
	text    string
	look    Look
	series  Series
	history History
}

// seen gives what has been seen of the runs that are shown now.
func (p *Playground) seen() []seen {
	out := []seen{{p.text, p.looks, p.series, p.history}}
	if p.rival != nil {
		out = append(out, seen{p.branches[p.against].Text, p.looks, p.rival.series, p.rival.history})
	}
	for i := range out { // what goes on in one must not write into the other
		out[i].series = out[i].series.clone()
		out[i].history = out[i].history.clone()
	}
	return out
}

// recall gives the runs shown now what has been seen of them before.
func (p *Playground) recall(before []seen) {
	for _, s := range before {
		if s.text == p.text && s.look == p.looks {
			p.series, p.history = s.series, s.history
		}
		if p.rival != nil && s.text == p.branches[p.against].Text && s.look == p.looks {
			p.rival.series, p.rival.history = s.series, s.history
		}
	}
}

// rivalLags tells whether the run compared with is not at the present time.
func (p *Playground) rivalLags() bool {
	return p.rival != nil && p.rival.sim.Now() != min(p.clock, p.rival.sim.End())
}

// chase brings the run compared with to the present time, as far as the
// allowance goes, and reports whether it is there.
func (p *Playground) chase(to time.Duration, work allowed) bool {
	r := p.rival
	if r == nil {
		return true
	}
	to = min(to, r.sim.End())
	if to < r.sim.Now() {
		if err := r.sim.Seek(0); err != nil {
			p.rival, p.against = nil, -1
			return true
		}
	}
	for range stepsPerTick {
		if r.sim.AdvanceSteps(to, stepEvents) {
			return true
		}
		if work.over() {
			break
		}
	}
	return false
}

// refresh reads the run compared with after it moved.
func (r *rival) refresh(look *Look) {
	if look.aim(r.sim, &r.view) {
		r.series, r.history = Series{}, History{}
	}
	r.series.keep(r.sim.Series(r.view.Group, r.view.Topic))
	r.history.read(r.sim.Log(), &r.view, r.sim.Now())
}

// lessonOf is the name of the lesson that a text is, "" when it is none.
func (p *Playground) lessonOf(text string) string {
	for _, l := range p.cfg.Lessons {
		if strings.TrimSpace(l.Text) == strings.TrimSpace(text) {
			return l.Name
		}
	}
	return ""
}

// Differences are the lines of a that are not in b, without comments and blank lines.
func Differences(a, b string) []string {
	have := map[string]int{}
	for line := range strings.Lines(b) {
		have[strings.TrimSpace(line)]++
	}
	var out []string
	for line := range strings.Lines(a) {
		line = strings.TrimSpace(line)
		if have[line]--; have[line] < 0 && line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}
