package panel

import (
	"ringside/core"
	"ringside/wasm/view"
)

// subjectOf is what a place in the picture is about.
func subjectOf(v *core.View, h view.Hit) Subject {
	switch h.Kind {
	case view.HitQueue:
		return Subject{SubjectQueue, h.Index}
	case view.HitConsumer:
		return Subject{SubjectConsumer, h.Index}
	case view.HitBroker:
		return Subject{SubjectBroker, h.Index}
	case view.HitNode:
		if h.Index >= 0 && h.Index < len(v.Ring) {
			return Subject{SubjectConsumer, v.Ring[h.Index].Consumer}
		}
	case view.HitCounter:
		for counter, hit := range counterHits {
			if hit == h.Index {
				return Subject{SubjectCounter, counter}
			}
		}
	}
	return Subject{}
}

var counterHits = [...]int{
	CounterDuplicates: view.CounterDuplicates, CounterPaused: view.CounterPaused, CounterBacklog: view.CounterBacklog,
}

// hitOf is the thing in the picture that a subject is about.
func hitOf(s Subject) view.Hit {
	switch s.Kind {
	case SubjectQueue:
		return view.Hit{Kind: view.HitQueue, Index: s.Index}
	case SubjectConsumer:
		return view.Hit{Kind: view.HitConsumer, Index: s.Index}
	case SubjectBroker:
		return view.Hit{Kind: view.HitBroker, Index: s.Index}
	case SubjectCounter:
		if s.Index < len(counterHits) {
			return view.Hit{Kind: view.HitCounter, Index: counterHits[s.Index]}
		}
	}
	return view.Hit{}
}
