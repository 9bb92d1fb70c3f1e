//go:build js

package panel

import (
	"strconv"
	"time"
)

// handle fills the table of what elements do.
func (p *Panel) handle() {
	p.handleTime()
	ms := func(s string) time.Duration {
		n, _ := strconv.ParseInt(s, 10, 64)
		return time.Duration(n) * time.Millisecond
	}
	on := func(name string, f func(arg, value string)) { p.handlers[name] = f }
	on("toggle", func(_, _ string) { p.pg.Toggle() })
	on("restart", func(_, _ string) { p.pg.Restart() })
	on("next", func(_, _ string) { p.pg.Next() })
	on("seek", func(arg, _ string) { p.pg.Seek(ms(arg)) })
	on("scrub", func(_, v string) { p.dock.drag(p, ms(v)) })
	on("settled", func(_, _ string) { p.dock.drop(p) })
	on("speed", func(_, v string) {
		for i, s := range p.dock.speed.options {
			if s == v {
				p.command(CmdSpeed, i)
			}
		}
	})
	on("lesson", func(arg, v string) { p.openLesson(arg + v) })
	on("lang", func(_, _ string) { p.switchLang() })
	on("theme", func(_, _ string) { p.nextTheme() })
	on("share", func(_, _ string) { p.share() })
	on("help", func(_, _ string) { p.help.show(p) })
	on("close-help", func(_, _ string) { p.help.close() })
	on("truth", func(_, _ string) { p.truth.show() })
	on("close-truth", func(_, _ string) { p.truth.close() })
	on("keys", func(_, v string) { p.setKeys(v == "on") })
	on("belief", func(_, v string) { p.believe(v == "on") })
	on("signals", func(_, v string) { p.viewport.Quiet = v != "on" })
	on("tab", func(arg, _ string) { p.side.press(p, arg) })
	on("fold", func(_, _ string) { p.side.fold(p) })
	on("skip", func(_, _ string) { p.side.choose(p, p.side.chosen, true) })
	on("group", func(_, v string) { n, _ := strconv.Atoi(v); p.pg.SelectGroup(n) })
	on("topic", func(_, v string) {
		if n, err := strconv.Atoi(v); err == nil {
			p.pg.SelectTopic(n)
		}
	})
	on("add", func(_, _ string) { p.addConsumer() })
	on("start", func(arg, _ string) { p.startConsumer(arg) })
	on("stop", func(arg, _ string) { p.apply("leave " + arg) })
	on("kill", func(arg, _ string) { p.apply("kill " + arg) })
	on("freeze", func(arg, _ string) { p.apply("freeze " + arg) })
	on("thaw", func(arg, _ string) { p.apply("thaw " + arg) })
	on("rate", func(arg, v string) { p.apply(SetLine(arg, "rate", v+"/s")) })
	on("burst", func(arg, _ string) { p.apply(BurstLine(arg, burstSize)) })
	on("broker", func(_, v string) { p.side.maps.broker = v })
	on("filter", func(_, v string) { p.side.events.filter(v) })
	on("why", func(arg, _ string) { p.explain(ParseSubject(arg)) })
	on("close-why", func(_, _ string) { p.explain(Subject{}) })
	on("apply-text", func(_, _ string) { p.side.editor.apply(p) })
	on("format-text", func(_, _ string) { p.side.editor.format(p) })
	on("revert-text", func(_, _ string) { p.side.editor.revert(p) })
	on("edit-text", func(_, _ string) { p.side.editor.changed(p) })
	on("go-error", func(arg, _ string) { p.side.editor.jump(arg) })
	p.handleControls(on)
	p.handlePeople(on)
	on("mend", func(_, _ string) { p.side.choose(p, tabScript, true) })
}

// errorText words an error for the reader.
func (p *Panel) errorText(err error) string { return p.lang.ErrorText(err) }
