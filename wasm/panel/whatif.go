package panel

import "ringside/core"

// WhatIf is an experiment: one setting of the group (Key=Value), from the run's
// beginning, as the Line of a script.
type WhatIf struct{ Key, Value, Line string }

// WhatIfs are the experiments for the group that a view shows, by its name, without those
// that would change nothing.
func WhatIfs(v *core.View, group string) []WhatIf {
	c := usual(v)
	if c == nil {
		return nil
	}
	var out []WhatIf
	add := func(key, value string) { out = append(out, WhatIf{key, value, SetLine(group, key, value)}) }
	for _, s := range []string{"sync", "async", "interval:5s"} {
		if s != c.Commit {
			add("commit", s)
		}
	}
	batch := "1"
	if c.Batch == 1 {
		batch = "32"
	}
	add("batch", batch)
	for _, s := range strategyChoices[:3] {
		if s != c.Strategy {
			add("strategy", s)
		}
	}
	return out
}

// WhatIfText names an experiment.
func (l Lang) WhatIfText(w WhatIf) string {
	switch w.Key {
	case "commit":
		return l.Text("whatif.commit", "mode", l.Commit(w.Value))
	case "batch":
		return l.Text("whatif.batch", "n", w.Value)
	}
	return l.Text("whatif.strategy", "strategy", l.Strategy(w.Value))
}

// usual is the first member that has the group's settings, or else the first.
func usual(v *core.View) *core.ConsumerView {
	for i := range v.Consumers {
		if !v.Consumers[i].Overrides {
			return &v.Consumers[i]
		}
	}
	if len(v.Consumers) > 0 {
		return &v.Consumers[0]
	}
	return nil
}
