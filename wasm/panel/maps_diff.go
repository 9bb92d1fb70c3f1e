package panel

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"ringside/core"
)

// Gap is something on which brokers differ: who or what, and where it is how.
type Gap struct {
	// What is a client id or a topic.
	What string
	// Consumer is the member's index, -1 for a topic.
	Consumer int
	// Has are the brokers that have it, Lacks those that do not. For a topic's
	// numbers both are empty and Values tell them by broker.
	Has, Lacks []string
	Values     []string
}

// MemberGaps are the members that some brokers list and others do not. Each
// broker keeps its own list, and a consumer asks only one of them.
func MemberGaps(v *core.View) []Gap {
	listed := map[string][]int{}
	consumer := map[string]int{}
	up := 0
	for b := range v.Brokers {
		if !v.Brokers[b].Up {
			continue
		}
		up++
		for i := range v.Brokers[b].Members {
			m := &v.Brokers[b].Members[i]
			consumer[m.ID] = m.Consumer
			if !slices.Contains(listed[m.ID], b) {
				listed[m.ID] = append(listed[m.ID], b)
			}
		}
	}
	var out []Gap
	for id, on := range listed {
		if len(on) == up {
			continue
		}
		g := Gap{What: id, Consumer: consumer[id]}
		for b := range v.Brokers {
			switch {
			case slices.Contains(on, b):
				g.Has = append(g.Has, v.Brokers[b].Name)
			case v.Brokers[b].Up:
				g.Lacks = append(g.Lacks, v.Brokers[b].Name)
			}
		}
		out = append(out, g)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].What < out[j].What })
	return out
}

// TopicGaps are the topics whose queue numbers or permissions differ between
// the brokers that have them; that a topic lies on some brokers only is usual.
func TopicGaps(v *core.View) []Gap {
	values := map[string][]string{}
	differ := map[string]bool{}
	first := map[string]string{}
	for b := range v.Brokers {
		for i := range v.Brokers[b].TopicConfigs {
			t := &v.Brokers[b].TopicConfigs[i]
			text := strconv.Itoa(t.Read) + "/" + strconv.Itoa(t.Write) + " " + t.Perm
			if old, seen := first[t.Topic]; seen && old != text {
				differ[t.Topic] = true
			} else if !seen {
				first[t.Topic] = text
			}
			values[t.Topic] = append(values[t.Topic], v.Brokers[b].Name+" "+text)
		}
	}
	var out []Gap
	for topic := range differ {
		out = append(out, Gap{What: topic, Consumer: -1, Values: values[topic]})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].What < out[j].What })
	return out
}

// GapText says one difference.
func (l Lang) GapText(v *core.View, g *Gap) string {
	if g.Consumer < 0 {
		return l.Text("map.gap-topic", "topic", g.What, "values", l.List(g.Values))
	}
	return l.Text("map.gap-member", "consumer", nameOf(v, g.Consumer), "has", l.List(g.Has), "lacks", l.List(g.Lacks))
}

// Found tells whether any of the texts holds what is searched for, letter case
// aside; an empty search finds everything.
func Found(search string, texts ...string) bool {
	search = strings.ToLower(strings.TrimSpace(search))
	return search == "" || slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(strings.ToLower(t), search) })
}

// LockAge says when a lock was last renewed, and whether it still counts.
func (l Lang) LockAge(now time.Duration, lock *core.LockView) string {
	span := l.Span(max(now-lock.At, 0))
	if lock.Expired {
		return l.Text("map.lock-expired", "span", span)
	}
	return l.Text("map.ago", "span", span)
}
