package view

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/wasm/view/internal/fixture"
)

// TestTheChosenTopicIsNamed: of two topics the one that is shown has the one
// ring, and its name stands over it.
func TestTheChosenTopicIsNamed(t *testing.T) {
	v := fixture.TwoTopics()
	assert.Len(t, wide(v, nil).places, 2, "both, side by side")
	v.Topic, v.Queues = 1, v.Queues[4:]
	s := wide(v, nil)
	require.Len(t, s.places, 1)
	assert.Equal(t, "a/0", s.names.short[0], "the topic need not stand before each name")
	for _, l := range s.Labels {
		assert.NotEqual(t, KeyRingAboutTopics, l.Key)
		if l.Key == KeyRingAbout {
			assert.Equal(t, text("orders-paid"), l.Args[0])
			return
		}
	}
	assert.Fail(t, "the topic is not named")
}
