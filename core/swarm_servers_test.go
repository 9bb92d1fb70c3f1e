package core_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ringside/core"
	"ringside/core/script"
)

// TestSwarmOfServers is the swarm with faults of brokers, name servers, links and
// queue numbers beside those of consumers. In the end everything runs and is
// connected again.
func TestSwarmOfServers(t *testing.T) {
	(&swarm{test: "TestSwarmOfServers", share: 5, short: 20, draw: drawServers, check: checkServers}).run(t)
}

// settle is how long after the last change the group must have healed: what a
// broker does not see (a partition, connections given up while it hung) lasts 120 s
// and a scan, then 30 s for a route and 20 s for a tick; and a second for the rest.
const settle = (120 + 10 + 30 + 20 + 20) * time.Second

// drawServers draws a script with server faults.
func drawServers(seed uint64) []string {
	d := newDraw(seed, "servers")
	lines := []string{fmt.Sprintf("seed %d", seed), "net " + d.of("latency=1ms", "latency=500us jitter=2ms", "latency=20ms")}
	servers := []string{"a", "b", "n1", "n2"}[:3+d.n(0, 1)]
	for _, s := range servers[2:] {
		lines = append(lines, "nameserver "+s)
	}
	topic := "topic orders"
	for _, b := range servers[:2] {
		lines = append(lines, "broker "+b+d.some(20, " notices=batched")+d.some(10, " beyond-end=first"))
		topic += fmt.Sprintf(" %s:%d", b, d.n(1, 5))
	}
	lines = append(lines, "broker a-s master=a slave-read="+d.of("yes", "no")+d.some(40, " acting-master=yes"))
	if d.chance(20) {
		lines = append(lines, "timers message-life="+d.of("20s", "90s"))
	}
	lines = append(lines, topic, "producer orders rate="+d.of("1/s", "20/s", "100/s")+d.some(50, " retries=0"))
	lines = append(lines, "group g topic=orders work="+d.of("1ms", "2ms..30ms")+" threads="+d.of("1", "20")+
		d.of(" commit=sync", " commit=async", " commit=interval:5s", " commit=sync listener=orderly", " commit=interval:5s listener=orderly",
			" mode=pop invisible=5s commit=interval:5s", " client=java4.9", " client=go", " mode=lite commit=lite-auto", " mode=pull every=700ms",
			" mode=pull-all every=700ms", " model=broadcasting", " client-rebalance=false", " client=go model=broadcasting"))
	names := []string{"c1", "c2", "c3"}[:d.n(1, 3)]
	for _, n := range names {
		lines = append(lines, "consumer "+n+" group=g"+d.some(20, " start=300ms"))
	}
	f := &faults{draw: d, servers: append(servers, "a-s"), all: append(append([]string{"a-s", "producer:orders"}, servers...), names...), state: map[string]string{}, cut: map[string]bool{}}
	consumers := map[string]string{}
	for range d.n(1, 7) {
		f.at += d.n(200, 25_000)
		if d.chance(25) {
			lines = append(lines, d.action(names, consumers, &f.at))
			continue
		}
		lines = append(lines, f.fault())
	}
	lines = append(lines, f.repair()...)
	for _, n := range names {
		if consumers[n] == "frozen" {
			f.at += 1000
			lines = append(lines, fmt.Sprintf("at %dms thaw %s", f.at, n))
		}
	}
	// A producer that gives a connection up sooner than its send tries again elsewhere.
	if d.chance(30) {
		lines = append(lines, "timers connect-timeout="+d.of("500ms", "1s"))
	}
	return append(lines, fmt.Sprintf("run %dms", f.at+int(settle.Milliseconds())))
}

// faults draws what happens to servers and remembers what is broken.
type faults struct {
	*draw
	servers, all []string
	state        map[string]string
	cut          map[string]bool
	order        []string // of links that were cut
	throttled    []string
	at           int
}

func (f *faults) fault() string {
	when := fmt.Sprintf("at %dms ", f.at)
	s := f.of(f.servers...)
	switch {
	case f.chance(25):
		a, b := f.of(f.all...), f.of(f.all...)
		link := min(a, b) + " " + max(a, b)
		if a == b || f.cut[link] {
			return when + "burst orders 10"
		}
		f.cut[link] = true
		f.order = append(f.order, link)
		return when + "cut " + link
	case f.chance(20) && f.state["b"] == "":
		return when + fmt.Sprintf("scale orders b:%d/%d", f.n(0, 6), f.n(1, 6))
	case f.chance(10) && f.state["b"] == "":
		return when + "perm orders b " + f.of("r", "w", "rw")
	case f.state[s] == "frozen":
		f.state[s] = ""
		return when + "thaw " + s
	case f.state[s] == "down" && len(s) == 1 && f.chance(50):
		return when + "truncate " + s + " " + f.of("1", "30", "200ms", "20s")
	case f.state[s] == "down":
		f.state[s] = ""
		return when + "start " + s
	}
	if len(s) == 1 && f.chance(15) {
		f.throttled = append(f.throttled, s)
		return when + "throttle " + s + " " + f.of("busy", "flow-control", "off")
	}
	what := f.of("stop", "kill", "freeze", "restart")
	switch what {
	case "restart":
		f.at += 4000
		return when + "restart " + s + " down=3s"
	case "freeze":
		f.state[s] = "frozen"
		f.at += f.n(0, 1) * 60_000
	default:
		f.state[s] = "down"
	}
	return when + what + " " + s
}

// repair mends everything.
func (f *faults) repair() (lines []string) {
	add := func(what string) {
		f.at += 500
		lines = append(lines, fmt.Sprintf("at %dms %s", f.at, what))
	}
	for _, s := range f.servers {
		switch f.state[s] {
		case "frozen":
			add("thaw " + s)
		case "down":
			add("start " + s)
		}
	}
	for _, b := range f.throttled {
		add("throttle " + b + " off")
	}
	for _, l := range f.order {
		add("heal " + l)
	}
	f.at += 4000
	add("perm orders b rw")
	return lines
}

// checkServers is checkSwarm for such a script.
func checkServers(lines []string) error {
	parsed, err := script.Parse(strings.Join(lines, "\n") + "\n")
	if err != nil {
		return fmt.Errorf("script: %w", err)
	}
	s, err := core.LoadScript(parsed)
	if err != nil {
		return err
	}
	v := core.View{Topic: -1}
	for at := time.Duration(0); at < s.End(); at += 3370 * time.Millisecond {
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
	if len(v.Cuts) > 0 || !allUp(&v) {
		return fmt.Errorf("script: it ends before all is mended")
	}
	// The loop of mode=pull-all keeps the queues that it fetched when it began.
	if err := checkSettled(&v); err != nil && !strings.Contains(strings.Join(lines, " "), "mode=pull-all") {
		return err
	}
	return checkReplay(s, s.End()/2)
}

func allUp(v *core.View) bool {
	for i := range v.Brokers {
		if b := &v.Brokers[i]; !b.Up || b.Frozen {
			return false
		}
	}
	for i := range v.NameServers {
		if n := &v.NameServers[i]; !n.Up || n.Frozen {
			return false
		}
	}
	return true
}
