//go:build js

package panel

import (
	"slices"
	"syscall/js"
)

// picker is a select whose options follow a list. A long one holds the chosen
// option alone until the reader turns to it: Controls has a dozen lists of names.
type picker struct {
	elem
	options []string
	labels  []string
	partial bool
}

func newPicker(class, id, do, arg string, parts ...any) *picker {
	p := &picker{elem: with(el("select", class, attr{"id", id}, act(do, arg)), parts...)}
	for _, kind := range []string{"pointerdown", "focus"} {
		hear(p.elem, kind, capturing, func(js.Value) { p.complete() })
	}
	return p
}

// set makes the options when they are others than before, and selects one. A
// list that the reader has open is left alone.
func (p *picker) set(options, labels []string, chosen string) {
	if !slices.Equal(options, p.options) || !slices.Equal(labels, p.labels) {
		p.options = append(p.options[:0], options...)
		p.labels = append(p.labels[:0], labels...)
		p.partial = len(options) > manyNames && !document.Underlying().Get("activeElement").Equal(p.Underlying())
		clearAll(p.elem)
		if !p.partial {
			with(p.elem, choices(options, labels))
		}
	}
	if i := slices.Index(p.options, chosen); p.partial && i >= 0 && value(p.elem) != chosen {
		clearAll(p.elem)
		with(p.elem, choices(p.options[i:i+1], p.labels[i:i+1]))
	}
	setValue(p.elem, chosen)
}

// complete puts in all options.
func (p *picker) complete() {
	if !p.partial {
		return
	}
	p.partial = false
	chosen := value(p.elem)
	clearAll(p.elem)
	with(p.elem, choices(p.options, p.labels))
	setValue(p.elem, chosen)
}
