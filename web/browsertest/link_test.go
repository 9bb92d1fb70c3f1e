//go:build browser

package browsertest

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/lessons"
	"ringside/core/script"
)

// What Share gives opens, in another tab, the same script at the same time in
// the same state.
func TestSharedLinkOpensTheSame(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900, Script: `
		Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}});`})
	p.visitAt("join", 45*time.Second)
	p.tabTo("controls")
	p.click(`[data-do="kill"][data-arg="c2"]`)
	p.waitFor("!__ringside.seeking && location.hash.startsWith('#s=')")
	p.press("9") // ignored while paused, but not by the address
	p.do(chromedp.Focus(chromedp.CSS("#scrub")))
	p.press(".")
	p.settle()
	require.Equal(t, 45_100*time.Millisecond, p.now())
	p.click(`[data-do="share"]`)
	p.waitFor("window.copied && document.querySelector('.toast').textContent.startsWith('Link copied')")

	other := openAt(t, eval[string](p, "copied"), view{Lang: "zh"})
	other.waitFor("__ringside.time === 45100")
	assert.Equal(t, p.script(), other.script())
	assert.Equal(t, p.digest(), other.digest())
	assert.False(t, eval[bool](other, "document.getElementById('play').getAttribute('aria-label') === '暂停'"))
	other.agrees()
}

func TestReloadBackAndLostContextKeepTheScenario(t *testing.T) {
	p := openPage(t, view{Painted: true, Width: 1440, Height: 900})
	p.visitAt("join", 45*time.Second)
	p.tabTo("controls")
	p.click(`[data-do="add"]`)
	p.waitFor("!__ringside.seeking && location.hash.startsWith('#s=')")
	text, digest := p.script(), p.digest()
	reopened := func(why string) {
		t.Helper()
		p.waitFor("!window.old && window.__ringside?.furnished && !__ringside.seeking && __ringside.time === 45000")
		assert.Equal(t, text, p.script(), why)
		assert.Equal(t, digest, p.digest(), why)
	}
	p.run("window.old = true")
	p.do(chromedp.Reload())
	reopened("reload")

	p.run("window.old = true; document.querySelector('body > canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()")
	reopened("a lost context")

	// Back leads to the lesson before the click, forth to the click.
	p.do(chromedp.NavigateBack())
	p.waitFor("location.hash.startsWith('#lesson=join') && !__ringside.seeking && __ringside.time === 45000")
	lesson, _ := lessons.Get("join")
	assert.Equal(t, lesson.Text, p.script())
	p.agrees()
	p.do(chromedp.NavigateForward())
	p.waitFor("location.hash.startsWith('#s=')")
	p.settle()
	reopened("forth")

	// To another page and back, as by a click on a link.
	p.run("window.old = true")
	p.do(chromedp.Navigate("about:blank"))
	p.run("setTimeout(() => history.back())")        // after the answer, which the page left takes with it
	p.waitFor("location.href !== 'about:blank'")     // a page under way has no answer yet
	p.waitFor("(window.old = false, document.body)") // a browser may have kept the page as it was
	reopened("another page and back")
}

// bomb is a permalink of a few kilobytes that unpacks to many megabytes.
func bomb(t testing.TB) string {
	t.Helper()
	version := script.Encode("run 1s\n")[:1]
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	require.NoError(t, err)
	for range 64 {
		_, err = w.Write(bytes.Repeat([]byte("# nothing but a comment\n"), 1<<16))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return version + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// flipped is a link with one bit of one character changed.
func flipped(link string, at int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	b := []byte(link)
	b[at] = letters[strings.IndexByte(letters, b[at])^4]
	return string(b)
}

// badFragment is a fragment that cannot be followed, and words of what is said about it.
type badFragment struct{ name, fragment, says string }

// badFragments are hostile and damaged ones of many kinds.
func badFragments(t testing.TB) []badFragment {
	good := script.Encode(joining)
	faulty := script.Encode("broker a\ntopic orders a:4\ngroup g topic=orders strategy=averagly\n")
	return []badFragment{
		{"damaged", "s=" + good[:len(good)-9] + "AAAAAAAAA", "damaged"},
		{"cut", "s=" + good[:len(good)/2], "damaged or cut off"},
		{"one letter", "s=" + good[:1], "damaged"},
		{"not base64", "s=1!!!", "damaged"},
		{"bomb", "s=" + bomb(t), "damaged"},
		{"unknown version", "s=9" + good[1:], "version"},
		{"huge", "s=" + good[:1] + strings.Repeat("A", 500_000), "damaged"},
		{"unknown lesson", "lesson=no-such", "no lesson “no-such”"},
		{"markup", "lesson=<img src=x onerror=alert(1)>", "no lesson “"},
		{"escape", "lesson=%zz", "no lesson"},
		{"faulty script", "s=" + faulty, "averagely"},
		{"both", "lesson=join&s=" + good, "given twice"},
		{"time alone", "t=3s", "names no scenario"},
		{"bad time", "lesson=join&t=soon", "is no time"},
		{"negative time", "lesson=join&t=-3s", "is no time"},
		{"unknown part", "lesson=join&x=1", "not known here"},
		{"just a word", "top", "not known here"},
		{"flipped", "s=" + flipped(good, len(good)/2), "damaged"},
		{"flipped at the start", "s=" + flipped(good, 2), "damaged"},
		{"flipped at the end", "s=" + flipped(good, len(good)-1), "damaged"},
		{"more at the end", "s=" + good + "AAAA", "damaged"},
		{"huge seed", "s=" + script.Encode("seed 99999999999999999999999\n"+joining), "99999999999999999999999"},
		{"huge number of queues", "s=" + script.Encode("broker z\ntopic x z:999999999\n"+joining), "999999999"},
		{"huge run", "s=" + script.Encode("broker a\nrun 99999999999h\n"), "99999999999h"},
		{"huge rate", "s=" + script.Encode("broker z\ntopic x z:1\nproducer x rate=1e99/s\n"+joining), "1e99"},
		{"huge time", "lesson=join&t=99999999999h", "is no time"},
		{"markup in a script", "s=" + script.Encode("<script>alert(1)</script>\n"), "<script>"},
		{"control characters", "s=" + script.Encode("broker a\x00\x1b[31m\u202e\n"), "broker"},
		{"letters of a run", "lesson=join&run=BB", "is no run"},
		{"damaged branch", "lesson=join&run=B&b=A." + good[:20], "damaged"},
		{"bomb as a branch", "lesson=join&run=B&b=A." + bomb(t), "damaged"},
		{"branch that is a faulty script", "lesson=join&run=B&b=A." + faulty, "averagely"},
		{"branch of no lesson", "lesson=join&run=B&b=A.lesson:nothing", "no lesson"},
		{"markup as a branch", "lesson=join&run=B&b=<img src=x onerror=alert(1)>", "is no run"},
		{"the same branch twice", "lesson=join&run=B&b=A.lesson:join&b=A.lesson:join", "is no run"},
		{"too many branches", "lesson=join&run=A" + strings.Repeat("&b=%s.lesson:join", 7), "run"},
		{"compared with a number", "lesson=join&vs=9", "not known here"},
	}
}

// A fragment that cannot be followed says what is wrong, in the reader's
// language, and offers the lessons; any of them can be opened from there.
func TestBadFragmentsSayWhatIsWrong(t *testing.T) {
	good := script.Encode(joining)
	page := openPage(t, view{})
	for _, row := range badFragments(t) {
		t.Run(row.name, func(t *testing.T) {
			p := page.in(t)
			p.visit("#" + row.fragment)
			p.waitFor("document.querySelector('.problem').checkVisibility()")
			assert.Contains(t, p.text(".problem"), row.says)
			assert.Equal(t, ("#" + row.fragment + "     ")[:4], eval[string](p, "location.hash.slice(0, 4)"), "the address can still be mended")
			assert.Len(t, eval[[]string](p, "[...document.querySelectorAll('.problem .lessons button')].map(b => b.textContent)"), len(lessons.All()))
			assert.Less(t, len(p.text(".problem")), 2000, "however long the link is")
			assert.Equal(t, "Choose a lesson", eval[string](p, "document.getElementById('lesson').selectedOptions[0].text"))
			p.waitTick(2)
			p.click(".problem .lessons li:nth-child(2) button")
			p.waitFor("!document.querySelector('.problem').checkVisibility()")
			p.waitFor(playing + " && __ringside.time > 0 && location.hash.startsWith('#lesson=kill-duplicates')")
		})
	}
	t.Run("in Chinese", func(t *testing.T) {
		p := page.in(t)
		p.click("#lang")
		p.visit("#s=9" + good[1:])
		p.waitFor("document.querySelector('.problem').checkVisibility()")
		assert.Regexp(t, `^无法打开此链接`, p.text(".problem"))
		assert.Regexp(t, `\p{Han}{4}`, p.text(".problem p"))
		p.checkA11y()
	})
	t.Run("time after the end", func(t *testing.T) {
		p := page.in(t)
		p.visit("#lesson=join&t=1h")
		p.waitFor("__ringside.time === 87000")
		p.waitFor("document.querySelector('.toast').textContent.includes('1')")
	})
}

// A page that is opened at a bad link can be used at once.
func TestPageOpenedAtABadLinkCanBeUsed(t *testing.T) {
	p := openPage(t, view{Width: 390, Height: 700, Address: "#s=1damaged"})
	assert.Contains(t, p.text(".problem"), "damaged")
	p.checkA11y()
	for _, keys := range []string{"a", "k", "n", "r", " ", "c", "m", "v", "f", "l", "5"} {
		p.press(keys)
	}
	p.waitTick(12)
	p.pick("#lesson", "freeze")
	p.waitFor(fmt.Sprintf("location.hash.startsWith('#lesson=freeze') && %s", playing))
}
