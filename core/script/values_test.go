package script

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestDurations(t *testing.T) {
	for _, c := range []struct {
		text      string
		want      time.Duration
		canonical string
	}{
		{"0s", 0, "0s"},
		{"1m30s", 90 * time.Second, "1m30s"},
		{"90s", 90 * time.Second, "1m30s"},
		{"500ms", 500 * time.Millisecond, "500ms"},
		{"0.5s", 500 * time.Millisecond, "500ms"},
		{"2h", 2 * time.Hour, "2h"},
		{"1.5s", 1500 * time.Millisecond, "1.5s"},
		{"1500ms", 1500 * time.Millisecond, "1.5s"},
		{"1s500ms", 1500 * time.Millisecond, "1.5s"},
		{"1.50m", 90 * time.Second, "1m30s"},
		{"0.0001h", 360 * time.Millisecond, "360ms"},
		{"1h0.001s", time.Hour + time.Millisecond, "1h0.001s"},
		{"1h1s", time.Hour + time.Second, "1h1s"},
		{"61m", 61 * time.Minute, "1h1m"},
		{"250us", 250 * time.Microsecond, "250us"},
		{"1.25ms", 1250 * time.Microsecond, "1.25ms"},
		{"1ns", 1, "1ns"},
		{"00012s", 12 * time.Second, "12s"},
		{"12.345678901s", 12_345_678_901, "12.345678901s"},
	} {
		got, problem := parseDuration(c.text)
		assert.Equal(t, durationOK, problem, c.text)
		assert.Equal(t, c.want, got, c.text)
		assert.Equal(t, c.canonical, FormatDuration(got), c.text)
	}
	for text, want := range map[string]durationProblem{
		"": durationBad, "5": durationBad, "s": durationBad, "5x": durationBad, "-5s": durationBad, "+5s": durationBad,
		"5 s": durationBad, "1s1m": durationBad, "1s1s": durationBad, "1.s": durationBad, ".5s": durationBad, "1e3s": durationBad,
		"1.2.3s": durationBad, "5S": durationBad, "5µs": durationBad,
		"0.5ns": durationFine, "0.0000000001s": durationFine, "0.00000000000000001h": durationFine,
		"2562048h": durationHuge, "9999999999999999999s": durationHuge, "2562047h9999999s": durationHuge,
	} {
		_, problem := parseDuration(text)
		assert.Equal(t, want, problem, text)
	}
}

// Every duration is written so that it is read back, and as time.ParseDuration reads it.
func TestDurationsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, math.MaxInt64).Draw(t, "n") >> rapid.IntRange(0, 63).Draw(t, "shift")
		text := FormatDuration(time.Duration(n))
		got, problem := parseDuration(text)
		if problem != durationOK || int64(got) != n {
			t.Fatalf("%d ns is written %q and read %d (%d)", n, text, got, problem)
		}
		std, err := time.ParseDuration(text)
		if err != nil || std != got {
			t.Fatalf("%q: time.ParseDuration says %d, %v", text, std, err)
		}
	})
}

func TestRates(t *testing.T) {
	for _, c := range []struct {
		text      string
		want      int64
		canonical string
	}{
		{"600/s", 600_000, "600/s"},
		{"0.5/s", 500, "0.5/s"},
		{"0.001/s", 1, "0.001/s"},
		{"12.340/s", 12_340, "12.34/s"},
		{"6/m", 100, "0.1/s"},
		{"1.5/m", 25, "0.025/s"}, // 1.5 · 1000 / 60
		{"0/s", 0, "0/s"},
		{"100000/s", 100_000_000, "100000/s"},
	} {
		d := newDraft()
		got, ok := d.rate(ref{c.text, Pos{1, 1}})
		assert.True(t, ok, c.text)
		assert.Equal(t, c.want, got, c.text)
		assert.Equal(t, c.canonical, FormatRate(got))
	}
	for _, text := range []string{"", "/s", "5", "5/h", "5/", "-5/s", "5./s", ".5/s", "5/s/s", "1e3/s", "99999999999999999999/s", "1/m"} {
		d := newDraft()
		_, ok := d.rate(ref{text, Pos{1, 1}})
		assert.False(t, ok, text)
		assert.Len(t, d.errs, 1, text)
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int{"1B": 1, "1024B": 1024, "1KiB": 1024, "1536B": 1536, "4MiB": 4 << 20} {
		d := newDraft()
		got, ok := d.size(ref{text, Pos{1, 1}})
		assert.True(t, ok, text)
		assert.Equal(t, want, got)
	}
	assert.Equal(t, "1KiB", FormatSize(1024))
	assert.Equal(t, "1536B", FormatSize(1536))
	assert.Equal(t, "3MiB", FormatSize(3<<20))
}

func TestNearest(t *testing.T) {
	words := []string{"averagely", "averagely-by-circle", "start", "strategy", "batch"}
	for word, want := range map[string]string{
		"averagly": "averagely", "AVERAGELY": "averagely", "vaeragely": "averagely", "averagely-by-cycle": "averagely-by-circle",
		"strategie": "strategy", "tsart": "start", "strat": "start", "bat": "batch", "x": "", "kafka": "", "": "",
	} {
		assert.Equal(t, want, nearest(word, words), word)
	}
}
