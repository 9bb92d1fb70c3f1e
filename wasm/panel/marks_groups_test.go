package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/lessons"
	"ringside/core/script"
)

// Six joins in a row of 10 px have one mark; the stop between them and the last
// join keeps that one apart.
func TestActionsCloseTogetherShareTheirWords(t *testing.T) {
	s := time.Second
	act := func(kind script.ActionKind, at time.Duration, target string) *script.Action {
		return &script.Action{Kind: kind, At: at, Target: target}
	}
	actions := []*script.Action{
		act(script.ActJoin, 1*s, "c1"), act(script.ActJoin, 2*s, "c2"), act(script.ActJoin, 3*s, "c3"), act(script.ActJoin, 4*s, "c4"),
		act(script.ActLeave, 5*s, "c1"), act(script.ActJoin, 6*s, "c5"), act(script.ActJoin, 9*s, "c6"),
		act(script.ActFreeze, 10*s, "c5"), act(script.ActFreeze, 10*s, "c6"),
	}
	texts := func(l Lang) (out []string) {
		for _, m := range l.ActionMarks(actions, s) {
			out = append(out, m.Text)
		}
		return out
	}
	assert.Equal(t, []string{"+ c1, c2 +2 join", "− c1 stops", "+ c5 joins", "+ c6 joins", "❄ c5 freezes", "❄ c6 freezes"}, texts(English))
	assert.Equal(t, "+ c1、c2 +2 加入", texts(Chinese)[0])
	marks := English.ActionMarks(actions, s)
	assert.Len(t, marks[0].Actions, 4, "each still has its line")
	assert.Equal(t, 1*s, marks[0].At)
	assert.Equal(t, "+ c5, c6 join", English.ActionMarks(actions, 3*s)[2].Text)
}

// On an English phone of 390 px, whose chart is 328 px wide, the rolling
// restart's three stops all have words.
func TestARollingRestartIsNamedOnAPhone(t *testing.T) {
	lesson, ok := lessons.Get("rolling-restart")
	require.True(t, ok)
	p := played(t, lesson.Text, 0)
	var shown []*script.Action
	actions := p.Sim().Script().Scenario().Actions
	for i := range actions {
		shown = append(shown, &actions[i])
	}
	const width = 328.0
	for _, l := range []Lang{English, Chinese} {
		marks := l.ActionMarks(shown, time.Duration(float64(p.End())*14/width))
		var at []time.Duration
		var widths []float64
		var first []bool
		for _, m := range marks {
			at, widths, first = append(at, m.At), append(widths, LabelWidth(m.Text)), append(first, m.Actions[0].Kind == script.ActLeave)
		}
		named := 0
		for _, m := range PlaceMarks(at, widths, first, p.End(), width, 2) {
			if m.Row >= 0 && marks[m.Index].Actions[0].Kind == script.ActLeave {
				named++
			}
		}
		require.Equal(t, 3, named, l)
	}
}
