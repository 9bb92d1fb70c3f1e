package script

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The slots are what the form's text says, read by eye.
func TestSlots(t *testing.T) {
	for form, want := range map[string][]Slot{
		"at TIME kill NAME":              {{Names: []string{"NAME"}}},
		"at TIME burst TOPIC N":          {{Names: []string{"TOPIC"}}, {Names: []string{"N"}}},
		"at TIME restart NAME down=TIME": {{Names: []string{"NAME"}}, {Key: "down", Names: []string{"TIME"}}},
		"at TIME join NAME [group=GROUP] [KEY=VALUE …]": {{Names: []string{"NAME"}},
			{Key: "group", Names: []string{"GROUP"}, Optional: true}, {Names: []string{"KEY=VALUE"}, Optional: true, Repeats: true}},
		"at TIME set GROUP|CONSUMER|TOPIC KEY=VALUE …": {{Names: []string{"GROUP", "CONSUMER", "TOPIC"}}, {Names: []string{"KEY=VALUE"}, Repeats: true}},
		"at TIME scale TOPIC BROKER:READ[/WRITE] …":    {{Names: []string{"TOPIC"}}, {Names: []string{"BROKER:READ[/WRITE]"}, Repeats: true}},
		"at TIME perm TOPIC BROKER rw|r|w":             {{Names: []string{"TOPIC"}}, {Names: []string{"BROKER"}}, {Words: []string{"rw", "r", "w"}}},
	} {
		assert.Equal(t, want, slotsOf(form), form)
	}
}

func TestActionFormsHaveSlots(t *testing.T) {
	forms := ActionForms()
	require.Len(t, forms, len(actionTable))
	for _, f := range forms {
		assert.NotEmpty(t, f.Slots, f.Word)
	}
}

// The ranges are those of DefaultMQPushConsumerImpl.checkConfig.
func TestSettingForms(t *testing.T) {
	forms := map[string]SettingForm{}
	for _, f := range SettingForms() {
		forms[f.Key] = f
	}
	assert.Equal(t, "a whole number from 1 to 1024", forms["batch"].Expected)
	assert.Subset(t, forms["commit"].Words, []string{"interval", "sync", "async"})
	assert.Equal(t, []string{"push", "pull", "pull-all", "lite", "pop"}, forms["mode"].Words)
	assert.Contains(t, forms["strategy"].Words, "averagely-by-circle")
	assert.Empty(t, forms["work"].Words)
	assert.True(t, forms["model"].StartOnly, "start() chooses the offset store by MessageModel")
	assert.False(t, forms["batch"].StartOnly)
}

// Whatever can be set can be shown, and what is shown sets the same again.
func TestEverySettingCanBeShown(t *testing.T) {
	sc := read(t, "group g topic=t batch=4 commit=async work=2ms..8ms").Scenario()
	s := sc.Groups[0].Settings
	for _, f := range SettingForms() {
		text, ok := SettingText(&s, f.Key)
		if !assert.True(t, ok, "show.go has no words for the setting %s", f.Key) || text == "" {
			continue
		}
		again := read(t, "group g topic=t "+f.Key+"="+text).Scenario().Groups[0].Settings
		same, _ := SettingText(&again, f.Key)
		assert.Equal(t, text, same, f.Key)
	}
	_, ok := SettingText(&s, "nothing")
	assert.False(t, ok)
}

func TestSettingsAt(t *testing.T) {
	sc := read(t, "group g topic=t batch=4", "consumer c1 group=g", "consumer c2 group=g batch=8",
		"at 10s set g batch=16 threads=2", "at 20s set c1 batch=2", "at 30s set g batch=32").Scenario()
	for _, row := range []struct {
		at     time.Duration
		c1, c2 int
	}{{0, 4, 8}, {10 * time.Second, 16, 8}, {20 * time.Second, 2, 8}, {40 * time.Second, 2, 8}} {
		a, b := sc.SettingsAt(0, row.at), sc.SettingsAt(1, row.at)
		assert.Equal(t, [2]int{row.c1, row.c2}, [2]int{a.Batch, b.Batch}, row.at)
	}
	s := sc.SettingsAt(1, 15*time.Second)
	assert.Equal(t, 2, s.Threads)
	assert.Equal(t, []string{"batch"}, sc.OwnAt(0, 25*time.Second))
	assert.Empty(t, sc.OwnAt(0, 15*time.Second))
}

func TestNames(t *testing.T) {
	sc := read(t, "group g topic=t", "consumer c1 group=g").Scenario()
	assert.Equal(t, []string{"c1"}, sc.Names("CONSUMER"))
	assert.Equal(t, []string{"c1", "a", "ns"}, sc.Names("NAME"))
	assert.Equal(t, []string{"t"}, sc.Names("TOPIC"))
	assert.Equal(t, []string{"g"}, sc.Names("GROUP"))
	assert.Empty(t, sc.Names("N"))
}

// read reads a script with a broker a and a topic t.
func read(t *testing.T, lines ...string) *Script {
	t.Helper()
	s, err := Parse("broker a\ntopic t a:4\n" + join(lines, "\n") + "\nrun 60s\n")
	require.NoError(t, err)
	return s
}
