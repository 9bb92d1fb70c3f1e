//go:build js

package panel

import (
	"strconv"
	"time"

	"ringside/wasm/play"
)

// dock is the part at the bottom: transport buttons, the runs compared, and
// the time line.
type dock struct {
	elem
	play     *attrCache
	playName *attrCache
	speed    *picker
	now, end *cell
	status   *cell
	tools    *tools
	versus   *versus
	line     *timeline

	resuming bool // the reader drags the scrubber of a run that played
	told     int  // number of the last step told
}

func newDock(p *Panel) *dock {
	l := p.lang
	d := &dock{}
	picture := icon("play")
	d.play = &attrCache{elem: wrap(picture.Underlying().Get("firstChild")), name: "d"}
	playButton := with(el("button", "btn icon primary", attr{"type", "button"}, attr{"id", "play"}, act("toggle", "")), picture)
	d.playName = &attrCache{elem: playButton, name: "aria-label"}
	d.speed = newPicker("select speed", "speed", "speed", "")
	d.now = newCell("span", "now")
	d.end = newCell("span", "soft")
	d.status = newCell("span", "soft status", attr{"role", "status"})
	var options, labels []string
	for _, s := range play.Speeds {
		options = append(options, strconv.Itoa(int(s)))
		labels = append(labels, s.String()+"×")
	}
	d.speed.set(options, labels, strconv.Itoa(int(p.pg.Speed())))
	d.tools, d.versus, d.line = newTools(p), newVersus(p), newTimeline(p)
	transport := el("div", "transport",
		with(button("btn icon", "", "restart", "", attr{"aria-label", l.Text("time.restart")}, attr{"title", l.Text("time.restart")}), icon("restart")),
		playButton,
		with(button("btn next", "", "next", ""), icon("next"), el("span", "", l.Text("time.next"))),
		el("label", "sr", attr{"for", "speed"}, l.Text("time.speed")), d.speed.elem,
		d.tools.more, d.tools.elem,
		d.status.elem,
		el("div", "readout", d.now.elem, d.end.elem))
	d.elem = el("section", "dock", attr{"aria-label", l.Text("page.time")}, transport, d.versus.elem, d.line.elem)
	return d
}

func (d *dock) update(p *Panel, fresh bool) {
	pg, l := p.pg, p.lang
	now, end := pg.Now(), pg.End()
	if pg.Playing() {
		d.play.set(icons["pause"])
		d.playName.set(l.Text("time.pause"))
	} else {
		d.play.set(icons["play"])
		d.playName.set(l.Text("time.play"))
	}
	setValue(d.speed.elem, strconv.Itoa(int(pg.Speed())))
	d.now.set(Clock(now))
	d.end.set(" / " + Minutes(end))
	status := d.statusText(p)
	d.status.set(status)
	d.status.tone(map[bool]string{true: "slow", false: ""}[pg.Playing() && pg.Slow()])
	d.tools.update(p)
	d.versus.update(p, fresh)
	d.line.update(p, fresh)
	if last := pg.Last(); last.Number != d.told {
		if d.told = last.Number; last.Number > 0 {
			p.say(p.stepText(last))
		}
	}
}

func (d *dock) statusText(p *Panel) string {
	switch {
	case p.pg.Seeking():
		return p.lang.Text("time.seeking")
	case p.pg.Playing() && p.pg.Slow():
		return p.lang.Text("time.slow", "speed", p.pg.Pace().String())
	case p.pg.Playing() && p.pg.Behind():
		return p.lang.Text("time.behind")
	case p.pg.Sim() != nil && p.pg.Now() >= p.pg.End():
		return p.lang.Text("time.ended")
	}
	return ""
}

// stepText says what a single step played.
func (p *Panel) stepText(s play.LastStep) string {
	if s.Event.Kind == 0 {
		return p.lang.Text("time.ended")
	}
	log := p.pg.Sim().Log()
	return p.lang.Text("time.stepped", "time", Clock(time.Duration(s.Event.At)), "event", p.lang.Describe(log, &s.Event))
}

// resized follows the width of the time line, and tells the style sheet how
// high the dock has become.
func (d *dock) resized(p *Panel) {
	d.line.resized(p)
	height := d.GetBoundingClientRect().Height()
	property(root(), "--dock", strconv.FormatFloat(height, 'f', 1, 64)+"px")
}

// drag follows the scrubber; time stands still meanwhile.
func (d *dock) drag(p *Panel, to time.Duration) {
	if p.pg.Playing() {
		d.resuming = true
		p.pg.Pause()
	}
	p.pg.Seek(to)
}

func (d *dock) drop(p *Panel) {
	if d.resuming {
		d.resuming = false
		p.pg.Play()
	}
}
