package rocketmq_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringside/core/trace"
)

// TestAPoolMadeSmallerShutsDown: shutdown() interrupts the pool's threads, of
// which there are two left since `set threads=2`. What the third and fourth were
// at work on comes to nobody; c2 unregisters and c1 has all four queues.
func TestAPoolMadeSmallerShutsDown(t *testing.T) {
	for _, way := range []string{"listener=orderly commit=async", "listener=orderly commit=sync", "commit=sync", "mode=pop", "commit=sync fail=30%"} {
		t.Run(way, func(t *testing.T) {
			p := play(t, `broker a
topic orders a:4
producer orders rate=300/s size=16KiB
group g topic=orders work=20ms..30ms batch=3 threads=4 `+way+`
consumer c1 group=g
consumer c2 group=g
at 20s set g threads=2
at 20010ms leave c2
run 60s
`)
			assert.Len(t, p.events(trace.KindStopped, "c2"), 1)
		})
	}
}
