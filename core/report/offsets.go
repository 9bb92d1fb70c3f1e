package report

import (
	"ringside/core/trace"
)

// thinMS is the least time between two rows of a queue's committed offset.
const thinMS = 1000

// stored is what a broker holds for a group's queue.
type stored struct {
	offset  int64
	written int64 // the offset of the last row, -1 none
	at      int64 // ms of the last row
}

func (r *Recorder) storedAt(e *trace.Event, q int32) *stored {
	key := [2]int32{int32(r.names.groupOf(e)), q}
	s := r.stored[key]
	if s == nil {
		s = &stored{written: -1}
		r.stored[key] = s
	}
	return s
}

// store takes an offset that goes forward; a step back is an event of its own.
func (r *Recorder) store(e *trace.Event, q int32, offset int64) {
	s := r.storedAt(e, q)
	if offset <= s.offset && s.written >= 0 {
		return
	}
	s.offset = offset
	if t := ms(e.At); s.written < 0 || t >= s.at+thinMS {
		r.writeStored(s, t, q, r.names.groupOf(e))
	}
}

func (r *Recorder) stepBack(e *trace.Event) {
	s := r.storedAt(e, e.Queue)
	s.offset = e.B
	r.writeStored(s, ms(e.At), e.Queue, r.names.groupOf(e))
}

func (r *Recorder) writeStored(s *stored, t int64, q int32, group int) {
	s.written, s.at = s.offset, t
	r.committed = append(r.committed, Committed{t, r.names.queueOf(q, group), s.offset})
}

// commit takes one-way offset updates. The trace has the time they were sent;
// a broker stores them one network latency later.
func (r *Recorder) commit(e *trace.Event) {
	c := Commit{T: ms(e.At), Consumer: r.names.consumer(e.Consumer), Pairs: []Pair{}}
	r.log.Pairs(e, func(q int32, offset int64) {
		c.Pairs = append(c.Pairs, Pair{r.names.queue(q), offset})
		r.store(e, q, offset)
	})
	r.commits = append(r.commits, c)
}

func (r *Recorder) produce(e *trace.Event) {
	p, n := &r.produced[e.Queue], max(e.B, 1)
	if p.Count == 0 {
		p.First, p.TFirst = e.A, ms(e.At)
	}
	p.Last, p.TLast = e.A+n-1, ms(e.At)
	p.Count += n
}
