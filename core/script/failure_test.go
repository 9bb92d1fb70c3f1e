package script

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Settings and actions about failing, filtering and starting points.
func TestFailureWords(t *testing.T) {
	s := mustParse(t, `broker a
topic orders a:4 first=445 memory=no
producer orders rate=1/s tags=A:3,B
topic bills a:1
group g topic=orders fail=0.5% fail-every=200 max-reconsume=2 model=broadcasting tag=A||B from=timestamp:90s retry-queues=1/2
consumer c1 group=g topic=bills offset-file=held interrupt=finish await=3s send-back-fail=100%
at 1s subscribe c1 orders tag=B
at 2s unsubscribe c1 bills
at 3s suspend c1
at 4s resume c1
at 5s reset-offset g orders timestamp:1500ms
at 6s reset-offset g orders 7
at 7s expire orders 500
run 2m
expect skipped filtered = 0
expect dead-letters = 0
expect suspended = none
expect owner bills/a/0 = c1
expect committed %RETRY%g/a/0 = 0
`).Scenario()
	assert.Equal(t, 445, s.Topics[0].First)
	assert.True(t, s.Topics[0].Aged)
	assert.Equal(t, []TagWeight{{"A", 3}, {"B", 1}}, s.Producers[0].Tags)
	g, c := s.Groups[0], s.Consumers[0]
	assert.EqualValues(t, 5_000, g.Settings.Fail, "0.5% in millionths")
	assert.Equal(t, 200, g.Settings.FailEvery)
	assert.Equal(t, 2, g.Settings.MaxReconsume)
	assert.Equal(t, []string{"A", "B"}, g.Settings.Tags)
	assert.Equal(t, "timestamp", g.Settings.From)
	assert.Equal(t, 90*time.Second, g.Settings.Timestamp)
	assert.Equal(t, []int{1, 2}, []int{g.RetryRead, g.RetryWrite})
	assert.Equal(t, []string{"bills"}, c.Topics)
	assert.Equal(t, "held finish broadcasting", c.Settings.OffsetFile+" "+c.Settings.Interrupt+" "+c.Settings.Model)
	assert.Equal(t, WholeShare, c.Settings.SendBackFail)
	assert.Equal(t, []string{"orders", "bills"}, s.TopicsOf("g"))
	assert.Equal(t, "orders [B]", s.Actions[0].Topic+" ["+s.Actions[0].Tags[0]+"]")
	assert.Equal(t, 1500*time.Millisecond, s.Actions[4].Timestamp)
	assert.Equal(t, "offset", s.Actions[5].Where)
	assert.Equal(t, 500, s.Actions[6].N)
}

func TestWrongFailureWords(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"group g topic=orders fail=‸0.5", "`0.5` is not a share; expected a share such as 0.5% or 100%"},
		{"group g topic=orders fail=‸101%", "fail 101% is out of range; expected from 0% to 100%"},
		{"group g topic=orders fail=‸0.00001%", "`0.00001%` is finer than a millionth"},
		{"group g topic=orders model=‸broadcast", "unknown message model `broadcast`; did you mean `broadcasting`?"},
		{"group g topic=orders from=‸frist", "unknown starting point `frist`; did you mean `first`?"},
		{"group g topic=orders tag=‸A", "unknown tag `A`; expected `*`"},
		{"group g topic=orders retry-queues=‸0", "retry-queues 0 is out of range; expected a whole number from 1 to 64"},
		{"topic t a:1\nproducer t rate=1/s tags=‸A:0", "`A:0` is not a list of tags; expected at least one with a weight over 0"},
		{"topic t a:1 memory=‸maybe", "unknown answer `maybe`; expected one of yes, no"},
		{"at 1s subscribe c1 ‸ordrs", "unknown topic `ordrs`; did you mean `orders`?"},
		{"topic t a:1\nat 1s ‸unsubscribe c1 t", "consumer `c1` does not subscribe to topic `t` at 1s"},
		{"group g topic=orders on-fail=‸retry", "unknown answer to a failure `retry`; expected one of skip, stay, no-commit, send-back"},
		{"group g topic=orders mode=lite on-fail=send-back\n‸consumer c9 group=g", "consumer `c9` in mode=lite cannot send messages back: DefaultLitePullConsumer has no sendMessageBack; write mode=pull, or on-fail=skip, stay or no-commit"},
		{"group g topic=orders mode=pop model=broadcasting\n‸consumer c9 group=g", "consumer `c9` in mode=pop cannot be broadcasting: upstream's POP acts on clustering alone, a broadcasting client allocates and pulls by itself; write mode=push"},
		{"at 1s set billing ‸model=broadcasting", "`model` cannot change while a consumer runs; write it in the `group` or `consumer` statement"},
		{"at 1s ‸resume c1", "cannot resume consumer `c1` at 1s: it is not suspended"},
		{"at 1s suspend c1\nat 2s ‸suspend c1", "cannot suspend consumer `c1` at 2s: it has been suspended since 1s"},
		{"at 1s reset-offset billing orders ‸middle", "`middle` is not a place in a queue; expected first, last, an offset or timestamp:TIME"},
		{"at 1s reset-offset ‸bilng orders first", "unknown group `bilng`; did you mean `billing`?"},
		{"topic t a:1\nat 1s ‸reset-offset billing t first", "group `billing` does not read topic `t`"},
		{"at 1s expire ‸ordrs 5", "unknown topic `ordrs`; did you mean `orders`?"},
	})
}
