//go:build js

package panel

import "syscall/js"

// focus is where the focus was last. An update may make that anew, hide it or
// switch it off; the browser then drops the focus to the body, and Tab would
// begin again at the top of the page.
type focus struct {
	at   js.Value   // undefined when nothing is to be kept
	path []js.Value // what it stands in, from the inside out
}

// came notes that something has got the focus.
func (f *focus) came(at js.Value) {
	f.at, f.path = at, f.path[:0]
	for e := at.Get("parentElement"); !e.IsNull(); e = e.Get("parentElement") {
		f.path = append(f.path, e)
	}
}

// keepFocus puts the focus that an update has dropped to the same control, if
// there is one again, else to the first one that is as near as can be.
func (p *Panel) keepFocus() {
	f := &p.focus
	if f.at.IsUndefined() || p.modal() || !document.Underlying().Get("activeElement").Equal(body().Underlying()) {
		return
	}
	at := f.at
	f.at = js.Undefined()
	if usable(at) {
		return // the reader has left it
	}
	for _, e := range f.path {
		if next := nearest(e, at); !next.IsUndefined() {
			next.Call("focus", map[string]any{"preventScroll": true})
			return
		}
	}
}

// nearest is the control in e that does what another one did, else the first
// one there; undefined without any.
func nearest(e, at js.Value) js.Value {
	first := js.Undefined()
	if !e.Get("isConnected").Bool() {
		return first
	}
	all := e.Call("querySelectorAll", "button, select, input, textarea, summary, a[href], [tabindex='0']")
	for i := range all.Length() {
		c := all.Index(i)
		same := sameDeed(c, at)
		if (same || first.IsUndefined()) && usable(c) {
			if same {
				return c
			}
			first = c
		}
	}
	return first
}

// sameDeed tells whether two controls do the same to the same.
func sameDeed(a, b js.Value) bool {
	for _, name := range []string{"id", "data-do", "data-arg"} {
		if !a.Call("getAttribute", name).Equal(b.Call("getAttribute", name)) {
			return false
		}
	}
	return true
}

// usable tells whether something can have the focus.
func usable(e js.Value) bool {
	return e.Get("isConnected").Bool() && e.Call("getClientRects").Length() > 0 && !e.Get("disabled").Truthy() && e.Get("tabIndex").Int() >= 0
}
