package panel

import (
	"slices"
	"strings"
	"time"

	"ringside/core/trace"
)

// Link is one event of a chain of causes, with the time to go to.
type Link struct {
	ID   int32         // of the event in the trace
	At   time.Duration // since the script's time 0
	Text string        // in the page's language
	Tone string        // its class in the style sheet, as the function Tone says
}

// mostLinks is how long a chain gets; of a longer one both ends are kept.
const mostLinks = 7

// Causes is the chain of causes that leads to an event, the first cause first
// and the event itself last. Events without a cause give a chain of one.
func (l Lang) Causes(log *trace.Log, id int32) []Link {
	var ids []int32
	for e := log.Event(id); e != nil; e = log.Event(e.Cause) {
		if len(ids) > 0 && e.ID >= ids[len(ids)-1] {
			break // a cause comes before its effect
		}
		ids = append(ids, e.ID)
	}
	if len(ids) > mostLinks {
		ids = append(ids[:mostLinks-1:mostLinks-1], ids[len(ids)-1])
	}
	slices.Reverse(ids)
	out := make([]Link, len(ids))
	for i, id := range ids {
		e := log.Event(id)
		out[i] = Link{ID: id, At: time.Duration(e.At), Text: l.Describe(log, e), Tone: Tone(e)}
	}
	return out
}

// last is the latest stored event that fits, nil when there is none.
func last(log *trace.Log, fits func(e *trace.Event) bool) *trace.Event {
	events := log.Events()
	for i := len(events) - 1; i >= 0; i-- {
		if fits(&events[i]) {
			return &events[i]
		}
	}
	return nil
}

// queueIndex is the place of a queue in the log, by its name; -1 when it is not there.
func queueIndex(log *trace.Log, name string) int32 { return int32(slices.Index(log.Queues, name)) }

// consumerIndex is the place of a consumer in the log, by its name.
func consumerIndex(log *trace.Log, name string) int32 {
	return int32(slices.Index(log.Consumers, name))
}

// What happens this close before an event belongs to the same sentence.
const captionMoment = 20 * time.Millisecond

// mostCaptions is how many events a sentence names.
const mostCaptions = 3

// CaptionText is an event with what was worth saying just before it.
func (l Lang) CaptionText(log *trace.Log, e *trace.Event) string {
	var texts []string
	events := log.Events()
	for i := int(e.ID) - 1; i >= 0 && len(texts) < mostCaptions && e.At-events[i].At <= int64(captionMoment); i-- {
		if Announced(log, &events[i]) {
			texts = append(texts, l.Describe(log, &events[i]))
		}
	}
	slices.Reverse(texts)
	if l == Chinese {
		return strings.Join(texts, "；")
	}
	return strings.Join(texts, "; ")
}
