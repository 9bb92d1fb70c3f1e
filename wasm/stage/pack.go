package stage

// packer places rectangles on a page, row after row. Space is given back only
// all at once.
type packer struct {
	size       int
	x, y, high int
}

// place finds room for w×h with one pixel free around it; false when the page is full.
func (p *packer) place(w, h int) (x, y int, ok bool) {
	w, h = w+2, h+2
	if w > p.size || h > p.size {
		return 0, 0, false
	}
	if p.x+w > p.size {
		p.x, p.y, p.high = 0, p.y+p.high, 0
	}
	if p.y+h > p.size {
		return 0, 0, false
	}
	x, y = p.x+1, p.y+1
	p.x += w
	p.high = max(p.high, h)
	return x, y, true
}

func (p *packer) reset() { p.x, p.y, p.high = 0, 0, 0 }
