package panel

import (
	"strconv"
	"strings"

	"ringside/core/script"
)

// WordsIn chooses among a script's words for a reader: all in the language,
// else all in English, else all there are.
func WordsIn(list []script.Words, l Lang) []string {
	pick := func(lang string) (out []string) {
		for _, w := range list {
			if lang == "" || w.Lang == lang {
				out = append(out, w.Text)
			}
		}
		return out
	}
	for _, lang := range []string{string(l), string(English), ""} {
		if out := pick(lang); len(out) > 0 {
			return out
		}
	}
	return nil
}

// LessonTitle finds the title in a script's text without reading all of it;
// name stands in when there is none.
func LessonTitle(text, name string, l Lang) string {
	titles := map[string]string{}
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if lang, ok := strings.CutPrefix(word, "title."); ok && titles[lang] == "" {
			titles[lang] = strings.TrimSpace(rest)
		}
	}
	for _, lang := range []string{string(l), string(English)} {
		if titles[lang] != "" {
			return titles[lang]
		}
	}
	return name
}

// MarkText is the label of a script action on the time line.
func (l Lang) MarkText(a *script.Action) string {
	key := markKeys[a.Kind]
	if a.Kind == script.ActThrottle && a.Throttle == script.ThrottleOff {
		key = "mark.throttle-off"
	}
	read := strconv.Itoa(a.Queues.Read)
	if a.Queues.Write != a.Queues.Read {
		read += "/" + strconv.Itoa(a.Queues.Write)
	}
	return l.Text(key, "consumer", a.Target, "target", l.ProcessName(a.Target), "key", a.Key, "value", a.Value, "n", Number(a.N), "topic", a.Topic,
		"broker", a.Queues.Broker, "read", read, "perm", permWords[a.Perm], "other", l.ProcessName(a.Other))
}

var markKeys = map[script.ActionKind]string{
	script.ActJoin: "mark.join", script.ActLeave: "mark.leave", script.ActKill: "mark.kill",
	script.ActFreeze: "mark.freeze", script.ActThaw: "mark.thaw", script.ActRestart: "mark.restart",
	script.ActSet: "mark.set", script.ActBurst: "mark.burst", script.ActMeasure: "mark.measure",
	script.ActSuspend: "mark.suspend", script.ActResume: "mark.resume", script.ActSubscribe: "mark.subscribe",
	script.ActUnsubscribe: "mark.unsubscribe", script.ActResetOffset: "mark.reset-offset", script.ActExpire: "mark.expire",
	script.ActThrottle: "mark.throttle", script.ActTruncate: "mark.truncate",
	script.ActStart: "mark.start", script.ActStop: "mark.stop", script.ActScale: "mark.scale",
	script.ActPerm: "mark.perm", script.ActCut: "mark.cut", script.ActHeal: "mark.heal",
}

// permWords are PermName's bits as scripts write them.
var permWords = map[int]string{6: "rw", 4: "r", 2: "w"}

// MarkTone is the colour class of an action's mark.
func MarkTone(k script.ActionKind) string {
	switch k {
	case script.ActJoin, script.ActThaw, script.ActStart, script.ActHeal:
		return "good"
	case script.ActKill, script.ActTruncate, script.ActCut:
		return "bad"
	case script.ActLeave, script.ActFreeze, script.ActRestart, script.ActSuspend, script.ActResetOffset, script.ActExpire, script.ActThrottle, script.ActStop:
		return "warn"
	}
	return ""
}

// ShortTitle is a lesson's title without what follows a colon.
func ShortTitle(title string) string {
	if i := strings.IndexAny(title, ":："); i > 0 {
		return title[:i]
	}
	return title
}
