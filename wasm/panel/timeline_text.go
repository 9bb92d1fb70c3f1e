package panel

import (
	"time"

	"ringside/core"
	"ringside/wasm/play"
)

// TimeValue says what the time line shows at the present time: the clock, and in
// short what its series are there.
func (l Lang) TimeValue(now, end time.Duration, v *core.View, s *play.Series) string {
	n := v.Counted()
	text := l.Text("time.value", "now", Clock(now), "end", Clock(end))
	return l.Text("time.series", "time", text, "backlog", Number(n.Backlog), "duplicates", Number(duplicatesAt(s, now)), "unowned", Number(n.Unowned))
}

// duplicatesAt are the duplicates of the second before a time.
func duplicatesAt(s *play.Series, now time.Duration) (n int64) {
	if s == nil || s.Step <= 0 {
		return 0
	}
	last := min(int((now+s.Step-1)/s.Step), len(s.Duplicates))
	for i := max(0, last-int(time.Second/s.Step)); i < last; i++ {
		n += int64(s.Duplicates[i])
	}
	return n
}
