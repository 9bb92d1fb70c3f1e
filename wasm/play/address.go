package play

// Browsers refuse more than about 100 changes of the address in 30 s. Passing
// time changes it once in addressEvery ticks; what the reader does changes it
// at once, out of a store of addressBurst changes that grows by one every
// addressRefill ticks.
const (
	addressEvery  = TicksPerSecond
	addressBurst  = 20
	addressRefill = TicksPerSecond / 2
)

// addressState is what the address shows and when it may change again.
type addressState struct {
	link  string // permalink of the text, "" when not made yet
	shown string
	last  int64 // tick of the last change
	spent int   // changes taken from the store and not grown again
	grown int64 // tick until which the store has grown
	dirty bool
	soon  bool // something else than passing time changed
}

// Place is where the reader is.
func (p *Playground) Place() Place {
	if p.sim == nil {
		return Place{}
	}
	place := Place{Lesson: p.lesson, At: p.clock, Paused: !p.playing}
	if place.Lesson == "" {
		if p.address.link == "" {
			p.address.link = p.cfg.Encode(p.text)
		}
		place.Link = p.address.link
	}
	if len(p.branches) > 1 {
		p.placeBranches(&place)
	}
	if place.Look = p.looks; len(p.view.Groups) > 0 && !p.judge {
		place.Look = lookOf(&p.view)
	}
	return place
}

// place notes that the address is out of date. Soon is set when the reader did
// something, so that a reload right after it loses nothing.
func (p *Playground) place(soon bool) {
	p.address.dirty = true
	p.address.soon = p.address.soon || soon
	if soon {
		p.tickAddress()
	}
}

// tickAddress brings the address up to date, not too often.
func (p *Playground) tickAddress() {
	a := &p.address
	for a.grown+addressRefill <= p.ticks {
		a.grown += addressRefill
		a.spent = max(a.spent-1, 0)
	}
	if !a.dirty || p.sim == nil || p.seeking {
		return
	}
	switch {
	case a.soon && a.spent < addressBurst:
		a.spent++
	case a.shown != "" && p.ticks-a.last < addressEvery:
		return
	}
	p.leave()
}

// Leave brings the address up to date at once: the page is about to go.
func (p *Playground) Leave() { p.leave() }

// leave brings the present entry up to date before another one is made, so that
// going back returns to the very moment.
func (p *Playground) leave() {
	if p.sim == nil || p.seeking || !p.address.dirty {
		return
	}
	if s := p.Place().String(); s != p.address.shown {
		p.show(s)
		if p.cfg.Address != nil {
			p.cfg.Address.Replace(s)
		}
	}
	p.address.dirty, p.address.soon = false, false
}

// pushPlace makes an entry in the history: another scenario begins.
func (p *Playground) pushPlace() {
	s := p.Place().String()
	if s == p.address.shown {
		return
	}
	p.show(s)
	p.address.dirty, p.address.soon = false, false
	if p.cfg.Address != nil {
		p.cfg.Address.Push(s)
	}
}

func (p *Playground) show(s string) {
	p.address.shown = s
	p.address.last = p.ticks
}
