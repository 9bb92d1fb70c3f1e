package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestPlaceReads(t *testing.T) {
	for fragment, want := range map[string]Place{
		"":                           {},
		"#":                          {},
		"#lesson=join":               {Lesson: "join"},
		"lesson=join&t=12.3s":        {Lesson: "join", At: 12300 * time.Millisecond},
		"#s=1abc_-&t=1m2s":           {Link: "1abc_-", At: 62 * time.Second},
		"#t=5s&lesson=join&paused=1": {Lesson: "join", At: 5 * time.Second, Paused: true},
		"#lesson=join&t=1.2345678s":  {Lesson: "join", At: 1235 * time.Millisecond},
		"#lesson=a%20b&t=0s":         {Lesson: "a b"},
		"#lesson=join&run=B&b=A.1ab&b=C.lesson:x%20y&vs=0": {Lesson: "join", Run: "B", Alone: true,
			Others: []OtherPlace{{Name: "A", Link: "1ab"}, {Name: "C", Lesson: "x y"}}},
		"#lesson=%E6%B6%88%E8%B4%B9%2F":    {Lesson: "消费/"},
		"#lesson=join&group=g&topic=a%26b": {Lesson: "join", Look: Look{Group: "g", Topic: "a&b"}},
		// What stands for a group or a topic never keeps a scenario from opening.
		"#lesson=join&topic=%zz":       {Lesson: "join", Look: Look{Topic: "%zz"}},
		"#lesson=join&group=&topic=":   {Lesson: "join"},
		"#lesson=join&topic=t&topic=u": {Lesson: "join", Look: Look{Topic: "u"}},
	} {
		got, err := ParsePlace(fragment)
		require.NoError(t, err, fragment)
		assert.Equal(t, want, got, fragment)
	}
}

func TestPlaceRefuses(t *testing.T) {
	for fragment, want := range map[string]LinkReason{
		"#join":                  LinkPart,
		"#lesson=":               LinkPart,
		"#lesson=join&":          LinkPart,
		"#lesson=join&speed=2":   LinkPart,
		"#lesson=join&paused=0":  LinkPart,
		"#lesson=join&s=1x":      LinkTwice,
		"#lesson=join&lesson=b":  LinkTwice,
		"#t=1s&t=2s&lesson=join": LinkTwice,
		"#lesson=join&t=12":      LinkTime,
		"#lesson=join&t=-1s":     LinkTime,
		"#lesson=join&t=soon":    LinkTime,
		"#lesson=%zz":            LinkLesson,
		"#t=5s":                  LinkNothing,
		"#paused=1":              LinkNothing,
		"#topic=t":               LinkNothing,
		"#lesson=join&topic":     LinkPart,
		"#lesson=join&run=b":     LinkRun,
		"#lesson=join&b=1abc":    LinkRun,
		"#lesson=join&b=A.":      LinkRun,
		"#lesson=join&b=a.1abc":  LinkRun,
		"#lesson=a&b=A.1x&b=A.1": LinkRun,
		"#lesson=a&run=A&b=A.1":  LinkRun,
		"#lesson=a&b=A.lesson:":  LinkLesson,
		"#lesson=join&vs=1":      LinkPart,
		"#run=B&b=A.1abc":        LinkNothing,

		"#lesson=a&b=A.1&b=B.1&b=C.1&b=D.1&b=E.1&b=F.1": LinkRuns,
	} {
		_, err := ParsePlace(fragment)
		var link *LinkError
		require.ErrorAs(t, err, &link, fragment)
		assert.Equal(t, want, link.Reason, fragment)
		assert.NotEmpty(t, link.Part, fragment)
		assert.Contains(t, err.Error(), "link: ")
	}
}

// Writing and reading a place gives it back, whatever the lesson is called.
func TestPlaceRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Place{
			At:     time.Duration(rapid.Int64Range(0, 24*3600*1000).Draw(t, "ms")) * time.Millisecond,
			Paused: rapid.Bool().Draw(t, "paused"),
			Look:   Look{rapid.StringN(0, 12, -1).Draw(t, "group"), rapid.StringN(0, 12, -1).Draw(t, "topic")},
		}
		if rapid.Bool().Draw(t, "lesson") {
			p.Lesson = rapid.StringN(1, 20, -1).Draw(t, "name")
		} else {
			p.Link = rapid.StringMatching(`1[A-Za-z0-9_-]+`).Draw(t, "link")
		}
		letters := rapid.SliceOfNDistinct(rapid.StringMatching(`[A-Z]`), 0, MostBranches, rapid.ID).Draw(t, "letters")
		for i, letter := range letters {
			if i == 0 {
				p.Run, p.Alone = letter, rapid.Bool().Draw(t, "alone")
			} else if rapid.Bool().Draw(t, "by name") {
				p.Others = append(p.Others, OtherPlace{Name: letter, Lesson: rapid.StringN(1, 20, -1).Draw(t, "other")})
			} else {
				p.Others = append(p.Others, OtherPlace{Name: letter, Link: rapid.StringMatching(`1[A-Za-z0-9_-]+`).Draw(t, "other link")})
			}
		}
		got, err := ParsePlace("#" + p.String())
		if err != nil || !assert.ObjectsAreEqual(p, got) {
			t.Fatalf("%+v became %q, read as %+v, %v", p, p.String(), got, err)
		}
	})
}

func TestNoFragmentMakesAPanic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := fake()
		err := p.Open(rapid.StringMatching(`#?((lesson|s|t|paused|x|b|run|vs|group|topic)=[A-Ca-z0-9%.:-]*&?){0,4}`).Draw(t, "fragment"))
		if (err == nil) != (p.Sim() != nil) || (err == nil) != (p.Problem() == nil) {
			t.Fatalf("error %v but run %v and problem %v", err, p.Sim(), p.Problem())
		}
	})
}
