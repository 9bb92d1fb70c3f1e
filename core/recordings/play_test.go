package recordings

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/report"
)

// played are the simulated runs, so that tests on the same recording share one.
var played sync.Map

// play runs testdata/NAME.ringside and takes the figures from its report.
func play(t *testing.T, name string) *figures {
	t.Helper()
	if f, ok := played.Load(name); ok {
		return f.(*figures)
	}
	text, err := os.ReadFile(filepath.Join("testdata", name+".ringside"))
	require.NoError(t, err)
	sim, err := core.Load(string(text))
	require.NoError(t, err)
	rec := report.New(sim.Script().Scenario(), sim.Log())
	sim.Advance(sim.End())
	f := fromReport(rec.Report(name, sim.End()))
	v := core.View{Topic: -1}
	sim.View(&v)
	f.Errors = v.SendErrors
	played.Store(name, f)
	return f
}

// fromReport takes the figures that are compared out of a report, which has
// the recordings' form and the script's clock.
func fromReport(r *report.Report) *figures {
	f := newFigures()
	f.Name, f.Group, f.End, f.Life = r.Name, r.Setup.Group, r.Totals.DurationMS, r.Life
	for topic := range r.Setup.Topics {
		f.Topic = topic
		f.Topics = append(f.Topics, topic)
	}
	for _, a := range r.Actions {
		f.Actions = append(f.Actions, action{a.T, a.Word, a.Target + detail(a)})
	}
	for _, m := range r.Members {
		f.Members = append(f.Members, membership{m.T, m.Broker, m.IDs})
	}
	for _, a := range r.Rebalances {
		if len(f.Topics) == 1 && a.Topic != "retry" {
			a.Topic = "main"
		}
		var seen []string
		for _, b := range r.Setup.Brokers {
			if n := a.Seen[b]; n > 0 {
				seen = append(seen, fmt.Sprintf("%s:%d", b, n))
			}
		}
		f.Allocs = append(f.Allocs, allocation{a.T, a.Consumer, a.Topic, a.Topic == "retry", strings.Join(seen, ","), a.IDs, a.Result, a.Asked, a.Again})
	}
	for _, o := range r.Ownership {
		f.Owns = append(f.Owns, holding{o.T, o.Consumer, o.Queues})
	}
	f.orderly(r)
	for _, d := range r.DuplicatesByAction {
		f.Again = append(f.Again, repeats{d.Action.T, d.Action.Word, d.Action.Target, d.PerQueue})
	}
	f.Backs, f.Committed = stepsBack(r.Committed), r.Committed
	f.Persists = persistsAfterThaw(r)
	t := r.Totals
	f.Totals = map[string]int64{"produced": t.Produced, "distinct": t.Distinct, "completions": t.Completions,
		"duplicates": t.Duplicates, "interrupted": int64(t.Interrupted), "not_completed_at_end": t.NotCompletedAtEnd, "failed": t.Failed}
	for _, m := range r.Retries {
		for _, y := range m.Tries {
			f.Tries = append(f.Tries, try{m.Queue, m.Offset, y.Consumer, y.Queue, y.Offset, y.Start, y.End, y.Times, y.Result})
		}
	}
	for _, e := range r.Events {
		switch {
		case e.Kind == "notice":
			f.Notices = append(f.Notices, notice{e.T, e.Consumer, e.Broker})
		case e.Kind == "pull_answer":
			f.Refused = append(f.Refused, refusal{e.T, e.Consumer, e.More[0].(string), e.More[1].(int64)})
		}
	}
	f.Missing = t.NotCompletedPerQueue
	if o := t.Order; o != nil {
		f.Totals["steps_back"], f.Totals["jumps_ahead"], f.Totals["overlapping"] = o.StepsBack, o.JumpsAhead, o.Overlapping
	}
	for q, p := range r.Produced {
		f.Produced[q] = p.Count
	}
	f.Unowned, f.Double = t.MaxUnownedMS, t.MaxDoubleMS
	for q, s := range t.MaxSilenceMS {
		f.Silence[q] = silence{s[0], s[1]}
	}
	for c, n := range t.RebalanceRuns {
		f.Runs[c] = int64(n)
	}
	return f
}

// detail is what follows the target of a change of queue numbers.
func detail(a report.Action) string {
	list, _ := a.Detail.([]any)
	var b strings.Builder
	for _, v := range list {
		fmt.Fprint(&b, " ", v)
	}
	return b.String()
}

func stepsBack(rows []report.Committed) []stepBack {
	var out []stepBack
	last := map[string]int64{}
	for _, c := range rows {
		if before, ok := last[c.Queue]; ok && c.Offset < before {
			out = append(out, stepBack{c.T, c.Queue, before, c.Offset})
		}
		last[c.Queue] = c.Offset
	}
	return out
}

func persistsAfterThaw(r *report.Report) []persists {
	var out []persists
	for _, a := range r.Actions {
		if a.Word != "thaw" {
			continue
		}
		for _, q := range []string{"a/6", "a/7"} {
			p := persists{a.T, a.Target, q, 0}
			for _, c := range r.Commits {
				if c.Consumer != a.Target || c.T < a.T || c.T > a.T+1000 {
					continue
				}
				for _, pair := range c.Pairs {
					if pair.Queue == q {
						p.N++
					}
				}
			}
			out = append(out, p)
		}
	}
	return out
}

// orderly takes what concerns orderly consumers.
func (f *figures) orderly(r *report.Report) {
	left := map[string]int{}
	for _, o := range r.Ownership {
		if len(o.Dropped) > 0 || left[o.Consumer] > 0 {
			f.Left = append(f.Left, holding{o.T, o.Consumer, o.Dropped})
		}
		left[o.Consumer] = len(o.Dropped)
	}
	for _, e := range r.Events {
		switch e.Kind {
		case "lock":
			f.Locks = append(f.Locks, lock{e.T, e.Consumer, e.More[0].([]string), e.More[1].([]string)})
		case "unlock":
			f.Unlocks = append(f.Unlocks, holding{e.T, e.Consumer, e.More[0].([]string)})
		}
	}
}
