package script

import "slices"

// effect is for whom a setting counts. Upstream takes it from everybody and reads
// it nowhere else; here one that can never count is an error. (What belongs to a
// strategy, vnodes, idcs and config, may stand and wait for it, so that a script's
// strategy can be exchanged for another.)
type effect struct {
	key, where string
	counts     func(*Settings) bool
}

var effectTable = []effect{
	{"every", "mode=pull, mode=pull-all", func(s *Settings) bool { return s.Mode.Pulls() }},
	{"pop-share", "mode=pop", func(s *Settings) bool { return s.Mode == ModePop }},
	{"invisible", "mode=pop", func(s *Settings) bool { return s.Mode == ModePop }},
	{"pop-batch", "mode=pop", func(s *Settings) bool { return s.Mode == ModePop }},
	{"pull-threshold-topic", "mode=push", func(s *Settings) bool { return s.Mode == ModePush }},
	{"pull-threshold-size-topic", "mode=push", func(s *Settings) bool { return s.Mode == ModePush }},
	{"pop-threshold", "mode=pop", func(s *Settings) bool { return s.Mode == ModePop }},
	{"suspend", "listener=orderly", func(s *Settings) bool { return s.Orderly }},
	{"offset-file", "model=broadcasting", func(s *Settings) bool { return s.Model == "broadcasting" }},
	// RebalancePushImpl.clientRebalance: an orderly or broadcasting consumer always
	// allocates for itself, and other clients know no server side.
	{"client-rebalance", "client=java5 mode=push listener=concurrent model=clustering", func(s *Settings) bool {
		return s.ClientRebalance || s.Client == ClientJava5 && s.Mode == ModePush && !s.Orderly && s.Model == "clustering"
	}},
}

// written is a setting as written, with what is known of its effect.
type written struct {
	effect *effect
	pos    Pos
	group  string
	only   int // the one consumer it is for, -1 all of the group that do not override it
	meant  bool
	found  bool // it is somebody's
}

// effects follow whether each setting counts for anybody at any time.
type effects struct{ list []written }

// effects are those of the statements.
func (d *draft) effects() *effects {
	e := &effects{}
	for i := range d.sc.Groups {
		for _, o := range d.overrides[i] {
			e.add(o.key, o.pos, d.sc.Groups[i].Name, -1)
		}
	}
	for i, cd := range d.consumers {
		for _, o := range cd.overrides {
			e.add(o.key, o.pos, d.sc.Consumers[i].Group, i)
		}
	}
	return e
}

func (e *effects) add(key string, pos Pos, group string, only int) {
	for i := range effectTable {
		if f := &effectTable[i]; f.key == key {
			e.list = append(e.list, written{effect: f, pos: pos, group: group, only: only})
		}
	}
}

// see looks at the settings that a consumer has from some time on.
func (e *effects) see(c *Consumer, i int, s *Settings, own []string) {
	for k := range e.list {
		w := &e.list[k]
		if w.meant || w.only >= 0 && w.only != i || w.only < 0 && (w.group != c.Group || slices.Contains(own, w.effect.key)) {
			continue
		}
		w.found = true
		w.meant = w.effect.counts(s)
	}
}

// report reports what never counts. Nothing is said of what is nobody's.
func (e *effects) report(d *draft) {
	for k := range e.list {
		if w := &e.list[k]; w.found && !w.meant && len(d.errs) < MaxErrors {
			d.errorf(w.pos, codeNoEffect, w.effect.key, w.effect.where).Found = w.effect.key
		}
	}
}
