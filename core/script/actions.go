package script

import (
	"strings"
	"time"
)

// actionForm is a row of what can happen: a word of at.
type actionForm struct {
	word  string
	kind  ActionKind
	form  string
	parse func(d *draft, c *cursor, a *actionDraft)
}

var actionTable = []actionForm{
	{"join", ActJoin, "at TIME join NAME [group=GROUP] [KEY=VALUE …]", parseJoin},
	{"leave", ActLeave, "at TIME leave NAME", parseTarget},
	{"kill", ActKill, "at TIME kill NAME", parseTarget},
	{"freeze", ActFreeze, "at TIME freeze NAME", parseTarget},
	{"thaw", ActThaw, "at TIME thaw NAME", parseTarget},
	{"restart", ActRestart, "at TIME restart NAME down=TIME [how=stop|kill]", parseRestart},
	{"set", ActSet, "at TIME set GROUP|CONSUMER|TOPIC KEY=VALUE …", parseSet},
	{"burst", ActBurst, "at TIME burst TOPIC N", parseBurst},
	{"start", ActStart, "at TIME start BROKER|NAMESERVER", parseTarget},
	{"stop", ActStop, "at TIME stop BROKER|NAMESERVER", parseTarget},
	{"cut", ActCut, "at TIME cut PROCESS PROCESS", parseCut},
	{"heal", ActHeal, "at TIME heal PROCESS PROCESS", parseCut},
	{"scale", ActScale, "at TIME scale TOPIC BROKER:READ[/WRITE] …", parseScale},
	{"perm", ActPerm, "at TIME perm TOPIC BROKER rw|r|w", parsePerm},
	{"measure", ActMeasure, "at TIME measure GROUP", parseTarget},
	{"suspend", ActSuspend, "at TIME suspend NAME", parseTarget},
	{"resume", ActResume, "at TIME resume NAME", parseTarget},
	{"subscribe", ActSubscribe, "at TIME subscribe NAME TOPIC [tag=TAG||TAG]", parseSubscribe},
	{"unsubscribe", ActUnsubscribe, "at TIME unsubscribe NAME TOPIC", parseSubscribe},
	{"reset-offset", ActResetOffset, "at TIME reset-offset GROUP TOPIC first|last|OFFSET|timestamp:TIME", parseResetOffset},
	{"expire", ActExpire, "at TIME expire TOPIC OFFSET", parseExpire},
	{"throttle", ActThrottle, "at TIME throttle BROKER busy|flow-control|off", parseThrottle},
	{"truncate", ActTruncate, "at TIME truncate BROKER N|TIME", parseTruncate},
}

// actionDraft is an action as written. A set line gives one for each key.
type actionDraft struct {
	act    Action
	word   string
	verb   Pos
	key    Pos // of the setting that it sets
	target ref
	other  ref            // second name: the other end of a cut, the broker of scale and perm
	decl   *consumerDraft // of join
	line   int            // counts the at statements
	broken bool
}

func parseAt(d *draft, c *cursor) {
	w := d.take(c, "the time")
	if w == nil {
		return
	}
	t, ok := d.at(w)
	if !ok {
		return
	}
	d.later = append(d.later, func() { d.beyond(t, w.pos) })
	verb := d.take(c, "the action")
	if verb == nil {
		return
	}
	d.once["#at"] = Pos{Line: d.once["#at"].Line + 1}
	d.limit(c.start(), "actions", d.once["#at"].Line, MaxActions)
	for i := range actionTable {
		f := &actionTable[i]
		if f.word != verb.text {
			continue
		}
		c.form = f.form
		target := d.take(c, "the target")
		if target == nil {
			return
		}
		n := len(d.errs)
		a := &actionDraft{word: f.word, verb: verb.pos, target: target.ref(), line: d.once["#at"].Line}
		a.act = Action{At: t, Kind: f.kind, Target: target.text, Consumer: -1, Pos: c.start()}
		f.parse(d, c, a)
		a.broken = len(d.errs) > n
		return
	}
	list := make([]string, len(actionTable))
	for i := range actionTable {
		list[i] = actionTable[i].word
	}
	d.unknown(verb.ref(), codeAction, list)
}

// beyond reports a time after the end of the run.
func (d *draft) beyond(t time.Duration, pos Pos) {
	if d.sc.Run > 0 && t > d.sc.Run {
		d.errorf(pos, codeAfterEnd, FormatDuration(t), FormatDuration(d.sc.Run)).Found = FormatDuration(t)
	}
}

func parseTarget(d *draft, c *cursor, a *actionDraft) {
	d.done(c)
	d.actions = append(d.actions, a)
}

func parseJoin(d *draft, c *cursor, a *actionDraft) {
	a.decl = d.consumerKeys(c, c.l.words[c.next-1])
	d.actions = append(d.actions, a)
}

func parseRestart(d *draft, c *cursor, a *actionDraft) {
	n := len(d.errs)
	d.keys(c, []string{"down", "how"}, func(k *key) {
		if k.name.text == "how" {
			d.restartHow(k, a)
		} else if t, ok := d.duration(k.value, "down", time.Millisecond, MaxRun); ok {
			a.act.Down = t
			k.set(FormatDuration(t))
		}
	})
	if a.act.Down == 0 && len(d.errs) == n {
		d.errorf(c.pos(), codeMissing, "down=TIME", c.form)
	}
	d.actions = append(d.actions, a)
}

// restartHow reads how a process is stopped before it starts again.
func (d *draft) restartHow(k *key, a *actionDraft) {
	switch k.value.text {
	case "stop":
	case "kill":
		a.act.Killed = true
	default:
		d.unknown(k.value, codeUnknown, []string{"stop", "kill"}, "way to restart")
	}
}

// parseSet reads the new settings. rate belongs to a topic's producer, all
// other keys to a group or consumer.
func parseSet(d *draft, c *cursor, a *actionDraft) {
	if !c.more() {
		d.errorf(c.pos(), codeMissing, "KEY=VALUE", c.form)
	}
	d.keys(c, settingKeys("rate"), func(k *key) {
		one := *a
		one.act.Key, one.act.Value = k.name.text, k.value.text
		if k.name.text == "rate" {
			rate, ok := d.rate(k.value)
			if !ok {
				return
			}
			k.set(FormatRate(rate))
			one.act.Rate, one.act.Value = rate, FormatRate(rate)
			d.actions = append(d.actions, &one)
			return
		}
		if contains(startOnly, k.name.text) {
			d.errorf(k.name.pos, codeStartOnly, k.name.text).Found = k.name.text
			return
		}
		if o, ok := d.setting(k); ok {
			one.act.Apply, one.act.Value, one.key = o.apply, o.value, o.pos
			d.actions = append(d.actions, &one)
		}
	})
}

func parseBurst(d *draft, c *cursor, a *actionDraft) {
	w := d.take(c, "the number of messages")
	if w == nil || !d.done(c) {
		return
	}
	if n, ok := d.number(w.ref(), "burst", 1, MaxBurst); ok {
		a.act.N = n
		w.canon = itoa(n)
		d.actions = append(d.actions, a)
	}
}

func join(list []string, sep string) string { return strings.Join(list, sep) }
