//go:build browser

package browsertest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/lessons"
)

func TestPageOpensWithTheLessonRunning(t *testing.T) {
	p := openPage(t, view{Painted: true})
	tick, time0 := p.tick(), p.now()
	p.waitFor(fmt.Sprintf("__ringside.tick > %d && __ringside.time > %d", tick, time0.Milliseconds()))
	assert.True(t, eval[bool](p, playing))
	lesson, ok := lessons.Get(lessons.Default)
	require.True(t, ok)
	assert.Equal(t, lesson.Text, p.script())
	assert.Equal(t, "A consumer joins", p.text("#panel-lesson h2"))
	p.waitFor("location.hash.startsWith('#lesson=join')")
}

// Each control is used with the mouse or the keys, appends its line to the
// script at the present time, and what the page then shows is what the
// headless run of that script shows.
func TestControlsAppendTheirLine(t *testing.T) {
	page := openPage(t, view{Width: 1440, Height: 900})
	page.tabTo("controls")
	const at = 45 * time.Second
	for _, row := range []struct {
		name, line string
		act        func(p *tab)
		shows      func(v *core.View) any
		want       any
	}{
		{"add", "join c4 group=g-join", func(p *tab) { p.click(`[data-do="add"]`) },
			func(v *core.View) any { return v.Consumers[3].State }, core.ConsumerRunning},
		{"stop", "leave c2", func(p *tab) { p.click(`[data-do="stop"][data-arg="c2"]`) },
			func(v *core.View) any { return v.Consumers[1].State }, core.ConsumerStopped},
		{"kill", "kill c2", func(p *tab) { p.click(`[data-do="kill"][data-arg="c2"]`) },
			func(v *core.View) any { return v.Consumers[1].State }, core.ConsumerDead},
		{"freeze", "freeze c1", func(p *tab) { p.click(`[data-do="freeze"][data-arg="c1"]`) },
			func(v *core.View) any { return v.Consumers[0].State }, core.ConsumerFrozen},
		{"strategy", "set g-join strategy=averagely-by-circle", func(p *tab) { p.pick("#strategy", "averagely-by-circle") },
			func(v *core.View) any { return v.Consumers[0].Strategy }, "averagely-by-circle"},
		{"commit", "set g-join commit=interval:1s", func(p *tab) { p.pick("#commit", "interval:1s") },
			func(v *core.View) any { return v.Consumers[0].Commit }, "interval:1s"},
		{"batch", "set g-join batch=4", func(p *tab) { p.pick("#batch", "4") },
			func(v *core.View) any { return v.Consumers[0].Batch }, 4},
		{"work", "set g-join work=20ms", func(p *tab) { p.pick("#work", "20ms") },
			func(v *core.View) any { return v.Consumers[0].Work }, "20ms"},
		{"rate", "set join rate=0/s", func(p *tab) { p.pick("#rate0", "0") }, nil, nil},
		{"burst", "burst join 1000", func(p *tab) { p.click(`[data-do="burst"]`) }, nil, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := page.in(t)
			p.visitAt("join", at)
			before := p.script()
			row.act(p)
			p.waitFor("!__ringside.seeking && document.querySelector('.added').checkVisibility()")
			assert.Equal(t, []string{"at 45s " + row.line}, added(before, p.script()))
			assert.Equal(t, "at 45s "+row.line, p.text(".added code"))
			assert.Equal(t, at, p.now())
			p.agrees()
			place := p.place()
			assert.Equal(t, at, place.At)
			assert.Equal(t, p.script(), decoded(t, place.Link), "the address holds the script")

			// Two seconds on, its effect is in the run, and in the page's run too.
			p.run("__ringside.seek(47000)")
			p.agrees()
			if row.shows != nil {
				var v core.View
				headless(t, p.script(), 47*time.Second).View(&v)
				assert.Equal(t, row.want, row.shows(&v))
			}
		})
	}
}

func TestThawAndStart(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.tabTo("controls")
	p.visitAt("join", 45*time.Second)
	state := func(consumer int) string {
		return p.text(fmt.Sprintf(".consumers li:nth-child(%d) .state", consumer))
	}
	p.click(`[data-do="freeze"][data-arg="c1"]`)
	p.waitFor("document.querySelector('.consumers li .state').textContent === 'frozen'")
	assert.False(t, eval[bool](p, `document.querySelector('[data-do="stop"][data-arg="c1"]').checkVisibility()`), "a frozen process cannot shut down")
	p.run("__ringside.seek(46000)")
	p.click(`[data-do="thaw"][data-arg="c1"]`)
	p.waitFor("document.querySelector('.consumers li .state').textContent === 'running'")
	p.click(`[data-do="kill"][data-arg="c3"]`)
	p.waitFor("document.querySelector('.consumers li:nth-child(3) .state').textContent === 'killed'")
	p.run("__ringside.seek(48000)")
	p.click(`[data-do="start"][data-arg="c3"]`)
	p.waitFor("document.querySelector('.consumers li:nth-child(3) .state').textContent !== 'killed'")
	assert.Equal(t, "running", state(1))
	lesson, _ := lessons.Get("join")
	assert.Equal(t, []string{"at 45s freeze c1", "at 46s thaw c1", "at 46s kill c3", "at 48s join c3"}, added(lesson.Text, p.script()))
	p.agrees()
}

// A consumer that is added shows in every place that lists consumers.
func TestAddedConsumerIsSeenEverywhere(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.visitAt("join", 45*time.Second)
	p.tabTo("maps")
	assert.Equal(t, []string{"c1", "c2", "c3"}, firstCells(p.rows("ConsumerManager")))
	p.tabTo("figures")
	p.waitFor("document.querySelector('#panel-figures tbody tr')")
	assert.Equal(t, []string{"c1", "c2", "c3"}, firstCells(p.rows("Consumers")))

	p.tabTo("controls")
	p.click(`[data-do="add"]`)
	p.waitFor("document.querySelectorAll('.consumers li').length === 4")
	p.run("__ringside.seek(47000)")
	p.tabTo("maps")
	p.waitFor("[...document.querySelectorAll('#panel-maps th')].some(c => c.textContent === 'c4')")
	assert.Equal(t, []string{"c1", "c2", "c3", "c4"}, firstCells(p.rows("ConsumerManager")))
	p.tabTo("figures")
	p.waitFor("[...document.querySelectorAll('#panel-figures th')].some(c => c.textContent === 'c4')")
	rows := p.rows("Consumers")
	// Averagely, eight queues for four: two each, in order (AllocateMessageQueueAveragely).
	for i, want := range []string{"a/0, a/1", "a/2, a/3", "a/4, a/5", "a/6, a/7"} {
		assert.Equal(t, want, rows[i][2], rows[i][0])
	}
	p.agrees()
}
