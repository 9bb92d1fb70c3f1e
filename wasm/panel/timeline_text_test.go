package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"ringside/core"
	"ringside/wasm/play"
)

// The series in steps of 250 ms: 3 + 1 duplicates in the second before 2 s, and
// 5 more in the step that begins then.
func TestTheTimeLineInWords(t *testing.T) {
	v := &core.View{}
	v.Backlog, v.Unowned = 1204, 2
	s := &play.Series{Step: 250 * time.Millisecond, Duplicates: []int32{9, 9, 0, 9, 0, 3, 0, 1, 5}}
	assert.Equal(t, "0:02.000 of 1:00.000; backlog 1\u202f204, duplicates/s 4, without owner 2", English.TimeValue(2*time.Second, time.Minute, v, s))
	assert.Equal(t, "0:02.250，共 1:00.000；堆积 1\u202f204，重复消费/秒 9，无人持有 2", Chinese.TimeValue(2250*time.Millisecond, time.Minute, v, s))
	assert.Equal(t, "0:00.000 of 1:00.000; backlog 1\u202f204, duplicates/s 0, without owner 2", English.TimeValue(0, time.Minute, v, s))
	assert.Contains(t, English.TimeValue(time.Hour, time.Hour, v, s), "duplicates/s 9", "the end of what has been played")
}
