package play

import (
	"net/url"
	"slices"
	"strings"
)

// lessonMark begins a lesson's name where a permalink could stand instead; no
// permalink has a colon.
const lessonMark = "lesson:"

// isLetter tells whether a text can name a run.
func isLetter(s string) bool { return len(s) == 1 && s[0] >= 'A' && s[0] <= 'Z' }

// addOther reads a further run: LETTER.PERMALINK or LETTER.lesson:NAME.
func (p *Place) addOther(value, part string) error {
	letter, script, ok := strings.Cut(value, ".")
	if !ok || !isLetter(letter) || script == "" {
		return &LinkError{Reason: LinkRun, Part: part}
	}
	if len(p.Others)+1 >= MostBranches {
		return &LinkError{Reason: LinkRuns, Part: part}
	}
	o := OtherPlace{Name: letter, Link: script}
	if name, ok := strings.CutPrefix(script, lessonMark); ok {
		lesson, err := url.QueryUnescape(name)
		if err != nil || lesson == "" {
			return &LinkError{Reason: LinkLesson, Part: part}
		}
		o = OtherPlace{Name: letter, Lesson: lesson}
	}
	p.Others = append(p.Others, o)
	return nil
}

// checkRuns sees to it that each run has a letter of its own.
func (p *Place) checkRuns() error {
	letters := []string{p.Run}
	for _, o := range p.Others {
		if slices.Contains(letters, o.Name) {
			return &LinkError{Reason: LinkRun, Part: "b=" + o.Name}
		}
		letters = append(letters, o.Name)
	}
	return nil
}

// writeRuns writes what ParsePlace reads of the runs.
func (p *Place) writeRuns(b *strings.Builder) {
	if p.Run != "" {
		b.WriteString("&run=" + p.Run)
	}
	for _, o := range p.Others {
		b.WriteString("&b=" + o.Name + ".")
		if o.Lesson != "" {
			b.WriteString(lessonMark + url.QueryEscape(o.Lesson))
		} else {
			b.WriteString(o.Link)
		}
	}
	if p.Alone {
		b.WriteString("&vs=0")
	}
}

// placeBranches writes the runs into the place of the present one.
func (p *Playground) placeBranches(place *Place) {
	place.Run, place.Alone = p.branches[p.branch].Name, p.against < 0
	other := func(i int) {
		b := &p.branches[i]
		o := OtherPlace{Name: b.Name, Lesson: b.Lesson}
		if b.Lesson == "" {
			if b.link == "" {
				b.link = p.cfg.Encode(b.Text)
			}
			o.Link = b.link
		}
		place.Others = append(place.Others, o)
	}
	if p.against >= 0 {
		other(p.against)
	}
	for i := range p.branches {
		if i != p.branch && i != p.against {
			other(i)
		}
	}
}

// resolveBranches finds the scripts of a place's further runs.
func (p *Playground) resolveBranches(place Place) ([]Branch, error) {
	var out []Branch
	for _, o := range place.Others {
		text, err := p.resolve(Place{Lesson: o.Lesson, Link: o.Link})
		if err != nil {
			return nil, err
		}
		b := Branch{Name: o.Name, Text: text, Lesson: p.lessonOf(text)}
		known := slices.ContainsFunc(p.branches, func(k Branch) bool { return k.Text == text })
		if !known && b.Lesson == "" {
			if _, err := p.cfg.Load(text); err != nil {
				return nil, &LinkError{Reason: LinkScript, Part: o.Name + "." + o.Link, Err: err}
			}
		}
		out = append(out, b)
	}
	return out, nil
}

// openBranches takes over the runs that a place keeps beside the present one,
// which is fresh or the one before, at another time.
func (p *Playground) openBranches(place Place, others []Branch, fresh bool) error {
	here := Branch{Name: place.Run, Text: p.text, Lesson: p.lesson}
	list := append(slices.Clone(others), here)
	for letter := byte('A'); list[len(list)-1].Name == ""; letter++ {
		name := string(letter)
		if !slices.ContainsFunc(others, func(b Branch) bool { return b.Name == name }) {
			list[len(list)-1].Name = name
		}
	}
	name := list[len(list)-1].Name
	slices.SortFunc(list, func(a, b Branch) int { return strings.Compare(a.Name, b.Name) })
	find := func(name string) int {
		return slices.IndexFunc(list, func(b Branch) bool { return b.Name == name })
	}
	branch, against := find(name), -1
	if len(others) > 0 && !place.Alone {
		against = find(others[0].Name)
	}
	same := func(a, b Branch) bool { return a.Name == b.Name && a.Text == b.Text }
	if !fresh && branch == p.branch && against == p.against && slices.EqualFunc(list, p.branches, same) {
		return nil
	}
	if fresh {
		p.forgetVersions()
	}
	p.branches, p.branch, p.against = list, branch, against
	p.generation++
	return p.meet()
}
