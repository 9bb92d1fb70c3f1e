package panel

import (
	"errors"
	"slices"
	"strings"
	"time"

	"ringside/core/script"
)

// Section is a part of the controls.
type Section string

// The sections, in the order shown; each is the key of its title.
const (
	SectionGroup       Section = "section.group"        // settings of a group or of one member
	SectionConsumers   Section = "section.consumers"    // consumer processes and what they are told
	SectionQueues      Section = "section.queues"       // topics, their queues, messages and offsets
	SectionBrokers     Section = "section.brokers"      // brokers that start and stop
	SectionNameServers Section = "section.name-servers" // likewise name servers
	SectionNetwork     Section = "section.network"      // latencies and links that are cut
	SectionFaults      Section = "section.faults"       // processes that are killed, hang or lose data
)

// Sections are all sections with actions or declarations, in the order shown.
var Sections = []Section{SectionGroup, SectionConsumers, SectionQueues, SectionBrokers, SectionNameServers, SectionNetwork, SectionFaults}

// sectionOf says where an action stands whose form alone does not tell.
var sectionOf = map[string]Section{
	"kill": SectionFaults, "freeze": SectionFaults, "thaw": SectionFaults, "restart": SectionFaults,
	"truncate": SectionFaults,
	"cut":      SectionNetwork, "heal": SectionNetwork,
	"reset-offset": SectionQueues, "subscribe": SectionConsumers, "unsubscribe": SectionConsumers,
}

// SectionOf is where the controls have an action: as the table says, or by the
// kind of thing that it is done to.
func SectionOf(f *script.ActionForm) Section {
	if s, ok := sectionOf[f.Word]; ok {
		return s
	}
	for _, slot := range f.Slots {
		switch {
		case slices.Contains(slot.Names, "TOPIC") && !slices.Contains(slot.Names, "CONSUMER"):
			return SectionQueues
		case slices.Contains(slot.Names, "BROKER"):
			return SectionBrokers
		case slices.Contains(slot.Names, "NAMESERVER"):
			return SectionNameServers
		}
	}
	return SectionConsumers
}

// OfferedForms are the actions that the controls offer as forms. Of set it is
// the topics' part: groups and consumers have fields for their settings.
func OfferedForms() []script.ActionForm {
	out := script.ActionForms()
	for i := range out {
		if out[i].Kind == script.ActSet {
			out[i].Form = "at TIME set TOPIC rate=RATE"
			out[i].Slots = []script.Slot{{Names: []string{"TOPIC"}}, {Key: "rate", Names: []string{"RATE"}}}
		}
	}
	return out
}

// slotStarts are what a field holds at first, by the name in the form.
var slotStarts = map[string]string{"N": "1000", "TIME": "5s", "OFFSET": "0", "RATE": "100/s"}

// SlotOptions are the values that fit a slot of a scenario: names and words.
// free tells that others may fit too, so that the reader must be able to type.
func SlotOptions(sc *script.Scenario, slot *script.Slot) (options []string, free bool) {
	for _, kind := range slot.Names {
		names := sc.Names(kind)
		for _, n := range names {
			if !slices.Contains(options, n) {
				options = append(options, n)
			}
		}
		free = free || names == nil
	}
	return append(options, slot.Words...), free
}

// SlotStart is what a slot holds at first.
func SlotStart(sc *script.Scenario, f *script.ActionForm, i int) string {
	slot := &f.Slots[i]
	if f.Kind == script.ActJoin && i == 0 {
		return FreeName(ScriptNames(sc))
	}
	if ends, ok := lastCut(sc); ok && f.Kind == script.ActHeal && i < len(ends) {
		return ends[i]
	}
	if slot.Optional && !(f.Kind == script.ActJoin && slot.Key == "group") {
		return ""
	}
	options, free := SlotOptions(sc, slot)
	if i == 1 && slices.Contains(slot.Names, "PROCESS") && len(sc.Brokers) > 0 {
		return sc.Brokers[0].Name // a link that there is, whatever the other end
	}
	if len(options) > 0 && !free {
		return options[min(sameBefore(f, i), len(options)-1)]
	}
	for _, name := range slot.Names {
		if start, ok := slotStarts[name]; ok {
			return start
		}
		if strings.HasPrefix(name, "BROKER:") && len(sc.Brokers) > 0 {
			return sc.Brokers[0].Name + ":4"
		}
	}
	if len(options) > 0 {
		return options[0]
	}
	return ""
}

// lastCut are the ends of the link that a script cuts last and does not mend.
func lastCut(sc *script.Scenario) (ends [2]string, ok bool) {
	var cuts [][2]string
	for i := range sc.Actions {
		a := &sc.Actions[i]
		switch a.Kind {
		case script.ActCut:
			cuts = append(cuts, [2]string{a.Target, a.Other})
		case script.ActHeal:
			cuts = slices.DeleteFunc(cuts, func(c [2]string) bool {
				return c == [2]string{a.Target, a.Other} || c == [2]string{a.Other, a.Target}
			})
		}
	}
	if len(cuts) == 0 {
		return ends, false
	}
	return cuts[len(cuts)-1], true
}

// sameBefore counts the slots before i that take the same names, so that the
// two ends of a link begin with two different ones.
func sameBefore(f *script.ActionForm, i int) int {
	n := 0
	for k := range i {
		if slices.Equal(f.Slots[k].Names, f.Slots[i].Names) {
			n++
		}
	}
	return n
}

// FormLine is the script line of a form filled in with one value per slot. Of
// an optional slot without a value nothing is written.
func FormLine(f *script.ActionForm, values []string) string {
	words := []string{f.Word}
	for i := range f.Slots {
		v := ""
		if i < len(values) {
			v = strings.TrimSpace(values[i])
		}
		if v == "" && f.Slots[i].Optional {
			continue
		}
		if f.Slots[i].Key != "" && v != "" {
			v = f.Slots[i].Key + "=" + v
		}
		words = append(words, v)
	}
	return strings.TrimRight(strings.Join(words, " "), " ")
}

// Try says what is wrong with a line that would act at a time, "" when nothing.
func (l Lang) Try(s *script.Script, at time.Duration, line string) string {
	_, err := s.Append("at " + script.FormatDuration(roundMS(at)) + " " + line)
	if err == nil {
		return ""
	}
	var list script.Errors
	if errors.As(err, &list) && len(list) > 0 {
		return l.ScriptError(list[len(list)-1])
	}
	return l.ErrorText(err)
}

// roundMS is the next whole millisecond, where the playground applies lines.
func roundMS(at time.Duration) time.Duration {
	return (at + time.Millisecond - 1) / time.Millisecond * time.Millisecond
}
