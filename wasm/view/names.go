package view

import (
	"strconv"
	"strings"

	"ringside/core"
)

// names holds the short names of queues: "a/0" for "broker-a/0". They are made
// anew only when the queues or brokers are others than before.
type names struct {
	brokers     []string // as seen
	queues      []string // as seen: core's full names
	short       []string // per queue
	widest      float32  // of short, in Font{Size: 1, Mono: true}
	rows        []string // per queue: its id within its broker's card
	rowsWidest  float32  // of rows, in Font{Size: 1, Mono: true}
	bare        []string // per queue: short without the topic, for a ring of one topic
	bareWidest  float32
	brokerShort []string
}

// update tells whether the names are others than before.
func (n *names) update(v *core.View) bool {
	if !n.stale(v) {
		return false
	}
	n.brokers, n.queues, n.short, n.rows, n.bare = n.brokers[:0], n.queues[:0], n.short[:0], n.rows[:0], n.bare[:0]
	for i := range v.Brokers {
		n.brokers = append(n.brokers, v.Brokers[i].Name)
	}
	brokers := distinctPart(n.brokers)
	topics := distinctPart(v.Topics)
	_, one := oneTopic(v)
	n.widest, n.rowsWidest, n.bareWidest, n.brokerShort = 0, 0, 0, brokers
	for i := range v.Queues {
		q := &v.Queues[i]
		n.queues = append(n.queues, q.Name)
		id := strconv.Itoa(q.ID)
		row, short := id, id
		if q.Broker >= 0 && q.Broker < len(brokers) {
			short = brokers[q.Broker] + "/" + id
		}
		bare := short
		if t := indexOf(v.Topics, q.Topic); t >= 0 && len(topics) > 1 && !one {
			row, short = topics[t]+":"+row, topics[t]+":"+short
		}
		n.rows, n.short, n.bare = append(n.rows, row), append(n.short, short), append(n.bare, bare)
		n.widest = max(n.widest, textWidth(short, Font{Size: 1, Mono: true}))
		n.rowsWidest = max(n.rowsWidest, textWidth(row, Font{Size: 1, Mono: true}))
		n.bareWidest = max(n.bareWidest, textWidth(bare, Font{Size: 1, Mono: true}))
	}
	return true
}

func (n *names) stale(v *core.View) bool {
	if len(n.queues) != len(v.Queues) || len(n.brokers) != len(v.Brokers) {
		return true
	}
	for i := range v.Queues {
		if v.Queues[i].Name != n.queues[i] {
			return true
		}
	}
	for i := range v.Brokers {
		if v.Brokers[i].Name != n.brokers[i] {
			return true
		}
	}
	return false
}

func indexOf(list []string, s string) int {
	for i := range list {
		if list[i] == s {
			return i
		}
	}
	return -1
}

// maxShort is the longest a broker's or topic's short name may be.
const maxShort = 6

// distinctPart cuts the common beginning off, at the last sign that is not a
// letter or digit, so that what tells the names apart is left. Names still too
// long are numbered.
func distinctPart(list []string) []string {
	short := make([]string, len(list))
	if len(list) == 0 {
		return short
	}
	common := list[0]
	for _, s := range list[1:] {
		for !strings.HasPrefix(s, common) {
			common = common[:len(common)-1]
		}
	}
	cut := strings.LastIndexAny(common, "-_.@#%") + 1
	for i, s := range list {
		short[i] = s[cut:]
		if len(short[i]) == 0 {
			short[i] = s
		}
	}
	for i := range short {
		if len(short[i]) > maxShort {
			for j := range short {
				short[j] = strconv.Itoa(j + 1)
			}
			return short
		}
	}
	return short
}

// brokerNames is the width of a column of brokers' names: of the full ones when
// that is at most the given width, else of the short ones.
func (s *Scene) brokerNames(v *core.View, most float32, f Font) float32 {
	var full, short float32
	for b := range v.Brokers {
		full = max(full, textWidth(v.Brokers[b].Name, f))
		short = max(short, textWidth(s.names.brokerShort[b], f))
	}
	const cross = 20 // room for the mark of a broker that is down
	if full+cross <= most {
		return full + cross
	}
	return min(short+cross, most)
}

// brokerName is a broker's full name if it fits in a width, else the short one.
func (s *Scene) brokerName(v *core.View, b int, width float32, f Font) string {
	if full := v.Brokers[b].Name; textWidth(full, f) <= width {
		return full
	}
	return s.names.brokerShort[b]
}
