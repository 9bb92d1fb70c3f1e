//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// heartbeat notes the longest time that the page was deaf.
const heartbeat = `
	window.longest = 0;
	(() => { let last = performance.now(); setInterval(() => {
		const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 20); })();`

// deaf gives the longest time since the last call that the page did not listen.
// It is a figure of this machine, told and not judged.
func (p *tab) deaf(what string) {
	p.t.Helper()
	p.t.Logf("%s: deaf for %.0f ms at most", what, eval[float64](p, "(n => { longest = 0; return n; })(longest)"))
}

// large is a script at the limits of the language: n consumers, q queues, and
// rate messages a second.
func large(n, q, rate int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed 1\nbroker a\ntopic orders a:%d\nproducer orders rate=%d/s\n", q, rate)
	b.WriteString("group billing topic=orders strategy=averagely commit=interval:5s batch=32 work=1ms threads=20\n")
	for i := range n {
		fmt.Fprintf(&b, "consumer c%d group=billing\n", i+1)
	}
	b.WriteString("at 10s kill c1\nrun 30s\n")
	return b.String()
}

// Whatever a script says is text: nothing of it becomes part of the page.
func TestHostileWordsStayText(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900, Script: "window.alert = () => { window.hit = true; }"})
	const evil = `<img src=x onerror=alert(1)><script>alert(2)</script>`
	p.tabTo("script")
	p.write("title.en " + evil + "\ntext.en " + evil + " {n} {0} %s ${alert(3)}\n" + joining)
	p.press(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.waitFor("location.hash.startsWith('#s=')")
	assert.Equal(t, evil, eval[string](p, "document.querySelector('#panel-lesson h2').textContent"))
	assert.Contains(t, eval[string](p, "document.querySelector('#panel-lesson p').textContent"), "{n} {0} %s ${alert(3)}", "and no place is filled in")
	p.write("broker <img/src=x/onerror=alert(1)>\n" + evil)
	p.click(`[data-do="apply-text"]`)
	p.waitFor("document.getElementById('script').getAttribute('aria-invalid') === 'true'")
	p.waitTick(5)
	assert.Zero(t, eval[int](p, "document.querySelectorAll('.app img[onerror], .app script').length"))
	assert.False(t, eval[bool](p, "window.hit === true"))
}

// The largest scripts run, slower, and the page still listens; a larger one is
// refused with words.
func TestLargeScripts(t *testing.T) {
	page := openPage(t, view{Painted: true, Width: 1440, Height: 900, Alone: true, Script: heartbeat})
	for _, row := range []struct {
		name, text string
		says       string // the complaint, "" if it plays
	}{
		{"1,000 consumers and 4,096 queues", large(1000, 4096, 1000), ""},
		{"100,000 messages a second", large(3, 8, 100_000), ""},
		{"64 KiB of comments", joining + strings.Repeat("# nothing but a comment\n", (64<<10-len(joining))/24), ""},
		{"more than 64 KiB", joining + strings.Repeat("# nothing but a comment\n", (64<<10)/24), "at most 65536 are allowed"},
		{"one long line", joining + "# " + strings.Repeat("x", 40_000) + "\n", "*"},
		{"many errors", strings.Repeat("nonsense here\n", 3000), "nonsense"},
		{"control characters", "broker a\x00\x1b[31m\u202e\n", "*"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := page.in(t)
			p.visitAt("join", 0)
			p.deaf("before")
			p.tabTo("script")
			p.paste(row.text)
			p.deaf("pasting")
			p.click(`[data-do="apply-text"]`)
			if row.says != "" {
				if row.says != "*" {
					p.waitFor("document.getElementById('script').getAttribute('aria-invalid') === 'true'")
					assert.Contains(t, p.text("#script-errors"), row.says)
				}
				p.waitTick(3)
				p.deaf("applying")
				p.click(`[data-do="revert-text"]`)
				return
			}
			p.waitFor("location.hash.startsWith('#s=')")
			p.deaf("applying")
			p.press(kb.Escape)
			p.press("9") // 1000×
			p.press("r")
			p.waitTick(5)
			p.deaf("playing at 1000×")
			for _, name := range []string{"controls", "maps", "figures"} { // the tabs with long tables
				p.press(kbOfTab[name])
				p.waitTick(1)
				p.deaf("tab " + name)
			}
			p.press("n")
			p.press("a")
			p.press("k")
			p.waitTick(5)
			p.deaf("n a k")
			p.drag(0.1, 0.3)
			p.deaf("dragging")
			p.press("3")
		})
	}
}

// A reader who clicks everything at once, resizes, and changes lessons while
// time runs at full speed gets a page that is still whole.
func TestHastyReader(t *testing.T) {
	p := openPage(t, view{Painted: true, Width: 1440, Height: 900, Alone: true, Script: heartbeat})
	p.press("9")
	for i := range 24 {
		p.pick("#lesson", []string{"kill-duplicates", "freeze", "ring-grows", "join"}[i%4])
		p.run("document.activeElement.blur()")
		p.press(string("akncmvflrtg "[i%12]))
		if i%6 == 0 {
			p.do(chromedp.EmulateViewport(int64(500+i*40), 600))
		}
		if i%5 == 0 {
			p.do(chromedp.MouseClickXY(300, float64(100+i*10)))
		}
	}
	for range 10 {
		p.press("a")
		p.press("k")
		p.press("n")
	}
	p.deaf("everything")
	p.do(chromedp.EmulateViewport(1440, 900))
	p.visitAt("join", 45*time.Second)
	p.agrees()
	lang := eval[string](p, "__ringside.lang")
	if lang == "zh" {
		p.press("g")
	}
	p.waitFor("__ringside.lang === 'en'")
	p.tabTo("controls")
	for range 5 { // faster than a run of 45 s is replayed
		p.run(`document.querySelector('[data-do="add"]').click(); document.querySelector('[data-do="add"]').click()`)
	}
	p.settle()
	p.agrees()
}
