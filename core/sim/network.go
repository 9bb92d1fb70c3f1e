package sim

// Network gives each message between two processes its time on the way:
// a latency per link, plus a jitter drawn for the message. Processes are
// numbered by the caller.
type Network struct {
	latency Time
	jitter  Time
	// links holds the exceptions; special marks processes that have any, so that
	// the usual case costs no look-up.
	links   map[[2]int32]Time
	special []bool
	stream  Stream
}

// NewNetwork makes a network in which each link has the given one-way latency
// and each message up to jitter more.
func NewNetwork(processes int, latency, jitter Time, seed uint64) *Network {
	return &Network{
		latency: latency,
		jitter:  jitter,
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
	d := n.Latency(a, b)
	if n.jitter > 0 {
		d += n.stream.Between(0, n.jitter)
	}
	return d
}
