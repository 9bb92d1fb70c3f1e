package play

// SetHidden stops time while nobody can see the page, and lets it go on where
// it was. Browsers stop drawing hidden pages, but not all of them and not at once.
func (p *Playground) SetHidden(hidden bool) { p.hidden = hidden }
