package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1\u202f000", 1234567: "1\u202f234\u202f567", -1500: "−1\u202f500",
	} {
		assert.Equal(t, want, Number(n))
	}
}

func TestClock(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00.000", 47200 * time.Millisecond: "0:47.200", 61005 * time.Millisecond: "1:01.005",
		time.Hour + 2*time.Minute + 3400*time.Millisecond: "1:02:03.400", -time.Second: "−0:01.000",
		time.Second - 1: "0:00.999",
	} {
		assert.Equal(t, want, Clock(d))
	}
	assert.Equal(t, "1:12", Minutes(72500*time.Millisecond))
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 850 * time.Millisecond: "850 ms", 12345 * time.Millisecond: "12.3 s", 125 * time.Second: "2 min 5 s",
	} {
		assert.Equal(t, want, English.Span(d))
	}
	assert.Equal(t, "12.3 秒", Chinese.Span(12345*time.Millisecond))
}

func TestList(t *testing.T) {
	assert.Equal(t, "none", English.List(nil))
	assert.Equal(t, "a, b", English.List([]string{"a", "b"}))
	assert.Equal(t, "a、b", Chinese.List([]string{"a", "b"}))
}

// Columns count characters, a browser's selection counts UTF-16 units: 😀 has two.
func TestSpan16(t *testing.T) {
	text := "ab cd\n消费 😀x y\n"
	for _, row := range []struct{ line, col, from, to int }{
		{1, 1, 0, 2}, {1, 4, 3, 5}, {1, 6, 5, 5}, {1, 99, 5, 5},
		{2, 1, 6, 8}, {2, 4, 9, 12}, {2, 5, 11, 12}, {2, 7, 13, 14},
		{3, 1, 15, 15}, {9, 9, 15, 15}, {0, 0, 0, 2},
	} {
		from, to := Span16(text, row.line, row.col)
		assert.Equal(t, [2]int{row.from, row.to}, [2]int{from, to}, "%d:%d", row.line, row.col)
	}
}

func TestLessonTitle(t *testing.T) {
	text := "# title.en no\ntitle.zh 中文题\n  title.en English title \ntitle.en second\nrun 1s\n"
	assert.Equal(t, "English title", LessonTitle(text, "x", English))
	assert.Equal(t, "中文题", LessonTitle(text, "x", Chinese))
	assert.Equal(t, "Only", LessonTitle("title.en Only\n", "x", Chinese))
	assert.Equal(t, "x", LessonTitle("run 1s\n", "x", Chinese))
}
