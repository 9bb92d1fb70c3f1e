package core_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

var (
	swarmSeeds = flag.Int("swarm", 1000, "how many seeds the swarm test draws")
	swarmFirst = flag.Int("seed", 1, "the first seed of the swarm test")
)

// The swarm: each seed draws a cluster, a group, its settings and what befalls
// it, plays it, and holds the run against what must be so whatever happens. A
// seed that fails is shrunk to the lines that matter and printed with the command
// that plays it again.
func TestSwarm(t *testing.T) {
	(&swarm{test: "TestSwarm", share: 1, short: 100, draw: drawSwarm, check: checkSwarm}).run(t)
}

// draw is the seed's source of choices.
type draw struct {
	s sim.Stream
	// suspends: the members know suspend().
	suspends bool
}

func newDraw(seed uint64, what string) *draw { return &draw{s: sim.NewStream(seed, "swarm", what)} }

func (d *draw) n(lo, hi int) int          { return int(d.s.Between(int64(lo), int64(hi))) }
func (d *draw) of(words ...string) string { return words[d.s.Below(int64(len(words)))] }
func (d *draw) chance(percent int) bool   { return d.s.Below(100) < int64(percent) }
func (d *draw) some(percent int, w string) string {
	if d.chance(percent) {
		return w
	}
	return ""
}

// drawSwarm draws a script. The last action is followed by time enough for the
// group to settle.
func drawSwarm(seed uint64) []string {
	d := newDraw(seed, "draw")
	lines := []string{fmt.Sprintf("seed %d", seed)}
	lines = append(lines, "net "+d.of("latency=1ms", "latency=500us jitter=2ms", "latency=20ms", "latency=5ms jitter=40ms"))
	topic := "topic orders"
	for _, b := range []string{"a", "b", "c"}[:d.n(1, 3)] {
		lines = append(lines, "broker "+b)
		topic += fmt.Sprintf(" %s:%d", b, d.n(1, 9))
	}
	lines = append(lines, topic, "producer orders rate="+d.of("1/s", "40/s", "300/s", "1000/s")+d.some(20, " size=16KiB"))
	mode := d.of(" commit=sync", " commit=async", " commit=interval:5s", " commit=interval:300ms", " mode=lite commit=lite-auto",
		" mode=lite commit=lite-sync-persist", " mode=pull every=700ms commit=interval", " mode=pop invisible=5s commit=interval",
		" mode=pull-all every=700ms commit=interval", " model=broadcasting", " client-rebalance=false", " client=go")
	work := d.of("1ms", "2ms..30ms", "exp:8ms", "400ms")
	if strings.Contains(mode, "pull") {
		work = "1ms" // one thread that works for long comes to its other queues late
	}
	strategy := d.of("averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go")
	if strings.Contains(mode, "pop") || strings.Contains(mode, "client-rebalance") {
		strategy = "averagely" // brokers know no other but the circle
	}
	listener := ""
	if !strings.Contains(mode, " mode=") && !strings.Contains(mode, "client-rebalance") {
		listener = d.some(30, " listener=orderly")
	}
	lines = append(lines, "group g topic=orders strategy="+strategy+listener+
		mode+" work="+work+" batch="+d.of("1", "3", "32")+" threads="+d.of("1", "4", "20")+
		d.some(20, " pull-batch=5")+d.some(20, " pull-interval=100ms")+d.some(20, " pull-threshold=50")+d.some(10, " from=first"))
	names := []string{"c1", "c2", "c3", "c4", "c5"}[:d.n(1, 5)]
	state := map[string]string{}
	d.suspends = !strings.Contains(mode, "mode=pull")
	for _, n := range names {
		client := d.some(15, " client=java4.9")
		if strings.Contains(mode, "pop") || strings.Contains(mode, "client") {
			client = ""
		}
		if !strings.Contains(mode, " mode") && !strings.Contains(mode, "client") && strategy != "consistent-hash" && d.chance(15) {
			client = " client=go" // its consistent hash is another
		}
		lines = append(lines, "consumer "+n+" group=g"+client+d.some(20, " start=300ms"))
	}
	at := 0
	for range d.n(0, 7) {
		at += d.n(200, 9000)
		lines = append(lines, d.action(names, state, &at))
	}
	// What is frozen is thawed, what is suspended goes on: the group must heal.
	for _, n := range names {
		if what := map[string]string{"frozen": "thaw", "suspended": "resume"}[state[n]]; what != "" {
			at += 1000
			lines = append(lines, fmt.Sprintf("at %dms %s %s", at, what, n))
			state[n] = ""
		}
	}
	settle := 50_000
	if listener != "" {
		// A killed holder's lock lasts for 60 s. A queue that comes back while it lies
		// dropped in the table, a message in its listener, is taken again only when no
		// pull was tried for 120 s; its lock may then be asked for in the next second.
		settle = 190_000
	}
	return append(lines, fmt.Sprintf("run %dms", at+settle))
}

// action draws one action that is possible in the present state.
func (d *draw) action(names []string, state map[string]string, at *int) string {
	n := d.of(names...)
	when := fmt.Sprintf("at %dms ", *at)
	switch {
	case d.chance(10):
		return when + fmt.Sprintf("burst orders %d", d.n(1, 2000))
	case d.chance(10):
		return when + "set orders rate=" + d.of("0/s", "5/s", "500/s")
	case d.chance(10):
		return when + "set g " + d.of("batch=8", "work=3ms", "threads=2", "strategy=averagely")
	case state[n] == "frozen":
		what := d.of("thaw", "kill")
		state[n] = map[string]string{"thaw": "", "kill": "gone"}[what]
		*at += 3000
		return when + what + " " + n
	case state[n] == "gone":
		state[n] = ""
		return when + "join " + n
	case state[n] == "suspended":
		what := d.of("resume", "kill", "leave")
		state[n] = map[string]string{"resume": "", "kill": "gone", "leave": "gone"}[what]
		*at += 3000
		return when + what + " " + n
	case d.suspends && d.chance(15):
		state[n] = "suspended"
		return when + "suspend " + n
	}
	switch what := d.of("kill", "leave", "freeze", "restart"); what {
	case "freeze":
		state[n] = "frozen"
		*at += d.n(0, 1) * 130_000
		return when + "freeze " + n
	case "restart":
		*at += 5000
		return when + "restart " + n + " down=2s"
	default:
		state[n] = "gone"
		*at += 3000
		return when + what + " " + n
	}
}

// checkSwarm plays a script and reports the first thing that must not be.
func checkSwarm(lines []string) error {
	text := strings.Join(lines, "\n") + "\n"
	parsed, err := script.Parse(text)
	if err != nil {
		return fmt.Errorf("script: %w", err)
	}
	s, err := core.LoadScript(parsed)
	if err != nil {
		return err
	}
	half := s.End() / 2
	v := core.View{Topic: -1}
	for at := time.Duration(0); at < s.End(); at += 1370 * time.Millisecond {
		s.Advance(at)
		s.View(&v)
		if err := checkView(&v); err != nil {
			return fmt.Errorf("at %v: %w", at, err)
		}
	}
	s.Advance(s.End())
	s.View(&v)
	if err := checkView(&v); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	if err := checkCauses(s.Log()); err != nil {
		return err
	}
	if err := checkSettled(&v); err != nil {
		return err
	}
	// Locks keep two owners apart, but for one that sleeps past its lock's 60 s.
	if strings.Contains(text, "listener=orderly") && !strings.Contains(text, "freeze") && !strings.Contains(text, "java4.9") && v.DoubleMax > 0 {
		return fmt.Errorf("two owners of a locked queue for %v", v.DoubleMax)
	}
	return checkReplay(s, half)
}

// checkView: the ledger balances, the offsets lie in the log, and the view's
// queues, consumers and counters tell the same story.
func checkView(v *core.View) error {
	var causes, dups int64
	for _, n := range v.ByCause {
		causes += n
	}
	held := make([]int, len(v.Queues))
	for i := range v.Consumers {
		for _, q := range v.Consumers[i].Holds {
			held[q]++
		}
	}
	double, disorder := 0, int64(0)
	for i := range v.Queues {
		q := &v.Queues[i]
		disorder += q.Disorder
		dups += q.Duplicates
		if q.Doubled() {
			double++
		}
		switch {
		case q.Committed > q.End || q.Committed < q.Min:
			return fmt.Errorf("queue %s: committed %d outside its log %d..%d", q.Name, q.Committed, q.Min, q.End)
		case q.Highest > q.End:
			return fmt.Errorf("queue %s: completed up to %d of %d", q.Name, q.Highest, q.End)
		case held[i] != len(q.Owners):
			return fmt.Errorf("queue %s: %d owners, but %d consumers hold it", q.Name, len(q.Owners), held[i])
		}
	}
	switch {
	case v.Completions != v.Distinct+v.Duplicates:
		return fmt.Errorf("%d completions, but %d distinct + %d duplicates", v.Completions, v.Distinct, v.Duplicates)
	case causes != v.Duplicates || v.ByCause[ledger.CauseNone] != 0:
		return fmt.Errorf("%d duplicates, but causes for %d", v.Duplicates, causes)
	case dups != v.Duplicates:
		return fmt.Errorf("%d duplicates, but %d by queue", v.Duplicates, dups)
	case double != v.Double:
		return fmt.Errorf("%d queues held twice, but the ledger says %d", double, v.Double)
	case disorder != v.Disorder:
		return fmt.Errorf("%d out of order, but %d by queue", v.Disorder, disorder)
	case v.Backlog < 0 || v.Distinct+v.Skipped > v.Produced*int64(max(1, len(v.Consumers))):
		return fmt.Errorf("produced %d, distinct %d, skipped %d", v.Produced, v.Distinct, v.Skipped)
	}
	return checkHarms(v)
}

// checkCauses: causes come before effects, and each run of duplicates has one.
func checkCauses(l *trace.Log) error {
	for _, e := range l.Events() {
		if e.Cause >= e.ID {
			return fmt.Errorf("event %d (%s) is caused by %d", e.ID, e.Kind, e.Cause)
		}
		if (e.Kind == trace.KindDuplicates || e.Kind == trace.KindDisorder) && (e.Cause == 0 || e.C == 0) {
			return fmt.Errorf("event %d: %s without a cause", e.ID, e.Kind)
		}
	}
	return nil
}

// checkSettled: with equal settings and nobody frozen or suspended any more, 45 s
// after the last change every queue has exactly one owner, or where everybody has
// all queues as many as live: a notice acts within a second, and what no notice
// tells is found at the next 20 s tick.
func checkSettled(v *core.View) error {
	live, beside := 0, 0
	for i := range v.Consumers {
		c := &v.Consumers[i]
		if c.State == core.ConsumerFrozen || c.Suspended {
			return nil // only in what shrinking leaves: nothing is promised
		}
		if c.State == core.ConsumerRunning || c.State == core.ConsumerAckWait || c.State == core.ConsumerLockWait {
			live++
			if c.Broadcast || c.Mode == "pop" || c.Mode == "pull-all" {
				beside++
			}
		}
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		want := min(live-beside, 1) + beside
		if !q.Readable {
			want = 0
		}
		n := len(q.Owners)
		// Whoever is behind what the broker keeps is refused again and again: it lets
		// the queue go with the corrected offset and takes it back at once, which
		// RebalanceService's least interval of a second can delay.
		if n == 0 && want == 1 && q.Harms.Skipped > 0 && q.UnownedFor <= 1100*time.Millisecond {
			continue
		}
		if n != want {
			return fmt.Errorf("queue %s (readable %v) has %d owners at the end, with %d live consumers, %d of which have all queues", q.Name, q.Readable, n, live, beside)
		}
	}
	return nil
}

// checkReplay: going back and forth, and a fork, give the same digest.
func checkReplay(s *core.Sim, half time.Duration) error {
	want := s.Digest()
	if err := s.Seek(half); err != nil {
		return err
	}
	f, err := s.Fork()
	if err != nil {
		return err
	}
	s.Advance(s.End())
	f.Advance(f.End())
	if s.Digest() != want || f.Digest() != want {
		return fmt.Errorf("digest %s straight, %s after a seek, %s of a fork", want, s.Digest(), f.Digest())
	}
	return nil
}

// A swarm whose scripts are refused would play nothing.
func TestSwarmScriptsArePossible(t *testing.T) {
	for _, draw := range []func(uint64) []string{
		drawSwarm, drawServers, drawMixed, func(seed uint64) []string { return wellAgain(drawFailures(seed)) },
	} {
		for seed := range uint64(200) {
			lines := strings.Join(draw(seed), "\n") + "\n"
			_, err := script.Parse(lines)
			require.NoError(t, err, lines)
		}
	}
}
