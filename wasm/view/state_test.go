package view

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// everyLook are the looks of all states and of what holds a consumer up.
func everyLook() map[string]look {
	looks := map[string]look{}
	for state := core.ConsumerAbsent; state <= core.ConsumerLockWait; state++ {
		l := lookOf(state)
		looks[l.key] = l
	}
	v := fixture.HeldUp()
	s := wide(v, nil)
	for i := range v.Consumers {
		l := s.lookOf(&v.Consumers[i])
		looks[l.key] = l
	}
	return looks
}

// TestStatesDifferInForm: each state has its own mark and its own word.
func TestStatesDifferInForm(t *testing.T) {
	looks := everyLook()
	assert.Len(t, looks, 8+4, "eight states; stopping, suspended, flow control and cut off")
	seen := map[Form]string{}
	for key, l := range looks {
		assert.NotContains(t, seen, l.mark, "%s and %s", key, seen[l.mark])
		seen[l.mark] = key
	}
}

// TestWhatHidesWhat: a process that hangs or is gone shows that alone; one that
// stops does so whatever else holds it up.
func TestWhatHidesWhat(t *testing.T) {
	var s Scene
	all := core.ConsumerView{Name: "c1", Stopping: true, Suspended: true, PutOff: 3}
	for state, want := range map[core.ConsumerState]string{
		core.ConsumerFrozen: KeyStateFrozen, core.ConsumerDead: KeyStateDead, core.ConsumerStopped: KeyStateStopped,
		core.ConsumerRunning: KeyStateStopping, core.ConsumerAckWait: KeyStateStopping,
	} {
		c := all
		c.State = state
		assert.Equal(t, want, s.lookOf(&c).key)
	}
	c := all
	c.State, c.Stopping = core.ConsumerRunning, false
	assert.Equal(t, KeyStateSuspended, s.lookOf(&c).key, "who is suspended pulls nothing, full or not")
	c.Suspended = false
	assert.Equal(t, KeyStateFlow, s.lookOf(&c).key)
	c.State = core.ConsumerAckWait
	assert.Equal(t, KeyStateAckWait, s.lookOf(&c).key, "the wait is what keeps it from working the cache off")
	s.cuts = []core.CutView{{A: "broker-a", B: "c1"}}
	c.State, c.Suspended = core.ConsumerRunning, true
	assert.Equal(t, KeyStateCut, s.lookOf(&c).key)
}

// TestHeldUpConsumersAreSeen in a mark and a word.
func TestHeldUpConsumersAreSeen(t *testing.T) {
	s := wide(fixture.HeldUp(), nil)
	words, forms := map[string]bool{}, map[Form]bool{}
	for _, l := range s.Labels {
		words[l.Key] = true
	}
	for _, d := range s.Dots {
		forms[d.Form] = true
	}
	for key, l := range everyLook() {
		if key == KeyStateStopping || key == KeyStateSuspended || key == KeyStateFlow || key == KeyStateCut || key == KeyStateLockWait {
			assert.True(t, words[key], key)
			assert.True(t, forms[l.mark], key)
		}
	}
}
