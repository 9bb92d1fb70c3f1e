package panel

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
)

// Every timer of the language has a field, with a hint in both languages.
func TestEveryTimerHasAFieldAndAHint(t *testing.T) {
	_, timers := DeclaredIn(scenario(t).Scenario())
	require.Len(t, timers, script.NumTimers)
	for i := range timers {
		d := &timers[i]
		assert.Equal(t, script.Timer(i).String(), d.Name())
		assert.Equal(t, script.FormatDuration(script.Timer(i).Default()), d.Default)
		_, ok := words[timerKeyPrefix+d.Name()+hintSuffix]
		assert.True(t, ok, "no words for the timer %s", d.Name())
	}
	world, _ := DeclaredIn(scenario(t).Scenario())
	for i := range world {
		label, hint := Chinese.DeclaredWords(&world[i])
		assert.NotEqual(t, world[i].Name(), label)
		assert.NotContains(t, hint, world[i].Statement+" ")
	}
}

// Whatever is changed is what the changed script says, and nothing else changes.
func TestDeclare(t *testing.T) {
	for _, row := range []struct{ name, text, value, want string }{
		{"heartbeat", "broker a\nat 5s kill a\nrun 9s\n", "7s", "broker a\ntimers heartbeat=7s\nat 5s kill a\nrun 9s\n"},
		{"heartbeat", "broker a\nrun 9s\n", "7s", "broker a\nrun 9s\ntimers heartbeat=7s\n"},
		{"heartbeat", "timers heartbeat=9s persist=1s # why\nrun 9s\n", "7s", "timers heartbeat=7s persist=1s # why\nrun 9s\n"},
		{"persist", "timers persist-first=9s persist=1s\nrun 9s\n", "7s", "timers persist-first=9s persist=7s\nrun 9s\n"},
		{"heartbeat", "timers persist=1s\nbroker a\n", "7s", "timers persist=1s\ntimers heartbeat=7s\nbroker a\n"},
		{"heartbeat", "timers heartbeat=9s persist=1s\nrun 9s\n", "30s", "timers persist=1s\nrun 9s\n"},
		{"heartbeat", "broker a\ntimers heartbeat=9s\nrun 9s\n", "30s", "broker a\nrun 9s\n"},
		{"heartbeat", "broker a\nrun 9s\n", "30s", "broker a\nrun 9s\n"},
		{"net-latency", "net a b latency=3ms\nnet latency=1ms\nrun 9s\n", "8ms", "net a b latency=3ms\nnet latency=8ms\nrun 9s\n"},
		{"net-jitter", "net latency=1ms\nrun 9s\n", "8ms", "net latency=1ms jitter=8ms\nrun 9s\n"},
		{"net-jitter", "net latency=1ms jitter=2ms\nrun 9s\n", "0s", "net latency=1ms\nrun 9s\n"},
		{"seed", "seed 1 # luck\nrun 9s\n", "5", "seed 5 # luck\nrun 9s\n"},
		{"run", "seed 1\nrun 9s\n", "1m", "seed 1\nrun 1m\n"},
	} {
		world, timers := DeclaredIn(scenario(t).Scenario())
		found := false
		for _, d := range append(world, timers...) {
			if d.Name() == row.name {
				found = true
				assert.Equal(t, row.want, Declare(row.text, &d, row.value), "%s=%s in %q", row.name, row.value, row.text)
			}
		}
		require.True(t, found, row.name)
	}
}

// Each value can be changed in a script that has none of them, and is then what
// the field shows; a bad one is refused with words.
func TestDeclaredValuesCanBeChanged(t *testing.T) {
	s := scenario(t)
	world, timers := DeclaredIn(s.Scenario())
	for i, d := range append(world, timers...) {
		value := map[string]string{"seed": "77", "run": "33s"}[d.Name()]
		if value == "" {
			value = "123ms"
		}
		next, err := script.Parse(Declare(s.Format(), &d, value))
		require.NoError(t, err, d.Name())
		w, ts := DeclaredIn(next.Scenario())
		assert.Equal(t, value, append(w, ts...)[i].Value, d.Name())
		for _, bad := range []string{"", "soon", "-5s", "1s 2s", "5s # x", "9999999h", "1e9", "1s\nkill c1"} {
			for _, l := range []Lang{English, Chinese} {
				assert.NotEmpty(t, l.TryDeclared(Declare(s.Format(), &d, bad), bad), "%s=%q", d.Name(), bad)
			}
		}
	}
	assert.Empty(t, English.TryDeclared(Declare(s.Format(), &timers[0], "9s"), "9s"))
}

// Whatever a setting's or action's field is given, a wrong value is refused in
// words: of each setting one that is no value, one that is out of range, and one
// that would be more than one word.
func TestEveryFieldRefusesBadValues(t *testing.T) {
	s := scenario(t)
	for _, f := range script.SettingForms() {
		bad := []string{"", "5s 6s", "1 threads=2", "1 # and more", "a=b=c"}
		switch f.Key {
		case "tag", "idcs": // any name will do
		default:
			bad = append(bad, "?", "-2", "99999999999999999999")
		}
		switch f.Key {
		case "tag", "idcs", "max-reconsume", "pull-threshold-topic", "pull-threshold-size-topic": // -1 is upstream's "no limit"
		default:
			bad = append(bad, "-1")
		}
		for _, v := range bad {
			if f.Key == "tag" && v == "a=b=c" {
				continue
			}
			for _, target := range []string{"g", "c1"} {
				assert.NotEmpty(t, English.TrySetting(s, 0, target, f.Key, v), "%s %s=%q", target, f.Key, v)
				assert.NotEmpty(t, Chinese.TrySetting(s, 0, target, f.Key, v), "%s %s=%q", target, f.Key, v)
			}
		}
	}
	for _, f := range OfferedForms() {
		for i := range f.Slots {
			values := make([]string, len(f.Slots))
			for k := range f.Slots {
				values[k] = SlotStart(s.Scenario(), &f, k)
			}
			values[i] = "no/such:thing|at=all"
			assert.NotEmpty(t, English.Try(s, 20_000_000_000, FormLine(&f, values)), "%s with a bad part %d", f.Form, i)
		}
	}
}
