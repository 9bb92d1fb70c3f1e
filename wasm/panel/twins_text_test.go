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

// Two name servers, a slave, a cut link and a suspended consumer have words.
func TestProcessesAndServersInWords(t *testing.T) {
	v := twinView(t, "nameserver n1\nnameserver n2\nbroker a room=r1\nbroker b\nbroker s master=a\ntopic t a:2 b:2\nproducer t rate=0/s\ngroup g topic=t\n"+
		"consumer c1 group=g room=r2\nconsumer c2 group=g\nat 20s suspend c1\nat 21s cut c2 b\nat 22s kill b\nat 23s stop n2\nrun 60s\n", 25*time.Second)
	assert.Equal(t, []string{"c1", "suspended", "0 of 20", "0", "c1, c2", "r2"}, English.ProcessRow(v, &v.Consumers[0]))
	assert.Equal(t, "running, cut off", English.ProcessRow(v, &v.Consumers[1])[1])
	assert.Equal(t, "已挂起", Chinese.ProcessRow(v, &v.Consumers[0])[1])
	assert.Equal(t, [][]string{
		{"a", "broker", "running", "r1", "0", ""},
		{"b", "broker", "down", "", "0", ""},
		{"s", "slave of a", "running", "", "0", ""},
		{"n1", "name server", "running", "", "", "a, s"},
		{"n2", "name server", "down", "", "", "none"},
		{"t", "producer of this topic", "0/s", "", "", "a, b"},
	}, English.ServerRows(v))
	assert.Equal(t, [][]string{{"b – c2", "nothing passes"}}, English.CutRows(v))
}

// What holds a consumer up has one word in all tables, the one whose mark the picture
// has; a cut link is said beside it, for the picture has room for one mark only.
func TestWhatHoldsAConsumerUpInWords(t *testing.T) {
	v := &core.View{Cuts: []core.CutView{{A: "b", B: "cut"}}, Brokers: []core.BrokerView{{Name: "b", Up: true, Room: "sh", Rate: 1204, Master: -1}}}
	for _, row := range []struct {
		c    core.ConsumerView
		want string
	}{
		{core.ConsumerView{State: core.ConsumerRunning}, "running"},
		{core.ConsumerView{State: core.ConsumerRunning, PutOff: 2}, "flow control"},
		{core.ConsumerView{State: core.ConsumerRunning, PutOff: 2, Suspended: true}, "suspended"},
		{core.ConsumerView{State: core.ConsumerAckWait, Suspended: true, Stopping: true}, "stopping"},
		{core.ConsumerView{State: core.ConsumerFrozen, Stopping: true}, "frozen"},
		{core.ConsumerView{State: core.ConsumerDead, Stopping: true}, "killed"},
		{core.ConsumerView{Name: "cut", State: core.ConsumerRunning, PutOff: 1}, "flow control, cut off"},
		{core.ConsumerView{Name: "cut", State: core.ConsumerStopped}, "stopped"},
	} {
		assert.Equal(t, row.want, English.ConsumerRow(v, &row.c)[1])
		assert.Equal(t, row.want, English.ProcessRow(v, &row.c)[1])
	}
	assert.Equal(t, []string{"b", "broker", "running, cut off", "sh", "1\u202f204", ""}, English.ServerRows(v)[0])
}

// The bar's other ends: the log was cut below 40 (three days are over), and 12
// messages from 52 on were done twice, the last of them 63.
func TestTheEndsOfTheLogInWords(t *testing.T) {
	q := core.QueueView{Name: "a/0", Min: 40, DuplicateFrom: 52, DuplicateTo: 64, Rate: 18}
	assert.Equal(t, []string{"a/0", "40", "52 – 63", "18"}, English.EndsRow(&q))
	q.DuplicateFrom = 64
	assert.Equal(t, []string{"a/0", "40", "", "18"}, English.EndsRow(&q))
}

// Four queues; c1 computed alone and takes all, c2 saw both and gives it the first
// two, c3 has computed nothing. In truth c1 holds the first three and nobody the last.
func TestBeliefsInWords(t *testing.T) {
	v := &core.View{Consumers: []core.ConsumerView{{Name: "c1"}, {Name: "c2"}, {Name: "c3"}}}
	for i, owners := range [][]int{{0}, {0, 1}, {0}, nil} {
		v.Queues = append(v.Queues, core.QueueView{Name: "a/" + string(rune('0'+i)), Owners: owners})
	}
	of := func(c int) []int32 { return [][]int32{{0, 0, 0, 0}, {0, 0, 1, 1}, nil}[c] }
	row, tone := English.BeliefRow(v, 0, of)
	assert.Equal(t, []string{"a/0", "c1", "c1, by all"}, row)
	assert.Equal(t, "", tone)
	row, tone = English.BeliefRow(v, 1, of)
	assert.Equal(t, []string{"a/1", "both c1 and c2", "c1, by all: not so"}, row)
	assert.Equal(t, "bad", tone)
	row, tone = English.BeliefRow(v, 2, of)
	assert.Equal(t, "c1, by c1; c2, by c2: not so", row[2])
	assert.Equal(t, "bad", tone)
	row, tone = Chinese.BeliefRow(v, 3, of)
	assert.Equal(t, "c1（c1 算出）：与实际不符；c2（c2 算出）：与实际不符", row[2])
	assert.Equal(t, "warn", tone)
	row, _ = English.BeliefRow(v, 0, func(int) []int32 { return nil })
	assert.Equal(t, "not computed yet", row[2])
}
