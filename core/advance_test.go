package core

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two consumers are killed in one instant: work bounded to one event at a time
// must not take the instant for over after the first.
func TestBoundedWorkFinishesTheInstant(t *testing.T) {
	const text = "broker a\ntopic t a:4\nproducer t rate=100/s\ngroup g topic=t\nconsumer c1 group=g\nconsumer c2 group=g\n" +
		"at 5s kill c1\nat 5s kill c2\nrun 10s\n"
	whole, err := Load(text)
	require.NoError(t, err)
	whole.Advance(5 * time.Second)
	bounded, err := Load(text)
	require.NoError(t, err)
	for !bounded.AdvanceSteps(5*time.Second, 1) {
	}
	assert.Equal(t, whole.Digest(), bounded.Digest())
}
