package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"ringside/core/script"
)

// actions are what the declarations imply and what the script does, by time.
func actions(sc *script.Scenario) []Action {
	var out []Action
	add := func(at time.Duration, word, target string, detail any) {
		out = append(out, Action{at.Milliseconds(), word, target, detail})
	}
	for _, p := range sc.Producers {
		add(p.Start, "produce", p.Topic, nil)
	}
	for _, c := range sc.Consumers {
		if !c.Joins {
			add(0, "start", c.Name, nil)
		}
	}
	for _, a := range sc.Actions {
		if serverAction(a, add) {
			continue
		}
		switch a.Kind {
		case script.ActJoin:
			add(a.At, "start", a.Target, nil)
		case script.ActLeave:
			add(a.At, "stop", a.Target, nil)
		case script.ActKill:
			add(a.At, "kill", a.Target, nil)
		case script.ActFreeze:
			add(a.At, "freeze", a.Target, nil)
		case script.ActThaw:
			add(a.At, "thaw", a.Target, nil)
		case script.ActRestart:
			add(a.At, restartWord(a), a.Target, nil)
			add(a.At+a.Down, "start", a.Target, nil)
		case script.ActBurst:
			add(a.At, "burst", a.Target, a.N)
		case script.ActMeasure:
			add(a.At, "measure", a.Target, nil)
		case script.ActSuspend:
			add(a.At, "suspend", a.Target, nil)
		case script.ActResume:
			add(a.At, "resume", a.Target, nil)
		case script.ActSubscribe:
			add(a.At, "subscribe", a.Target, a.Topic)
		case script.ActUnsubscribe:
			add(a.At, "unsubscribe", a.Target, a.Topic)
		case script.ActResetOffset:
			add(a.At, "reset-offset", a.Target, a.Topic)
		case script.ActExpire:
			add(a.At, "expire", a.Target, a.N)
		case script.ActSet:
			if a.Key == "rate" && a.Apply == nil {
				add(a.At, "rate", a.Target, perSecond(a.Rate))
			} else {
				add(a.At, "set", a.Target, a.Key+"="+a.Value)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Action) int { return cmp.Compare(a.T, b.T) })
	return out
}

// serverWords are the recordings' words for what is done to brokers and name servers.
var serverWords = map[script.ActionKind]string{
	script.ActStart: "start", script.ActStop: "stop", script.ActKill: "kill", script.ActFreeze: "freeze", script.ActThaw: "thaw",
}

// serverAction adds an action on a broker, a name server, a link or a topic, and
// reports whether it is one.
func serverAction(a script.Action, add func(at time.Duration, word, target string, detail any)) bool {
	prefix := "broker-"
	if a.Server == script.ServerName {
		prefix = "ns-"
	}
	switch {
	case a.Kind == script.ActScale:
		add(a.At, "topic", a.Target, []any{a.Queues.Broker, a.Queues.Read, a.Queues.Write})
	case a.Kind == script.ActPerm:
		add(a.At, "perm", a.Target, []any{a.Queues.Broker, a.Perm})
	case a.Kind == script.ActThrottle:
		add(a.At, "throttle", a.Target, a.Throttle.String())
	case a.Kind == script.ActTruncate && a.N > 0:
		add(a.At, "truncate", a.Target, a.N)
	case a.Kind == script.ActTruncate:
		add(a.At, "truncate", a.Target, script.FormatDuration(a.Lost))
	case a.Kind == script.ActCut:
		add(a.At, "cut", a.Target, a.Other)
	case a.Kind == script.ActHeal:
		add(a.At, "heal", a.Target, a.Other)
	case a.Server == script.NoServer:
		return false
	case a.Kind == script.ActRestart:
		add(a.At, prefix+restartWord(a), a.Target, nil)
		add(a.At+a.Down, prefix+"start", a.Target, nil)
	default:
		add(a.At, prefix+serverWords[a.Kind], a.Target, nil)
	}
	return true
}

// restartWord is what a restart begins with.
func restartWord(a script.Action) string {
	if a.Killed {
		return "kill"
	}
	return "stop"
}

// perSecond turns messages per 1,000 seconds into messages per second.
func perSecond(rate int64) float64 { return float64(rate) / 1000 }

func setup(sc *script.Scenario) Setup {
	s := Setup{
		Brokers: []string{}, Topics: map[string]map[string][2]int{}, RatePerSecond: map[string]float64{},
		Consumers: map[string]Consumer{}, TimersChanged: map[string]string{}, Seed: sc.Seed,
	}
	for _, b := range sc.Brokers {
		s.Brokers = append(s.Brokers, b.Name)
	}
	for _, t := range sc.Topics {
		on := map[string][2]int{}
		for _, q := range t.Queues {
			on[q.Broker] = [2]int{q.Read, q.Write}
		}
		s.Topics[t.Name] = on
	}
	for _, p := range sc.Producers {
		s.RatePerSecond[p.Topic] += perSecond(p.Rate)
	}
	topics := map[string]string{}
	for i, g := range sc.Groups {
		if i == 0 {
			s.Group = g.Name
		}
		topics[g.Name] = strings.Join(g.Topics, ",")
	}
	for _, c := range sc.Consumers {
		own := topics[c.Group]
		if c.Topics != nil {
			own = strings.Join(c.Topics, ",")
		}
		s.Consumers[c.Name] = consumerSetup(&c, s.Group, own)
	}
	for t := range script.Timer(script.NumTimers) {
		if sc.Timers[t] != t.Default() {
			s.TimersChanged[t.String()] = sc.Timers[t].String()
		}
	}
	return s
}

func consumerSetup(c *script.Consumer, first, topics string) Consumer {
	set := c.Settings
	out := Consumer{ID: c.ID, Mode: set.Mode.String(), Strategy: recordedWord(set.Strategy), Topics: topics, Work: work(set.Work), Room: c.Room}
	if strings.Contains(set.Strategy, "consistent-hash") {
		out.Virtual = set.VNodes
	}
	if set.Client != script.ClientJava5 {
		out.Lang = set.Client.String()
	}
	if set.Mode.Pulls() {
		out.Every = set.Every.Milliseconds()
	}
	if set.Orderly {
		out.Listener = "orderly"
	}
	if set.Threads != 20 {
		out.Threads = set.Threads
	}
	if set.Batch != 1 {
		out.Batch = set.Batch
	}
	switch set.Commit {
	case script.CommitSync, script.CommitLiteSync:
		out.Commit = "sync"
	case script.CommitAsync:
		out.Commit = "async"
	case script.CommitLiteSyncPersist:
		out.Commit = "syncp"
	}
	timed := set.Commit != script.CommitSync && set.Commit != script.CommitAsync
	if timed && set.Persist != 5*time.Second {
		out.Persist = set.Persist.Milliseconds()
	}
	if c.Group != first {
		out.Group = c.Group
	}
	if set.Model != "clustering" {
		out.Model = set.Model
	}
	if set.MaxReconsume != script.Unlimited {
		out.MaxReconsume = &set.MaxReconsume
	}
	if set.From != "last" {
		out.From = set.From
	}
	out.Tag = strings.Join(set.Tags, "||")
	return out
}

// clients are the words of those that the script has, in its order.
func clients(sc *script.Scenario) string {
	var words []string
	for i := range sc.Consumers {
		if w := sc.Consumers[i].Settings.Client.String(); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	switch n := len(words); n {
	case 0:
		return "none"
	case 1:
		return words[0] + " (simulated)"
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1] + " (simulated)"
	}
}

// recordedWord is the recordings' word for a strategy; a strategy that none of
// them has keeps the script's.
func recordedWord(word string) string {
	switch word {
	case "averagely-by-circle":
		return "circle"
	case "consistent-hash":
		return "hash"
	case "machine-room-nearby:averagely":
		return "nearby"
	case "machine-room-nearby:averagely-by-circle":
		return "nearby-circle"
	}
	return word
}

// work is milliseconds where that is exact, else as scripts write it.
func work(d script.Dist) any {
	switch d.Kind {
	case script.DistUniform:
		return fmt.Sprintf("%v..%v", d.Min, d.Max)
	case script.DistExp:
		return fmt.Sprintf("exp:%v", d.Min)
	}
	if d.Min%time.Millisecond != 0 {
		return float64(d.Min) / float64(time.Millisecond)
	}
	return d.Min.Milliseconds()
}
