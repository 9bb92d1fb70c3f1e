package core

import (
	"slices"
	"strconv"
	"time"

	"ringside/core/script"
)

// ExpectResult is an expect line and how it stands.
type ExpectResult struct {
	script.Expect
	// Pending: its time has not come yet.
	Pending bool
	// Pass: it held when it was judged.
	Pass bool
	// Got is the figure found, as a script would write it.
	Got string
}

// claims are the expect lines of a run, judged when their time comes.
type claims struct {
	results []ExpectResult
	// order are the indexes of results by time; done of them are judged.
	order []int
	done  int
	times []time.Duration
}

func newClaims(sc *script.Scenario) claims {
	c := claims{results: make([]ExpectResult, len(sc.Expects)), order: make([]int, len(sc.Expects)), times: make([]time.Duration, len(sc.Expects))}
	for i, e := range sc.Expects {
		c.results[i] = ExpectResult{Expect: e, Pending: true}
		c.order[i] = i
		c.times[i] = e.At
		if e.AtEnd {
			c.times[i] = sc.Run
		}
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return int(min(max(c.times[a]-c.times[b], -1), 1)) })
	return c
}

// never is beyond the end of every run.
const never = time.Duration(1<<63 - 1)

// next is when the next claim is to be judged.
func (c *claims) next() time.Duration {
	if c.done == len(c.order) {
		return never
	}
	return c.times[c.order[c.done]]
}

// judge judges the claims whose time is at.
func (c *claims) judge(s *Sim, at time.Duration) {
	for ; c.done < len(c.order) && c.times[c.order[c.done]] <= at; c.done++ {
		r := &c.results[c.order[c.done]]
		r.Pending = false
		r.Got, r.Pass = s.measure(&r.Expect)
	}
}

// Expect are the script's expect lines in the order written, and how each stands.
func (s *Sim) Expect() []ExpectResult { return slices.Clone(s.claims.results) }

// measure takes the figure that a claim is about.
func (s *Sim) measure(e *script.Expect) (got string, pass bool) {
	names := slices.Contains([]string{"owner", "suspended", "idle", "members", "owns", "locked"}, e.Subject)
	if names && (e.Subject != "idle" || len(e.Args) == 0) {
		list := s.names(e)
		got = joinOrNone(list)
		want := slices.Clone(e.List)
		for i := range want {
			want[i] = s.plain(e, want[i])
		}
		slices.Sort(list)
		slices.Sort(want)
		same := slices.Equal(list, want)
		return got, same == (e.Op == "=")
	}
	n := s.figure(e)
	if e.IsDuration {
		return script.FormatDuration(time.Duration(n)), compare(n, e.Op, int64(e.Duration))
	}
	return strconv.FormatInt(n, 10), compare(n, e.Op, e.Count)
}

func compare(a int64, op string, b int64) bool {
	switch op {
	case "=":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	default:
		return a >= b
	}
}
