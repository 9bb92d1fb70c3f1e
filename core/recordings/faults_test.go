package recordings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
)

// open loads a script to be stepped through.
func open(t *testing.T, name string) *core.Sim {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".ringside"))
	require.NoError(t, err)
	sim, err := core.Load(string(text))
	require.NoError(t, err)
	return sim
}

// TestSendErrors: sends that failed, one by one as the recorder's producer sends
// (to a queue it chooses itself, without retries), until its own route poll. The
// tolerance is what its rate gives in 0.5 s, twice that where half of its sends
// fail: the recorder's poll and stop came up to 0.1 s later than the script's.
func TestSendErrors(t *testing.T) {
	for name, want := range map[string]int64{
		"queues-in-at-once": 782, "broker-restart": 406, "broker-kill": 475, "broker-freeze-join": 27,
		"queues-out": 0, "queues-in-careful": 0, "broker-added": 0, "namesrv-down": 0,
	} {
		rec, sim := load(t, name), play(t, name)
		require.Equal(t, want, rec.Errors, name)
		tolerance := 15.0
		if want == 0 {
			tolerance = 0
		}
		if name == "broker-freeze-join" {
			tolerance = 5 // five of them failed at once, on a connection just given up (RemotingSendRequestException)
		}
		assert.InDelta(t, want, sim.Errors, tolerance, name)
	}
}

// TestBrokerKill: a killed broker comes back with the offsets of its last flush.
// Recorded: 32 to 34 messages of each of its queues again, which at 6.75 a second
// are 4.8 to 5.0 s of work; the stored offsets went back by 25 and more (seen
// when they had climbed for a moment).
func TestBrokerKill(t *testing.T) {
	rec, sim := load(t, "broker-kill"), play(t, "broker-kill")
	for _, q := range []string{"b/0", "b/1", "b/2", "b/3"} {
		n := rec.again("broker-start", "b", q)
		assert.GreaterOrEqual(t, n, int64(32), q)
		assert.LessOrEqual(t, n, int64(34), q)
		// One message either way: what is in flight at the kill.
		assert.InDelta(t, n, sim.again("broker-start", "b", q), 2, q)
	}
	require.Len(t, rec.Backs, 4)
	for _, b := range rec.Backs {
		i := slices.IndexFunc(sim.Backs, func(s stepBack) bool { return s.Queue == b.Queue })
		require.GreaterOrEqual(t, i, 0, b.Queue)
		// Recorded on a poll each 750 ms, thinned to one a second: 7 messages.
		assert.InDelta(t, b.From, sim.Backs[i].From, 8, b.Queue)
		assert.LessOrEqual(t, sim.Backs[i].To, b.To, b.Queue)
	}
}

// TestOverlapsOfFaults: what two owners worked on at once while brokers came and
// members were not yet known everywhere; 1.5 s at 5.6 to 6.75 messages a second
// and queue is about 10, twice that where the producer had only four queues.
func TestOverlapsOfFaults(t *testing.T) {
	for name, queues := range map[string][]string{"broker-restart": {"a/2", "a/3"}, "broker-added": {"a/3", "b/0", "b/1", "b/2", "b/3"}} {
		rec, sim := load(t, name), play(t, name)
		for _, q := range queues {
			var want, got int64
			for _, r := range rec.Again {
				want += r.PerQueue[q]
			}
			for _, r := range sim.Again {
				got += r.PerQueue[q]
			}
			// A message on its way more or less, and a second's messages where the
			// old owner's last commit came in before or after the new one asked.
			assert.InDelta(t, want, got, 10, "%s %s", name, q)
		}
	}
}

// TestNameServerDown: start() throws while no name server answers; a restarted
// name server is empty until the broker's next registration. Running members do
// not notice.
func TestNameServerDown(t *testing.T) {
	rec, sim := load(t, "namesrv-down"), play(t, "namesrv-down")
	assert.InDelta(t, rec.Life["c3"]["start_failed"], sim.Life["c3"]["start_failed"], promptly)
	assert.NotContains(t, sim.Life["c3"], "started")
	late := "c3.2"
	assert.InDelta(t, rec.Life[late]["started"], sim.Life[late]["started"], promptly, "start() returns without a route (17)")
	// Its first tick asks for the route again, 20 s after the client was made, and
	// finds it; its heartbeat makes it a member, the rebalance after the next second
	// gives it its queues.
	assert.InDelta(t, rec.Life[late]["first_heartbeat"], sim.Life[late]["first_heartbeat"], promptly)
	assert.InDelta(t, rec.Life[late]["first_rebalance"], sim.Life[late]["first_rebalance"], promptly)

	s := open(t, "namesrv-down")
	s.Advance(s.End())
	var at []int64
	for _, e := range s.Log().Events() {
		if e.Kind == trace.KindRouteError && s.Log().Consumers[e.Consumer] == "c1" {
			at = append(at, e.At/int64(time.Millisecond))
		}
	}
	// Recorded: c1 keeps its route through the 17 of its poll at 120 s (and the one
	// of 90 s, when the name server was only just coming up, failed).
	require.Len(t, at, 1)
	assert.InDelta(t, 120_000+rec.Shift, at[0], promptly)
}

// TestVanishedQueues: what was not read when readQueueNums went down stays in the
// store, neither lost nor delivered, until it is raised again. Recorded: a/6 and
// a/7 were never read after 3.7 s, because c3's pulls were refused, and came from
// 123 s on.
func TestVanishedQueues(t *testing.T) {
	s, v := open(t, "queues-in-at-once"), core.View{Topic: -1}
	waiting := func() int64 {
		n := int64(0)
		for _, q := range v.Queues {
			if q.ID >= 4 {
				n += q.End - q.Committed
			}
		}
		return n
	}
	s.Advance(100 * time.Second)
	s.View(&v)
	// Produced in 34 s at 7.5 a second and queue, less what was read in the first
	// 3 s: about 220 of each.
	assert.InDelta(t, 2*220, v.Unreadable, 40)
	assert.InDelta(t, v.Unreadable, waiting(), 4, "less what was completed and not stored")
	assert.Zero(t, v.Skipped)
	for _, q := range v.Queues {
		assert.Equal(t, q.ID < 4, q.Readable, q.Name)
	}
	s.Advance(s.End())
	s.View(&v)
	assert.Zero(t, v.Unreadable)
	assert.Zero(t, waiting())
	assert.Zero(t, v.Skipped)
}

// TestHeldPullsOfVanishedQueues: pulls of queues that readQueueNums has cut are
// answered 29, and one that is held only when its hold ends: recorded 14.9 to
// 17.9 s later.
func TestHeldPullsOfVanishedQueues(t *testing.T) {
	s := open(t, "queues-in-careful")
	s.Advance(s.End())
	refused := map[string]int64{}
	for _, e := range s.Log().Events() {
		if e.Kind == trace.KindRefused && e.A == 29 {
			if q := s.Log().Queues[e.Queue]; refused[q] == 0 {
				refused[q] = e.At / int64(time.Millisecond)
			}
		}
	}
	require.Len(t, refused, 4)
	for q, at := range refused {
		assert.Greater(t, at, int64(80_000+2003), q)
		assert.LessOrEqual(t, at, int64(80_000+2003+20_000), "%s: 15 s old at a check every 5 s", q)
	}
}

// TestBrokerFreezeJoin: a broker that hangs costs each request its time-out. Up
// to the thaw the recorded steps are followed; what the broker lists afterwards is
// a race inside it (which of the connections given up it closes before it comes
// to the heartbeats on them), so there only the kind of harm is compared.
func TestBrokerFreezeJoin(t *testing.T) {
	rec, sim := load(t, "broker-freeze-join"), play(t, "broker-freeze-join")
	thaw := rec.Actions[len(rec.Actions)-1].T
	before := func(f *figures, c string) (out []allocation) {
		for _, a := range f.allocations(c, false) {
			for _, at := range append([]int64{a.T}, a.Again...) {
				if at < thaw {
					a.T = at
					out = append(out, a)
				}
			}
		}
		return out
	}
	for _, c := range rec.Consumers {
		want, got := before(rec, c), before(sim, c)
		require.Equal(t, keys(want), keys(got), "allocations of %s", c)
		for i := range want {
			// The seed asks the recorded brokers; a time-out of 3 s more or less would
			// be seen. Up to 0.6 s come from the host at the first starts.
			assert.InDelta(t, want[i].T, got[i].T, loosely, "%s %s", c, want[i].key())
		}
	}
	// c3's start() waits out the heartbeat to b.
	assert.InDelta(t, rec.Life["c3"]["started"], sim.Life["c3"]["started"], promptly)
	// It can read no offset of b's queues before the thaw.
	assert.Greater(t, sim.Life["c3"]["first_pull"], thaw)

	twice := func(f *figures) bool {
		return slices.ContainsFunc(f.Members, func(m membership) bool {
			ids := slices.Sorted(slices.Values(m.IDs))
			return m.Broker == "b" && m.T >= thaw && len(slices.Compact(slices.Clone(ids))) < len(ids)
		})
	}
	assert.True(t, twice(rec), "recorded")
	assert.True(t, twice(sim), "b lists ids of connections that the clients gave up")
	wrong := func(f *figures) (n int) {
		for _, a := range f.Allocs {
			if a.T > thaw && !a.Retry && strings.Join(a.IDs, " ") != "c1 c2 c3" {
				n += 1 + len(a.Again)
			}
		}
		return n
	}
	assert.Positive(t, wrong(rec))
	assert.Positive(t, wrong(sim), "shares computed from such a list")
	for _, f := range []*figures{rec, sim} {
		longest := int64(0)
		for _, ms := range f.Unowned {
			longest = max(longest, ms)
		}
		assert.Greater(t, longest, int64(16_000), "queues without an owner until the next tick")
	}
}
