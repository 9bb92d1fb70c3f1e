package core_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/report"
	"ringside/core/trace"
)

// Members of one group that get their messages in different ways. Upstream lets
// it happen; nothing detects it. The ledger goes on counting: see its package's
// documentation.
var members = []string{
	"", " model=broadcasting", " listener=orderly", " mode=pop invisible=5s", " mode=pull", " mode=pull-all", " mode=lite",
	" client=go", " client=go model=broadcasting", " client=java4.9", " client-rebalance=false",
}

func TestMixedMembersAreCountedTruthfully(t *testing.T) {
	befalls := []string{"", "at 20s kill c1\n", "at 20s freeze c1\nat 60s thaw c1\n", "at 20s leave c1\nat 30s join c1\n"}
	if testing.Short() {
		befalls = befalls[:1]
	}
	for _, a := range members {
		for _, b := range members {
			for _, happens := range befalls {
				text := "broker a\nbroker b\ntopic T a:4 b:4\nproducer T rate=40/s\ngroup g topic=T\nconsumer c1 group=g" + a +
					"\nconsumer c2 group=g" + b + "\nconsumer c3 group=g" + a + "\n" + happens + "run 80s\n"
				if err := checkMixture(t, text); err != nil {
					t.Errorf("%v\n%s", err, text)
				}
			}
		}
	}
}

// checkMixture plays a script and holds the ledger against an account of its
// own: who completed what, by receiver (see package ledger).
func checkMixture(t *testing.T, text string) error {
	s := load(t, text)
	rec := report.New(s.Script().Scenario(), s.Log())
	type message struct {
		receiver string
		queue    int32
		offset   int64
	}
	done := map[message]bool{}
	receivers := map[int32]string{} // "" shares the queues
	for _, c := range s.Script().Scenario().Consumers {
		if c.Settings.Model == "broadcasting" {
			receivers[indexOf(s.Log().Consumers, c.Name)] = c.ID
		}
	}
	s.Tail(func(e *trace.Event) {
		rec.Observe(e)
		if e.Kind == trace.KindComplete {
			for o := e.A; o < e.A+e.B; o++ {
				done[message{receivers[e.Consumer], e.Queue, o}] = true
			}
		}
	})
	v := core.View{Topic: -1}
	for at := s.End() / 20; at <= s.End(); at += s.End() / 20 {
		s.Advance(at)
		s.View(&v)
		if err := checkLedger(&v); err != nil {
			return fmt.Errorf("at %v: %w", at, err)
		}
		if v.Distinct != int64(len(done)) {
			return fmt.Errorf("at %v: %d distinct, but %d were completed", at, v.Distinct, len(done))
		}
	}
	var b strings.Builder
	rec.Summary(&b, "x", s.End(), s.Totals())
	if strings.Contains(b.String(), "backlog: -") {
		return fmt.Errorf("a negative backlog in\n%s", b.String())
	}
	return checkCauses(s.Log())
}

func indexOf(names []string, name string) int32 {
	for i, n := range names {
		if n == name {
			return int32(i)
		}
	}
	return -1
}

// One that broadcasts beside two that share: 40 messages a second for 200 s are
// due to the sharers and, from its first second on, to the third as well. The
// third counts in the allocation, so the two share out what averagely leaves
// them of 8 queues by 3 members: 3 and 2. The queues of the third (a/3, b/0, b/1)
// are read by it for itself alone, so their 3 × 1,000 messages stay due.
func TestBroadcastingBesideClustering(t *testing.T) {
	s := load(t, "broker a\nbroker b\ntopic T a:4 b:4\nproducer T rate=40/s\ngroup g topic=T\nconsumer c1 group=g\nconsumer c2 group=g model=broadcasting\nconsumer c3 group=g\nrun 200s\n")
	s.Advance(s.End())
	v := core.View{Topic: -1}
	s.View(&v)
	assert.InDelta(t, 3000, v.Backlog, 2, "those of the last instant more")
	require.Zero(t, v.Skipped)
}

// A member that joins from the page, of another kind than the rest, is one more
// line of the script and a replay: what is due to whom is told anew from the start.
func TestMixedMembersJoinFromThePage(t *testing.T) {
	for _, m := range members {
		s := load(t, "broker a\nbroker b\ntopic T a:4 b:4\nproducer T rate=40/s\ngroup g topic=T\nconsumer c1 group=g\nconsumer c2 group=g\nrun 120s\n")
		s.Advance(30 * s.End() / 120)
		require.NoError(t, s.Apply("join c4 group=g"+m))
		v := core.View{Topic: -1}
		for s.Now() < s.End() {
			s.View(&v)
			require.NoError(t, checkLedger(&v), m)
			require.NoError(t, checkOwners(&v), m)
			s.Advance(s.Now() + s.End()/12)
		}
		// 80 s × 40/s for whoever came later, and at least that for the sharers together:
		// those queues that fall to one which does not share stay behind.
		require.Greater(t, v.Distinct, int64(3200), m)
	}
}
