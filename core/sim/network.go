package sim

import "slices"

// Network gives each message between two processes its time on the way:
// a latency per link, plus a jitter drawn for the message. Processes are
// numbered by the caller.
type Network struct {
	latency Time
	jitter  Time
	// even: every message takes the latency.
	even bool
	// links holds the exceptions; special marks processes that have any, so that
	// the usual case costs no look-up.
	links   map[[2]int32]Time
	special []bool
	stream  Stream
	// cuts are few, so a list is enough.
	cuts [][2]int32
}

// NewNetwork makes a network in which each link has the given one-way latency
// and each message up to jitter more.
func NewNetwork(processes int, latency, jitter Time, seed uint64) *Network {
	return &Network{
		latency: latency,
		jitter:  jitter,
		even:    jitter == 0,
		links:   map[[2]int32]Time{},
		special: make([]bool, processes),
		stream:  NewStream(seed, "net", "jitter"),
	}
}

// SetLink gives the link between two processes a latency of its own, both ways.
func (n *Network) SetLink(a, b int32, latency Time) {
	n.links[[2]int32{a, b}] = latency
	n.links[[2]int32{b, a}] = latency
	n.special[a], n.special[b] = true, true
	n.even = false
}

// Latency is the fixed part of the time from a to b.
func (n *Network) Latency(a, b int32) Time {
	if n.special[a] && n.special[b] {
		if l, ok := n.links[[2]int32{a, b}]; ok {
			return l
		}
	}
	return n.latency
}

// Delay is the time one message from a to b takes.
func (n *Network) Delay(a, b int32) Time {
	if n.even {
		return n.latency
	}
	return n.delay(a, b)
}

func (n *Network) delay(a, b int32) Time {
	d := n.Latency(a, b)
	if n.jitter > 0 {
		d += n.stream.Between(0, n.jitter)
	}
	return d
}

// Cut severs the link between two processes, both ways, or mends it.
func (n *Network) Cut(a, b int32, cut bool) {
	if cut {
		n.cuts = append(n.cuts, [2]int32{min(a, b), max(a, b)})
		return
	}
	n.cuts = slices.DeleteFunc(n.cuts, func(l [2]int32) bool { return l == [2]int32{min(a, b), max(a, b)} })
}

// IsCut reports whether nothing gets through between two processes.
func (n *Network) IsCut(a, b int32) bool {
	return len(n.cuts) > 0 && slices.Contains(n.cuts, [2]int32{min(a, b), max(a, b)})
}

// Cuts are the links that are cut, in the order in which they were, each with
// the lower process first.
func (n *Network) Cuts() [][2]int32 { return n.cuts }
