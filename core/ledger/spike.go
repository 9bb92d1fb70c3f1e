package ledger

import "math"

// least is how long the backlog must stay above its level before an event to
// count as a spike of it: messages that come and are worked on lift it for
// moments all the time. It is the resolution of the time line (trace.SeriesStep).
const least = 100_000_000

// Spike is how the backlog answered an event of the script.
type Spike struct {
	// At is when the event happened (ns).
	At int64
	// Level is the backlog at that instant, before the event took effect.
	Level int64
	// Peak is the highest backlog of the spike, Level when there was none.
	Peak int64
	// Recovery is the time from the event until the backlog was back at Level or
	// below after its peak (ns): 0 without a spike, until now when it is not back.
	Recovery int64
	// Lasts: it is not back.
	Lasts bool
	// Rate is the highest number of completions in a whole second of the script's
	// clock between the event and the next one.
	Rate int64
}

// watch is a Spike being measured. The backlog may be above the level in several
// stretches; the one with the highest backlog is the spike.
type watch struct {
	Spike
	from int64 // when the stretch under way began, -1 none
	most int64 // highest backlog since the event, as far as noted
}

// end ends the stretch under way, of which peak was the highest backlog.
func (w *watch) end(peak, at int64) {
	if at-w.from >= least && peak > w.Peak {
		w.Peak, w.Recovery = peak, at-w.At
	}
	w.from = -1
}

// begun tells whether a spike is under way at time at: it has lasted for long
// enough, or it followed the event closely and the next one comes just as soon.
func (w *watch) begun(at int64) bool {
	return w.from >= 0 && (at-w.from >= least || w.from-w.At <= least)
}

// spikes measures the answers of one backlog, a queue's or a group's. Events are
// measured against their own levels: one whose spike is not over when the next
// event comes goes on being measured beside it.
type spikes struct {
	// A backlog above mark has to be looked at, and when there is a level to come
	// down to, floor, one that is there: when target messages are completed.
	mark, floor, target int64
	// aimed counts, for the whole group, those that have a floor.
	aimed *int
	// peak is the highest backlog so far, top the highest of the stretch under way,
	// or the latest event's level.
	peak, top int64
	// now is the latest event, open those before whose spikes are not over.
	now  watch
	open []watch
	// ended are the earlier events that are over, if they are to be kept; longest is
	// their longest recovery.
	keep    bool
	ended   []Spike
	longest int64
	// before is what had been completed a second ago, rate the latest whole second's
	// completions, rateMax the most.
	before, rate, rateMax int64
}

func newSpikes() spikes {
	s := spikes{top: math.MaxInt64, floor: -1, target: math.MaxInt64}
	s.now.At, s.now.from = -1, -1
	return s
}

// begin notes an event at time at. Here and below, b is the backlog and distinct
// the number of messages completed.
func (s *spikes) begin(b, distinct, at int64) {
	if s.now.At == at {
		return // what happens in one instant is one event
	}
	if s.now.At >= 0 {
		s.now.most = max(s.now.most, s.top)
		if s.now.begun(at) {
			s.open = append(s.open, s.now)
		} else {
			s.pass(len(s.open), s.now.most)
			s.close(&s.now)
		}
	}
	s.now = watch{Spike: Spike{At: at, Level: b, Peak: b}, from: -1}
	s.top = b
	s.mark = min(s.top, s.peak)
	s.aim(b, distinct)
}

// pass hands the highest backlog since the event at place i, which is over, on
// to the one before it.
func (s *spikes) pass(i int, most int64) {
	if i > 0 {
		s.open[i-1].most = max(s.open[i-1].most, most)
	}
}

func (s *spikes) close(w *watch) {
	s.longest = max(s.longest, w.Recovery)
	if s.keep {
		s.ended = append(s.ended, w.Spike)
	}
}

// rise is called when the backlog has grown above mark.
func (s *spikes) rise(b, distinct, at int64) {
	s.peak = max(s.peak, b)
	if b > s.top {
		if s.now.from < 0 {
			s.now.from = at
			s.aim(b, distinct)
		}
		s.top = b
	}
	s.mark = min(s.top, s.peak)
}

// fall is called when the backlog has come down to floor or below.
func (s *spikes) fall(b, distinct, at int64) {
	if s.now.from >= 0 && b <= s.now.Level {
		s.now.most = max(s.now.most, s.top)
		s.now.end(s.top, at)
		s.top = s.now.Level
		s.mark = min(s.top, s.peak)
	}
	most := max(s.now.most, s.top)
	for i := len(s.open) - 1; i >= 0; i-- {
		w := &s.open[i]
		most = max(most, w.most)
		if b <= w.Level {
			w.end(most, at)
			s.pass(i, most)
			s.close(w)
			s.open = append(s.open[:i], s.open[i+1:]...)
		}
	}
	s.aim(b, distinct)
}

// aim finds the highest level that the backlog has to come down to.
func (s *spikes) aim(b, distinct int64) {
	if s.floor >= 0 {
		*s.aimed--
	}
	s.floor = -1
	if s.now.from >= 0 {
		s.floor = s.now.Level
	}
	for i := range s.open {
		s.floor = max(s.floor, s.open[i].Level)
	}
	s.target = math.MaxInt64
	if s.floor >= 0 {
		*s.aimed++
		s.target = distinct + b - s.floor
	}
}

// grow tells that n more messages wait, fewer when n is negative, and reports
// whether the floor is reached by it.
func (s *spikes) grow(n, distinct int64) bool {
	if s.floor < 0 {
		return false
	}
	s.target += n
	return distinct >= s.target
}

// second ends a whole second of the script's clock at time at.
func (s *spikes) second(completions, at int64) {
	s.rate = completions - s.before
	s.before = completions
	s.rateMax = max(s.rateMax, s.rate)
	if s.now.At >= 0 && s.now.At <= at-1_000_000_000 {
		s.now.Rate = max(s.now.Rate, s.rate)
	}
}

// at is how w stands at time at, most being the highest backlog since its event.
func (w *watch) at(most, at int64) Spike {
	out := *w
	if out.from >= 0 {
		if at-out.from >= least && most > out.Peak {
			out.Peak, out.Recovery, out.Lasts = most, at-out.At, true
		}
	}
	return out.Spike
}

// recovery is the longest recovery until at, one that still lasts included.
func (s *spikes) recovery(at int64) int64 {
	longest := s.longest
	s.each(at, func(x Spike) { longest = max(longest, x.Recovery) })
	return longest
}

// each calls f for the events that are not over, the latest first.
func (s *spikes) each(at int64, f func(Spike)) {
	if s.now.At < 0 {
		return
	}
	most := max(s.now.most, s.top)
	f(s.now.at(most, at))
	for i := len(s.open) - 1; i >= 0; i-- {
		most = max(most, s.open[i].most)
		f(s.open[i].at(most, at))
	}
}

// clock is the time of now.
func (g *Group) clock() int64 {
	if g.Clock == nil {
		return 0
	}
	return g.Clock()
}

// Event notes that the script does something now.
func (g *Group) Event() {
	at := g.clock()
	g.spikes.begin(g.Backlog(), g.Distinct, at)
	for q := range g.Queues {
		g.Queues[q].spikes.begin(g.Queues[q].Waiting(), g.Queues[q].Distinct, at)
	}
}

// Second ends a whole second of the script's clock; now is its end.
func (g *Group) Second() {
	at := g.clock()
	g.spikes.second(g.Completions, at)
	for q := range g.Queues {
		g.Queues[q].spikes.second(g.Queues[q].Completions, at)
	}
}

// Spikes appends how the group's backlog has answered each event until at, in
// order of time.
func (g *Group) Spikes(dst []Spike, at int64) []Spike {
	from := len(dst)
	dst = append(dst, g.spikes.ended...)
	g.spikes.each(at, func(x Spike) { dst = append(dst, x) })
	// Few are out of place: those that were open, and these stand in reverse.
	for i := from + 1; i < len(dst); i++ {
		for k := i; k > from && dst[k-1].At > dst[k].At; k-- {
			dst[k-1], dst[k] = dst[k], dst[k-1]
		}
	}
	return dst
}

// Recovery is the longest recovery of an event until at, 0 without a spike.
func (g *Group) Recovery(at int64) int64 { return g.spikes.recovery(at) }

// RateMax is the highest number of completions in a whole second.
func (g *Group) RateMax() int64 { return g.spikes.rateMax }

// Rate is the number of completions in the latest whole second.
func (g *Group) Rate() int64 { return g.spikes.rate }

// Recovery is Group.Recovery of one queue's own backlog.
func (q *Queue) Recovery(at int64) int64 { return q.spikes.recovery(at) }

// RateMax is the highest number of completions of the queue in a whole second.
func (q *Queue) RateMax() int64 { return q.spikes.rateMax }

// Rate is the number of the queue's completions in the latest whole second.
func (q *Queue) Rate() int64 { return q.spikes.rate }

// BacklogPeak is the highest number of messages that waited in the queue at once.
func (q *Queue) BacklogPeak() int64 { return q.spikes.peak }

// more tells the spikes that n more messages of queue q wait. What is lost makes the
// backlog only smaller, so that it need not be looked at while the rest is no mark.
func (g *Group) more(q int32, n int64) {
	qu := &g.Queues[q]
	if qu.topic != nil {
		qu.topic.more(n)
	}
	if g.aimed > 0 {
		g.spikes.grow(n, g.Distinct)
		qu.spikes.grow(n, qu.Distinct)
	}
	if g.Due-g.Distinct > g.spikes.mark {
		if b := g.Backlog(); b > g.spikes.mark {
			g.spikes.rise(b, g.Distinct, g.clock())
			g.BacklogPeak = g.spikes.peak
		}
	}
	if qu.Due-qu.Distinct > qu.spikes.mark {
		if b := qu.Waiting(); b > qu.spikes.mark {
			qu.spikes.rise(b, qu.Distinct, g.clock())
		}
	}
}

// less tells the spikes that n messages of queue q wait no longer, since they are
// lost; with n below 0, that so many are not.
func (g *Group) less(q int32, n int64) {
	if g.spikes.grow(-n, g.Distinct) {
		g.spikes.fall(g.Backlog(), g.Distinct, g.clock())
	}
	if qu := &g.Queues[q]; qu.spikes.grow(-n, qu.Distinct) {
		qu.spikes.fall(qu.Waiting(), qu.Distinct, g.clock())
	}
}

// fewer tells the spikes that a message of qu, one of the group's queues, has been
// completed: while no spike is under way that costs a comparison.
func (g *Group) fewer(qu *Queue) {
	if g.aimed > 0 {
		g.fallen(qu)
	}
}

func (g *Group) fallen(qu *Queue) {
	if g.Distinct >= g.spikes.target {
		g.spikes.fall(g.Backlog(), g.Distinct, g.clock())
	}
	if qu.Distinct >= qu.spikes.target {
		qu.spikes.fall(qu.Waiting(), qu.Distinct, g.clock())
	}
}
