//go:build browser

package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// noteListeners has the page keep what listens to pointers by itself, be it a
// button or not.
const noteListeners = `window.listening = new Set();
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, ...rest) {
	if (this instanceof Element && /^(pointerdown|mousedown|touchstart|click|dblclick)$/.test(type)) listening.add(this);
	return add.call(this, type, ...rest);
};`

// smallForFingers gives the controls below a selector, and what else listens to
// pointers there, that are smaller than 44 by 44 CSS pixels (Apple's Human
// Interface Guidelines and WCAG 2.5.5), with half a pixel for rounding. A checkbox
// is hit on its label as well. What is smaller than that may have a larger area,
// which is felt for. The slider is hit through the tracks that it lies in. Of two
// marks' labels one above the other the upper one has its letters only; the list of
// events has the same at full size.
const smallForFingers = `((within) => {
	const out = [];
	const felt = (e) => {
		e.scrollIntoView({block: 'nearest', inline: 'nearest'});
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		const mine = (x, y) => { const t = document.elementFromPoint(x, y); return t && e.contains(t); };
		const along = (dx, dy) => { let n = 0; while (n < 50 && mine(x + dx * n, y + dy * n)) n++; return n; };
		return [along(1, 0) + along(-1, 0) - 1, along(0, 1) + along(0, -1) - 1];
	};
	for (const e of document.querySelectorAll(within)) {
		if (!(e.matches('button, select, input, a[href], summary, textarea') || listening.has(e)) || !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || e.matches('.skip, .range')) continue;
		let r = e.getBoundingClientRect(), w = r.width, h = r.height;
		if (e.labels?.length && e.type === 'checkbox') {
			const l = e.labels[0].getBoundingClientRect();
			w = Math.max(l.right, r.right) - Math.min(l.left, r.left);
			h = Math.max(l.height, r.height);
		}
		if (w < 43.5 || h < 43.5) [w, h] = felt(e);
		const under = e.matches('.marks .row0') && [...document.querySelectorAll('.marks .row1')].some(o => {
			const a = o.getBoundingClientRect();
			return a.left < r.right + 15 && r.left < a.right + 15;
		});
		if (under && w >= 24 && h >= 14) continue;
		if (w < 43.5 || h < 43.5) out.push((e.id || e.dataset.do || e.tagName) + '.' + e.className + ' ' + (e.dataset.arg ?? '') + ' is ' + Math.round(w) + ' × ' + Math.round(h));
	}
	return out.slice(0, 12);
})`

// coveredTools gives the buttons of the time line's sheet that a tap would miss.
const coveredTools = `(() => {
	const out = [];
	for (const e of document.querySelectorAll('.tools > .btn')) {
		if (!e.checkVisibility()) continue;
		e.scrollIntoView({block: 'nearest'});
		const r = e.getBoundingClientRect();
		if (!e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2))) out.push(e.dataset.do);
	}
	return out;
})()`

// withFingers makes the window that of a phone held so.
func (p *tab) withFingers(width, height int64) {
	p.t.Helper()
	p.emulatePhone(width, height)
	p.waitFor(fmt.Sprintf("innerWidth === %d && matchMedia('(pointer: coarse)').matches", width))
	p.view.Width, p.view.Height = int(width), int(height)
}

func (p *tab) emulatePhone(width, height int64) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 2, Mobile: true})
	require.NoError(p.t, err)
	_, err = chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	require.NoError(p.t, err)
}

// On phones, held either way and in both languages, and on a tablet, a finger hits every
// control of bar, dock, tabs, dialogs and presenter's view, and nothing sticks
// out sideways.
func TestFingersHitEveryControl(t *testing.T) {
	page := openPage(t, view{Width: 390, Height: 844, Fingers: true, Script: noteListeners, Address: "#lesson=two-brokers&t=40s&paused=1"})
	page.settle()
	sizes := map[string][][2]int64{"en": {{390, 844}, {844, 390}, {820, 1180}}, "zh": {{360, 640}, {844, 390}}}
	for _, lang := range []string{"en", "zh"} {
		if lang != "en" {
			page.press("g")
			page.waitFor("__ringside.lang === 'zh'")
		}
		for _, size := range sizes[lang] {
			t.Run(fmt.Sprintf("%s-%dx%d", lang, size[0], size[1]), func(t *testing.T) {
				p := page.in(t)
				p.withFingers(size[0], size[1])
				p.view.Lang = lang
				fits := func(within, what string) {
					t.Helper()
					p.waitTick(8)
					assert.Empty(t, eval[[]string](p, smallForFingers+"('"+within+"')"), what)
					assert.Empty(t, eval[[]string](p, sideways), what)
					p.capture("fingers-" + what)
				}
				for _, name := range tabsOfPanel {
					p.press(kbOfTab[name])
					if name == "script" {
						p.run("document.activeElement.blur()")
					}
					p.waitFor("document.getElementById('panel-" + name + "').checkVisibility()")
					p.run("for (const d of document.querySelectorAll('#panel-" + name + " details')) d.open = true")
					fits(".app *", name)
					assert.True(t, eval[bool](p, "document.getElementById('panel-"+name+"').checkVisibility()"), "%s has stayed open", name)
				}
				p.press(kbOfTab["figures"])
				p.waitFor("document.querySelector('#panel-figures [data-do=why]')?.checkVisibility()")
				p.click("#panel-figures [data-do=why]")
				p.waitFor("document.querySelector('.why').checkVisibility()")
				fits(".why *", "why")
				p.press(kb.Escape)
				p.click(".app .more")
				p.waitFor("document.querySelector('.tools').checkVisibility()")
				fits(".tools *", "tools")
				assert.Empty(t, eval[[]string](p, coveredTools), "the sheet of buttons over that of the tab and over the answer")
				p.press(kb.Escape)
				if p.text("[data-do=fold]") != "" || eval[bool](p, "document.querySelector('[data-do=fold]').checkVisibility()") {
					p.click("[data-do=fold]")
				}
				assert.Empty(t, eval[[]string](p, clipped))
				fits(".app *", "folded")
				p.press("?")
				p.waitFor("document.querySelector('dialog').open")
				fits("dialog[open] *", "help")
				p.press(kb.Escape)
				p.press("p")
				p.waitFor("document.documentElement.dataset.present !== undefined")
				fits(".app *", "present")
				p.press(kb.Escape)
				p.waitFor("document.documentElement.dataset.present === undefined")
			})
		}
	}
}
