package script

import "strings"

// The settings and actions about failing, filtering and starting points.

const (
	maxFailEvery = 1_000_000_000
	maxReconsume = 1_000_000
	maxOffset    = 1_000_000_000
	// MaxTags is how many different tags the producers of a script may use.
	MaxTags = 64
)

// startOnly are the settings that DefaultMQPushConsumer reads at start() only,
// and that a new process takes from its own statement.
var startOnly = []string{"model"}

const shareForm = "a share such as 0.5% or 100%"

// share is a setting that is a part of a whole.
func share(key string, field func(*Settings) *Share) setting {
	return setting{key, func(d *draft, v ref) (func(*Settings), string) {
		n, ok := d.share(v, key)
		return when(ok, func(s *Settings) { *field(s) = n }), FormatShare(n)
	}}
}

// share reads N% or N.NNN%.
func (d *draft) share(v ref, what string) (Share, bool) {
	n, found := strings.CutSuffix(v.text, "%")
	whole, fraction, point := strings.Cut(n, ".")
	if !found || !digits(whole) || point && !digits(fraction) {
		d.bad(v, "a share", shareForm)
		return 0, false
	}
	s, problem := scale(whole, fraction, int64(WholeShare)/100)
	switch {
	case problem == durationFine:
		d.errorf(v.pos, codeFine, clip(v.text), "a millionth").Found = v.text
	case problem != durationOK || s > int64(WholeShare):
		e := d.errorf(v.pos, codeRange, what, clip(v.text))
		e.Found, e.Expected = v.text, "from 0% to 100%"
	default:
		return Share(s), true
	}
	return 0, false
}

// FormatShare is the canonical spelling of a share: 0.5%.
func FormatShare(s Share) string { return decimal(int64(s), int64(WholeShare)/100) + "%" }

// oneWord is a setting that is one of a few words.
func oneWord(key, what string, words []string, field func(*Settings) *string) setting {
	return setting{key, func(d *draft, v ref) (func(*Settings), string) {
		if !contains(words, v.text) {
			d.unknown(v, codeUnknown, words, what)
			return nil, ""
		}
		return func(s *Settings) { *field(s) = v.text }, v.text
	}}
}

// parseFrom reads consumeFromWhere: last, first, timestamp, timestamp:TIME.
func parseFrom(d *draft, v ref) (func(*Settings), string) {
	if word, at, timed := v.cut(":"); timed && word.text == "timestamp" {
		t, ok := d.duration(at, "timestamp", 0, MaxRun)
		return when(ok, func(s *Settings) { s.From, s.Timestamp = "timestamp", t }), "timestamp:" + FormatDuration(t)
	}
	words := []string{"last", "first", "timestamp"}
	if !contains(words, v.text) {
		d.unknown(v, codeUnknown, words, "starting point")
		return nil, ""
	}
	return func(s *Settings) { s.From, s.Timestamp = v.text, NoTimestamp }, v.text
}

// parseTag reads a subscription expression: * or TAG||TAG.
func parseTag(d *draft, v ref) (func(*Settings), string) {
	list, canon, ok := d.tagExpression(v)
	return when(ok, func(s *Settings) { s.Tags = list }), canon
}

// tagExpression reads FilterAPI's "A || B"; blanks cannot stand in a script's word.
func (d *draft) tagExpression(v ref) (list []string, canon string, ok bool) {
	if v.text == "*" {
		return nil, "*", true
	}
	parts := v.split("||")
	for _, r := range parts {
		if !d.nameOK("tag", r) {
			return nil, "", false
		}
		if contains(list, r.text) {
			d.errorf(r.pos, codeTwice, r.text).Found = r.text
			return nil, "", false
		}
		list = append(list, r.text)
	}
	d.later = append(d.later, func() {
		for _, r := range parts {
			if known := d.tags(); !contains(known, r.text) {
				d.unknown(r, codeUnknown, append(known, "*"), "tag")
			}
		}
	})
	return list, v.text, true
}

// tags are all tags that producers give.
func (d *draft) tags() []string {
	var list []string
	for i := range d.sc.Producers {
		for _, t := range d.sc.Producers[i].Tags {
			if !contains(list, t.Tag) {
				list = append(list, t.Tag)
			}
		}
	}
	return list
}

// tagWeights reads a producer's TAG:WEIGHT,…
func (d *draft) tagWeights(k *key) []TagWeight {
	var list []TagWeight
	var canon []string
	total := 0
	for _, r := range k.value.split(",") {
		tag, weight, _ := r.cut(":")
		n, ok := 1, true
		if weight.text != "" {
			n, ok = d.number(weight, "weight", 0, 1_000_000)
		}
		if !ok || !d.nameOK("tag", tag) {
			return nil
		}
		for _, t := range list {
			if t.Tag == tag.text {
				d.errorf(tag.pos, codeTwice, tag.text).Found = tag.text
				return nil
			}
		}
		total += n
		list = append(list, TagWeight{tag.text, n})
		canon = append(canon, tag.text+":"+itoa(n))
	}
	if total == 0 {
		d.bad(k.value, "a list of tags", "at least one with a weight over 0")
		return nil
	}
	k.set(join(canon, ","))
	d.later = append(d.later, func() { d.limit(k.name.pos, "tags", min(len(d.tags()), MaxTags+1), MaxTags) })
	return list
}

// topicKeys reads what may follow a topic's queues.
func (d *draft) topicKeys(c *cursor, t *Topic) {
	d.keys(c, []string{"first", "memory"}, func(k *key) {
		switch k.name.text {
		case "first":
			if n, ok := d.number(k.value, "first", 0, maxOffset); ok {
				t.First = n
				k.set(itoa(n))
			}
		case "memory":
			if words := []string{"yes", "no"}; !contains(words, k.value.text) {
				d.unknown(k.value, codeUnknown, words, "answer")
			}
			t.Aged = k.value.text == "no"
		}
	})
}

// retryQueues reads READ[/WRITE] of a group's retry topic.
func (d *draft) retryQueues(k *key, g *Group) {
	const most = 64
	read, write, both := k.value.cut("/")
	var ok bool
	if g.RetryRead, ok = d.number(read, "retry-queues", 1, most); !ok {
		return
	}
	if g.RetryWrite = g.RetryRead; both {
		if g.RetryWrite, ok = d.number(write, "retry-queues", 1, most); !ok {
			return
		}
	}
	canon := itoa(g.RetryRead)
	if g.RetryWrite != g.RetryRead {
		canon += "/" + itoa(g.RetryWrite)
	}
	k.set(canon)
}

// topicList reads a consumer's own topics.
func (d *draft) topicList(k *key) []string {
	list, ok := d.nameList("topic", k.value)
	if !ok {
		return nil
	}
	d.later = append(d.later, func() {
		for _, r := range list {
			d.lookup("topic", r)
		}
	})
	return texts(list)
}

func parseSubscribe(d *draft, c *cursor, a *actionDraft) {
	if !d.actionTopic(c, a) {
		return
	}
	if a.act.Kind == ActUnsubscribe {
		parseTarget(d, c, a)
		return
	}
	d.keys(c, []string{"tag"}, func(k *key) {
		if list, canon, ok := d.tagExpression(k.value); ok {
			a.act.Tags = list
			k.set(canon)
		}
	})
	d.actions = append(d.actions, a)
}

// actionTopic reads the topic of an action.
func (d *draft) actionTopic(c *cursor, a *actionDraft) bool {
	w := d.take(c, "the topic")
	if w == nil {
		return false
	}
	a.act.Topic = w.text
	d.later = append(d.later, func() { d.lookup("topic", w.ref()) })
	return true
}

func parseResetOffset(d *draft, c *cursor, a *actionDraft) {
	if !d.actionTopic(c, a) {
		return
	}
	w := d.take(c, "where to")
	if w == nil || !d.done(c) {
		return
	}
	word, at, timed := w.ref().cut(":")
	switch {
	case timed && word.text == "timestamp":
		t, ok := d.duration(at, "timestamp", 0, MaxRun)
		if !ok {
			return
		}
		a.act.Where, a.act.Timestamp = "timestamp", t
		w.canon = "timestamp:" + FormatDuration(t)
	case w.text == "first" || w.text == "last":
		a.act.Where = w.text
	case !digits(w.text):
		d.bad(w.ref(), "a place in a queue", "first, last, an offset or timestamp:TIME")
		return
	default:
		n, ok := d.number(w.ref(), "offset", 0, maxOffset)
		if !ok {
			return
		}
		a.act.Where, a.act.N = "offset", n
		w.canon = itoa(n)
	}
	d.actions = append(d.actions, a)
}

func parseExpire(d *draft, c *cursor, a *actionDraft) {
	w := d.take(c, "the lowest offset to keep")
	if w == nil || !d.done(c) {
		return
	}
	if n, ok := d.number(w.ref(), "offset", 0, maxOffset); ok {
		a.act.N = n
		w.canon = itoa(n)
		d.actions = append(d.actions, a)
	}
}

// TopicsOf are all topics that a group's members subscribe to: the group's own,
// then those of single members.
func (sc *Scenario) TopicsOf(group string) []string {
	var list []string
	add := func(names ...string) {
		for _, n := range names {
			if !contains(list, n) {
				list = append(list, n)
			}
		}
	}
	for i := range sc.Groups {
		if sc.Groups[i].Name == group {
			add(sc.Groups[i].Topics...)
		}
	}
	for i := range sc.Consumers {
		if sc.Consumers[i].Group == group {
			add(sc.Consumers[i].Topics...)
		}
	}
	return list
}

// subscribed says whether a member of the group reads the topic at some time.
func (d *draft) subscribed(group, topic string) bool {
	if contains(d.sc.TopicsOf(group), topic) {
		return true
	}
	for _, a := range d.actions {
		if a.act.Kind == ActSubscribe && a.act.Topic == topic && a.act.Consumer >= 0 && d.sc.Consumers[a.act.Consumer].Group == group {
			return true
		}
	}
	return false
}
