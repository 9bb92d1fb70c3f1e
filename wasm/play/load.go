package play

import (
	"slices"
	"time"

	"ringside/core"
)

// Open goes where an address fragment points: at the start of the page, and
// when the reader goes back or edits the address. An empty fragment opens the
// default lesson. A fragment that cannot be followed leaves no run, a
// [Playground.Problem], and the address as it is.
func (p *Playground) Open(fragment string) error {
	place, err := ParsePlace(fragment)
	if err != nil {
		return p.fail(err)
	}
	text, err := p.resolve(place)
	if err != nil {
		return p.fail(err)
	}
	branches, err := p.resolveBranches(place)
	if err != nil {
		return p.fail(err)
	}
	p.looks, p.judge = place.Look, true
	fresh := p.sim == nil || p.problem != nil || text != p.text
	if fresh {
		if err := p.load(text); err != nil {
			p.text = text
			if place.Link != "" {
				err = &LinkError{Reason: LinkScript, Part: place.Link, Err: err}
			}
			return p.fail(err)
		}
	}
	if err := p.openBranches(place, branches, fresh); err != nil {
		return p.fail(err)
	}
	p.playing = !place.Paused
	p.seek(place.At)
	if place.At > p.sim.End() {
		p.notices = append(p.notices, &LinkError{Reason: LinkLate, Part: "t=" + place.At.String()})
	}
	if p.clock >= p.sim.End() {
		p.playing = false
	}
	p.address.shown = place.String()
	p.place(false)
	return nil
}

// resolve finds the script that a place names.
func (p *Playground) resolve(place Place) (string, error) {
	if place.Link != "" {
		text, err := p.cfg.Decode(place.Link)
		if err != nil {
			return "", &LinkError{Reason: LinkDamage, Part: place.Link, Err: err}
		}
		return text, nil
	}
	name := place.Lesson
	if name == "" {
		return p.defaultLesson(), nil
	}
	i := slices.IndexFunc(p.cfg.Lessons, func(l Lesson) bool { return l.Name == name })
	if i < 0 {
		return "", &LinkError{Reason: LinkLesson, Part: name}
	}
	return p.cfg.Lessons[i].Text, nil
}

func (p *Playground) defaultLesson() string {
	for _, l := range p.cfg.Lessons {
		if l.Name == p.cfg.Default {
			return l.Text
		}
	}
	if len(p.cfg.Lessons) > 0 {
		return p.cfg.Lessons[0].Text
	}
	return ""
}

// OpenLesson starts a lesson from its beginning.
func (p *Playground) OpenLesson(name string) error {
	text, err := p.resolve(Place{Lesson: name})
	if err != nil {
		return err
	}
	p.leave()
	if err := p.load(text); err != nil {
		return err
	}
	p.looks = Look{}
	p.forgetVersions()
	p.noteBranch()
	p.playing = true
	p.seek(0)
	p.pushPlace()
	return nil
}

// LoadText takes a script from the editor. The time stays where it was, as far
// as the new run goes. A script with errors changes nothing.
func (p *Playground) LoadText(text string) error {
	at, fresh := p.clock, p.sim == nil
	if p.problem == nil && p.sim != nil && text == p.text {
		return nil
	}
	p.leave()
	p.remember()
	if err := p.load(text); err != nil {
		if !fresh {
			p.forgetLast()
		}
		return err
	}
	if fresh {
		p.forgetVersions()
		p.playing = true
	}
	p.noteBranch()
	p.seek(at)
	p.pushPlace()
	return nil
}

// load replaces the run; on an error everything stays.
func (p *Playground) load(text string) error {
	sim, err := p.cfg.Load(text)
	if err != nil {
		return err
	}
	p.sim, p.problem = sim, nil
	p.clock, p.carry, p.seeking, p.behind, p.hunt = 0, 0, false, false, hunt{}
	p.series = Series{}
	p.history.reset()
	p.view = core.View{Topic: -1}
	p.aimed(&p.view)
	p.applied, p.last = "", LastStep{}
	p.setText(text)
	return nil
}

// setText notes the script that runs now.
func (p *Playground) setText(text string) {
	p.text = text
	p.lesson = p.lessonOf(text)
	p.address.link = ""
	p.generation++
}

// fail leaves the playground without a run.
func (p *Playground) fail(err error) error {
	p.sim, p.problem = nil, err
	p.lesson, p.series = "", Series{}
	p.history.reset()
	p.forgetVersions()
	p.playing, p.seeking, p.hunt = false, false, hunt{}
	p.clock = 0
	p.view, p.looks = core.View{Topic: -1}, Look{}
	p.address.dirty, p.address.shown = false, "" // the address is the reader's, whatever it was before
	p.generation++
	return err
}

// The rest reads the state.

// Sim is the run, nil when a problem left none.
func (p *Playground) Sim() Sim { return p.sim }

// View is the state to show; while seeking, that before the seek. It is filled in place.
func (p *Playground) View() *core.View { return &p.view }

// Text is the script that plays, or the one whose faults are the [Playground.Problem].
func (p *Playground) Text() string { return p.text }

// Lesson is the name of the lesson that the script is, "" when it is none.
func (p *Playground) Lesson() string { return p.lesson }

// Lessons are those to choose from.
func (p *Playground) Lessons() []Lesson { return p.cfg.Lessons }

// Problem is why there is no run.
func (p *Playground) Problem() error { return p.problem }

// Notice is a fault that was put right, to be told once: a time after the run's
// end, which became the end, or a group or topic that is not there. Asked again
// it gives the next one, nil when there is none.
func (p *Playground) Notice() error {
	if len(p.notices) == 0 {
		return nil
	}
	err := p.notices[0]
	p.notices = p.notices[1:]
	return err
}

// Applied is the line that the last Apply added to this script, "" when none.
func (p *Playground) Applied() string { return p.applied }

// Playing tells whether time runs.
func (p *Playground) Playing() bool { return p.playing }

// Seeking tells whether a seek is under way: View is not yet at Now.
func (p *Playground) Seeking() bool { return p.seeking }

// Behind tells whether the last tick could not keep up with the speed chosen.
func (p *Playground) Behind() bool { return p.behind }

// Speed is the speed chosen.
func (p *Playground) Speed() Speed { return p.speed }

// Now is the time to show: while seeking, where the seek goes.
func (p *Playground) Now() time.Duration {
	if p.sim == nil {
		return 0
	}
	return p.clock
}

// End is the run's length, 0 without a run.
func (p *Playground) End() time.Duration {
	if p.sim == nil {
		return 0
	}
	return p.sim.End()
}

// Ticks counts the ticks since New.
func (p *Playground) Ticks() int64 { return p.ticks }

// Generation is a number that grows whenever another script, branch, group, topic
// or problem is shown.
func (p *Playground) Generation() int64 { return p.generation }

// History is who held which queue until the furthest time seen with this script.
func (p *Playground) History() *History { return &p.history }

// Series are the figures of the furthest time seen with this script.
func (p *Playground) Series() *Series { return &p.series }

// Digest identifies what happened until now, "" without a run.
func (p *Playground) Digest() string {
	if p.sim == nil {
		return ""
	}
	return p.sim.Digest()
}
