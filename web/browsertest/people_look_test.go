//go:build browser

package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// peopleLooks are states of the panels that are looked at: how each is reached.
var peopleLooks = map[string]func(p *tab){
	"controls": func(p *tab) {
		p.click("#tab-controls")
		p.run("document.querySelectorAll('#panel-controls details').forEach((d, i) => d.open = i === 0 || i === 1)")
		p.waitTick(12)
	},
	"controls-compare": func(p *tab) {
		p.click("#tab-controls")
		p.run("document.querySelector('#compare').open = true; document.querySelector('#compare').scrollIntoView()")
		p.waitFor("document.querySelectorAll('#compare tbody tr').length > 2 && !document.querySelector('#compare tbody').innerText.includes('…')")
	},
	"controls-experiment": func(p *tab) {
		p.click("#tab-controls")
		p.run("document.querySelector('#experiment').open = true; document.querySelector('#experiment-run').click()")
		p.waitFor("document.querySelector('#experiment [role=status]').innerText.match(/done|完成/)")
		p.run("document.querySelector('#experiment').scrollIntoView()")
		p.waitTick(6)
	},
	"tour": func(p *tab) {
		p.waitFor("document.querySelector('.tour').checkVisibility()")
		p.click("#tour-next")
		p.waitTick(20)
	},
	"maps": func(p *tab) { p.click("#tab-maps"); p.waitTick(12) },
	"events": func(p *tab) {
		p.click("#tab-events")
		p.waitTick(12)
		p.run("document.querySelector('.events .say').click()")
	},
	"figures": func(p *tab) {
		p.click("#tab-figures")
		p.waitTick(12)
		p.run("document.querySelector('#panel-figures [data-do=why]').click()")
	},
	"help": func(p *tab) { p.press("?"); p.waitTick(4) },
	"contrast": func(p *tab) {
		p.press("?")
		p.click("#contrast-on")
		p.press(kb.Escape)
		p.click("#tab-figures")
		p.waitTick(12)
	},
	"present": func(p *tab) { p.press("p"); p.press("n"); p.waitTick(12) },
}

// The panels are captured by make screenshots; what they do is tested elsewhere.
func TestPeopleLooks(t *testing.T) {
	if !*allLessons {
		t.Skip("make screenshots captures the panels")
	}
	for _, v := range []view{
		{Width: 1440, Height: 900, Theme: "dark", Lang: "en"}, {Width: 390, Height: 844, Theme: "light", Lang: "zh"},
		{Width: 1440, Height: 900, Theme: "light", Lang: "zh"}, {Width: 390, Height: 844, Theme: "dark", Lang: "en"},
	} {
		v.Address = "#lesson=two-brokers&t=45s&paused=1"
		t.Run(fmt.Sprintf("%dx%d-%s-%s", v.Width, v.Height, v.Theme, v.Lang), func(t *testing.T) {
			for name, prepare := range peopleLooks {
				v.FirstVisit = name == "tour"
				p := openPage(t, v)
				p.waitTick(2)
				prepare(p)
				p.waitTick(3)
				p.checkA11y()
				p.capture("people-" + name)
				p.close()
			}
		})
	}
}
