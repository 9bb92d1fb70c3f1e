package script

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// base is a correct script of eight lines.
const base = `broker a room=r1
broker b room=r2
topic orders a:4 b:4
producer orders rate=600/s
group billing topic=orders
consumer c1 group=billing
consumer c2 group=billing
run 2m
`

// wrong is a line that follows base, with ‸ before the character that the error
// must point at, and the error's text without the place.
type wrong struct{ line, text string }

func checkWrong(t *testing.T, before string, cases []wrong) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.line, func(t *testing.T) {
			lead, rest, marked := strings.Cut(c.line, "‸")
			require.True(t, marked, "the case needs a mark")
			pos := Pos{Line: strings.Count(before+lead, "\n") + 1}
			last := (before + lead)[strings.LastIndexByte(before+lead, '\n')+1:]
			pos.Col = len([]rune(last)) + 1
			s, err := Parse(before + lead + rest)
			require.Nil(t, s)
			var list Errors
			require.True(t, errors.As(err, &list))
			require.Len(t, list, 1, err.Error())
			assert.Equal(t, c.text, list[0].Text())
			assert.Equal(t, pos, list[0].Pos)
			assert.NotEmpty(t, list[0].Code.Template())
		})
	}
}

func TestBaseIsRight(t *testing.T) {
	_, err := Parse(base)
	require.NoError(t, err)
}

func TestWrongStatements(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"‸brokr c", "unknown statement `brokr`; did you mean `broker`?"},
		{"‸Broker c", "unknown statement `Broker`; did you mean `broker`?"},
		{"‸kill c1", "unknown statement `kill`; expected one of title.en, text.en, protocol, seed, net, timers, nameserver, broker, topic, producer, group, consumer …"},
		{"‸title A consumer joins", "`title` is not a statement; expected the language behind it, as in title.en"},
		{"title.‸em A consumer joins", "unknown language `em`; did you mean `en`?"},
		{"title.‸fr Un consommateur", "unknown language `fr`; expected one of en, zh"},
		{"title.en‸", "the text is missing; write `title.en WORDS`"},
		{"title.en A\n‸title.en B", "`title.en` was already given in line 9"},
		{"protocol ‸rocketmk", "unknown protocol `rocketmk`; did you mean `rocketmq`?"},
		{"protocol ‸pulsar", "unknown protocol `pulsar`; expected `rocketmq`"},
		{"protocol‸", "the protocol is missing; write `protocol rocketmq`"},
		{"protocol rocketmq\n‸protocol rocketmq", "`protocol` was already given in line 9"},
		{"seed 1\n‸seed 1", "`seed` was already given in line 9"},
		{"seed ‸-1", "`-1` is not a seed; expected a whole number below 2⁶⁴"},
		{"seed ‸18446744073709551616", "`18446744073709551616` is not a seed; expected a whole number below 2⁶⁴"},
		{"seed 1 ‸2", "unexpected `2`; write `seed NUMBER`"},
		{"‸run 3m", "`run` was already given in line 8"},
		{"broker‸", "the broker's name is missing; write `broker NAME [room=ROOM] [master=BROKER] [slave-read=yes|no] [acting-master=yes|no] [notices=real-time|batched|off] [beyond-end=last|first] [message-delay-level=TIME,…]`"},
		{"broker ‸a", "the name `a` is already that of the broker in line 1"},
		{"broker ‸c1", "the name `c1` is already that of the consumer in line 6"},
		{"broker c‸:1", "`c:1` cannot be the name of a broker; expected ASCII letters, digits and - _ . @ # %"},
		{"broker ‸ns", "`ns` cannot be the name of a broker: it has a meaning of its own in scripts"},
		{"broker c ‸extra", "unexpected `extra`; write `broker NAME [room=ROOM] [master=BROKER] [slave-read=yes|no] [acting-master=yes|no] [notices=real-time|batched|off] [beyond-end=last|first] [message-delay-level=TIME,…]`"},
		{"broker c ‸rom=r1", "`broker` knows no `rom`; did you mean `room`?"},
		{"broker c room=r1 ‸room=r2", "`room` is written twice"},
		{"broker c ‸room = r1", "no blank may stand beside the `=` at `room`"},
		{"broker c ‸room= r1", "no blank may stand beside the `=` at `room=`"},
		{"broker c room=‸", "`room` has no value; write `broker NAME [room=ROOM] [master=BROKER] [slave-read=yes|no] [acting-master=yes|no] [notices=real-time|batched|off] [beyond-end=last|first] [message-delay-level=TIME,…]`"},
		{"broker c ‸room", "`room` has no value; write `broker NAME [room=ROOM] [master=BROKER] [slave-read=yes|no] [acting-master=yes|no] [notices=real-time|batched|off] [beyond-end=last|first] [message-delay-level=TIME,…]`"},
		{"broker ‸" + strings.Repeat("x", 128), "the name of a broker has 128 characters; at most 127 are allowed"},
		{"net‸", "latency=TIME is missing; write `net [A B] latency=TIME [jitter=TIME]`"},
		{"net ‸lat=1ms", "`net` knows no `lat`; did you mean `latency`?"},
		{"net latency=‸61s", "latency 61s is out of range; expected a duration from 0s to 1m"},
		{"net latency=1ms\n‸net latency=2ms", "`net` was already given in line 9"},
		{"net a‸", "the other end of the link is missing; write `net [A B] latency=TIME [jitter=TIME]`"},
		{"net a b‸", "latency=TIME is missing; write `net [A B] latency=TIME [jitter=TIME]`"},
		{"net a ‸a latency=1ms", "a link needs two different ends, not `a` twice"},
		{"net a ‸x9x latency=1ms", "unknown broker or consumer `x9x`; expected one of a, b, c1, c2, ns"},
		{"net a b latency=1ms\n‸net b a latency=2ms", "`net a b` was already given in line 9"},
		{"timers‸", "a timer is missing; write `timers NAME=TIME …`"},
		{"timers ‸heartbeet=5s", "`timers` knows no `heartbeet`; did you mean `heartbeat`?"},
		{"timers heartbeat=‸0s", "heartbeat 0s is out of range; expected a duration from 1ms to 720h"},
		{"timers heartbeat=5s\ntimers ‸heartbeat=6s", "`heartbeat` was already given in line 9"},
	})
}

func TestWrongDeclarations(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"topic ‸orders a:1", "the name `orders` is already that of the topic in line 3"},
		{"topic t‸", "BROKER:READ is missing; write `topic NAME BROKER:READ[/WRITE] … [first=OFFSET] [memory=no]`"},
		{"topic t ‸memory=no", "BROKER:READ is missing; write `topic NAME BROKER:READ[/WRITE] … [first=OFFSET] [memory=no]`"},
		{"topic t‸.x a:1", "`t.x` cannot be the name of a topic; expected ASCII letters, digits and - _ % |, as RocketMQ has it"},
		{"topic t ‸a", "`a` is not a number of queues on a broker; expected BROKER:READ or BROKER:READ/WRITE, such as a:8"},
		{"topic t a:‸x", "`x` is not a whole number; expected a whole number from 0 to 4096"},
		{"topic t a:4/‸5000", "write queues 5000 is out of range; expected a whole number from 0 to 4096"},
		{"topic t ‸a:0", "topic `t` has no queue on broker `a`"},
		{"topic t a:1 ‸a:2", "`a` stands in the list twice"},
		{"topic t ‸brokr:1", "unknown broker `brokr`; expected one of a, b"},
		{"topic t a:4088 ‸b:1", "too many queues in all topics; at most 4096 are allowed"},
		{"producer ‸order rate=1/s", "unknown topic `order`; did you mean `orders`?"},
		{"producer ‸orders rate=1/s", "topic `orders` already has the producer in line 4; give that one the whole rate"},
		{"topic t a:1\nproducer t‸", "rate=N/s is missing; write `producer TOPIC rate=N/s [start=TIME] [size=SIZE] [retries=N] [tags=TAG:WEIGHT,…]`"},
		{"topic t a:1/0\nproducer ‸t rate=1/s", "topic `t` has no write queue that a producer could send to"},
		{"topic t a:1\nproducer t rate=‸5", "`5` is not a rate; expected messages a second such as 600/s or 0.5/s, or a minute such as 30/m"},
		{"topic t a:1\nproducer t rate=‸100001/s", "rate 100001/s is out of range; expected at most 100000/s"},
		// 10/60 of a message a second is 166 2/3 in 1,000 s.
		{"topic t a:1\nproducer t rate=‸10/m", "`10/m` is finer than a message in 1,000 seconds; expected for instance 0.167/s"},
		{"topic t a:1\nproducer t rate=‸0.0005/s", "`0.0005/s` is finer than a message in 1,000 seconds; expected messages a second such as 600/s or 0.5/s, or a minute such as 30/m"},
		{"topic t a:1\nproducer t rate=1/s size=‸5MiB", "size 5MiB is out of range; expected a size from 1B to 4MiB"},
		{"topic t a:1\nproducer t rate=1/s size=‸1KB", "`1KB` is not a size; expected a size such as 512B, 1KiB or 4MiB"},
		{"topic t a:1\nproducer t rate=100000/s\ntopic u a:1\n‸producer u rate=100000/s", "all producers together send 200600/s; at most 200000/s are allowed"},
		{"group ‸billing topic=orders", "the name `billing` is already that of the group in line 5"},
		{"group g‸", "topic=TOPIC is missing; write `group NAME topic=TOPIC[,TOPIC] [KEY=VALUE …]`"},
		{"group g topic=orders,‸ordrs", "unknown topic `ordrs`; did you mean `orders`?"},
		{"group g topic=orders,‸orders", "`orders` stands in the list twice"},
		{"group g topic=orders ‸bach=1", "`group` knows no `bach`; did you mean `batch`?"},
		{"group g topic=orders ‸strat=averagely", "`group` knows no `strat`; did you mean `strategy`?"},
		{"consumer c3‸", "group=GROUP is missing; write `consumer NAME group=GROUP [id=CLIENT-ID] [room=ROOM] [topic=TOPIC[,TOPIC]] [KEY=VALUE …]`"},
		{"consumer c3 group=‸biling", "unknown group `biling`; did you mean `billing`?"},
		{"consumer ‸billing group=billing", "the name `billing` is already that of the group in line 5"},
		{"consumer ‸none group=billing", "`none` cannot be the name of a consumer: it has a meaning of its own in scripts"},
		{"consumer ‸crash group=billing", "`crash` cannot be the name of a consumer: it has a meaning of its own in scripts"},
		{"consumer c3 group=billing id=10.0.0.1‸|7", "`10.0.0.1|7` cannot be the name of a client id; expected ASCII letters, digits and - _ . @ # % : /"},
	})
}

// The ranges are those that DefaultMQPushConsumerImpl.checkConfig enforces.
func TestWrongSettings(t *testing.T) {
	checkWrong(t, base+"consumer c3 group=billing ", []wrong{
		{"strategy=‸averagly", "unknown strategy `averagly`; did you mean `averagely`?"},
		{"strategy=‸sticky", "unknown strategy `sticky`; expected one of averagely, averagely-by-circle, consistent-hash, consistent-hash-go, machine-room, machine-room-nearby, same-room, by-config"},
		{"strategy=‸same-room", "strategy `same-room` needs an inner one; write for instance `same-room:averagely`"},
		{"strategy=‸averagely:averagely", "strategy `averagely` takes no inner one; write `averagely` alone"},
		{"strategy=same-room:‸circle", "unknown strategy `circle`; expected one of averagely, averagely-by-circle, consistent-hash, consistent-hash-go, machine-room, machine-room-nearby, same-room, by-config"},
		{"strategy=‸same-room:same-room:same-room:same-room:averagely", "strategies are nested too deep; at most 4 words are allowed"},
		{"vnodes=‸-1", "`-1` is not a whole number; expected a whole number from 0 to 1000"},
		{"vnodes=‸1001", "vnodes 1001 is out of range; expected a whole number from 0 to 1000"},
		{"idcs=r1,‸r1", "`r1` stands in the list twice"},
		{"config=‸a", "`a` is not a queue; expected BROKER/ID, such as a/0"},
		{"config=a/0,‸a/00", "`a/0` stands in the list twice"},
		{"config=‸x9x/0", "unknown broker `x9x`; expected one of a, b"},
		{"config=‸a/4", "no topic has a queue 4 on broker `a`"},
		{"commit=‸snyc", "unknown commit mode `snyc`; did you mean `sync`?"},
		{"commit=‸sync:5s", "`sync:5s` is not a commit mode; expected sync alone"},
		{"commit=interval:‸0s", "interval 0s is out of range; expected a duration from 1ms to 24h"},
		{"batch=‸0", "batch 0 is out of range; expected a whole number from 1 to 1024"},
		{"batch=‸1025", "batch 1025 is out of range; expected a whole number from 1 to 1024"},
		{"threads=‸0", "threads 0 is out of range; expected a whole number from 1 to 1000"},
		{"threads=‸1001", "threads 1001 is out of range; expected a whole number from 1 to 1000"},
		{"pull-batch=‸1025", "pull-batch 1025 is out of range; expected a whole number from 1 to 1024"},
		{"pull-interval=‸65536ms", "pull-interval 65536ms is out of range; expected a duration from 0s to 1m5.535s"},
		{"pull-threshold=‸65536", "pull-threshold 65536 is out of range; expected a whole number from 1 to 65535"},
		{"pull-threshold-size=‸1025", "pull-threshold-size 1025 is out of range; expected a whole number from 1 to 1024"},
		{"span=‸0", "span 0 is out of range; expected a whole number from 1 to 65535"},
		{"span=‸99999999999999999999", "span 99999999999999999999 is out of range; expected a whole number from 1 to 65535"},
		{"from=‸lst", "unknown starting point `lst`; did you mean `last`?"},
		{"work=‸5", "`5` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		{"work=‸-5ms", "`-5ms` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		{"work=5ms..‸2ms", "work 2ms is out of range; expected a duration from 5ms to 1h"},
		{"work=exp:‸0s", "work 0s is out of range; expected a duration from 1us to 1h"},
		{"work=‸norm:5ms", "unknown distribution `norm`; expected `exp`"},
		{"start=‸0.5ns", "`0.5ns` is finer than a nanosecond"},
		{"start=‸9999999999999h", "start 9999999999999h is out of range; expected a duration from 0s to 24h"},
	})
}

func TestWrongNeeds(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"‸consumer c3 group=billing strategy=machine-room", "strategy `machine-room` of consumer `c3` needs `idcs=ROOM[,ROOM]`"},
		{"‸consumer c3 group=billing strategy=by-config", "strategy `by-config` of consumer `c3` needs `config=BROKER/ID[,BROKER/ID]`"},
		{"‸consumer c3 group=billing strategy=same-room:averagely", "strategy `same-room` of consumer `c3` needs a room for consumer `c3`; write `room=ROOM` in its statement"},
		{"‸consumer c3 group=billing room=r1 strategy=machine-room-nearby:machine-room", "strategy `machine-room` of consumer `c3` needs `idcs=ROOM[,ROOM]`"},
		{"broker c\ntopic t c:1\ngroup g topic=t\n‸consumer c3 group=g room=r1 strategy=machine-room-nearby:averagely", "strategy `machine-room-nearby` of consumer `c3` needs a room for broker `c`; write `room=ROOM` in its statement"},
		{"‸at 1s set billing strategy=by-config", "strategy `by-config` of consumer `c1` needs `config=BROKER/ID[,BROKER/ID]`"},
		{"at 2s set c1 config=a/0\n‸at 1s set c1 strategy=by-config", "strategy `by-config` of consumer `c1` needs `config=BROKER/ID[,BROKER/ID]`"},
	})
	for _, text := range []string{
		"", "# only a comment\n", "broker a\n",
	} {
		_, err := Parse(text)
		require.Error(t, err)
		assert.Contains(t, err.Error(), "the script has no `run` statement; write `run 2m`")
	}
	_, err := Parse("run 5s")
	assert.EqualError(t, err, "line 1, column 7: the script has no `broker` statement; write `broker NAME`")
}

// DefaultMQPullConsumer has no suspend(); a mode counts from the process's start.
// RebalancePushImpl.clientRebalance is true for an orderly listener, so it never pops.
func TestWrongModes(t *testing.T) {
	const noSuspend = ": in mode=`pull` the application asks for messages itself, and DefaultMQPullConsumer has no suspend(); write mode=push, pop or lite"
	const noOrderly = " in mode=pop cannot have listener=orderly: upstream's client pops for a concurrent listener only, and pulls for an orderly one; write listener=concurrent or mode=push"
	checkWrong(t, base, []wrong{
		{"consumer c3 group=billing mode=pull\nat 3s ‸suspend c3", "cannot suspend consumer `c3`" + noSuspend},
		{"at 3s set c1 mode=pull\nat 4s restart c1 down=1s\nat 6s ‸suspend c1", "cannot suspend consumer `c1`" + noSuspend},
		{"‸consumer c3 group=billing mode=pop listener=orderly", "consumer `c3`" + noOrderly},
		{"consumer c3 group=billing mode=pop\n‸at 3s set c3 listener=orderly", "consumer `c3`" + noOrderly},
		{"‸consumer c3 group=billing client=go strategy=consistent-hash vnodes=0", "strategy `consistent-hash` of consumer `c3` divides by zero with vnodes=0, as rocketmq-client-go does; write vnodes=1 or more"},
		{"consumer c3 group=billing strategy=consistent-hash-go\n‸at 3s set c3 vnodes=0", "strategy `consistent-hash-go` of consumer `c3` divides by zero with vnodes=0, as rocketmq-client-go does; write vnodes=1 or more"},
	})
	_, err := Parse(base + "consumer c3 group=billing strategy=consistent-hash vnodes=0\nat 3s set c1 mode=pull\nat 4s suspend c1\n")
	require.NoError(t, err, "a Java ring may be empty, and c1 still pushes")
}

// Upstream takes these from everybody and reads them for some; QueryAssignmentProcessor
// knows no other strategies (name2LoadStrategy).
func TestSettingsWithoutEffect(t *testing.T) {
	const nobody = " only, which nobody it is written for ever has; leave it out"
	checkWrong(t, base, []wrong{
		{"consumer c3 group=billing ‸every=1s", "`every` has no effect here: it counts with mode=pull, mode=pull-all" + nobody},
		{"consumer c3 group=billing ‸invisible=5s", "`invisible` has no effect here: it counts with mode=pop" + nobody},
		{"consumer c3 group=billing mode=pop pop-share=1\nconsumer c4 group=billing ‸pop-share=1", "`pop-share` has no effect here: it counts with mode=pop" + nobody},
		{"group g topic=orders ‸pop-threshold=9\nconsumer c3 group=g mode=lite", "`pop-threshold` has no effect here: it counts with mode=pop" + nobody},
		{"at 3s set billing ‸suspend=1s", "`suspend` has no effect here: it counts with listener=orderly" + nobody},
		{"at 3s join c3 group=billing ‸offset-file=held", "`offset-file` has no effect here: it counts with model=broadcasting" + nobody},
		{"consumer c3 group=billing client=go ‸client-rebalance=false", "`client-rebalance` has no effect here: it counts with client=java5 mode=push listener=concurrent model=clustering" + nobody},
		{"consumer c3 group=billing strategy=machine-room idcs=r1,‸q", "unknown room `q`; expected one of r1, r2"},
		{"‸consumer c3 group=billing mode=pop strategy=consistent-hash", "consumer `c3` in mode=pop cannot use strategy `consistent-hash`: the brokers allocate and know averagely and averagely-by-circle only, so nobody would get anything; write strategy=averagely"},
	})
	for _, right := range []string{
		"group g topic=orders invisible=5s every=1s",                                           // nobody's yet
		"group g topic=orders invisible=5s\nconsumer c3 group=g\nconsumer c4 group=g mode=pop", // one of them pops
		"group g topic=orders suspend=1s\nconsumer c3 group=g\nat 9s set g listener=orderly",
		"at 9s set billing every=1s mode=pull",
		"at 9s set c1 mode=pop\nat 10s set c1 invisible=5s",
	} {
		_, err := Parse(base + right)
		require.NoError(t, err, right)
	}
}

func TestWrongActions(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"at‸", "the time is missing; write `at TIME ACTION TARGET …`"},
		{"at ‸60 kill c1", "`60` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		{"at 1s‸", "the action is missing; write `at TIME ACTION TARGET …`"},
		{"at 1s ‸kil c1", "unknown action `kil`; did you mean `kill`?"},
		{"at 1s ‸scalle orders a:8", "unknown action `scalle`; did you mean `scale`?"},
		{"at 1s kill‸", "the target is missing; write `at TIME kill NAME`"},
		{"at 1s kill c1 ‸now", "unexpected `now`; write `at TIME kill NAME`"},
		{"at 1s kill ‸consumer1", "unknown process `consumer1`; expected one of c1, c2, a, b, ns"},
		{"at 1s restart ‸nope down=2s", "unknown process `nope`; expected one of c1, c2, a, b, ns"},
		{"at 1s leave ‸nope", "unknown consumer `nope`; expected one of c1, c2"},
		{"at 1s kill ‸C1", "unknown process `C1`; did you mean `c1`?"},
		{"at ‸2m1s kill c1", "2m1s is after the end of the run at 2m"},
		{"at 1s thaw ‸c1", "cannot thaw consumer `c1` at 1s: it has been running since 0s"},
		{"at 1s join ‸c1", "cannot join consumer `c1` at 1s: it has been running since 0s"},
		{"at 1s join ‸c3", "consumer `c3` is not declared; write `join c3 group=GROUP` or a `consumer c3` statement"},
		{"at 1s join ‸c3 batch=1", "consumer `c3` is not declared; write `join c3 group=GROUP` or a `consumer c3` statement"},
		{"at 1s join c3 group=‸bill", "unknown group `bill`; did you mean `billing`?"},
		{"at 2s kill c1\nat 3s join ‸c1 group=billing batch=2", "consumer `c1` is already declared in line 6 with other settings; write `join c1` alone, and `set c1 …` before it for what changes"},
		{"at 2s leave ‸c3\nat 3s join c3 group=billing", "cannot leave consumer `c3` at 2s: it has not started"},
		{"at 3s freeze c1\nat 4s leave ‸c1", "cannot leave consumer `c1` at 4s: it has been frozen since 3s"},
		{"at 4s leave ‸c1\nat 3s leave c1", "cannot leave consumer `c1` at 4s: it left at 3s"},
		{"at 3s kill c1\nat 3s kill ‸c1", "cannot kill consumer `c1` at 3s: it was killed at 3s"},
		{"at 3s restart c1 down=5s\nat 8s kill ‸c1", "cannot kill consumer `c1` at 8s: it restarts and is down until 8s"},
		{"at 3s restart c1‸", "down=TIME is missing; write `at TIME restart NAME down=TIME [how=stop|kill]`"},
		{"at 3s restart c1 down=1s how=‸kil", "unknown way to restart `kil`; did you mean `kill`?"},
		{"at 3s restart c1 down=‸0s", "down 0s is out of range; expected a duration from 1ms to 24h"},
		{"at 3s set billing‸", "KEY=VALUE is missing; write `at TIME set GROUP|CONSUMER|TOPIC KEY=VALUE …`"},
		{"at 3s set billing ‸room=r1", "`set` knows no `room`; did you mean `from`?"},
		{"at 3s join c1 ‸rom=r1", "`join` knows no `rom`; did you mean `room`?"},
		{"at 3s restart c1 ‸dwn=1s", "`restart` knows no `dwn`; did you mean `down`?"},
		{"at 3s set ‸biling batch=2", "unknown group or consumer `biling`; did you mean `billing`?"},
		{"at 3s set ‸orders batch=2", "unknown group or consumer `orders`; expected one of c1, c2, billing"},
		{"at 3s set ‸billing rate=2/s", "unknown topic `billing`; expected `orders`"},
		{"topic t a:1\nat 3s set ‸t rate=2/s", "topic `t` has no producer; write `producer t rate=0/s` to give it one"},
		{"topic t a:1\nat 3s burst ‸t 100", "topic `t` has no producer; write `producer t rate=0/s` to give it one"},
		{"at 3s burst orders‸", "the number of messages is missing; write `at TIME burst TOPIC N`"},
		{"at 3s burst orders ‸0", "burst 0 is out of range; expected a whole number from 1 to 1000000"},
		{"at 3s burst orders ‸1000001", "burst 1000001 is out of range; expected a whole number from 1 to 1000000"},
	})
}

func TestWrongExpectations(t *testing.T) {
	const owner = "expect owner TOPIC/BROKER/ID = NAME[,NAME] or none"
	checkWrong(t, base, []wrong{
		{"expect‸", "the subject is missing; write `expect [at TIME] [in GROUP] SUBJECT [WHICH] OP VALUE`"},
		{"expect ‸duplicate > 0", "unknown subject `duplicate`; did you mean `duplicates`?"},
		{"expect ‸duplicates>0", "blanks must stand round the sign of comparison in `duplicates>0`"},
		{"expect duplicates‸", "the sign of comparison is missing; write `expect duplicates OP N` or `expect duplicates CONSUMER OP N` or `expect duplicates CAUSE OP N` or `expect duplicates TOPIC/BROKER/ID OP N` or `expect duplicates CAUSE TOPIC/BROKER/ID OP N`"},
		{"expect skipped >‸", "the value is missing; write `expect skipped OP N` or `expect skipped LOSS OP N` or `expect skipped TOPIC/BROKER/ID OP N` or `expect skipped LOSS TOPIC/BROKER/ID OP N`"},
		{"expect skipped > 0 ‸0", "unexpected `0`; write `expect skipped OP N` or `expect skipped LOSS OP N` or `expect skipped TOPIC/BROKER/ID OP N` or `expect skipped LOSS TOPIC/BROKER/ID OP N`"},
		{"expect skipped > ‸0s", "`0s` is not a whole number; expected a whole number"},
		{"expect skipped > ‸9999999999999999", "number 9999999999999999 is out of range; expected at most 10¹⁵"},
		{"expect unowned max < ‸25", "`25` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		{"expect unowned ‸mx < 25s", "unknown word `mx`; did you mean `max`?"},
		{"expect duplicates ‸hand-ovr = 0", "unknown word `hand-ovr`; did you mean `hand-over`?"},
		{"expect moved ‸max = 0", "`moved` cannot be narrowed by `max`; write `expect moved OP N` or `expect moved TOPIC/BROKER/ID OP N`"},
		{"expect silent ‸< 1s", "what to look at is missing; write `expect silent max OP TIME` or `expect silent TOPIC/BROKER/ID OP TIME`"},
		{"expect owner orders/a/0 ‸< c1", "`owner` cannot be compared with `<`; expected = or !="},
		{"expect owner ‸orders/a = c1", "`orders/a` is not a queue; expected TOPIC/BROKER/ID, such as orders/a/0"},
		{"expect owner ‸ordrs/a/0 = c1", "unknown topic `ordrs`; did you mean `orders`?"},
		{"expect owner orders/‸c/0 = c1", "unknown broker `c`; expected one of a, b"},
		{"expect owner orders/a/‸4 = c1", "topic `orders` has no queue 4 on broker `a`; expected 0 to 3"},
		{"expect owner %RETRY%billing/a/‸1 = c1", "topic `%RETRY%billing` has no queue 1 on broker `a`"},
		{"expect owner %RETRY%‸biling/a/0 = c1", "unknown group `biling`; did you mean `billing`?"},
		{"expect owner orders/a/0 = ‸c9", "unknown consumer `c9`; did you mean `c1`?"},
		{"expect owner orders/a/0 = c1,‸c1", "`c1` stands in the list twice"},
		{"expect owner orders/a/0 ‸x = c1", "unexpected `x`; write `" + owner + "`"},
		{"expect owner ‸= c1", "what to look at is missing; write `" + owner + "`"},
		{"expect owns c1 = a/0,‸a/0", "`a/0` stands in the list twice"},
		{"expect owns c1 = a/‸9", "topic `orders` has no queue 9 on broker `a`; expected 0 to 3"},
		{"expect at ‸3m idle = none", "3m is after the end of the run at 2m"},
		{"expect idle at ‸= none", "the time is missing; write `expect [at TIME] [in GROUP] SUBJECT [WHICH] OP VALUE`"},
		{"expect in ‸billng idle = none", "unknown group `billng`; did you mean `billing`?"},
		{"topic t a:1\nexpect owner ‸t/a/0 = c1", "no group reads topic `t`"},
		{"topic t a:1\nexpect in billing owner ‸t/a/0 = c1", "group `billing` does not read topic `t`"},
		{"group g topic=orders\nexpect ‸idle = none", "`idle` can be that of several groups; say which with `in GROUP`; expected one of billing, g"},
		{"group g topic=orders\nexpect ‸owner orders/a/0 = c1", "`orders/a/0` can be that of several groups; say which with `in GROUP`; expected one of billing, g"},
		{"group g topic=orders\nexpect in g idle = ‸c1", "consumer `c1` is in group `billing`, not in `g`"},
		{"group g topic=orders\nexpect in g owns ‸c1 = none", "consumer `c1` is in group `billing`, not in `g`"},
		{"topic t a:1\ngroup g topic=orders,t\nconsumer c3 group=g\nexpect owns c3 = ‸a/0", "group `g` reads several topics; write the queue as TOPIC/BROKER/ID, not `a/0`"},
	})
}

func TestWrongCharacters(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"# bell ‸\a", "character U+0007 is not allowed in a script"},
		{"title.zh 消费‸\x7f者", "character U+007F is not allowed in a script"},
		{"title.en a‸\r b", "character U+000D is not allowed in a script"},
		{"# ‸\u202e evil", "character U+202E is not allowed in a script"},
		{"# ‸\ufeff", "character U+FEFF is not allowed in a script"},
		{"title.zh 消‸\xff", "byte 0xff is not UTF-8 text"},
		{"# ‸\xed\xa0\x80", "byte 0xed is not UTF-8 text"},
		{"broker c room‸＝r1", "character U+FF1D is not allowed here; did you mean `=`?"},
		{"broker‸\u3000c", "character U+3000 is not allowed here; expected a plain blank"},
		{"group g topic=orders‸，t", "character U+FF0C is not allowed here; did you mean `,`?"},
	})
	_, err := Parse(base + "title.en the replacement character \ufffd itself is text\n")
	require.NoError(t, err)
}

func TestLimits(t *testing.T) {
	many := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	for _, c := range []struct{ text, want string }{
		{"# " + strings.Repeat("x", MaxBytes), "line 1, column 1: the script has 65538 bytes; at most 65536 are allowed"},
		{many(65, func(i int) string { return "broker b" + itoa(i) + "\n" }), "line 65, column 1: too many brokers; at most 64 are allowed"},
		{"broker a\n" + many(65, func(i int) string { return "topic t" + itoa(i) + " a:1\n" }), "line 66, column 1: too many topics; at most 64 are allowed"},
		{"broker a\ntopic t a:1\n" + many(65, func(i int) string { return "group g" + itoa(i) + " topic=t\n" }), "line 67, column 1: too many groups; at most 64 are allowed"},
		{"broker a\ntopic t a:1\ngroup g topic=t\n" + many(1001, func(i int) string { return "consumer c" + itoa(i) + " group=g\n" }), "line 1004, column 1: too many consumers; at most 1000 are allowed"},
		{base + many(2001, func(i int) string { return "at 1s set c1 batch=1\n" }), "line 2009, column 1: too many actions; at most 2000 are allowed"},
		{base + many(501, func(i int) string { return "expect skipped = 0\n" }), "line 509, column 1: too many expectations; at most 500 are allowed"},
		{"broker a\nrun 24h1s\n", "line 2, column 5: run 24h1s is out of range; expected a duration from 1ms to 24h"},
	} {
		_, err := Parse(c.text)
		assert.EqualError(t, err, c.want)
	}
	_, err := Parse(strings.Repeat("x\n", 30))
	assert.Len(t, err, MaxErrors)
}

// Two mistakes are both told, in order of place, though the second is found first.
func TestSeveralErrors(t *testing.T) {
	_, err := Parse("broker a\ntopic t b:1\nrun 5\n")
	assert.EqualError(t, err, "line 2, column 9: unknown broker `b`; expected `a`\n"+
		"line 3, column 5: `5` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s")
	var one *Error
	require.True(t, errors.As(err, &one))
	assert.Equal(t, "b", one.Found)
}

// Every code has its wording, and every wording says all of its arguments once known.
func TestCodes(t *testing.T) {
	codes := Codes()
	require.NotEmpty(t, codes)
	for _, c := range codes {
		assert.NotEmpty(t, c.Template(), c)
	}
}
