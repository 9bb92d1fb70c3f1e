package panel

import (
	"strconv"
	"strings"
	"time"
)

// Lang is a language of the page.
type Lang string

// The languages; each word of the table has both.
const (
	English Lang = "en" // as spelt in Britain
	Chinese Lang = "zh" // in simplified characters
)

// word is one entry of the table. Values stand in it as {name}.
type word struct{ en, zh string }

// words is the table that every word of the page comes from, by key.
var words = func() map[string]word {
	parts := []map[string]word{
		pageWords, stateWords, eventWords, whyWords, whyQueueWords, whyConsumerWords, scriptWords, stageWords, pictureWords, timeWords, controlWords, settingWordTable, labWords, peopleWords, legendWords, serverWords, declareWords, truthWords, timerWords, twinWords,
		harmWords,
	}
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	all := make(map[string]word, n)
	for _, part := range parts {
		for key, w := range part {
			if _, twice := all[key]; twice {
				panic("panel: key " + key + " stands twice in the table of words")
			}
			all[key] = w
		}
	}
	return all
}()

// ParseLang reads a language tag as browsers and addresses write it ("zh-CN").
// Anything that is not Chinese reads English.
func ParseLang(tag string) Lang {
	if strings.HasPrefix(strings.ToLower(tag), "zh") {
		return Chinese
	}
	return English
}

// Tag is the language as an HTML lang attribute.
func (l Lang) Tag() string {
	if l == Chinese {
		return "zh-CN"
	}
	return "en"
}

// Text is the word for a key, with pairs of name and value put in. A key that
// is not in the table gives the key itself; a test keeps that from happening.
func (l Lang) Text(key string, pairs ...string) string {
	w, ok := words[key]
	if !ok {
		return key
	}
	s := w.en
	if l == Chinese {
		s = w.zh
	}
	return fill(s, pairs)
}

// fill puts values for the {names} of a template, and for {name|one|many} the
// word that goes with the number. No other part of a value is looked into.
func fill(template string, pairs []string) string {
	if len(pairs) == 0 || !strings.Contains(template, "{") {
		return template
	}
	var b strings.Builder
	for {
		open := strings.IndexByte(template, '{')
		end := strings.IndexByte(template, '}')
		if open < 0 || end < open {
			b.WriteString(template)
			return b.String()
		}
		b.WriteString(template[:open])
		name, forms, many := strings.Cut(template[open+1:end], "|")
		value := template[open : end+1]
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				value = pairs[i+1]
				if many {
					value = plural(forms, value)
				}
				break
			}
		}
		b.WriteString(value)
		template = template[end+1:]
	}
}

// plural is the first of two forms of a word for one, the second for any other number.
func plural(forms, n string) string {
	one, many, _ := strings.Cut(forms, "|")
	if n == "1" {
		return one
	}
	return many
}

// List joins names as a sentence does.
func (l Lang) List(names []string) string {
	if len(names) == 0 {
		return l.Text("list.none")
	}
	if l == Chinese {
		return strings.Join(names, "、")
	}
	return strings.Join(names, ", ")
}

// Number writes a count with a narrow space between thousands.
func Number[T int | int32 | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteRune('\u202f')
		}
		b.WriteRune(c)
	}
	return sign + b.String()
}

// Clock writes a time of the run: "0:47.200", "1:02:03.400".
func Clock(d time.Duration) string {
	ms := d.Milliseconds()
	sign := ""
	if ms < 0 {
		sign, ms = "−", -ms
	}
	s := ms / 1000
	out := two(s%60) + "." + three(ms%1000)
	if h := s / 3600; h > 0 {
		return sign + strconv.FormatInt(h, 10) + ":" + two(s/60%60) + ":" + out
	}
	return sign + strconv.FormatInt(s/60, 10) + ":" + out
}

// Minutes writes a time of the run for an axis, without the part below a second.
func Minutes(d time.Duration) string {
	c := Clock(d)
	return c[:len(c)-4]
}

func two(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

func three(n int64) string {
	if n < 100 {
		return "0" + two(n)
	}
	return strconv.FormatInt(n, 10)
}

// Span writes a length of time: "850 ms", "12.3 s", "2 min 5 s".
func (l Lang) Span(d time.Duration) string {
	switch {
	case d < time.Second:
		return l.Text("span.ms", "n", strconv.FormatInt(d.Milliseconds(), 10))
	case d < 2*time.Minute:
		tenths := d.Milliseconds() / 100
		return l.Text("span.s", "n", strconv.FormatInt(tenths/10, 10)+"."+strconv.FormatInt(tenths%10, 10))
	}
	s := int64(d / time.Second)
	return l.Text("span.min", "m", strconv.FormatInt(s/60, 10), "s", strconv.FormatInt(s%60, 10))
}
