package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// do runs the command in this process.
func do(stdin string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(args, strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

// AllocateMessageQueueAveragely gives eight queues to two as 4 and 4, to three
// as 3, 3 and 2 in a row: a/3 goes to c2, b/2 and b/3 to c3.
func TestAllocateTable(t *testing.T) {
	code, out, errs := do("", "allocate", "-queues", "a:4,b:4", "-ids", "c2,c1", "-then", "c1,c2,c3")
	assert.Equal(t, exitOK, code, errs)
	assert.Equal(t, `averagely, 8 queues, 2 client ids
  c1     4  a/0-3
  c2     4  b/0-3
balance: 4 to 4 queues a client id, 4.00 on average

averagely, 8 queues, 3 client ids
  c1     3  a/0-2
  c2     3  a/3 b/0-1
  c3     2  b/2-3
balance: 2 to 3 queues a client id, 2.67 on average

moves: 3 of 8 queues
  a/3  c1 -> c2
  b/2  c2 -> c3
  b/3  c2 -> c3
`, out)
}

// Two processes with one client id both read the first share; the second one
// is read by nobody (vectors: duplicateIds, ids [A, A]).
func TestAllocateRepeatedID(t *testing.T) {
	_, out, _ := do("", "allocate", "-queues", "a:8", "-ids", "c1,c1")
	assert.Contains(t, out, "  c1     4  a/0-3  (listed 2 times: each such process reads them)\n")
	assert.Contains(t, out, "nobody reads: a/4-7\n")
	_, out, _ = do("", "allocate", "-strategy", "by-config", "-config", "a/0,a/1", "-queues", "a:2", "-ids", "c1,c2")
	assert.Contains(t, out, "read more than once: a/0 by c1, c2\n")
}

// The recording consistent-hash: shares of the topic consistent-hash with 12
// queues among c1, c2, c3 are 4, 3 and 5, and only c3's move at its join.
func TestAllocateConsistentHashAsRecorded(t *testing.T) {
	code, out, _ := do("", "allocate", "-strategy", "consistent-hash", "-topic", "consistent-hash", "-queues", "a:12",
		"-ids", "127.0.0.1@c1,127.0.0.1@c2", "-then", "127.0.0.1@c1,127.0.0.1@c2,127.0.0.1@c3")
	require.Equal(t, exitOK, code)
	assert.Contains(t, out, "  127.0.0.1@c1     4  ")
	assert.Contains(t, out, "  127.0.0.1@c2     3  ")
	assert.Contains(t, out, "  127.0.0.1@c3     5  ")
	assert.Contains(t, out, "moves: 5 of 12 queues\n")
	assert.Equal(t, 5, strings.Count(out, " -> 127.0.0.1@c3\n"))
}

func TestAllocateLongShareWraps(t *testing.T) {
	_, out, _ := do("", "allocate", "-strategy", "averagely-by-circle", "-queues", "a:64", "-ids", "c1,c2")
	for line := range strings.Lines(out) {
		assert.LessOrEqual(t, len(line)-1, lineWidth, line)
	}
	assert.Contains(t, out, "a/62\n")
}

func TestAllocateErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "-queues is missing"},
		{"-queues a:4", "-ids is missing"},
		{"-queues a -ids c1", `"a" is not BROKER:NUMBER`},
		{"-queues a:-1 -ids c1", `"a:-1" is not BROKER:NUMBER`},
		{"-queues a:1,a:2 -ids c1", `broker "a" is given twice`},
		{"-queues a:4 -ids c1 -rooms a", `"a" is not NAME=ROOM`},
		{"-queues a:4 -ids c1 -strategy averagly", "did you mean `averagely`?"},
		{"-queues a:4 -ids c1 -strategy consistent-hash", "no topic given"},
		{"-queues a:4 -ids c1 -strategy consistent-hash -topic t -vnodes -1", "illegal virtualNodeCnt"},
		{"-queues a:4 -ids c1 -strategy by-config -config a", `"a" is not BROKER/QUEUE`},
		{"-queues a:4 -ids c1 -strategy machine-room-nearby:averagely", `the machine room of broker "a" is not known`},
		{"-queues a:4 -ids c1,,c2", "currentCID is empty"},
		{"-queues a:4 -ids c1 -then=", "-then is empty"},
		{"-queues a:4 -ids c1 -then ,", "currentCID is empty"},
		{"-queues a:4 -ids c1 extra", `unexpected "extra"`},
		{"-queues a:70000 -ids c1", "more than 65536 queues"},
		{"-nonsense", "flag provided but not defined: -nonsense"},
	} {
		code, out, errs := do("", append([]string{"allocate"}, strings.Fields(c.args)...)...)
		assert.Equal(t, exitUsage, code, c.args)
		assert.Contains(t, errs, c.want, c.args)
		if !strings.Contains(c.args, "-then ,") {
			assert.Empty(t, out, c.args)
		}
	}
}

func TestAllocateJSONFlag(t *testing.T) {
	_, out, _ := do("", "allocate", "-json", "-queues", "a:2", "-ids", "c2,c1", "-then", "c2")
	assert.Equal(t, "{\"c1\":[\"a/0\"],\"c2\":[\"a/1\"]}\n{\"c2\":[\"a/0\",\"a/1\"]}\n", out)
}

// A line a question: sorted as the client does, an id answered once, what a
// strategy does not need left out. Expected shares by the rule's arithmetic.
func TestAllocateLines(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"strategy":"averagely","topic":"orders","queues":{"b":1,"a":2},"ids":["c2","c1"]}`, `{"c1":["a/0","a/1"],"c2":["b/0"]}`},
		{`{"strategy":"averagely","queues":{"a":4},"ids":["c1","c1"]}`, `{"c1":["a/0","a/1"]}`},
		{`{"strategy":"averagely-by-circle","queues":{"a":3},"ids":["10.0.0.7@1","10.0.0.10@1"]}`, `{"10.0.0.10@1":["a/0","a/2"],"10.0.0.7@1":["a/1"]}`},
		{`{"strategy":"consistent-hash","topic":"t","queues":{"a":4},"ids":["c1"],"vnodes":0}`, `{"c1":[]}`},
		{`{"strategy":"consistent-hash","topic":"t","queues":{"a":2},"ids":["c1"]}`, `{"c1":["a/0","a/1"]}`},
		{`{"strategy":"consistent-hash-go","topic":"t","queues":{"a":2},"ids":["c1"],"vnodes":10}`, `{"c1":["a/0","a/1"]}`},
		{`{"strategy":"machine-room","queues":{"r1@a":2,"r2@b":2},"ids":["c1"],"idcs":["r1"]}`, `{"c1":["r1@a/0","r1@a/1"]}`},
		{`{"strategy":"machine-room-nearby:averagely","queues":{"a":2,"b":2},"ids":["c1","c2"],"rooms":{"a":"r1","b":"r2","c1":"r1","c2":"r2"}}`, `{"c1":["a/0","a/1"],"c2":["b/0","b/1"]}`},
		{`{"strategy":"same-room:averagely","queues":{"a":2},"ids":["c1","c2"],"rooms":{"a":"r1","c1":"r1","c2":"r2"}}`, `{"c1":["a/0","a/1"],"c2":["a/1"]}`},
		{`{"strategy":"by-config","ids":["c1"],"config":["x/7"]}`, `{"c1":["x/7"]}`},
		{`{"strategy":"averagely","queues":{"a<b>&\"":1},"ids":["消费者"]}`, `{"消费者":["a<b>&\"/0"]}`},
	} {
		code, out, errs := do(c.in+"\n", "allocate", "-")
		assert.Equal(t, exitOK, code)
		assert.Empty(t, errs)
		assert.Equal(t, c.want+"\n", out, c.in)
	}
}

// Whatever a line holds, it gets one answer, and the next line is answered too.
func TestAllocateLinesErrors(t *testing.T) {
	good := `{"strategy":"averagely","queues":{"a":1},"ids":["c1"]}`
	for _, c := range []struct{ in, want string }{
		{`not json`, "not JSON at byte"},
		{`{`, "not JSON: it ends too early"},
		{`[1]`, "a JSON object is needed, not a array"},
		{`null`, "a JSON object is needed"},
		{`7`, "a JSON object is needed"},
		{`{} {}`, "something follows the JSON object"},
		{`{"strategy":"averagely","colour":1}`, `unknown field "colour"; known are strategy`},
		{`{"strategy":"averagely","strategy":"averagely"}`, `field "strategy" is given twice`},
		{`{"strategy":"averagely","queues":{"a":1,"a":2},"ids":["c1"]}`, `field "a" is given twice`},
		{`{"strategy":7}`, `field "strategy": found a JSON number, expected a string`},
		{`{"strategy":"averagely","queues":{"a":"x"}}`, "expected a whole number"},
		{`{"strategy":"averagely","queues":{"a":1.5}}`, "expected a whole number"},
		{`{"strategy":"averagely","queues":{"a":99999999999999999999}}`, "expected a whole number"},
		{`{"strategy":"averagely","ids":"c1"}`, "expected a list"},
		{`{}`, "no strategy given; known are averagely"},
		{`{"strategy":"averagly","queues":{"a":1},"ids":["c1"]}`, "did you mean `averagely`?"},
		{`{"strategy":"averagely","ids":["c1"]}`, "mqAll is null or mqAll empty"},
		{`{"strategy":"averagely","queues":{"a":1}}`, "no client ids given"},
		{`{"strategy":"averagely","queues":{"a":-1},"ids":["c1"]}`, `broker \"a\" has -1 queues`},
		{`{"strategy":"averagely","queues":{"":1},"ids":["c1"]}`, "has no name"},
		{`{"strategy":"averagely","queues":{"a":1},"ids":[""]}`, "currentCID is empty"},
		{`{"strategy":"averagely","queues":{"a":9223372036854775807},"ids":["c1"]}`, "more than 65536 queues"},
		{`{"strategy":"consistent-hash","queues":{"a":1},"ids":["c1"]}`, "no topic given"},
		{`{"strategy":"consistent-hash","topic":"t","queues":{"a":1},"ids":["c1"],"vnodes":-1}`, "illegal virtualNodeCnt"},
		{`{"strategy":"machine-room","queues":{"r@a":1},"ids":["c1"]}`, "MACHINE_ROOM"},
		{`{"strategy":"same-room:averagely","queues":{"a":1},"ids":["c1"]}`, "the machine room of"},
		{`{"strategy":"same-room","queues":{"a":1},"ids":["c1"]}`, "needs an inner one"},
		{`{"strategy":"by-config","ids":["c1"],"config":["a"]}`, `\"a\" is not BROKER/QUEUE`},
		{`{"strategy":"averagely","queues":{"a":60000},"ids":[` + strings.TrimSuffix(strings.Repeat(`"c",`, 9000), ",") + `]}`, "pairs are allowed"},
		{`{"strategy":"averagely","ids":["` + strings.Repeat("x", maxAskLine) + `"]}`, "the line is longer than 1048576 bytes"},
	} {
		_, out, errs := do(c.in+"\n\r\n"+good, "allocate", "-") // a blank line, and a last one without its end
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		shown := c.in[:min(len(c.in), 100)]
		require.Len(t, lines, 2, shown)
		var e struct{ Error string }
		require.NoError(t, json.Unmarshal([]byte(lines[0]), &e), shown)
		assert.Contains(t, lines[0], strings.ReplaceAll(strings.ReplaceAll(c.want, `\"`, `"`), `"`, `\"`), shown)
		assert.NotEmpty(t, e.Error, shown)
		assert.Equal(t, `{"c1":["a/0"]}`, lines[1], shown)
		assert.Empty(t, errs, shown)
	}
}

func FuzzAllocateLine(f *testing.F) {
	for _, s := range []string{`{"strategy":"averagely","queues":{"a":4},"ids":["c1","c2"]}`, `{"strategy":"same-room:averagely","rooms":{"a":"r"}}`, `[`, `{"vnodes":null}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		_, out, _ := do(line, "allocate", "-")
		for l := range strings.Lines(out) {
			assert.True(t, json.Valid([]byte(l)), l)
		}
	})
}
