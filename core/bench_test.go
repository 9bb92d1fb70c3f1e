package core_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"ringside/core"
)

// cluster writes a script: so many brokers with queues each, so many consumers.
func cluster(brokers, queuesEach, consumers, rate int, group string, run time.Duration) string {
	var b strings.Builder
	for i := range brokers {
		fmt.Fprintf(&b, "broker b%02d\n", i)
	}
	b.WriteString("topic orders")
	for i := range brokers {
		fmt.Fprintf(&b, " b%02d:%d", i, queuesEach)
	}
	fmt.Fprintf(&b, "\nproducer orders rate=%d/s\ngroup g topic=orders %s\n", rate, group)
	for i := range consumers {
		fmt.Fprintf(&b, "consumer c%03d group=g\n", i)
	}
	fmt.Fprintf(&b, "run %s\n", run)
	return b.String()
}

// BenchmarkDeliveries measures simulated deliveries per second on one core in
// steady state: production, pull, listener, commit and ledger included.
func BenchmarkDeliveries(b *testing.B) {
	for _, c := range []struct{ name, script string }{
		{"drain-3x8", cluster(1, 8, 3, 100_000, "work=100us threads=20 batch=32", 24*time.Hour)},
		{"pop-3x8", cluster(1, 8, 3, 5_000, "work=1ms mode=pop", 24*time.Hour)},
		{"longpoll-3x8", cluster(1, 8, 3, 5_000, "work=1ms", 24*time.Hour)},
		{"orderly-3x8", cluster(1, 8, 3, 5_000, "work=1ms listener=orderly", 24*time.Hour)},
	} {
		b.Run(c.name, func(b *testing.B) {
			sim, err := core.Load(c.script)
			require.NoError(b, err)
			sim.Advance(20 * time.Second)
			view := core.View{Topic: -1}
			sim.View(&view)
			from := view.Completions
			b.ReportAllocs()
			start := time.Now()
			for b.Loop() {
				sim.Advance(sim.Now() + time.Millisecond)
			}
			spent := time.Since(start)
			sim.View(&view)
			n := view.Completions - from
			b.ReportMetric(float64(n)/spent.Seconds(), "deliveries/s")
			b.ReportMetric(float64(spent.Nanoseconds())/float64(n), "ns/delivery")
		})
	}
}

// BenchmarkLarge is 100 consumers × 1,000 queues × 10 brokers for ten simulated
// minutes at 10,000 messages a second.
func BenchmarkLarge(b *testing.B) {
	text := cluster(10, 100, 100, 10_000, "work=5ms", 10*time.Minute)
	for b.Loop() {
		sim, err := core.Load(text)
		require.NoError(b, err)
		sim.Advance(sim.End())
	}
}
