package panel

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/script"
)

// heard plays a script to a time and gives what is spoken of the events since another.
func heard(t *testing.T, l Lang, text string, from, to time.Duration) string {
	t.Helper()
	sim, err := core.Load(text)
	require.NoError(t, err)
	sim.Advance(from)
	seen := len(sim.Log().Events())
	sim.Advance(to)
	v := core.View{Topic: -1}
	sim.View(&v)
	return l.Spoken(sim.Log(), seen, &v)
}

const threeOnEight = "broker a\ntopic t a:8\nproducer t rate=0/s\ngroup g topic=t\nconsumer c1 group=g id=c1\nconsumer c2 group=g id=c2\n" +
	"at 30s join c3 group=g id=c3\nrun 60s\n"

// Averagely over eight queues: 4 and 4, then 3, 3, 2; c3 takes a/6 and a/7, c2 a/3.
func TestARebalanceIsOneSentence(t *testing.T) {
	assert.Equal(t, "c3 starts. Rebalance: queues taken: 3; c1 holds 3, c2 holds 3, c3 holds 2",
		heard(t, English, threeOnEight, 29*time.Second, 40*time.Second))
	assert.Equal(t, "c3 启动。重平衡：接管队列 3 个；c1 持有 3 个、c2 持有 3 个、c3 持有 2 个",
		heard(t, Chinese, threeOnEight, 29*time.Second, 40*time.Second))
}

// Between c2's letting go and c3's taking (one second after its start) two queues are nobody's.
func TestASentenceNamesWhatNobodyHas(t *testing.T) {
	text := heard(t, English, threeOnEight, 29*time.Second, 30500*time.Millisecond)
	assert.Equal(t, "c3 starts. Rebalance: queues taken: 1; c1 holds 3, c2 holds 3, c3 holds 0; without an owner: a/6, a/7", text)
}

// Of many consumers the sentence gives the least and the most: 20 queues over 8 are 2 or 3.
func TestASentenceOfMany(t *testing.T) {
	var b strings.Builder
	b.WriteString("broker a\ntopic t a:20\nproducer t rate=0/s\ngroup g topic=t\n")
	for i := range 8 {
		fmt.Fprintf(&b, "consumer c%d group=g\n", i+1)
	}
	text := heard(t, English, b.String()+"run 30s\n", 100*time.Millisecond, 25*time.Second)
	assert.Contains(t, text, "8 consumers hold 2 to 3 queues each")
	assert.NotContains(t, text, "a/3")
}

func TestNothingIsSpokenOfNothing(t *testing.T) {
	assert.Equal(t, "", heard(t, English, threeOnEight, 25*time.Second, 26*time.Second))
}

// Each action that a script knows has a label on the time line, in both languages, with every
// name filled in.
func TestEveryActionHasAMark(t *testing.T) {
	for _, f := range script.ActionForms() {
		for _, l := range []Lang{English, Chinese} {
			a := script.Action{Kind: f.Kind, Target: "orders", Other: "b", Key: "work", Value: "5ms", Topic: "u", N: 3, Perm: 4}
			a.Queues.Broker, a.Queues.Read, a.Queues.Write = "a", 8, 4
			text := l.MarkText(&a)
			assert.NotEmpty(t, strings.TrimSpace(text), f.Word)
			assert.NotContains(t, text, "{", f.Word)
		}
	}
}
