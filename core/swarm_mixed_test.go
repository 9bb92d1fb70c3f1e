package core_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringside/core"
	"ringside/core/script"
)

// TestSwarmOfMixtures is the swarm over groups whose members differ in everything
// that upstream lets differ: mode, message model, listener, client, strategy,
// topics, tags, client id, settings; and over everything that a script can do to
// them. Little is promised of such groups, but nothing may panic, hang or
// disappear from the account.
func TestSwarmOfMixtures(t *testing.T) {
	(&swarm{test: "TestSwarmOfMixtures", share: 2, short: 50, draw: drawMixed, check: checkMixed}).run(t)
}

// ways are ways to get messages, as settings of a member or of its group.
var ways = []string{
	"", "", "listener=orderly", "mode=pull every=700ms", "mode=pull-all every=300ms", "mode=lite", "mode=lite commit=lite-sync",
	"mode=lite commit=lite-sync-persist", "mode=pop", "mode=pop pop-share=1", "mode=pop invisible=5s", "mode=pop fail=50%", "client-rebalance=false",
	"client=go", "client=go listener=orderly", "client=go model=broadcasting", "client=go model=broadcasting listener=orderly", "client=go2.0.0-rc",
	"client=java4.9", "client=java4.9 listener=orderly", "client=java4.9 model=broadcasting", "client=java4.9 mode=lite",
	"model=broadcasting", "model=broadcasting listener=orderly", "model=broadcasting offset-file=held", "mode=lite model=broadcasting", "mode=pull model=broadcasting",
	"commit=sync", "commit=async", "tag=A", "mode=pop tag=A", "mode=lite tag=B", "fail=20%", "fail=100% max-reconsume=1", "listener=orderly fail=30%",
	"listener=orderly fail=100% max-reconsume=2", "batch=32 work=300ms", "threads=1 work=400ms", "interrupt=finish await=3s work=2s", "work=exp:8ms pull-batch=5",
	"pull-threshold=50", "start=300ms", "strategy=averagely-by-circle", "strategy=consistent-hash", "client=go strategy=consistent-hash", "topic=U", "topic=U mode=pop", "topic=W mode=lite",
	"id=127.0.0.1@c1", "id=127.0.0.1@c1 model=broadcasting", "from=timestamp:5s", "mode=pop from=first",
}

func drawMixed(seed uint64) []string {
	d := newDraw(seed, "mixtures")
	lines := []string{fmt.Sprintf("seed %d", seed), "net " + d.of("latency=1ms", "latency=500us jitter=2ms", "latency=20ms", "latency=5ms jitter=40ms")}
	f := &mixed{draw: d, servers: []string{"a", "b", "n1"}}
	if lines = append(lines, "nameserver n1"); d.chance(30) {
		lines, f.servers = append(lines, "nameserver n2"), append(f.servers, "n2")
	}
	lines = append(lines, "broker a room=x", "broker b room=y")
	if d.chance(30) {
		lines, f.servers = append(lines, "broker s master=a slave-read="+d.of("yes", "no")), append(f.servers, "s")
	}
	lines = append(lines, fmt.Sprintf("topic T a:%d b:%d/%d", d.n(1, 6), d.n(1, 6), d.n(1, 6))+d.some(20, " memory=no"), "topic U a:2", "topic W b:3",
		"producer T rate="+d.of("1/s", "20/s", "300/s")+" tags=A:1,B:1", "producer U rate=5/s")
	lines = fitting(lines, "group g topic=T"+d.some(40, ",U")+" "+d.of(ways...)+d.some(20, " retry-queues=2"), "group g topic=T")
	f.names = []string{"c1", "c2", "c3", "c4"}[:d.n(1, 4)]
	for _, n := range f.names {
		lines = fitting(lines, "consumer "+n+" group=g "+d.of(ways...), "consumer "+n+" group=g")
	}
	if d.chance(20) {
		lines = append(lines, "group h topic=T,U", "consumer h1 group=h")
	}
	for range d.n(2, 12) {
		f.at += d.n(100, 20_000)
		lines = fitting(lines, fmt.Sprintf("at %dms ", f.at)+f.action())
	}
	return append(lines, fmt.Sprintf("run %dms", f.at+d.n(5, 100)*1000))
}

// mixed draws actions; those that are not possible are left out (fitting).
type mixed struct {
	*draw
	servers, names []string
	at             int
}

func (f *mixed) action() string {
	c, s, topic := f.of(f.names...), f.of(f.servers...), f.of("T", "U", "W")
	switch f.n(0, 9) {
	case 0, 1:
		return f.of("leave "+c, "kill "+c, "freeze "+c, "thaw "+c, "restart "+c+" down=2s"+f.some(50, " how=kill"), "join "+c, "join c9 group=g "+f.of(ways...))
	case 2, 3:
		return f.of("join "+c, "thaw "+c, "resume "+c)
	case 4:
		return f.of("suspend "+c, "suspend "+c, "resume "+c)
	case 5:
		return f.of("subscribe "+c+" "+topic, "subscribe "+c+" "+topic+" tag=A", "unsubscribe "+c+" "+topic)
	case 6:
		all := append(slices.Clone(f.servers), f.names...)
		a, b := f.of(all...), f.of(all...)
		return f.of("stop "+s, "kill "+s, "freeze "+s, "thaw "+s, "restart "+s+" down=3s", "start "+s, "cut "+a+" "+b, "heal "+a+" "+b)
	case 7:
		return f.of(fmt.Sprintf("scale %s %s:%d/%d", topic, f.of("a", "b"), f.n(0, 8), f.n(0, 8)), "perm "+topic+" "+f.of("a", "b")+" "+f.of("r", "w", "rw"),
			"reset-offset g "+topic+" "+f.of("first", "last", "7", "timestamp:3s"), fmt.Sprintf("expire %s %d", topic, f.n(1, 500)), fmt.Sprintf("burst %s %d", f.of("T", "U"), f.n(1, 3000)))
	case 8:
		return "set g " + f.setting()
	}
	return "set " + c + " " + f.setting()
}

func (f *mixed) setting() string {
	return f.of("batch=8", "work=3s", "work=1ms", "threads=1", "threads=20", "fail=50%", "fail=0%", "fail-every=3", "tag=A", "tag=*", "mode=lite", "mode=pull", "mode=pull-all", "mode=push",
		"mode=pop", "client=go", "client=java5", "client=java4.9", "listener=orderly", "listener=concurrent", "strategy=averagely", "strategy=consistent-hash", "pop-share=1",
		"client-rebalance=false", "commit=sync", "commit=interval", "from=first", "max-reconsume=0", "pull-threshold=1", "span=1", "pull-batch=1", "send-back-fail=100%",
		"invisible=5s", "every=50ms", "pull-interval=2s")
}

// checkMixed plays a script and reports the first thing that must not be.
func checkMixed(lines []string) error {
	parsed, err := script.Parse(strings.Join(lines, "\n") + "\n")
	if err != nil {
		return fmt.Errorf("script: %w", err)
	}
	s, err := core.LoadScript(parsed)
	if err != nil {
		return err
	}
	v := core.View{Topic: -1}
	for at := time.Duration(0); at <= s.End(); at += 3370 * time.Millisecond {
		s.Advance(at)
		s.View(&v)
		if err := checkLedger(&v); err != nil {
			return fmt.Errorf("at %v: %w", at, err)
		}
		if err := checkOwners(&v); err != nil {
			return fmt.Errorf("at %v: %w", at, err)
		}
	}
	half := s.End() / 2
	s.Advance(s.End())
	s.View(&v)
	if err := checkLedger(&v); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	if err := checkCauses(s.Log()); err != nil {
		return err
	}
	return checkReplay(s, half)
}

// checkOwners: queues and consumers tell the same story of who holds what, and
// the ledger knows the queues that two sharers hold.
func checkOwners(v *core.View) error {
	held, double := make([]int, len(v.Queues)), 0
	for i := range v.Consumers {
		for _, q := range v.Consumers[i].Holds {
			held[q]++
		}
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		if held[i] != len(q.Owners) {
			return fmt.Errorf("queue %s: %d owners, but %d consumers hold it", q.Name, len(q.Owners), held[i])
		}
		if q.Doubled() {
			double++
		}
	}
	if double != v.Double {
		return fmt.Errorf("%d queues held twice, but the ledger says %d", double, v.Double)
	}
	return nil
}
