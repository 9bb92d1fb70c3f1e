package play

// addressEvery is the least number of ticks between two changes of the time in
// the address: browsers refuse more than about 100 in 30 s.
const addressEvery = TicksPerSecond

// addressState is what the address shows and when it may change again.
type addressState struct {
	link  string // permalink of the text, "" when not made yet
	shown string
	last  int64 // tick of the last change
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
	return place
}

// place notes that the address is out of date. Soon is set when the reader did
// something, so that a reload loses none of it.
func (p *Playground) place(soon bool) {
	p.address.dirty = true
	p.address.soon = p.address.soon || soon
}

// tickAddress brings the address up to date, not too often.
func (p *Playground) tickAddress() {
	a := &p.address
	if !a.dirty || p.sim == nil || p.seeking {
		return
	}
	wait := int64(addressEvery)
	if a.soon {
		wait /= 3
	}
	if a.shown != "" && p.ticks-a.last < wait {
		return
	}
	p.leave()
}

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
