package panel

import (
	"time"

	"ringside/core/script"
)

// ActionMark is what the time line says of one action, or of several alike that
// stand so close together that their words would cover each other.
type ActionMark struct {
	At      time.Duration    // of the first
	Actions []*script.Action // by time
	Text    string           // in the page's language
}

// groupKeys are the words for several actions of a kind.
var groupKeys = map[script.ActionKind]string{
	script.ActJoin: "mark.joins", script.ActLeave: "mark.leaves", script.ActKill: "mark.kills",
}

// namesInMark is how many of a group are named.
const namesInMark = 3

// ActionMarks are the marks of actions, which are in the order of time. Alike
// ones that follow each other within near have one together.
func (l Lang) ActionMarks(actions []*script.Action, near time.Duration) []ActionMark {
	var out []ActionMark
	for _, a := range actions {
		if n := len(out); n > 0 {
			m := &out[n-1]
			last := m.Actions[len(m.Actions)-1]
			if groupKeys[a.Kind] != "" && last.Kind == a.Kind && a.At-last.At <= near {
				m.Actions = append(m.Actions, a)
				m.Text = l.groupText(m.Actions)
				continue
			}
		}
		out = append(out, ActionMark{a.At, []*script.Action{a}, l.MarkText(a)})
	}
	return out
}

func (l Lang) groupText(actions []*script.Action) string {
	var names []string
	for _, a := range actions[:min(len(actions), namesInMark)] {
		names = append(names, a.Target)
	}
	all := l.List(names)
	if len(actions) > namesInMark {
		all = l.Text("mark.and", "names", l.List(names[:namesInMark-1]), "n", Number(len(actions)-namesInMark+1))
	}
	return l.Text(groupKeys[actions[0].Kind], "consumers", all)
}
