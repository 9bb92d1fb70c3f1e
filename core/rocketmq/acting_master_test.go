package rocketmq_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/model"
	"ringside/core/trace"
)

// pair is a master and its slave; settings are the slave's and the group's.
func pair(slave, settings, rest string) string {
	return "broker a\nbroker a-s master=a slave-read=yes " + slave + "\ntopic orders a:2\nproducer orders rate=0/s\n" +
		"group g topic=orders " + settings + "\nconsumer c1 group=g\n" + rest + "\n"
}

func (p *played) routes() (perms []string) {
	v := model.View{Topic: -1}
	p.View(&v)
	for _, r := range v.NameServers[0].Routes {
		perms = append(perms, r.Perm)
	}
	return perms
}

// Facts §0: a name server forgets a broker 120 s after it was heard last, with
// slave-acting-master heartbeats (each 1 s) after 10 s; it looks every 5 s. Frozen at
// 35 s the master was heard last at 35.001 s, by the heartbeat of that instant; with
// registrations alone (10, 40 s …) at 10.001 s.
func TestActingMasterExpiresSooner(t *testing.T) {
	gone := func(text string) []int64 {
		var out []int64
		p := play(t, text)
		for _, e := range p.events(trace.KindBrokerUnregister, "") {
			if e.B == trace.ForgotExpired {
				out = append(out, e.At/nsPerMS)
			}
		}
		return out
	}
	assert.Equal(t, []int64{50_000}, gone(pair("acting-master=yes", "", "at 35s freeze a\nrun 180s")))
	assert.Equal(t, []int64{135_000}, gone(pair("", "", "at 35s freeze a\nrun 180s")))
	assert.Equal(t, []int64{70_000}, gone("timers broker-expiry-acting-master=30s\n"+pair("acting-master=yes", "", "at 35s freeze a\nrun 180s")))
	assert.Empty(t, gone(pair("acting-master=yes", "", "run 180s")), "the heartbeats keep both")
}

// Facts §e: the route of a set without a master keeps its permission unless the
// slave acts for it; then it is read-only, and mended when the master is back.
func TestActingMasterIsReadOnly(t *testing.T) {
	assert.Equal(t, []string{"R--"}, play(t, pair("acting-master=yes", "", "at 35s kill a\nrun 60s")).routes())
	assert.Equal(t, []string{"RW-"}, play(t, pair("", "", "at 35s kill a\nrun 60s")).routes())
	assert.Equal(t, []string{"RW-"}, play(t, pair("acting-master=yes", "", "at 35s kill a\nat 50s start a\nrun 60s")).routes())
	// A name server that starts anew hears the topics from the slave: within 30 s.
	assert.Equal(t, []string{"R--"}, play(t, pair("acting-master=yes", "", "at 35s kill a\nat 50s stop ns\nat 51s start ns\nrun 90s")).routes())
	assert.Empty(t, play(t, pair("", "", "at 35s kill a\nat 50s stop ns\nat 51s start ns\nrun 90s")).routes())
}

// Facts §e: with the master gone orderly locks fail at a slave, so consuming stops
// when the client's 30 s are over: the last renewal is that of 21 s. (Renewals at
// 1, 21, 41 s …; the new route comes with the poll of 60 s.) An acting master grants them.
func TestActingMasterGrantsLocks(t *testing.T) {
	const rest = "at 20s burst orders 4000\nat 35s kill a\nrun 100s"
	run := func(slave string) (*played, int64) {
		p := play(t, pair(slave, "listener=orderly work=100ms", rest))
		return p, p.ledger().Queues[0].LastComplete / nsPerMS
	}
	_, last := run("")
	assert.InDelta(t, 51_000, last, 200, "locked at 21 s for 30 s")
	p, last := run("acting-master=yes")
	assert.InDelta(t, 100_000, last, 200)
	slave := index(t, p.Log().Brokers, "a-s")
	granted := p.firstAfter(trace.KindLock, 35*time.Second, func(e *trace.Event) bool { return int32(e.Broker) == slave && e.B > 0 })
	assert.GreaterOrEqual(t, granted, int64(60_012), "asked there once the route shows it as master")
	assert.LessOrEqual(t, granted, int64(61_100))
	assert.Zero(t, p.ledger().Disorder+p.ledger().Duplicates)
}

// The offsets that were committed at the acting master are not thrown back when the
// master returns (BrokerPreOnlineService), as they are without it.
func TestActingMasterHandsItsOffsetsBack(t *testing.T) {
	const rest = "at 20s burst orders 4000\nat 35s kill a\nat 100s start a\nrun 100.5s"
	acting := play(t, pair("acting-master=yes", "work=100ms threads=2", rest))
	plain := play(t, pair("", "work=100ms threads=2", rest))
	// Two threads do 20 a second, 10 of each queue: from 20 s on about 800 of each by
	// 100 s, 150 of them by 35 s.
	assert.Greater(t, acting.Stored(0, 0), int64(600))
	assert.Less(t, plain.Stored(0, 0), int64(200))
	assert.Empty(t, acting.events(trace.KindOffsetBack, ""))
}

// Facts §0: a slave copies the offsets about every 60 s (a 3 s timer looks whether
// more than 60 s have passed: 63 s after it started). Whoever reads at the slave
// before gets what was copied last, and what was done since comes again.
func TestSlaveOffsetsAreUpToAMinuteOld(t *testing.T) {
	// 20 messages a second are done from 20 s on. The slave copies at 63 s; the master
	// dies at 100 s; c2 takes over at the slave once it has the new route, at 130 s.
	p := play(t, pair("", "work=100ms threads=2", "at 20s burst orders 8000\nat 100s kill a\nat 101s kill c1\nat 131s join c2 group=g\nrun 190s"))
	at63 := int64((63 - 20) * 10)
	took := p.events(trace.KindTake, "c2")
	var starts []int64
	for _, e := range took {
		if e.Queue < 2 {
			starts = append(starts, e.A)
		}
	}
	require.Len(t, starts, 2)
	for _, s := range starts {
		assert.InDelta(t, at63, s, 64, "as of 63 s, two pulled batches more or less")
	}
	// By 101 s c1 had done 20 a second for 81 s; the cache of each queue goes with it.
	assert.InDelta(t, 81*20-starts[0]-starts[1], p.ledger().Duplicates, 10)
	assert.Equal(t, p.ledger().Duplicates, p.ledger().ByCause[causeCrash])
	assert.Zero(t, p.ledger().Skipped)
}

// Committing at the slave: with the master gone the 5 s timer's commits go there,
// and a member that joins afterwards reads them there.
func TestCommitAndReadAtTheSlave(t *testing.T) {
	p := play(t, pair("", "work=100ms threads=2", "at 20s burst orders 8000\nat 100s kill a\nat 150s kill c1\nat 151s join c2 group=g\nrun 160s"))
	for _, e := range p.events(trace.KindTake, "c2") {
		if e.Queue < 2 {
			// c1 goes on at the slave from its route poll of 120 s on; meanwhile it works
			// off its cache. 10 of each queue a second until 150 s, the last commit up to 5 s old.
			assert.InDelta(t, (150-20)*10-25, e.A, 60)
		}
	}
	slave := index(t, p.Log().Brokers, "a-s")
	reads := 0
	for _, e := range p.events(trace.KindOffsetRead, "c2") {
		if int32(e.Broker) == slave {
			reads++
		}
	}
	assert.Equal(t, 3, reads, "both queues and the retry topic's, all at the slave")
	// Without slaveReadEnable nothing is read there.
	text := strings.Replace(pair("", "work=100ms threads=2", "at 20s burst orders 8000\nat 100s kill a\nat 101s join c2 group=g\nrun 200s"), "slave-read=yes", "slave-read=no", 1)
	p = play(t, text)
	busy := p.firstAfter(trace.KindRefused, 100*time.Second, func(e *trace.Event) bool { return e.A == 2 })
	assert.GreaterOrEqual(t, busy, int64(101_000), "SYSTEM_BUSY")
}
