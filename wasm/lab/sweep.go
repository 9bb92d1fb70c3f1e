package lab

import (
	"slices"
	"time"

	"ringside/core"
)

// Point is what came of a variant, counted from the plan's From to its Until.
type Point struct {
	Variant
	// Rounds were played; the counts are their sums, the others the largest.
	Rounds int
	// Duplicates are messages processed again, Completions all those processed.
	Duplicates, Completions int64
	// Rate is the highest throughput: the most messages processed for the first
	// time in any three seconds, per second.
	Rate int64
	// BacklogPeak is the largest backlog.
	BacklogPeak int64
	// PauseMax is the longest pause of a queue until Until, as in core.Counters.
	PauseMax time.Duration
	// Requests were sent to the brokers for messages; Latency is the median from
	// the broker's store to the program, of the messages of the whole group.
	Requests int64
	Latency  time.Duration
	// Err is why the variant could not be played.
	Err error
}

// stepEvents is how many events are played between two looks at the clock.
const stepEvents = 2000

// sample is the time between two readings; rateSamples of them make a rate.
const (
	sample      = time.Second
	rateSamples = 3
)

// Sweep works a plan off in small pieces.
type Sweep struct {
	plan   Plan
	group  int
	points []Point
	run    *core.Sim
	view   core.View
	next   time.Duration // when the next reading is due
	before core.Counters // at From
	last   []int64       // messages processed at the latest readings
	begun  bool
	// present is the point of the variant being played.
	present Point
}

// Start makes a sweep; [Sweep.Work] does it.
func Start(p Plan) *Sweep {
	s := &Sweep{plan: p}
	for i, g := range p.Script.Scenario().Groups {
		if g.Name == p.Group {
			s.group = i
		}
	}
	return s
}

// Plan is what the sweep was started with.
func (s *Sweep) Plan() *Plan { return &s.plan }

// Points are the results so far, in the order of the variants.
func (s *Sweep) Points() []Point { return s.points }

// Done tells whether all variants have been played.
func (s *Sweep) Done() bool { return len(s.points) == len(s.plan.Variants) }

// Progress is how much has been done, in thousandths.
func (s *Sweep) Progress() int {
	rounds := int64(s.rounds())
	all := int64(len(s.plan.Variants)) * rounds * int64(s.plan.Until)
	if all == 0 || s.Done() {
		return 1000
	}
	done := (int64(len(s.points))*rounds + int64(s.present.Rounds)) * int64(s.plan.Until)
	if s.run != nil {
		done += int64(s.run.Now())
	}
	return int(done / max(all/1000, 1))
}

func (s *Sweep) rounds() int { return max(len(s.plan.Rounds), 1) }

// Work goes on for as long as more says so; more is asked between pieces of a
// few milliseconds at most.
func (s *Sweep) Work(more func() bool) {
	for !s.Done() && more() {
		s.piece()
	}
}

// piece plays a little of the present variant.
func (s *Sweep) piece() {
	if s.run == nil {
		s.open()
		return
	}
	if !s.run.AdvanceSteps(s.next, stepEvents) {
		return
	}
	s.read()
	if s.next >= s.plan.Until {
		s.run = nil
		s.last = s.last[:0]
		return
	}
	s.next = min(s.next+sample, s.plan.Until)
}

// open begins the next variant.
func (s *Sweep) open() {
	v := s.plan.Variants[len(s.points)]
	text, err := s.plan.Text(&v, s.present.Rounds)
	if err == nil {
		s.run, err = core.Load(text)
	}
	if err != nil {
		s.points = append(s.points, Point{Variant: v, Err: err})
		s.run, s.present = nil, Point{}
		return
	}
	s.next, s.begun = s.plan.From, false
	s.view = core.View{Group: s.group, Topic: -1}
}

// read takes a reading; the last one makes the point.
func (s *Sweep) read() {
	s.run.View(&s.view)
	if !s.begun {
		s.begun, s.before = true, s.view.Counters
		s.last = append(s.last[:0], s.view.Distinct)
		s.present.Variant = s.plan.Variants[len(s.points)]
		return
	}
	p := &s.present
	s.last = append(s.last, s.view.Distinct)
	if n := len(s.last); n > rateSamples {
		p.Rate = max(p.Rate, (s.last[n-1]-s.last[n-1-rateSamples])/rateSamples)
	}
	p.BacklogPeak = max(p.BacklogPeak, s.view.Backlog)
	if s.next >= s.plan.Until {
		p.Rounds++
		p.Duplicates += s.view.Duplicates - s.before.Duplicates
		p.Completions += s.view.Completions - s.before.Completions
		p.Requests += s.view.Delivery.Requests
		p.Latency = max(p.Latency, s.view.Delivery.Median)
		p.PauseMax = max(p.PauseMax, s.view.PauseMax)
		if p.Rounds == s.rounds() {
			s.points = append(s.points, *p)
			s.present = Point{}
		}
	}
}

// Lines are the names of the series in the order of the variants.
func Lines(points []Point) []string {
	var out []string
	for i := range points {
		if !slices.Contains(out, points[i].Series) {
			out = append(out, points[i].Series)
		}
	}
	return out
}
