package panel

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
	"ringside/strategies"
	"ringside/wasm/play"
)

// latinSentence is what no Chinese answer may hold: three Latin words in a row.
var latinSentence = regexp.MustCompile(`[A-Za-z’']+ [A-Za-z’']+ [A-Za-z’']+`)

const (
	four  = "broker a\ntopic t a:4\nproducer t rate=40/s\nrun 200s\n"
	pair  = "consumer c1 group=g\nconsumer c2 group=g\n"
	queue = SubjectQueue
)

// askedAt is the answer at a time as one text, and none of it in the wrong language.
func askedAt(t *testing.T, text string, at time.Duration, s Subject) (string, *core.View) {
	t.Helper()
	sim, err := core.Load(text)
	require.NoError(t, err)
	sim.Advance(at)
	v := &core.View{Topic: -1}
	sim.View(v)
	zh := Chinese.Explain(v, sim.Log(), s)
	for _, line := range append([]string{zh.Title}, zh.Lines...) {
		assert.NotRegexp(t, latinSentence, line)
		assert.NotContains(t, line, "{")
	}
	a := English.Explain(v, sim.Log(), s)
	return strings.Join(append([]string{a.Title}, a.Lines...), "\n"), v
}

// whyRow is a way in which a queue or a consumer can stand as it does; what is expected
// is what upstream does there. A text may be the name of a script kept elsewhere.
type whyRow struct {
	name, text  string
	at          time.Duration
	about       Subject
	says, never []string
}

// whyShared are those who share queues, and those for whom a broker allocates.
var whyShared = []whyRow{
	// RebalanceImpl.rebalanceByTopic, BROADCASTING: mqSet as it is, no strategy.
	{"broadcasting", four + "group g topic=t model=broadcasting\n" + pair, 30 * time.Second, Subject{queue, 0},
		[]string{"Who takes from a/0?", "no strategy is asked", "Here that is: c1, c2."}, []string{"Sorted", "block", "at the same time", "rebalanced"}},
	{"a broadcasting consumer", four + "group g topic=t model=broadcasting\n" + pair, 30 * time.Second, Subject{SubjectConsumer, 1},
		[]string{"asks no strategy, reads all queues, a/0, a/1, a/2, a/3", "a file of its own"}, []string{"believes", "saw"}},
	{"broadcasting, killed", four + "group g topic=t model=broadcasting\n" + pair + "at 20s kill c2\n", 30 * time.Second, Subject{SubjectConsumer, 1},
		[]string{"Nobody takes its place"}, []string{"processed again"}},
	{"pull-all", four + "group g topic=t mode=pull-all every=200ms\n" + pair, 30 * time.Second, Subject{queue, 0},
		[]string{"fetchSubscribeMessageQueues", "c1, c2"}, []string{"Sorted", "at the same time"}},
	// QueryAssignmentProcessor.allocate4Pop: -1 is every queue to everybody.
	{"POP", four + "group g topic=t mode=pop\n" + pair, 30 * time.Second, Subject{queue, 0},
		[]string{"a queue has no owner. May pop from it: c1, c2.", "popShareQueueNum is −1"}, []string{"Sorted"}},
	// Four queues, four consumers: one each. With 1, c4, whose next is c1 again, has c1's share too.
	{"POP, shared with one", four + "group g topic=t mode=pop pop-share=1\n" + pair + "consumer c3 group=g\nconsumer c4 group=g\n", 30 * time.Second, Subject{queue, 0},
		[]string{"May pop from it: c1, c4.", "c1 number 1 of 4 consumers", "so c4 may pop from what is the share of c1."}, nil},
	// Five consumers, four queues: numbers 1 and 5 get the first queue.
	{"POP, more than queues", four + "group g topic=t mode=pop pop-share=1\n" + pair + "consumer c3 group=g\nconsumer c4 group=g\nconsumer c5 group=g\n", 30 * time.Second, Subject{queue, 0},
		[]string{"May pop from it: c1, c5.", "more consumers (5) than queues (4)"}, nil},
	// The broker answers null to what it does not know; the client keeps what it has.
	{"the broker does not know", four + "group g topic=t strategy=consistent-hash client-rebalance=false\n" + pair, 30 * time.Second, Subject{queue, 0},
		[]string{"Why does nobody hold a/0?", "To consistent-hash it answers null"}, []string{"clockwise"}},
	{"its consumer", four + "group g topic=t strategy=consistent-hash client-rebalance=false\n" + pair, 30 * time.Second, Subject{SubjectConsumer, 0},
		[]string{"To consistent-hash it answers null", "holds no queue"}, []string{"virtual nodes"}},
	{"the broker allocates", four + "group g topic=t client-rebalance=false\n" + pair, 30 * time.Second, Subject{queue, 3},
		[]string{"a computed the share of c2 from the members it lists", "its block is 2 from number 3"}, nil},
}

// whyPaused are queues that are paused.
var whyPaused = []whyRow{
	// RebalanceLockManager: c3's locks live 60 s after their last renewal, though it was killed at 42 s.
	{"orderly-kill", "recordings/orderly-kill", 60 * time.Second, Subject{queue, 6},
		[]string{"c3, the last that did, was killed", "c2 has computed so too", "refuses a lock that another client id holds", "still with c3, whose process is gone"}, []string{"has not computed"}},
	{"orderly-kill, counted", "recordings/orderly-kill", 60 * time.Second, Subject{SubjectCounter, CounterPaused},
		[]string{"Why are 2 queues paused?", "2 for want of the lock: a/6, a/7."}, []string{"has computed,"}},
	{"orderly-kill, its heir", "recordings/orderly-kill", 60 * time.Second, Subject{SubjectConsumer, 1},
		[]string{"The broker refused it the locks", "a/6, a/7."}, nil},
	// The lesson join: at 37.6 s c3 is on the broker's list and not 1,000 ms old; at 38.1 s it
	// has a/6 and a/7 and waits 500 ms for its first pull.
	{"join, before the take", "lessons/join", 37600 * time.Millisecond, Subject{queue, 6},
		[]string{"c2, the last that did, let it go", "c3 has not computed a share yet since its start."}, nil},
	{"join, before the pull", "lessons/join", 38100 * time.Millisecond, Subject{queue, 6},
		[]string{"Why does a/6 go to c3?", "waits, by default 500 ms, before its first pull"}, nil},
	{"join, counted", "lessons/join", 38100 * time.Millisecond, Subject{SubjectCounter, CounterPaused},
		[]string{"Why are 2 queues paused?", "2 with an owner none of whose pulls the broker has accepted yet: a/6, a/7."}, []string{"Why does nobody"}},
}

// whyStanding are queues that have an owner and stand still.
var whyStanding = []whyRow{
	// A consumer that is frozen stays on the list until the channel scan, 120 s; 10 messages a second come into a queue.
	{"frozen", four + "group g topic=t\n" + pair + "at 10s freeze c2\n", 50 * time.Second, Subject{queue, 3},
		[]string{"c2 has it and hangs", "For 40.0 s no message of it has been processed. Waiting: 400"}, nil},
	{"frozen, counted", four + "group g topic=t\n" + pair + "at 10s freeze c2\n", 50 * time.Second, Subject{SubjectCounter, CounterPaused},
		[]string{"Not counted", "nobody works on them: a/2, a/3. Their owner hangs."}, []string{"has been without"}},
	{"struck off", four + "group g topic=t\n" + pair + "at 10s freeze c2\n", 150 * time.Second, Subject{queue, 3},
		[]string{"The brokers have struck it off"}, []string{"the brokers count it in"}},
	{"broker down", four + "group g topic=t\n" + pair + "at 20s kill a\n", 25 * time.Second, Subject{queue, 0}, []string{"a is down"}, nil},
	{"broker hangs", four + "group g topic=t\n" + pair + "at 20s freeze a\n", 25 * time.Second, Subject{queue, 0}, []string{"a hangs: it answers nobody."}, nil},
	{"throttled", four + "group g topic=t\n" + pair + "at 20s throttle a busy\n", 40 * time.Second, Subject{queue, 0}, []string{"a refuses the pulls that reach it (SYSTEM_BUSY)"}, nil},
	{"throttled no more", four + "group g topic=t\n" + pair + "at 20s throttle a busy\nat 30s throttle a off\n", 40 * time.Second, Subject{queue, 0}, nil, []string{"refuses"}},
	{"link cut", four + "group g topic=t\n" + pair + "at 20s cut c1 a\n", 25 * time.Second, Subject{queue, 0}, []string{"The link between c1 and broker a is cut"}, nil},
	{"suspended", four + "group g topic=t\n" + pair + "at 20s suspend c1\n", 40 * time.Second, Subject{queue, 0}, []string{"c1 is suspended: it pulls nothing"}, nil},
	// 10 messages a second of a queue, one thread, 2 s each: the cache fills to 100 within 12 s.
	{"flow control", four + "group g topic=t work=2s threads=1 pull-threshold=100\n" + pair, 60 * time.Second, Subject{queue, 0}, []string{"Flow control: c1 has"}, nil},
}

// whyOthers are consumers without a queue, and queues with two owners.
var whyOthers = []whyRow{
	// AllocateMessageQueueAveragely: averageSize 1 when there are fewer queues than consumers; the fifth begins at 4 of 4.
	{"idle, averagely", four + "group g topic=t\n" + pair + "consumer c3 group=g\nconsumer c4 group=g\nconsumer c5 group=g\n", 30 * time.Second, Subject{SubjectConsumer, 4},
		[]string{"holds no queue", "there are 4 queues for 5 consumers", "it is number 5."}, []string{"owns none"}},
	{"idle, on the ring", strings.Replace(four, "a:4", "a:1", 1) + "group g topic=t strategy=consistent-hash\n" + pair + "consumer c3 group=g\n", 30 * time.Second, Subject{SubjectConsumer, 2},
		[]string{"none of its 10 virtual nodes is the next clockwise of a queue; the topic has 1 queue."}, nil},
	// ConsumerManager keeps one subscription per group: the last heartbeat's. c1 reads sub-a alone, and
	// its pulls are refused from c2's heartbeat, of sub-b alone, on.
	{"another topic", "recordings/different-subscriptions", 42 * time.Second, Subject{queue, 6},
		[]string{"Why does nobody hold sub-a:a/2?", "But c2 does not subscribe to sub-a"}, []string{"has not computed"}},
	{"refused", "recordings/different-subscriptions", 42 * time.Second, Subject{queue, 4},
		[]string{"a refused the latest pull of c1", "SUBSCRIPTION_NOT_EXIST", "one subscription for a whole group"}, nil},
	// c1 unsubscribes from run-a at 93 s.
	{"unsubscribed", "recordings/subscribe-at-runtime", 100 * time.Second, Subject{queue, 0},
		[]string{"But c1 does not subscribe to run-a"}, []string{"about to take it"}},
	{"queues taken out", "recordings/queues-in-careful", 122 * time.Second, Subject{SubjectCounter, CounterPaused},
		[]string{"4 that the topic’s settings let no consumer read: a/4, a/5, a/6, a/7."}, []string{"the next takes it"}},
	{"stopping", "recordings/rolling-restart", 31999 * time.Millisecond, Subject{SubjectConsumer, 0},
		[]string{"shutdown() has been called"}, []string{"about to take"}},
	{"a slave serves", "recordings/slave-orderly", 60 * time.Second, Subject{SubjectCounter, CounterPaused}, nil, []string{"Not counted"}},
	// RB-25b: up to 4.9.4 a granted lock was not noted on the new process queue.
	{"java 4.9 takes orderly", "cases/RB-25b", 66 * time.Second, Subject{queue, 0},
		[]string{"the broker has granted it the lock", "only after its next renewal"}, []string{"until the broker grants"}},
	// RB-40: c2 cannot reach b from 60 s to 70 s, and asks for the offsets of b/0 and b/1 again and again.
	{"cannot ask", "cases/RB-40", 69900 * time.Millisecond, Subject{SubjectConsumer, 1},
		[]string{"these to be its own: b/0, b/1", "The link between c2 and broker b is cut"}, nil},
	{"restarted, and its queue", "recordings/rolling-restart", 45 * time.Second, Subject{queue, 0}, []string{"Why does a/0 go to c1.2?", "c1.2 number 1 of 3 consumers"}, nil},
	{"no pause", four + "group g topic=t\n" + pair, 30 * time.Second, Subject{SubjectCounter, CounterPaused}, []string{"No queue is paused\n"}, []string{"Why"}},
	// The restarted process has the id of the one that is gone; it is this one that was seen.
	{"restarted with its id", "recordings/rolling-restart", 45 * time.Second, Subject{SubjectConsumer, 3}, []string{"c1.2: running", "saw c1.2, c2, c3"}, nil},
	// Its broker cannot be reached from 20 s on: the rebalance at 21 s asks in vain.
	{"no list", four + "group g topic=t\n" + pair + "at 20s cut c2 a\n", 30 * time.Second, Subject{SubjectConsumer, 1},
		[]string{"No request of it gets through to a: the link is cut.", "It last rebalanced at 0:01.0", "Since then it has got no list of the members"}, nil},
	{"two lists", four + "group g topic=t strategy=by-config\nconsumer c1 group=g config=a/0,a/1\nconsumer c2 group=g config=a/1,a/2\n", 30 * time.Second, Subject{queue, 0},
		[]string{"The configured list gives a/0 to c1."}, []string{"too"}},
	{"on two lists", four + "group g topic=t strategy=by-config\nconsumer c1 group=g config=a/0,a/1\nconsumer c2 group=g config=a/1,a/2\n", 30 * time.Second, Subject{queue, 1},
		[]string{"the list configured for each holds it", "gives a/1 to c1.", "gives a/1 to c2."}, nil},
	{"on no list", four + "group g topic=t strategy=by-config\nconsumer c1 group=g config=a/0,a/1\nconsumer c2 group=g config=a/1,a/2\n", 30 * time.Second, Subject{queue, 3},
		[]string{"No configured list holds it."}, nil},
	// set changes the strategy at 25 s; c1 computed at 21 s, in blocks, and looks again at 41 s.
	{"another strategy since", four + "group g topic=t\n" + pair + "at 25s set g strategy=averagely-by-circle\n", 30 * time.Second, Subject{queue, 1},
		[]string{"by its present settings, which give it to c2", "next rebalance"}, []string{"not let it go"}},
	// c3 comes while c2 hangs: its share by three is a/3, which c2 has and keeps the lock of.
	{"wanted from one that hangs", four + "group g topic=t listener=orderly\n" + pair + "at 20s freeze c2\nat 25s join c3 group=g\n", 30 * time.Second, Subject{queue, 3},
		[]string{"c3 has computed that it is its own, and is refused the lock.", "has computed nothing since"}, []string{"no other computes"}},
	{"two rules", four + "group g topic=t\nconsumer c1 group=g\nconsumer c2 group=g strategy=averagely-by-circle\n", 30 * time.Second, Subject{queue, 1},
		[]string{"different rules", "its block is 2 from number 1", "dealt out in turn to 2 consumers"}, nil},
	{"one id", "recordings/same-client-id", 60 * time.Second, Subject{queue, 0}, []string{"the same client id"}, nil},
}

// kept is a text, or the script of that name under core.
func kept(t *testing.T, text string) string {
	t.Helper()
	where, name, ok := strings.Cut(text, "/")
	if !ok || strings.Contains(text, "\n") {
		return text
	}
	if where != "lessons" {
		where += "/testdata"
	}
	b, err := os.ReadFile("../../core/" + where + "/" + name + ".ringside")
	require.NoError(t, err)
	return string(b)
}

func TestWhyByMode(t *testing.T) {
	for _, row := range slices.Concat(whyShared, whyPaused, whyStanding, whyOthers) {
		t.Run(row.name, func(t *testing.T) {
			got, _ := askedAt(t, kept(t, row.text), row.at, row.about)
			for _, want := range row.says {
				assert.Contains(t, got, want)
			}
			for _, not := range row.never {
				assert.NotContains(t, got, not)
			}
		})
	}
}

// On the Go client's ring a node is the CRC-32 of its number and the id without a
// hyphen (consistent.eltKey), and the answer has the consumer's name for the id.
func TestWhyOnTheGoRing(t *testing.T) {
	for i := range 4 {
		got, v := askedAt(t, four+"group g topic=t strategy=consistent-hash client=go\n"+pair, 30*time.Second, Subject{queue, i})
		m := regexp.MustCompile(`hashes \(CRC-32\) to (0x[0-9a-f]{8}); .*node (\d) of (c[12]) at (0x[0-9a-f]{8})`).FindStringSubmatch(got)
		require.NotNil(t, m, got)
		assert.NotContains(t, got, "127.0.0.1")
		owner := v.Consumers[v.Queues[i].Owners[0]]
		assert.Equal(t, owner.Name, m[3])
		assert.Equal(t, fmt.Sprintf("0x%08x", crc32.ChecksumIEEE([]byte(m[2]+owner.ID))), m[4])
	}
}

// What a process computed in an earlier life counts no more: at 25.5 s c2, killed at
// 20 s and started again at 25 s, is not 1,000 ms old, and nobody has its queues
// since c1's own share of the four is two again.
func TestWhyAfterARestart(t *testing.T) {
	got, _ := askedAt(t, four+"group g topic=t\n"+pair+"at 20s restart c2 down=5s how=kill\n", 25500*time.Millisecond, Subject{queue, 3})
	assert.Contains(t, got, "c2 has not computed a share yet since its start.")
}

// sentinels are the names of a package's error kinds, from its source.
func sentinels(t *testing.T, file string) []string {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^\t(Err[A-Z]\w*) += errors\.New`).FindAllStringSubmatch(string(b), -1) {
		out = append(out, m[1])
	}
	return out
}

// Every kind of error that a strategy or a permalink can give has words of its own in
// both languages, with no English in the Chinese ones.
func TestErrorsInTheReadersLanguage(t *testing.T) {
	assert.Len(t, strategyFaults, len(sentinels(t, "../../strategies/errors.go")))
	assert.Len(t, permalinkFaults, len(sentinels(t, "../../core/script/link.go")))
	seen := map[string]bool{}
	check := func(kind error, detail error) {
		zh, en := Chinese.ErrorText(detail), English.ErrorText(detail)
		assert.NotRegexp(t, latinSentence, zh)
		assert.NotEqual(t, Chinese.Text("error.other"), zh)
		assert.NotContains(t, en, "upstream:")
		assert.False(t, seen[en], "%v: the words of another one", kind)
		seen[en] = true
	}
	for _, f := range strategyFaults {
		check(f.kind, fmt.Errorf("cannot build the cluster: %w", &strategies.InputError{Kind: f.kind, Strategy: "X", Detail: "what is wrong with it", Upstream: "runtime error: integer divide by zero"}))
	}
	for _, f := range permalinkFaults {
		check(f.kind, fmt.Errorf("%w", f.kind))
	}
	link := &play.LinkError{Reason: play.LinkDamage, Part: "s=1abc", Err: script.ErrLinkDamaged}
	assert.NotRegexp(t, latinSentence, Chinese.ErrorText(link))
	assert.NotRegexp(t, latinSentence, Chinese.ErrorText(errors.New("nobody has foreseen this one")))
}

// The Go client's ring cannot be made of no virtual nodes: the table of strategies says
// so in the reader's language.
func TestComparisonSaysWhyAStrategyCannotWork(t *testing.T) {
	row := comparedRows(t, four+"group g topic=t strategy=consistent-hash vnodes=0\n"+pair)["consistent-hash-go"]
	require.ErrorIs(t, row.Err, strategies.ErrVirtualNodes)
	assert.NotRegexp(t, latinSentence, Chinese.StrategyError(row.Err))
	assert.Contains(t, Chinese.StrategyError(row.Err), "至少要 1")
}

// With one topic chosen a consumer is asked about that topic alone: c2 has the second of
// u's two queues, and of t, with one queue, none.
func TestWhyAConsumerOfOneTopic(t *testing.T) {
	sim, err := core.Load("broker a\ntopic t a:1\ntopic u a:2\ngroup g topic=t,u\n" + pair + "run 60s\n")
	require.NoError(t, err)
	sim.Advance(30 * time.Second)
	v := &core.View{Topic: 0}
	sim.View(v)
	text := strings.Join(English.Explain(v, sim.Log(), Subject{SubjectConsumer, 1}).Lines, "\n")
	assert.Contains(t, text, "holds no queue of t.")
	assert.Contains(t, text, "there is 1 queue for 2 consumers")
	assert.NotContains(t, text, "about to take")
	v.Topic = -1
	sim.View(v)
	assert.Contains(t, strings.Join(English.Explain(v, sim.Log(), Subject{SubjectConsumer, 1}).Lines, "\n"), "believes it owns u:a/1")
}

// Whatever a recording comes to, the Chinese answers hold no English, and no answer a
// place that was left open.
func TestEveryAnswerIsInItsLanguage(t *testing.T) {
	files, err := filepath.Glob("../../core/recordings/testdata/*.ringside")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		sim, err := core.Load(string(text))
		require.NoError(t, err)
		for _, at := range []time.Duration{2500 * time.Millisecond, 7 * time.Second, 43 * time.Second, 100 * time.Second} {
			sim.Advance(at)
			v := &core.View{Topic: -1}
			sim.View(v)
			inItsLanguage(t, v, sim.Log(), file)
		}
	}
}

func inItsLanguage(t *testing.T, v *core.View, log *trace.Log, file string) {
	t.Helper()
	for kind, n := range map[SubjectKind]int{SubjectQueue: len(v.Queues), SubjectConsumer: len(v.Consumers), SubjectBroker: len(v.Brokers), SubjectCounter: 3} {
		for i := range min(n, 12) {
			for _, l := range []Lang{English, Chinese} {
				a := l.Explain(v, log, Subject{kind, i})
				for _, line := range append([]string{a.Title}, a.Lines...) {
					assert.NotRegexp(t, `[{}]|\bwhy\.|\?\?|, \.`, line, file)
					if l == Chinese {
						assert.NotRegexp(t, latinSentence, line, file)
					}
				}
			}
		}
	}
}
