package script

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pick draws one of the words.
func pick(t *rapid.T, what string, words ...string) string {
	return rapid.SampledFrom(words).Draw(t, what)
}

// blanks draws what may stand between words.
func blanks(t *rapid.T) string { return pick(t, "blanks", " ", " ", "  ", "\t", " \t ") }

// drawSettings draws settings, each key at most once, in any order.
func drawSettings(t *rapid.T, sep string) string {
	values := map[string][]string{
		"commit": {"interval", "interval:1500ms", "sync", "async"}, "batch": {"1", "32", "1024"},
		"work": {"0s", "5ms", "2ms..8000us", "exp:5ms", "5ms..5ms"}, "threads": {"1", "020"}, "pull-batch": {"32"},
		"pull-interval": {"0ms", "65.535s"}, "pull-threshold": {"1", "65535"}, "pull-threshold-size": {"1024"}, "span": {"2000"},
		"from": {"last", "first", "timestamp", "timestamp:90s"}, "listener": {"concurrent"}, "fail": {"0.50%", "100%"}, "fail-every": {"0", "200"},
		"pull-batch-size": {"1KiB", "262144B"}, "max-reconsume": {"-1", "0", "16"}, "send-back-fail": {"0%", "33.3333%"}, "on-fail": {"skip"}, "interrupt": {"fail", "finish"}, "await": {"0s", "3000ms"},
		"model": {"clustering", "broadcasting"}, "tag": {"*", "A", "A||B"}, "start": {"0s", "50ms", "90m"},
		// The other modes do not go with every client and commit mode; see drawMembers.
		"mode":     {"push"},
		"client":   {"java5", "java4.9", "go", "go2.0.0-rc"},
		"strategy": {"averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go", "machine-room-nearby:same-room:averagely"},
	}
	var keys []string
	for i := range settingTable {
		if values[settingTable[i].key] != nil {
			keys = append(keys, settingTable[i].key)
		}
	}
	keys = rapid.Permutation(keys).Draw(t, "keys")[:rapid.IntRange(0, 4).Draw(t, "n")]
	var b strings.Builder
	for _, k := range keys {
		b.WriteString(sep + k + "=" + pick(t, k, values[k]...))
	}
	return b.String()
}

// drawMembers are members with settings that count for such members only.
func drawMembers(t *rapid.T, join func(...string) string) []string {
	of := func(key string, words ...string) string { return key + "=" + pick(t, key, words...) }
	// Whatever the group sets that would not go with it.
	plain := "group=g room=r1 client=java5 mode=push commit=interval strategy=averagely listener=concurrent model=clustering tag=* fail=0% fail-every=0"
	member := func(name, replace, by string, more ...string) string {
		return join(append(append([]string{"consumer", name}, strings.Fields(strings.Replace(plain, replace, by, 1))...), more...)...)
	}
	return []string{
		member("h1", "strategy=averagely", "strategy=consistent-hash", of("vnodes", "0", "10", "007")),
		member("m1", "strategy=averagely", "strategy=machine-room", of("idcs", "r1", "r1,r2")),
		member("b1", "strategy=averagely", "strategy=by-config", of("config", "a/0", "a/0,b/01")),
		member("o1", "listener=concurrent", "listener=orderly", of("suspend", "10ms", "30s")),
		member("f1", "model=clustering", "model=broadcasting", of("offset-file", "merge", "held")),
		member("p1", "mode=push", "mode=pop", of("pop-share", "0", "02"), of("invisible", "5s", "300s"), of("pop-threshold", "96"), of("pop-batch", "1", "32")),
		member("q1", "mode=push", "mode=pull", of("every", "1ms", "100ms", "90m")),
		member("s1", "mode=push", "mode=push", of("client-rebalance", "true", "false")),
	}
}

// drawScript draws a correct script in any spelling, with its lines in any order.
func drawScript(t *rapid.T) string {
	s := blanks(t)
	join := func(words ...string) string { return strings.Join(words, s) }
	lines := []string{
		join("broker", "a", "room=r1"), join("broker", "b", "room=r2"), join("run", pick(t, "run", "120s", "2m", "0.1h", "360000ms")),
		join("topic", "orders", pick(t, "a", "a:4", "a:04/4", "a:4/2"), pick(t, "b", "b:2", "b:2/9")),
		join("producer", "orders", "rate="+pick(t, "rate", "600/s", "0.5/s", "30/m", "0.50/s"), "size=2048B", "tags=A,B:02"),
		join("group", "g", "topic=orders") + drawSettings(t, s),
		join("consumer", "c1", "group=g", "room=r1") + drawSettings(t, s),
		join("at", pick(t, "t0", "1s", "1000ms"), "join", "c2", "group=g", "room=r2") + drawSettings(t, s),
	}
	// One life after another: each action is possible after the one before.
	verbs := rapid.SliceOfN(rapid.SampledFrom([]string{"kill", "leave", "freeze"}), 0, 5).Draw(t, "verbs")
	for i, v := range verbs {
		at := func(seconds float64) string { return fmt.Sprintf("at%s%gs", s, seconds) }
		undo := map[string]string{"kill": "join", "leave": "join", "freeze": "thaw"}[v]
		lines = append(lines, join(at(10*float64(i)+2.5), v, "c2"), join(at(10*float64(i)+6), undo, "c2"))
	}
	optional := []string{
		join("at", "3s", "subscribe", "c1", "orders", "tag=B||A"), join("at", "4s", "unsubscribe", "c1", "orders"),
		join("at", "3s", "reset-offset", "g", "orders", "timestamp:1000ms"), join("at", "3s", "reset-offset", "g", "orders", "07"),
		join("at", "3s", "expire", "orders", "012"), join("at", "3s", "suspend", "c1"), join("at", "4s", "resume", "c1"),
		"seed 007", "protocol rocketmq", "net latency=1000us jitter=0ms", "net a c2 latency=20ms", "net ns b latency=0s",
		"timers heartbeat=60s first-pull=0s", "timers persist=1h", "title.en  x  # y ", "title.zh 标题", "text.en a", "text.en a", "# c ", "", "  ", "\t#",
		"at 7s set g batch=2 work=1s..90s", "at 7s set c1 commit=async", "at 7s set orders rate=60/m", "at 100s burst orders 0100",
		"expect idle at 20s = none", "expect in g owner orders/a/00 != c1,c2", "expect owns c1 = a/03,orders/b/1", "expect unowned max <= 1500ms",
		"expect duplicates crash >= 00", "expect duplicates crash orders/a/01 = 0", "expect pause max < 3s", "expect idle count = 0", "expect idle c1 <= 2000ms",
		"expect backlog max orders/b/1 < 010", "expect lock-wait = 0", "expect members a = c2,c1", "expect completions c1 < 5", "expect committed orders/b/1 > 3",
	}
	members := rapid.Permutation(drawMembers(t, join)).Draw(t, "members")
	lines = append(lines, members[:rapid.IntRange(0, len(members)).Draw(t, "how many")]...)
	lines = append(lines, optional[:rapid.IntRange(0, len(optional)).Draw(t, "optional")]...)
	lines = rapid.Permutation(lines).Draw(t, "order")
	for i := range lines {
		if lines[i] != "" && rapid.IntRange(0, 9).Draw(t, "comment") == 0 {
			lines[i] += " # 注 " + pick(t, "comment", "x", "=", "# #")
		}
		lines[i] += pick(t, "end", "", "", "", " ", "\t", "\r")
	}
	return strings.Join(lines, "\n") + pick(t, "last", "", "\n", "\n\n")
}

// checkIdentity checks parse → format → parse, and the link.
func checkIdentity(t rapidT, text string) {
	s, err := Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	f := s.Format()
	again, err := Parse(f)
	if err != nil {
		t.Fatalf("the formatted script is refused: %v\n%s", err, f)
	}
	if again.Format() != f {
		t.Fatalf("formatting twice differs:\n%s\n%s", f, again.Format())
	}
	third, err := Parse(again.Format())
	if err != nil {
		t.Fatalf("%v", err)
	}
	sameScenario(t, s.Scenario(), again.Scenario(), false)
	sameScenario(t, again.Scenario(), third.Scenario(), true)
	if lines := len(splitLines(text)); lines != len(splitLines(f)) {
		t.Fatalf("%d lines became %d", lines, len(splitLines(f)))
	}
	if got, err := Decode(Encode(f)); err != nil || got != f {
		t.Fatalf("link: %v", err)
	}
}

// rapidT is what testing.T and rapid.T share here.
type rapidT interface {
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
	FailNow()
}

func TestIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkIdentity(t, drawScript(t)) })
}

// A correct script with one character changed is right or gives errors with a
// place inside the text, and never a panic.
func TestMutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := []rune(drawScript(t))
		r[rapid.IntRange(0, len(r)-1).Draw(t, "where")] = rapid.Rune().Draw(t, "rune")
		checkAny(t, string(r))
	})
}

// checkAny checks what holds for every text.
func checkAny(t rapidT, text string) {
	s, err := Parse(text)
	if err == nil {
		checkIdentity(t, text)
		if s.Scenario() == nil {
			t.Fatalf("no scenario")
		}
		return
	}
	list, ok := err.(Errors)
	if s != nil || !ok || len(list) == 0 || len(list) > MaxErrors {
		t.Fatalf("not a list of errors: %v", err)
	}
	lines := splitLines(text)
	for _, e := range list {
		if e.Line < 1 || e.Line > max(1, len(lines)) || e.Col < 1 {
			t.Fatalf("%v is outside of the text", e)
		}
		if len(lines) > 0 && e.Col > len([]rune(lines[e.Line-1]))+1 {
			t.Fatalf("%v is behind its line %q", e, lines[e.Line-1])
		}
		if e.Msg == "" || strings.Contains(e.Msg, "{1}") && !strings.Contains(text, "{1}") {
			t.Fatalf("%q has no message", e.Code)
		}
	}
}
