package panel

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
)

// thing is one of a script's by its form's name and its own.
func thing(t *testing.T, form string, names ...string) *Thing {
	t.Helper()
	for _, f := range ThingForms() {
		if FormName(&f) == form {
			return &Thing{Form: &f, Names: names}
		}
	}
	require.Fail(t, "no such form", form)
	return nil
}

// Nothing that a script can declare is left to the text alone: each key of each
// statement, as the parser itself lists them, has a field with a label and a hint in
// both languages, in a section.
func TestEveryDeclarationHasAField(t *testing.T) {
	world, timers := DeclaredIn(scenario(t).Scenario())
	values := map[string]bool{}
	for _, d := range append(world, timers...) {
		values[d.Statement+" "+d.Key] = true
	}
	things := ThingForms()
	for _, f := range script.DeclarationForms() {
		name := FormName(&f)
		if !slices.ContainsFunc(things, func(o script.DeclarationForm) bool { return FormName(&o) == name }) {
			if f.List != "" {
				assert.True(t, values[f.Word+" "], f.Word)
			}
			for _, k := range f.Keys {
				assert.True(t, values[f.Word+" "+k.Key], "%s %s", f.Word, k.Key)
			}
			continue
		}
		assert.Contains(t, Sections, ThingSection(&f), name)
		assertWords(t, thingKeyPrefix+name)
		fields := f.Keys
		if f.List != "" {
			fields = append(slices.Clone(fields), script.KeyForm{Key: listKey})
		}
		for _, k := range fields {
			key := thingKeyPrefix + name + "." + k.Key
			switch {
			case k.Setting:
				key = settingKeyPrefix + k.Key
			case k.Key == listKey:
				key += "list"
			}
			assertWords(t, key)
		}
	}
}

// assertWords: a key has a label and a hint in both languages.
func assertWords(t *testing.T, key string) {
	t.Helper()
	for _, k := range []string{key, key + hintSuffix} {
		w, ok := words[k]
		assert.True(t, ok && w.en != "" && w.zh != "", "no words for %s", k)
	}
}

const declaring = `# a cluster
nameserver n1
broker a room=r1 # the first
broker b master=a slave-read=yes
topic orders a:4 memory=no
producer orders rate=90/s
group g topic=orders
consumer c1 group=g
net c1 a latency=5ms
at 5s join c2 group=g room=r2
at 9s kill c1
run 9s
`

// What the controls read is what the script says.
func TestThingsIn(t *testing.T) {
	for form, want := range map[string][]string{
		"nameserver": {"n1"}, "broker": {"a", "b"}, "topic": {"orders"}, "producer": {"orders"}, "group": {"g"},
		"consumer": {"c1", "c2"}, "link": {"c1 – a"},
	} {
		var got []string
		for _, th := range ThingsIn(declaring, thing(t, form).Form) {
			got = append(got, th.Label())
		}
		assert.Equal(t, want, got, form)
	}
	assert.Equal(t, "r1", thing(t, "broker", "a").Value(declaring, "room"))
	assert.Equal(t, "a", thing(t, "broker", "b").Value(declaring, "master"))
	assert.Equal(t, "a:4", thing(t, "topic", "orders").Value(declaring, listKey))
	assert.Equal(t, "r2", thing(t, "consumer", "c2").Value(declaring, "room"), "declared by its join")
	assert.Equal(t, "5ms", thing(t, "link", "a", "c1").Value(declaring, "latency"), "either way round")
	assert.Empty(t, thing(t, "broker", "a").Value(declaring, "master"))
	assert.Empty(t, thing(t, "broker", "zz").Value(declaring, "room"))
}

// A change changes one line and leaves its comment.
func TestThingWith(t *testing.T) {
	for _, row := range []struct {
		thing           *Thing
		key, value      string
		line, otherwise string
	}{
		{thing(t, "broker", "a"), "room", "r9", "broker a room=r1 # the first", "broker a room=r9 # the first"},
		{thing(t, "broker", "a"), "room", "", "broker a room=r1 # the first", "broker a # the first"},
		{thing(t, "broker", "a"), "notices", "off", "broker a room=r1 # the first", "broker a room=r1 notices=off # the first"},
		{thing(t, "topic", "orders"), "first", "70", "topic orders a:4 memory=no", "topic orders a:4 memory=no first=70"},
		{thing(t, "topic", "orders"), listKey, "a:2/8", "topic orders a:4 memory=no", "topic orders a:2/8 memory=no"},
		{thing(t, "producer", "orders"), "tags", "A:3,B:1", "producer orders rate=90/s", "producer orders rate=90/s tags=A:3,B:1"},
		{thing(t, "consumer", "c2"), "room", "r3", "at 5s join c2 group=g room=r2", "at 5s join c2 group=g room=r3"},
		{thing(t, "consumer", "c1"), "listener", "orderly", "consumer c1 group=g", "consumer c1 group=g listener=orderly"},
		{thing(t, "link", "a", "c1"), "latency", "1s", "net c1 a latency=5ms", "net c1 a latency=1s"},
	} {
		require.Contains(t, declaring, row.line+"\n")
		want := strings.Replace(declaring, row.line+"\n", row.otherwise+"\n", 1)
		got := row.thing.With(declaring, row.key, row.value)
		assert.Equal(t, want, got)
		assert.Empty(t, English.TryThing(got, row.value, row.key == listKey), row.otherwise)
		assert.Equal(t, row.value, row.thing.Value(got, row.key))
	}
	levels := thing(t, "message-delay-level")
	with := levels.With(declaring, listKey, "1s 2s 3s")
	assert.Contains(t, with, "\nmessage-delay-level 1s 2s 3s\nat 5s")
	assert.Equal(t, "1s 2s 3s", levels.Value(with, listKey))
	assert.Equal(t, declaring, levels.With(with, listKey, ""))
	assert.Equal(t, declaring, levels.With(declaring, listKey, ""))
	assert.Equal(t, strings.Replace(declaring, "net c1 a latency=5ms\n", "", 1), thing(t, "link", "c1", "a").Without(declaring))
}

// Whatever is offered as a new thing can be added as it is, and stands with its kind.
func TestNewThings(t *testing.T) {
	s, err := script.Parse(declaring + "topic quiet a:1\n")
	require.NoError(t, err)
	for _, f := range ThingForms() {
		if len(f.Names) == 0 {
			continue
		}
		names, values := NewThing(s.Scenario(), &f)
		th := Thing{Form: &f, Names: names}
		text := AddThing(s.Format(), s.Scenario(), th.Line(values))
		assert.Empty(t, English.TryThing(text, "", false), th.Line(values))
		things := ThingsIn(text, &f)
		assert.Contains(t, things, Thing{Form: &f, Names: names})
		assert.Equal(t, s.Format(), th.Without(text), f.Word)
	}
	// The name server that there is without a word stays beside another.
	s, err = script.Parse("broker a\ntopic orders a:4\nrun 9s\n")
	require.NoError(t, err)
	text := AddThing(s.Format(), s.Scenario(), "nameserver ns2")
	next, err := script.Parse(text)
	require.NoError(t, err)
	assert.Equal(t, []string{"ns", "ns2"}, next.Scenario().Names("NAMESERVER"))
}

// Each field refuses what is no value of it, in words, in both languages.
func TestEveryThingFieldRefusesBadValues(t *testing.T) {
	for _, f := range ThingForms() {
		things := ThingsIn(declaring, &f)
		if len(f.Names) == 0 {
			things = []Thing{{Form: &f}}
		}
		require.NotEmpty(t, things)
		th := things[0]
		fields := f.Keys
		if f.List != "" {
			fields = append(slices.Clone(fields), script.KeyForm{Key: listKey})
		}
		for _, k := range fields {
			bad := []string{"5s 6s x", "1 # and more", "\nkill c1", "?!/|"}
			for _, v := range bad {
				if (k.Key == "idcs" || k.Key == "tag") && v == "?!/|" {
					continue // any name will do
				}
				for _, l := range []Lang{English, Chinese} {
					assert.NotEmpty(t, l.TryThing(th.With(declaring, k.Key, v), v, k.Key == listKey), "%s %s=%q", f.Word, k.Key, v)
				}
			}
			if k.Required || k.Key == listKey && f.Word == "topic" {
				assert.NotEmpty(t, English.TryThing(th.With(declaring, k.Key, ""), "", k.Key == listKey), "%s without %s", f.Word, k.Key)
			}
		}
	}
}
