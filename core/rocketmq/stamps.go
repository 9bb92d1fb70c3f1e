package rocketmq

import "ringside/core/sim"

// maxStamps bounds the times kept per queue.
const maxStamps = 4096

// stamps are the times at which a queue's latest messages were stored, for the
// delivery latency: one each while at most maxStamps wait for their first
// completion, every second, fourth … one of a longer backlog. Between two stamps
// the time is interpolated. No message has an object of its own.
type stamps struct {
	at   []sim.Time
	base int64 // the offset that at[0] is of
	next int64 // the offset that the next stamp is of
	// shift: one stamp stands for 1<<shift offsets.
	shift uint
}

// add notes that n messages from offset on were stored at time now.
func (s *stamps) add(offset, n int64, now sim.Time, c *Cluster, q int32) {
	for s.next < offset+n {
		if len(s.at) == cap(s.at) {
			s.makeRoom(c.lowest(q))
			continue
		}
		s.at = append(s.at, now)
		s.next += 1 << s.shift
	}
}

// makeRoom forgets what nobody waits for any more; where that is little it lets
// the slice grow, up to its bound, and then keeps every second stamp.
func (s *stamps) makeRoom(low int64) {
	if k := min((low-s.base)>>s.shift, int64(len(s.at))); k > 0 {
		s.at = s.at[:copy(s.at, s.at[k:])]
		s.base += k << s.shift
	}
	if len(s.at) == 0 {
		s.base, s.shift = s.next, 0
	}
	switch {
	case len(s.at) <= cap(s.at)/2 && cap(s.at) > 0:
	case cap(s.at) < maxStamps:
		s.at = append(make([]sim.Time, 0, max(64, 2*cap(s.at))), s.at...)
	default:
		half := s.at[:0]
		for i := 0; i < len(s.at); i += 2 {
			half = append(half, s.at[i])
		}
		s.at = half
		s.shift++
		s.next = s.base + int64(len(s.at))<<s.shift
	}
}

// of is when the message at offset was stored; ok is false when that is not
// known any more.
func (s *stamps) of(offset int64) (at sim.Time, ok bool) {
	i, last := (offset-s.base)>>s.shift, int64(len(s.at))-1
	if i < 0 || last < 0 {
		return 0, false
	}
	if i >= last {
		return s.at[last], true
	}
	part := (offset - s.base) & (1<<s.shift - 1)
	return s.at[i] + (s.at[i+1]-s.at[i])*part>>s.shift, true
}

// lowest is the first offset of a queue that some group has not completed.
func (c *Cluster) lowest(q int32) int64 {
	low := c.queues[q].log.End
	for g := range c.groups {
		if c.groups[g].reads(c.queues[q].topic) {
			low = min(low, c.groups[g].ledger.Queues[q].Low)
		}
	}
	return low
}
