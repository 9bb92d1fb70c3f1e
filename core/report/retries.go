package report

import (
	"encoding/json"
	"slices"

	"ringside/core/script"
	"ringside/core/trace"
)

// MaxRetries is how many failed messages Report lists.
const MaxRetries = 120

// Retry is [queue, offset, [tries]]: a message that a listener failed on.
type Retry struct {
	Queue  string // its own, to which it was sent first
	Offset int64  // in Queue
	Tries  []Try  // by time, from the first failure on
}

// MarshalJSON writes the list.
func (r Retry) MarshalJSON() ([]byte, error) { return row(r.Queue, r.Offset, r.Tries) }

// Try is [consumer, queue it came from, offset there, t start, t end,
// reconsumeTimes, ok / fail / interrupted].
type Try struct {
	Consumer, Queue string // whose listener had it, and the queue it came from: the first one or %RETRY%group's
	Offset          int64  // in that queue
	Start, End      int64  // ms: listener entered, listener left
	Times           int64  // MessageExt.getReconsumeTimes: 0 at the first try
	Result          string // "ok", "fail" (RECONSUME_LATER), or "interrupted" by shutdown()
}

// MarshalJSON writes the list.
func (t Try) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{t.Consumer, t.Queue, t.Offset, t.Start, t.End, t.Times, t.Result})
}

// message is one by its own queue and offset; times is its reconsumeTimes where
// it stands.
type message struct {
	queue  int32
	offset int64
	times  int64
}

// tries follow the messages that fail.
type tries struct {
	copies map[int32][]message // by retry queue
	open   []openTry
	rows   map[[2]int64]int // by queue and offset: index in list
	list   []failedMessage
}

// openTry is a listener at work.
type openTry struct {
	consumer, queue int32
	from, n, at     int64
}

type failedMessage struct {
	message
	tries []tryRow
}

type tryRow struct {
	consumer, queue        int32
	offset, start, end, no int64
	result                 string
}

// copied takes a copy that a retry topic gets.
func (c *counts) copied(e *trace.Event) {
	t := &c.tries
	if t.copies == nil {
		t.copies = map[int32][]message{}
	}
	t.copies[e.Queue] = append(t.copies[e.Queue], message{int32(e.C & (1<<32 - 1)), e.B, e.C >> 32})
}

// original is the message at an offset of a queue, or what it is a copy of.
func (t *tries) original(queue int32, offset int64) message {
	if list, retry := t.copies[queue]; retry && offset < int64(len(list)) {
		return list[offset]
	}
	return message{queue, offset, 0}
}

// see takes a listener's begin and end.
func (t *tries) see(e *trace.Event) {
	if e.Kind == trace.KindBegin {
		t.open = append(t.open, openTry{e.Consumer, e.Queue, e.A, e.B, ms(e.At)})
		return
	}
	i := slices.IndexFunc(t.open, func(o openTry) bool {
		return o.consumer == e.Consumer && o.queue == e.Queue && o.from == e.A
	})
	begun := ms(e.At)
	if i >= 0 {
		begun = t.open[i].at
		t.open = slices.Delete(t.open, i, i+1)
	}
	if e.Kind == trace.KindComplete && len(t.list) == 0 {
		return
	}
	for o := e.A; o < e.A+e.B; o++ {
		t.one(e, o, begun)
	}
}

func (t *tries) one(e *trace.Event, offset, begun int64) {
	m := t.original(e.Queue, offset)
	key := [2]int64{int64(m.queue), m.offset}
	i, known := t.rows[key]
	result := "ok"
	if e.Kind == trace.KindFail {
		result = "fail"
		if e.C == 1 {
			result = "interrupted"
		}
		if !known {
			if t.rows == nil {
				t.rows = map[[2]int64]int{}
			}
			i, known = len(t.list), true
			t.rows[key] = i
			t.list = append(t.list, failedMessage{message: m})
		}
	}
	if known {
		t.list[i].tries = append(t.list[i].tries, tryRow{e.Consumer, e.Queue, offset, begun, ms(e.At), m.times, result})
	}
}

// retries are the failed messages in the order in which they first failed.
func (r *Recorder) retries() []Retry {
	out := []Retry{}
	for gi, g := range r.groups {
		for _, m := range g.tries.list {
			if len(out) == MaxRetries {
				return out
			}
			row := Retry{Queue: r.names.queueOf(m.queue, gi), Offset: m.offset}
			for _, t := range m.tries {
				row.Tries = append(row.Tries, Try{r.names.consumer(t.consumer), r.names.queue(t.queue), t.offset, t.start, t.end, t.no, t.result})
			}
			out = append(out, row)
		}
	}
	return out
}

// lost are the messages that nobody will complete, as far as the stored events
// tell, and the dead letters.
func (r *Recorder) lost() (dead int64, lost map[string]int64) {
	lost = map[string]int64{}
	words := map[trace.Kind]string{
		trace.KindSkipped: "passed-over", trace.KindFiltered: "filtered", trace.KindDeleted: "expired", trace.KindTruncated: "truncated", trace.KindGiveUp: "dropped",
	}
	events := r.log.Events()
	for i := range events {
		switch e := &events[i]; e.Kind {
		case trace.KindDead:
			dead += e.B
		case trace.KindSkipped, trace.KindFiltered, trace.KindDeleted, trace.KindTruncated, trace.KindGiveUp:
			word := words[e.Kind]
			if e.Kind == trace.KindFiltered && e.C == 1 {
				word = "unwanted"
			}
			if e.B > 0 {
				lost[word] += e.B
			}
		}
	}
	for _, c := range r.groups {
		if lost["truncated"] -= c.found; lost["truncated"] == 0 {
			delete(lost, "truncated")
		}
	}
	return dead, lost
}

// topicsOf are, per group, the topics that any of its members subscribes to at some time.
func topicsOf(sc *script.Scenario) [][]string {
	out := make([][]string, len(sc.Groups))
	for i, g := range sc.Groups {
		out[i] = sc.TopicsOf(g.Name)
		for _, a := range sc.Actions {
			if a.Kind == script.ActSubscribe && sc.Consumers[a.Consumer].Group == g.Name && !slices.Contains(out[i], a.Topic) {
				out[i] = append(out[i], a.Topic)
			}
		}
	}
	return out
}
