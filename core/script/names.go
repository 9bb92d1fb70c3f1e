package script

import "strings"

const (
	nameForm = "ASCII letters, digits and - _ . @ # %"
	idForm   = "ASCII letters, digits and - _ . @ # % : /"
	// topicForm is upstream's TopicValidator and Validators.checkGroup: ^[%|a-zA-Z0-9_-]+$.
	topicForm = "ASCII letters, digits and - _ % |, as RocketMQ has it"
)

// signs are the characters beside letters and digits.
var signs = map[string]string{nameForm: "-_.@#%", idForm: "-_.@#%:/", topicForm: "-_%|"}

// nameOK checks the characters and the length of a name.
func (d *draft) nameOK(kind string, r ref) bool {
	form := nameForm
	switch kind {
	case "topic", "group":
		form = topicForm
	case "client id":
		form = idForm
	}
	if len(r.text) > MaxName {
		d.errorf(r.pos, codeNameLong, kind, itoa(len([]rune(r.text))), itoa(MaxName)).Found = r.text
		return false
	}
	for i, c := range r.text {
		if !alphanumeric(c) && !strings.ContainsRune(signs[form], c) {
			e := d.errorf(r.from(i).pos, codeName, clip(r.text), kind)
			e.Found, e.Expected = string(c), form
			return false
		}
	}
	if r.text == "" {
		e := d.errorf(r.pos, codeName, "", kind)
		e.Expected = form
		return false
	}
	return true
}

func alphanumeric(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// clashes are the kinds that may not share a name: net tells brokers from
// consumers by it, set groups from consumers.
var clashes = map[string][]string{
	"nameserver": {"nameserver", "broker", "consumer"},
	"broker":     {"broker", "nameserver", "consumer"},
	"topic":      {"topic"},
	"group":      {"group", "consumer"},
	"consumer":   {"consumer", "broker", "nameserver", "group"},
}

// declare makes a name known.
func (d *draft) declare(kind string, r ref) bool {
	if !d.nameOK(kind, r) {
		return false
	}
	if contains(reserved, r.text) && (kind != "nameserver" || r.text != defaultNameServer) {
		d.errorf(r.pos, codeReserved, r.text, kind).Found = r.text
		return false
	}
	for _, k := range clashes[kind] {
		if before, taken := d.names[k+" "+r.text]; taken {
			d.errorf(r.pos, codeTaken, r.text, k, place(before)).Found = r.text
			return false
		}
	}
	d.names[kind+" "+r.text] = r.pos
	return true
}

// nameList reads names with commas between them, each once.
func (d *draft) nameList(kind string, v ref) ([]ref, bool) {
	list := v.split(",")
	seen := map[string]bool{}
	for _, r := range list {
		if !d.nameOK(kind, r) {
			return nil, false
		}
		if seen[r.text] {
			d.errorf(r.pos, codeTwice, r.text).Found = r.text
			return nil, false
		}
		seen[r.text] = true
	}
	return list, true
}

func texts(list []ref) []string {
	s := make([]string, len(list))
	for i, r := range list {
		s[i] = r.text
	}
	return s
}
