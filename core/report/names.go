package report

import (
	"slices"
	"strings"

	"ringside/core/script"
	"ringside/core/trace"
)

// queue is what a queue index of the trace stands for.
type queue struct {
	topic, broker string
	group         int // of a retry topic's queue, else -1
	retry         bool
	name          string // as the report calls it, without the group
	bare          string // inside its topic: broker/id
}

// names turn the trace's indexes into the report's words.
type names struct {
	log    *trace.Log
	queues []queue
	group  []int   // of each consumer
	id     []int32 // of each consumer: the first one with its client id
	many   bool    // several groups
	alone  []bool  // per consumer: it broadcasts, and counts for itself
	all    []bool  // per consumer: it reads all queues, as those do that broadcast or loop over all
	// orderly are the consumers with an orderly listener, ordered the groups of them.
	orderly map[int32]bool
	ordered map[int]bool
}

func newNames(sc *script.Scenario, log *trace.Log) *names {
	n := &names{log: log, many: len(sc.Groups) > 1, orderly: map[int32]bool{}, ordered: map[int]bool{}}
	// The queues of the groups' retry topics come last, those of slaves left out.
	masters := 0
	for _, b := range sc.Brokers {
		if b.Master == "" {
			masters++
		}
	}
	var retries []int // the group of each
	for i, g := range sc.Groups {
		retries = append(retries, slices.Repeat([]int{i}, masters*max(g.RetryRead, g.RetryWrite))...)
	}
	for i, text := range log.Queues {
		q := parseQueue(text)
		if at := i - (len(log.Queues) - len(retries)); at >= 0 {
			q.retry, q.topic, q.group = true, "", retries[at]
		} else if q.topic == "" && len(sc.Topics) > 0 {
			q.topic = sc.Topics[0].Name
		}
		n.queues = append(n.queues, q)
	}
	groups := map[string]int{}
	for i, g := range sc.Groups {
		groups[g.Name] = i
	}
	of, ids := map[string]script.Consumer{}, map[string]int32{}
	for _, c := range sc.Consumers {
		of[c.Name] = c
	}
	for i, c := range log.Consumers {
		n.group = append(n.group, groups[of[c].Group])
		if _, known := ids[of[c].ID]; !known {
			ids[of[c].ID] = int32(i)
		}
		n.id = append(n.id, ids[of[c].ID])
		if of[c].Settings.Orderly {
			n.orderly[int32(i)], n.ordered[n.group[i]] = true, true
		}
		n.alone = append(n.alone, of[c].Settings.Model == "broadcasting")
		n.all = append(n.all, of[c].Settings.Model == "broadcasting" || of[c].Settings.Mode == script.ModePullAll)
	}
	return n
}

// parseQueue splits the trace's name of a queue: broker/id, with "topic:"
// before it when there are several topics.
func parseQueue(text string) queue {
	q := queue{name: text, bare: text, group: -1}
	if at := strings.LastIndexByte(text, ':'); at >= 0 {
		q.topic, q.bare = text[:at], text[at+1:]
	}
	q.broker = q.bare[:max(strings.LastIndexByte(q.bare, '/'), 0)]
	return q
}

func (n *names) consumer(i int32) string {
	if i < 0 || int(i) >= len(n.log.Consumers) {
		return ""
	}
	return n.log.Consumers[i]
}

func (n *names) broker(i int) string {
	if i < 0 || i >= len(n.log.Brokers) {
		return ""
	}
	return n.log.Brokers[i]
}

func (n *names) topic(i int16) string {
	if i < 0 || int(i) >= len(n.log.Topics) {
		return ""
	}
	if int(i) >= len(n.log.Topics)-len(n.log.Groups) { // the retry topics come last
		return "retry"
	}
	return n.log.Topics[i]
}

// broadcasts says whether all consumers of a group broadcast.
func (n *names) broadcasts(group int) bool {
	some := false
	for c, g := range n.group {
		if g == group && !n.alone[c] {
			return false
		}
		some = some || g == group
	}
	return some
}

func (n *names) queue(i int32) string { return n.queues[i].name }

// queueOf is the queue's name where no consumer tells the group.
func (n *names) queueOf(i int32, group int) string {
	if n.many && !n.queues[i].retry { // a retry queue's name says the group
		return n.queues[i].name + "@" + n.log.Groups[group]
	}
	return n.queues[i].name
}

// groupOf is the group of an event: its own, or its consumer's.
func (n *names) groupOf(e *trace.Event) int {
	if e.Group >= 0 {
		return int(e.Group)
	}
	if e.Consumer >= 0 && int(e.Consumer) < len(n.group) {
		return n.group[e.Consumer]
	}
	return 0
}

// ids names client ids as id lists show them: a later process with the client
// id of an earlier one looks like that.
func (n *names) ids(list []int32) []string {
	out := make([]string, len(list))
	for i, c := range list {
		if c >= 0 && int(c) < len(n.id) {
			c = n.id[c]
		}
		out[i] = n.consumer(c)
	}
	return out
}

func (n *names) queueList(list []int32) []string {
	out := make([]string, len(list))
	for i, q := range list {
		out[i] = n.queue(q)
	}
	return out
}
