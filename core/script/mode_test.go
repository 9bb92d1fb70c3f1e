package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Defaults of DefaultLitePullConsumer: pullBatchSize 10; a mode brings its own,
// unless a value is written.
func TestModes(t *testing.T) {
	s := mustParse(t, `broker a
topic t a:4
group g topic=t mode=lite commit=lite-sync
consumer c1 group=g
consumer c2 group=g pull-batch=32
consumer c3 group=g mode=push commit=sync
consumer c4 group=g mode=pull every=100ms commit=interval
run 10s`).Scenario()
	for i, want := range []struct {
		mode  Mode
		batch int
		word  string
	}{{ModeLite, 10, "lite-sync"}, {ModeLite, 32, "lite-sync"}, {ModePush, 32, "sync"}, {ModePull, 32, "interval:5s"}} {
		got := s.Consumers[i].Settings
		assert.Equal(t, want.mode, got.Mode)
		assert.Equal(t, want.batch, got.PullBatch, s.Consumers[i].Name)
		assert.Equal(t, want.word, got.CommitWord())
	}
	assert.Equal(t, "mode?", Mode(99).String())
}

// What upstream's consumers do not have is said with what they do have.
func TestModesThatDoNotGoTogether(t *testing.T) {
	for settings, want := range map[string]string{
		"commit=lite-sync":           "write commit=interval, sync or async",
		"mode=lite commit=sync":      "write commit=lite-auto, lite-sync or lite-sync-persist",
		"mode=pull commit=async":     "write commit=interval",
		"mode=pull-all commit=sync":  "write commit=interval",
		"mode=pull client=go":        "write mode=lite (Poll and ACK) or mode=push",
		"mode=lite listener=orderly": "write listener=concurrent or mode=push",
		"mode=poll":                  "poll",
		"mode=pull every=0s":         "every",
		"mode=lite commit=lite-asyn": "lite-sync",
	} {
		_, err := Parse("broker a\ntopic t a:1\ngroup g topic=t " + settings + "\nconsumer c group=g\nrun 1s")
		require.Error(t, err, settings)
		assert.Contains(t, err.Error(), want, settings)
	}
	// A set that leads there is found as well.
	_, err := Parse("broker a\ntopic t a:1\ngroup g topic=t mode=lite\nconsumer c group=g\nat 1s set c commit=async\nrun 2s")
	require.Error(t, err)
}
