package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

func twinView(t *testing.T, text string, at time.Duration) *core.View {
	t.Helper()
	sim, err := core.Load(text)
	require.NoError(t, err)
	sim.Advance(at)
	v := &core.View{Topic: -1}
	sim.View(v)
	return v
}

// A burst of 40 on one queue, one thread, 1 s each: at 14.5 s (the burst at 10 s, taken
// a few ms later) four are done; the offset commits at 10 and 15 s, so they are in doubt, and
// the other 36 are in the client (pullBatchSize 32, pulled on).
func TestTheLogInWords(t *testing.T) {
	v := twinView(t, "broker a\ntopic t a:1\nproducer t rate=0/s\ngroup g topic=t threads=1 work=1s\nconsumer c1 group=g\nat 10s burst t 40\nrun 60s\n", 14500*time.Millisecond)
	row := English.LogRow(v, &v.Queues[0])
	assert.Equal(t, []string{"a/0", "4", "36", "0", "", "", "reading, writing"}, row)
	assert.Equal(t, "读、写", Chinese.LogRow(v, &v.Queues[0])[6])
}

// Two name servers, a slave, a cut link and a suspended consumer: everything that the
// picture marks has words.
func TestProcessesAndServersInWords(t *testing.T) {
	v := twinView(t, "nameserver n1\nnameserver n2\nbroker a room=r1\nbroker b\nbroker s master=a\ntopic t a:2 b:2\nproducer t rate=0/s\ngroup g topic=t\n"+
		"consumer c1 group=g room=r2\nconsumer c2 group=g\nat 20s suspend c1\nat 21s cut c2 b\nat 22s kill b\nat 23s stop n2\nrun 60s\n", 25*time.Second)
	assert.Equal(t, []string{"c1", "running, suspended", "0 of 20", "0", "c1, c2", "r2"}, English.ProcessRow(v, &v.Consumers[0]))
	assert.Equal(t, "running, cut off", English.ProcessRow(v, &v.Consumers[1])[1])
	assert.Equal(t, "运行中，已挂起", Chinese.ProcessRow(v, &v.Consumers[0])[1])
	assert.Equal(t, [][]string{
		{"a", "broker", "running", ""},
		{"b", "broker", "down", ""},
		{"s", "slave of a", "running", ""},
		{"n1", "name server", "running", "a, s"},
		{"n2", "name server", "down", "none"},
		{"t", "producer of this topic", "0/s", "a, b"},
	}, English.ServerRows(v))
	assert.Equal(t, [][]string{{"b – c2", "nothing passes"}}, English.CutRows(v))
}
