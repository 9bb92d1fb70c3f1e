package script

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// defaultLatency is one way on a link that no net statement names.
const defaultLatency = time.Millisecond

// statement is a row of the language.
type statement struct {
	word  string
	form  string // how it is written, for messages
	prose bool   // .LANG follows the word, and text the blank
	parse func(d *draft, c *cursor)
}

var statements = []statement{
	{"title", "title.en WORDS", true, parseProse},
	{"text", "text.en WORDS", true, parseProse},
	{"protocol", "protocol rocketmq", false, parseProtocol},
	{"seed", "seed NUMBER", false, parseSeed},
	{"net", "net [A B] latency=TIME [jitter=TIME]", false, parseNet},
	{"timers", "timers NAME=TIME …", false, parseTimers},
	{"nameserver", "nameserver NAME", false, parseNameServer},
	{"broker", brokerForm, false, parseBroker},
	{"topic", "topic NAME BROKER:READ[/WRITE] … [first=OFFSET] [memory=no]", false, parseTopic},
	{"producer", "producer TOPIC rate=N/s [start=TIME] [size=SIZE] [retries=N] [tags=TAG:WEIGHT,…]", false, parseProducer},
	{"group", "group NAME topic=TOPIC[,TOPIC] [KEY=VALUE …]", false, parseGroup},
	{"consumer", "consumer NAME group=GROUP [id=CLIENT-ID] [room=ROOM] [topic=TOPIC[,TOPIC]] [KEY=VALUE …]", false, parseConsumer},
	{"message-delay-level", "message-delay-level TIME …", false, parseDelayLevels},
	{"at", "at TIME ACTION TARGET …", false, parseAt},
	{"run", "run TIME", false, parseRun},
	{"expect", "expect [at TIME] [in GROUP] SUBJECT [WHICH] OP VALUE", false, parseExpect},
}

// isProse says whether text follows a line's first word.
func isProse(first string) bool {
	name, _, dotted := strings.Cut(first, ".")
	for i := range statements {
		if dotted && statements[i].prose && statements[i].word == name {
			return true
		}
	}
	return false
}

// statementWords are the words that a line can begin with.
func statementWords() []string {
	list := make([]string, len(statements))
	for i := range statements {
		list[i] = statements[i].word
		if statements[i].prose {
			list[i] += "." + languages[0]
		}
	}
	return list
}

func parseProse(d *draft, c *cursor) {
	first := c.l.words[0].ref()
	word, lang, dotted := first.cut(".")
	if !dotted {
		d.bad(first, "a statement", "the language behind it, as in "+word.text+".en")
		return
	}
	if !contains(languages, lang.text) {
		d.unknown(lang, codeLanguage, languages)
		return
	}
	if c.l.prose == "" {
		d.errorf(c.l.end, codeMissing, "the text", c.form)
		return
	}
	if word.text == "title" {
		if !d.single(first.text, first.pos) {
			return
		}
		d.sc.Title = append(d.sc.Title, Words{lang.text, c.l.prose})
		return
	}
	d.sc.Text = append(d.sc.Text, Words{lang.text, c.l.prose})
}

func parseProtocol(d *draft, c *cursor) {
	if !d.single("protocol", c.start()) {
		return
	}
	w := d.take(c, "the protocol")
	if w == nil || !d.done(c) {
		return
	}
	if !contains(protocols, w.text) {
		d.unknown(w.ref(), codeUnknown, protocols, "protocol")
		return
	}
	d.sc.Protocol = w.text
}

func parseSeed(d *draft, c *cursor) {
	if !d.single("seed", c.start()) {
		return
	}
	w := d.take(c, "the seed")
	if w == nil || !d.done(c) {
		return
	}
	n, err := strconv.ParseUint(w.text, 10, 64)
	if err != nil || !digits(w.text) {
		d.bad(w.ref(), "a seed", "a whole number below 2⁶⁴")
		return
	}
	d.sc.Seed = n
	w.canon = strconv.FormatUint(n, 10)
}

func parseNet(d *draft, c *cursor) {
	if c.more() && !strings.Contains(c.peek(), "=") {
		parseLink(d, c)
		return
	}
	if !d.single("net", c.start()) {
		return
	}
	n := len(d.errs)
	latency := false
	d.keys(c, []string{"latency", "jitter"}, func(k *key) {
		t, ok := d.duration(k.value, k.name.text, 0, MaxLatency)
		if !ok {
			return
		}
		k.set(FormatDuration(t))
		if k.name.text == "latency" {
			d.sc.Net.Latency, latency = t, true
			return
		}
		d.sc.Net.Jitter, latency = t, true
	})
	if !latency && len(d.errs) == n {
		d.errorf(c.pos(), codeMissing, "latency=TIME", c.form)
	}
}

// parseLink reads the latency between two processes.
func parseLink(d *draft, c *cursor) {
	a := d.take(c, "one end of the link")
	b := d.take(c, "the other end of the link")
	if a == nil || b == nil {
		return
	}
	n, link := len(d.errs), Link{A: a.text, B: b.text, Latency: -1}
	d.keys(c, []string{"latency"}, func(k *key) {
		if t, ok := d.duration(k.value, "latency", 0, MaxLatency); ok {
			link.Latency = t
			k.set(FormatDuration(t))
		}
	})
	switch {
	case len(d.errs) > n:
		return
	case link.Latency < 0:
		d.errorf(c.pos(), codeMissing, "latency=TIME", c.form)
		return
	case a.text == b.text:
		d.errorf(b.pos, codeSelfLink, clip(a.text)).Found = b.text
		return
	}
	if !d.single("net "+min(a.text, b.text)+" "+max(a.text, b.text), c.start()) {
		return
	}
	d.sc.Net.Links = append(d.sc.Net.Links, link)
	d.later = append(d.later, func() { d.linked(a.ref()); d.linked(b.ref()) })
}

// linked checks that r names an end of a link with a latency of its own.
func (d *draft) linked(r ref) {
	if strings.HasPrefix(r.text, ProducerPrefix) {
		d.errorf(r.pos, codeNoLatency, clip(r.text)).Found = r.text
		return
	}
	d.process(r)
}

// process checks that r names a broker, a consumer or a name server; others are
// names that it could have been too.
func (d *draft) process(r ref, others ...string) bool {
	_, consumer := d.people[r.text]
	if consumer || d.server(r.text) {
		return true
	}
	list := append(d.candidates("broker"), d.candidates("consumer")...)
	d.unknown(r, codeUnknown, slices.Concat(list, d.candidates("nameserver"), others), "broker or consumer")
	return false
}

func parseTimers(d *draft, c *cursor) {
	if !c.more() {
		d.errorf(c.pos(), codeMissing, "a timer", c.form)
		return
	}
	known := make([]string, NumTimers)
	for i := range known {
		known[i] = Timer(i).String()
	}
	d.keys(c, known, func(k *key) {
		for i := range known {
			if known[i] != k.name.text {
				continue
			}
			d.single(k.name.text, k.name.pos)
			if t, ok := d.duration(k.value, k.name.text, Timer(i).Min(), MaxTimer); ok {
				d.sc.Timers[i] = t
				k.set(FormatDuration(t))
			}
		}
	})
}

func parseRun(d *draft, c *cursor) {
	if !d.single("run", c.start()) {
		return
	}
	w := d.take(c, "the length of the run")
	if w == nil || !d.done(c) {
		return
	}
	if t, ok := d.duration(w.ref(), "run", time.Millisecond, MaxRun); ok {
		d.sc.Run = t
		w.canon = FormatDuration(t)
	}
}
