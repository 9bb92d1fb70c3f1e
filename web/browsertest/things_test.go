//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
	"ringside/wasm/panel"
)

// declaring is a script with one of whatever can be declared.
const declaring = `nameserver n1
broker a
broker b
broker a-s master=a
topic orders a:2 b:2
producer orders rate=40/s
group g topic=orders
consumer c1 group=g
consumer c2 group=g
net c1 a latency=2ms
run 1m
`

// declared opens a script at 20 s with the folded parts of the controls open.
func openDeclared(t *testing.T, v view) *tab {
	t.Helper()
	v.Address = "#s=" + script.Encode(declaring) + "&t=20s&paused=1"
	p := openPage(t, v)
	p.settle()
	p.openFolds()
	return p
}

// became waits until the script has a line, after which the run agrees with the core
// and stands where it stood.
func (p *tab) became(line string) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf("!__ringside.seeking && ('\\n' + document.getElementById('script').value).includes(%q)", "\n"+line+"\n"))
	assert.Equal(p.t, 20*time.Second, p.now(), "time stays where it is")
	p.agrees()
}

// Each key of each statement has a control with a hint, in a section of the
// controls, in both languages, and none of it troubles a screen reader.
func TestEveryDeclarationHasAControl(t *testing.T) {
	page := openDeclared(t, view{Lang: "en", Width: 1440, Height: 900})
	for _, lang := range []string{"en", "zh"} {
		t.Run(lang, func(t *testing.T) {
			p := page.in(t)
			if lang == "zh" {
				p.run("document.activeElement.blur()")
				p.press("g")
				p.waitFor("__ringside.lang === 'zh'")
				p.openFolds()
			}
			for _, form := range []string{"group", "consumer"} {
				p.run("document.getElementById('thing-" + form + "-settings').open = true")
				p.waitFor("document.getElementById('thing-" + form + "-batch')?.checkVisibility()")
			}
			var missing []string
			for _, f := range panel.ThingForms() {
				id := "thing-" + panel.FormName(&f)
				fields := []string{}
				if f.List != "" {
					fields = append(fields, "list")
				}
				for _, k := range f.Keys {
					fields = append(fields, k.Key)
				}
				assert.NotEmpty(t, p.text("#"+id+"-hint"), id)
				assert.Equal(t, strings.ReplaceAll(string(panel.ThingSection(&f)), ".", "-"), eval[string](p, fmt.Sprintf("document.getElementById(%q).closest('.app .actions > details').id", id+"-title")))
				for _, key := range fields {
					field := id + "-" + key
					if !eval[bool](p, fmt.Sprintf("(e => !!e?.checkVisibility() && e.labels[0].innerText !== '' && document.getElementById(e.getAttribute('aria-describedby').split(' ')[0]).innerText !== '')(document.getElementById(%q))", field)) {
						missing = append(missing, field)
					}
				}
			}
			assert.Empty(t, missing)
			p.checkA11y()
			for _, id := range []string{"section-brokers", "section-queues"} {
				p.run("document.querySelector('#" + id + " .things').scrollIntoView()")
				p.waitTick(4)
				p.capture("declarations-" + id)
			}
		})
	}
}

// What is declared is changed in its own line, plays again from the start and can
// be undone; time stays where it is.
func TestDeclarations(t *testing.T) {
	p := openDeclared(t, view{Lang: "en", Width: 1440, Height: 900})
	before := p.script()
	steps := 0
	for _, row := range []struct{ which, field, value, line string }{
		{"", "thing-producer-size", "4KiB", "producer orders rate=40/s size=4KiB"},
		{"", "thing-producer-retries", "0", "producer orders rate=40/s size=4KiB retries=0"},
		{"", "thing-producer-tags", "A:3,B:1", "producer orders rate=40/s size=4KiB retries=0 tags=A:3,B:1"},
		{"", "thing-topic-first", "70", "topic orders a:2 b:2 first=70"},
		{"", "thing-topic-list", "a:4 b:2", "topic orders a:4 b:2 first=70"},
		{"thing-broker a-s", "thing-broker-slave-read", "yes", "broker a-s master=a slave-read=yes"},
		{"thing-broker b", "thing-broker-room", "east", "broker b room=east"},
		{"thing-consumer c2", "thing-consumer-room", "west", "consumer c2 group=g room=west"},
		{"", "thing-link-latency", "30ms", "net c1 a latency=30ms"},
		{"", "thing-group-retry-queues", "2", "group g topic=orders retry-queues=2"},
		{"", "thing-message-delay-level-list", "1s 2s 3s", "message-delay-level 1s 2s 3s"},
	} {
		if which, name, ok := strings.Cut(row.which, " "); ok {
			p.pick("#"+which, name)
			p.waitTick(8)
		}
		p.pick("#"+row.field, row.value)
		p.became(row.line)
		p.waitFor(fmt.Sprintf("document.getElementById(%q).value === %q", row.field, row.value))
		steps++
	}
	p.run("document.getElementById('thing-group-settings').open = true")
	p.waitFor("document.getElementById('thing-group-model')")
	p.pick("#thing-group-model", "broadcasting") // which set can only refuse
	p.became("group g topic=orders retry-queues=2 model=broadcasting")
	steps++
	p.run("document.activeElement.blur()")
	for range 2 * steps { // a choice by keys may go through others
		if p.script() == before {
			break
		}
		p.click("[data-do=undo]")
		p.waitFor("!__ringside.seeking")
	}
	p.waitFor(fmt.Sprintf("document.getElementById('script').value === %q", before))
	p.waitFor("document.getElementById('thing-producer-size').value === '' && document.getElementById('thing-link-latency').value === '2ms'")
	p.agrees()
}

// Things are added with what is proposed, and taken out unless something needs
// them, which is said in place.
func TestThingsAreAddedAndRemoved(t *testing.T) {
	p := openDeclared(t, view{Lang: "en", Width: 1440, Height: 900})
	before := p.script()
	for _, row := range [][2]string{
		{"new-broker-do", "broker broker2"}, {"new-topic-do", "topic topic2 a:4"}, {"new-producer-do", "producer topic2 rate=100/s"},
		{"new-group-do", "group group2 topic=orders"}, {"new-consumer-do", "consumer c3 group=g"}, {"new-nameserver-do", "nameserver ns2"},
	} {
		p.run("document.getElementById('" + row[0] + "').scrollIntoView({block: 'center'})")
		p.click("#" + row[0])
		p.became(row[1])
	}
	require.Equal(t, "b", eval[string](p, "document.getElementById('new-link-name-other').value"), "that of c1 and a has a latency")
	p.typeInto("#new-link-latency", "7 ms")
	p.waitFor("document.getElementById('new-link-wrong').innerText.includes('is not one value')")
	p.typeInto("#new-link-latency", "7ms")
	p.press(kb.Tab)
	p.click("#new-link-do")
	p.became("net c1 b latency=7ms")
	require.Equal(t, "c1 – b", eval[string](p, "document.getElementById('thing-link').value"), "the new one is shown")
	// A broker that a topic lies on must stay.
	p.pick("#thing-broker", "b")
	p.run("document.getElementById('thing-broker-remove').scrollIntoView({block: 'center'})")
	p.click("#thing-broker-remove")
	p.waitFor("document.getElementById('thing-broker-wrong').innerText.includes('unknown broker')")
	for _, row := range [][2]string{
		{"link", "c1 – b"}, {"nameserver", "ns2"}, {"consumer", "c3"}, {"group", "group2"}, {"producer", "topic2"}, {"topic", "topic2"}, {"broker", "broker2"},
	} {
		p.pick("#thing-"+row[0], row[1])
		p.run("document.getElementById('thing-" + row[0] + "-remove').scrollIntoView({block: 'center'})")
		p.click("#thing-" + row[0] + "-remove")
		p.waitFor(fmt.Sprintf("!__ringside.seeking && ![...document.getElementById('thing-%s').options].some(o => o.value === %q)", row[0], row[1]))
	}
	assert.Equal(t, before, p.script())
	p.agrees()
	p.checkA11y()
}

// A producer is cut off with the control, and the page says so everywhere.
func TestCutAProducer(t *testing.T) {
	p := openDeclared(t, view{Lang: "en", Width: 1440, Height: 900})
	p.pick("#act-cut-0", "producer:orders")
	p.pick("#act-cut-1", "a")
	p.run("document.getElementById('act-cut-do').scrollIntoView({block: 'center'})")
	p.click("#act-cut-do")
	p.waitFor("document.getElementById('script').value.includes('at 20s cut producer:orders a')")
	p.seek(30_000)
	p.agrees()
	p.tabTo("figures")
	p.waitFor("document.querySelector('#panel-figures')?.innerText.includes('a – the producer of orders')")
	p.tabTo("events")
	p.waitFor("document.querySelector('#panel-events')?.innerText.includes('not sent, no answer from broker a in time')")
	p.capture("cut-producer")
	p.tabTo("controls")
	p.waitFor("document.getElementById('act-heal-0').value === 'producer:orders' && document.getElementById('act-heal-1').value === 'a'")
	p.run("document.getElementById('act-heal-do').scrollIntoView({block: 'center'})")
	p.click("#act-heal-do")
	p.waitFor("document.getElementById('script').value.includes('at 30s heal producer:orders a')")
	p.agrees()
}

// A finger hits the fields of declarations too.
func TestFingersHitDeclarations(t *testing.T) {
	p := openPage(t, view{Lang: "zh", Width: 390, Height: 844, Fingers: true, Script: noteListeners, Address: "#s=" + script.Encode(declaring) + "&t=20s&paused=1"})
	p.settle()
	p.withFingers(390, 844)
	p.press(kbOfTab["controls"])
	p.waitFor("document.getElementById('panel-controls').checkVisibility()")
	for range 2 { // the second time those within
		p.run("for (const d of document.querySelectorAll('#panel-controls details')) d.open = true")
		p.waitTick(8)
	}
	p.waitFor("document.getElementById('thing-consumer-batch')?.checkVisibility()")
	assert.Empty(t, eval[[]string](p, smallForFingers+"('#panel-controls *')"))
	assert.Empty(t, eval[[]string](p, sideways))
	for _, id := range []string{"section-group", "section-consumers", "section-queues", "section-brokers", "section-network"} {
		p.run("document.querySelector('#" + id + " .things').scrollIntoView()")
		p.waitTick(4)
		p.capture("declarations-" + id)
	}
}
