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

// standing tells whether the picture is on the screen. Until then the panels have
// what decides their sizes and what is read first.
func (p *Panel) standing() bool { return p.frames >= Standing }

// refresh brings all up to date that the first update left out.
func (p *Panel) refresh() {
	p.generation = -1
	p.update()
}

// furnishOne makes the next part once the picture stands.
func (p *Panel) furnishOne() {
	if !p.standing() || len(p.rest) == 0 {
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
