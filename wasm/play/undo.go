package play

import "slices"

// mostUndo is how many steps can be undone.
const mostUndo = 200

// version is what undo brings back: the branches with their scripts.
type version struct {
	branches        []Branch
	branch, against int
}

func (p *Playground) version() version {
	return version{slices.Clone(p.branches), p.branch, p.against}
}

// remember notes the present scripts before they are changed; what was undone
// cannot be redone any more.
func (p *Playground) remember() {
	if p.sim == nil {
		return
	}
	p.undone = p.undone[:0]
	p.done = append(p.done, p.version())
	if len(p.done) > mostUndo {
		p.done = slices.Delete(p.done, 0, 1)
	}
}

// forgetLast takes remember back when the change was refused.
func (p *Playground) forgetLast() {
	if n := len(p.done); n > 0 {
		p.done = p.done[:n-1]
	}
}

// CanUndo tells whether there is a change of the script to take back.
func (p *Playground) CanUndo() bool { return p.sim != nil && len(p.done) > 0 }

// CanRedo tells whether there is one to do again.
func (p *Playground) CanRedo() bool { return p.sim != nil && len(p.undone) > 0 }

// Undo takes back the last change of the script; time stays where it is.
func (p *Playground) Undo() error { return p.goTo(&p.done, &p.undone) }

// Redo does again what was undone.
func (p *Playground) Redo() error { return p.goTo(&p.undone, &p.done) }

func (p *Playground) goTo(from, to *[]version) error {
	if p.sim == nil || len(*from) == 0 {
		return nil
	}
	n := len(*from) - 1
	v := (*from)[n]
	now := p.version()
	done, undone := p.done, p.undone
	p.leave()
	if err := p.turn(v.branches[v.branch].Text, func() {
		p.branches, p.branch, p.against = slices.Clone(v.branches), v.branch, v.against
	}); err != nil {
		p.done, p.undone = done, undone
		return err
	}
	*from = (*from)[:n]
	*to = append(*to, now)
	return nil
}

// forgetVersions begins a new scenario, in which nothing can be undone.
func (p *Playground) forgetVersions() {
	p.giveUp()
	p.done, p.undone = nil, nil
	p.branches, p.branch, p.against, p.rival = nil, 0, -1, nil
}
