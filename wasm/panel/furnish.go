//go:build js

package panel

// The first frame does not wait for what no one sees in it: the tabs behind the
// open one and the sheets are made afterwards, one a frame, or all at once when
// the reader is quicker.

// sheets makes the sheets that lie over the page when they are called for.
func (p *Panel) sheets() {
	p.help, p.truth = newHelp(p), newTruthSheet(p)
	with(p.root, p.help.elem, p.truth.elem)
}

// Standing is the number of frames after which the picture is on the screen:
// Ebitengine draws one before the browser's first.
const Standing = 3

// furnishOne makes the next part once the picture stands.
func (p *Panel) furnishOne() {
	if p.frames < Standing || len(p.rest) == 0 {
		return
	}
	step := p.rest[0]
	p.rest = p.rest[1:]
	step()
	if len(p.rest) == 0 {
		p.tests.flag("furnished", true)
	}
}

// furnish makes all that is missing, as everything that the reader does may
// lead there.
func (p *Panel) furnish() {
	for len(p.rest) > 0 {
		p.frames = Standing
		p.furnishOne()
	}
}
