package panel

import (
	"regexp"
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

func TestTextKnowsOneFromMany(t *testing.T) {
	of := func(n string) string {
		return English.Text("event.answer", "consumer", "c1", "n", n, "queue", "a/0", "offset", "7")
	}
	assert.Equal(t, "c1 gets 1 message of a/0 from offset 7", of("1"))
	assert.Equal(t, "c1 gets 0 messages of a/0 from offset 7", of("0"))
	assert.Equal(t, "c1 gets 21 messages of a/0 from offset 7", of("21"))
	assert.Equal(t, "Why was 1 message processed again?", English.Text("why.title-duplicates", "n", "1"))
}

// pluralForm is a word that goes with a number.
var pluralForm = regexp.MustCompile(`\{([a-z0-9]+)\|([^|}]+)\|([^|}]+)\}`)

// A number of things is followed by a word for one and one for many, and their
// number is one that the text has anyway.
func TestNumbersGoWithTheirWords(t *testing.T) {
	things := regexp.MustCompile(`\{(n|all|queues|consumers|threads|cached|come)\} (messages|queues|consumers|threads|members|events|lines|runs)\b`)
	for key, w := range words {
		if key != "map.same" && key != "lanes.more" { // of two and more alone
			assert.NotRegexp(t, things, w.en, key)
		}
		for _, m := range pluralForm.FindAllStringSubmatch(w.en, -1) {
			assert.Contains(t, placeholders(w.en), "{"+m[1]+"}", key)
			assert.NotEqual(t, m[2], m[3], key)
		}
		assert.NotRegexp(t, pluralForm, w.zh, key)
	}
}

// TestShortTitle: the colon of either language ends it.
func TestShortTitle(t *testing.T) {
	for title, want := range map[string]string{
		"2 · A consumer is killed: where duplicates come from": "2 · A consumer is killed",
		"2 · 消费者被强杀：重复消息从哪里来":                                  "2 · 消费者被强杀",
		"6 · A rolling restart":                                "6 · A rolling restart",
	} {
		assert.Equal(t, want, ShortTitle(title))
	}
}
