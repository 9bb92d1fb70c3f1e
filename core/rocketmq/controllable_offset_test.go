package rocketmq

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestControllableOffsetEqualsUpstream: the five rows that upstream's class answered
// (Apache RocketMQ 5.3.4-SNAPSHOT, develop 8fc57f1): an update, and then
// updateAndFreeze(3) followed by update(100).
func TestControllableOffsetEqualsUpstream(t *testing.T) {
	for _, row := range []struct {
		start, update int64
		increaseOnly  bool
		after, frozen int64
	}{
		{5, 9, true, 9, 3},
		{9, 5, true, 9, 3},
		{9, 5, false, 5, 3},
		{5, 5, true, 5, 3},
		{-1, 0, true, 0, 3},
	} {
		o := ControllableOffset{Value: row.start}
		o.Update(row.update, row.increaseOnly)
		assert.Equal(t, row.after, o.Value, "%+v", row)
		o.UpdateAndFreeze(3)
		o.Update(100, false)
		o.Update(100, true)
		assert.Equal(t, row.frozen, o.Value, "%+v", row)
	}
}
