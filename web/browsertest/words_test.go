//go:build browser

package browsertest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// wordsSeen gives every text of the page that a reader sees, hears or finds in
// a tip, apart from what the script itself says.
const wordsSeen = `(() => {
	const out = new Set(), add = (text) => { if (text?.trim()) out.add(text.trim()); };
	const walk = document.createTreeWalker(document.querySelector('.app'), NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		if (!n.parentElement.closest('#script, .numbers, code, kbd, .marks, #lang, h1') && n.parentElement.checkVisibility()) add(n.data);
	}
	for (const e of document.querySelectorAll('.app [aria-label], .app [title], .app [aria-valuetext], body > canvas')) {
		for (const name of ['aria-label', 'title', 'aria-valuetext']) if (!e.matches('#lang')) add(e.getAttribute(name));
	}
	add(document.title);
	return [...out];
})()`

// Latin words that Chinese operators use as they are: names of RocketMQ's modes,
// classes, of the script's words, of the figures of its admin tools (consumeOKTPS of ConsumeStatus), of keys and of what the script names itself.
var latinInChinese = regexp.MustCompile(`^(Ringside|Apache|RocketMQ|Broker|NameServer|TopicConfigManager|ConsumerManager|ConsumerOffsetManager|ID|ACK|MD5|CRC|Java|Go|` +
	`averagely|averagely-by-circle|consistent-hash|consistent-hash-go|lite|sync|async|interval|Ctrl|Enter|Esc|Home|End|Space|Shift|` +
	`RW-?|POP|RETRY|TPS|CSV|JSON|PNG|PgDn|PgUp|P|consumeMessageBatchMaxSize|exp|core/recordings/testdata/README|md|orderly-kill|ns|join|g-join|billing|orders|[acs]\d?|c\d|[a-z]/\d|ms|[A-Z]|x|n)$`)

var (
	key        = regexp.MustCompile(`\b(page|header|theme|share|time|chart|tab|lesson|control|strategy|commit|work|help|key|problem|figure|state|cause|map|events?|script|why|list|span|whatif|versus|zoom|lanes|undo|redo|truth|legend|stage)\.[a-z-]+\b|\{\w+\}`)
	latinWord  = regexp.MustCompile(`[A-Za-z][A-Za-z/-]*\d?`)
	oneChinese = regexp.MustCompile(`\p{Han}`)
)

// The switch changes every word of the page, in all tabs and the sheet of keys.
func TestLanguageSwitchChangesEveryWord(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900, Address: "?lang=en#lesson=join&t=45s&paused=1"})
	p.settle()
	collect := func() map[string][]string {
		t.Helper()
		seen := map[string][]string{}
		for _, name := range tabsOfPanel {
			p.tabTo(name)
			p.waitTick(8)
			seen[name] = eval[[]string](p, wordsSeen)
		}
		p.press("?")
		p.waitFor("document.querySelector('dialog').open")
		seen["help"] = eval[[]string](p, "[...document.querySelectorAll('dialog dd, dialog dt, dialog h2, dialog h3, dialog p')].map(e => e.innerText.trim())")
		p.click(`[data-do="close-help"]`)
		return seen
	}
	for name, texts := range collect() {
		for _, text := range texts {
			assert.NotRegexp(t, key, text, name)
			assert.NotRegexp(t, oneChinese, text, name)
		}
	}
	p.click("#lang")
	p.waitFor("__ringside.lang === 'zh' && location.search.includes('lang=zh')")
	assert.Equal(t, "zh-CN", eval[string](p, "document.documentElement.lang"))
	assert.Equal(t, "lang", eval[string](p, "document.activeElement.id"), "the focus stays on the switch")
	for name, texts := range collect() {
		for _, text := range texts {
			assert.NotRegexp(t, key, text, name)
			for _, word := range latinWord.FindAllString(text, -1) {
				assert.True(t, latinInChinese.MatchString(word) || strings.Contains(text, "127.0.0.1@"),
					"%q of %q is left in the tab %s", word, text, name)
			}
		}
		assert.True(t, slices.ContainsFunc(texts, oneChinese.MatchString), name)
	}
	assert.Equal(t, 45*time.Second, p.now(), "the run is where it was")
	p.leave("location.reload()")
	p.waitFor("__ringside.lang === 'zh'")
	p.press("g")
	p.waitFor("__ringside.lang === 'en'")
}

// The theme is the system's until the reader chooses; the address keeps the choice.
func TestThemeFollowsSystemAndReader(t *testing.T) {
	p := openPage(t, view{Theme: "light"})
	back := func() string {
		t.Helper()
		return eval[string](p, "getComputedStyle(document.querySelector('.dock')).backgroundColor")
	}
	light := back()
	p.setMedia("dark", false)
	dark := back()
	assert.NotEqual(t, light, dark, "a change of the system's is followed at once")
	p.click("#theme")
	p.waitFor("__ringside.theme === 'light' && location.search === '?theme=light'")
	assert.Equal(t, light, back())
	p.press("t")
	p.waitFor("__ringside.theme === 'dark' && location.search === '?theme=dark'")
	p.press("t")
	p.waitFor("__ringside.theme === 'auto' && location.search === ''")
	assert.Equal(t, dark, back())
	p.setMedia("light", false)
	assert.Equal(t, light, back())
	p.press("t")
	p.press("t")
	p.waitFor("location.search === '?theme=dark'")
	p.leave("location.reload()")
	p.waitFor("__ringside.theme === 'dark'")
	assert.Equal(t, dark, back())
}
