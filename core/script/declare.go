package script

import (
	"slices"
	"strings"
	"time"
)

// parseTopic reads a topic and its queues per broker.
func parseTopic(d *draft, c *cursor) {
	w := d.take(c, "the topic's name")
	if w == nil || !d.declare("topic", w.ref()) {
		return
	}
	t := Topic{Name: w.text, Pos: c.start()}
	on := map[string]bool{}
	if !c.more() || strings.Contains(c.peek(), "=") {
		d.errorf(c.pos(), codeMissing, "BROKER:READ", c.form)
	}
	for c.more() && !strings.Contains(c.peek(), "=") {
		w := d.take(c, "")
		bq, broker, ok := d.brokerQueues(w)
		if !ok {
			break
		}
		if bq.Read == 0 && bq.Write == 0 {
			d.errorf(w.pos, codeNoQueue, t.Name, bq.Broker).Found = w.text
			break
		}
		if on[bq.Broker] {
			d.errorf(w.pos, codeTwice, bq.Broker).Found = w.text
			break
		}
		on[bq.Broker] = true
		before := d.queues
		d.queues += max(bq.Read, bq.Write)
		if before <= MaxQueues && d.queues > MaxQueues {
			d.limit(w.pos, "queues in all topics", MaxQueues+1, MaxQueues)
		}
		t.Queues = append(t.Queues, bq)
		d.later = append(d.later, func() { d.lookup("broker", broker) })
	}
	d.topicKeys(c, &t)
	d.topics[t.Name] = len(d.sc.Topics)
	d.sc.Topics = append(d.sc.Topics, t)
	d.limit(c.start(), "topics", len(d.sc.Topics), MaxTopics)
}

// brokerQueues reads BROKER:READ[/WRITE].
func (d *draft) brokerQueues(w *word) (bq BrokerQueues, broker ref, ok bool) {
	broker, counts, found := w.ref().cut(":")
	if !found {
		d.bad(w.ref(), "a number of queues on a broker", "BROKER:READ or BROKER:READ/WRITE, such as a:8")
		return bq, broker, false
	}
	read, write, both := counts.cut("/")
	bq.Broker = broker.text
	if bq.Read, ok = d.number(read, "read queues", 0, MaxQueues); !ok {
		return bq, broker, false
	}
	bq.Write = bq.Read
	if both {
		if bq.Write, ok = d.number(write, "write queues", 0, MaxQueues); !ok {
			return bq, broker, false
		}
	}
	w.canon = bq.Broker + ":" + itoa(bq.Read)
	if bq.Write != bq.Read {
		w.canon += "/" + itoa(bq.Write)
	}
	return bq, broker, true
}

func parseProducer(d *draft, c *cursor) {
	w := d.take(c, "the topic")
	if w == nil {
		return
	}
	topic := w.ref()
	p, n, rated := Producer{Topic: w.text, Size: 1 << 10, Retries: defaultRetries, Pos: c.start()}, len(d.errs), false
	d.keys(c, []string{"rate", "start", "size", "retries", "tags"}, func(k *key) {
		var ok bool
		switch k.name.text {
		case "tags":
			p.Tags = d.tagWeights(k)
		case "rate":
			if p.Rate, ok = d.rate(k.value); ok {
				rated = true
				k.set(FormatRate(p.Rate))
			}
		case "start":
			if p.Start, ok = d.duration(k.value, "start", 0, MaxRun); ok {
				k.set(FormatDuration(p.Start))
			}
		case "size":
			if p.Size, ok = d.size(k.value); ok {
				k.set(FormatSize(p.Size))
			}
		case "retries":
			if p.Retries, ok = d.number(k.value, "retries", 0, MaxRetries); ok {
				k.set(itoa(p.Retries))
			}
		}
	})
	if !rated && len(d.errs) == n {
		d.errorf(c.pos(), codeMissing, "rate=N/s", c.form)
	}
	for _, other := range d.sc.Producers {
		if other.Topic == p.Topic {
			d.errorf(topic.pos, codeProducers, p.Topic, place(other.Pos)).Found = p.Topic
			return
		}
	}
	d.sc.Producers = append(d.sc.Producers, p)
	d.later = append(d.later, func() {
		if d.lookup("topic", topic) && !d.writable(p.Topic) {
			d.errorf(topic.pos, codeNoWrite, p.Topic).Found = p.Topic
		}
	})
}

// writable says whether a topic has write queues (or was reported already).
func (d *draft) writable(topic string) bool {
	i, found := d.topics[topic]
	if !found || len(d.sc.Topics[i].Queues) == 0 {
		return true
	}
	for _, q := range d.sc.Topics[i].Queues {
		if q.Write > 0 {
			return true
		}
	}
	return false
}

func parseGroup(d *draft, c *cursor) {
	w := d.take(c, "the group's name")
	if w == nil || !d.declare("group", w.ref()) {
		return
	}
	g, n := Group{Name: w.text, RetryRead: 1, RetryWrite: 1, Pos: c.start()}, len(d.errs)
	var overrides []override
	d.keys(c, settingKeys("topic", "retry-queues"), func(k *key) {
		if k.name.text == "retry-queues" {
			d.retryQueues(k, &g)
			return
		}
		if k.name.text != "topic" {
			if o, ok := d.setting(k); ok {
				overrides = append(overrides, o)
			}
			return
		}
		list, ok := d.nameList("topic", k.value)
		if !ok {
			return
		}
		g.Topics = texts(list)
		d.later = append(d.later, func() {
			for _, r := range list {
				d.lookup("topic", r)
			}
		})
	})
	if g.Topics == nil && len(d.errs) == n {
		d.errorf(c.pos(), codeMissing, "topic=TOPIC", c.form)
	}
	d.groups[g.Name] = len(d.sc.Groups)
	d.sc.Groups = append(d.sc.Groups, g)
	d.overrides = append(d.overrides, overrides)
	d.limit(c.start(), "groups", len(d.sc.Groups), MaxGroups)
}

// consumerDraft is a consumer as written, by a consumer statement or a join.
type consumerDraft struct {
	name, group ref
	id, room    string
	topics      []string // nil: its group's
	overrides   []override
	pos         Pos
	keys        bool // more than the name is written
}

func parseConsumer(d *draft, c *cursor) {
	w := d.take(c, "the consumer's name")
	if w == nil || !d.declare("consumer", w.ref()) {
		return
	}
	n := len(d.errs)
	cd := d.consumerKeys(c, w)
	if cd.group.text == "" && len(d.errs) == n {
		d.errorf(c.pos(), codeMissing, "group=GROUP", c.form)
	}
	d.consumers = append(d.consumers, cd)
	d.person(cd, false)
}

// consumerKeys reads what may follow the name of a consumer.
func (d *draft) consumerKeys(c *cursor, name *word) *consumerDraft {
	cd := &consumerDraft{name: name.ref(), pos: c.start(), keys: c.more()}
	d.keys(c, settingKeys("group", "id", "room", "topic"), func(k *key) {
		switch k.name.text {
		case "topic":
			cd.topics = d.topicList(k)
		case "group":
			cd.group = k.value
			d.later = append(d.later, func() { d.lookup("group", cd.group) })
		case "id":
			if d.nameOK("client id", k.value) {
				cd.id = k.value.text
			}
		case "room":
			if d.nameOK("room", k.value) {
				cd.room = k.value.text
			}
		default:
			if o, ok := d.setting(k); ok {
				cd.overrides = append(cd.overrides, o)
			}
		}
	})
	return cd
}

// person adds a consumer to the scenario; its settings follow when all groups are known.
func (d *draft) person(cd *consumerDraft, joins bool) {
	c := Consumer{Name: cd.name.text, Group: cd.group.text, ID: cd.id, Room: cd.room, Topics: cd.topics, Joins: joins, Pos: cd.pos}
	if c.ID == "" {
		c.ID = "127.0.0.1@" + c.Name
	}
	for _, o := range cd.overrides {
		c.Overrides = append(c.Overrides, o.key)
	}
	d.people[c.Name] = len(d.sc.Consumers)
	d.sc.Consumers = append(d.sc.Consumers, c)
	d.limit(cd.pos, "consumers", len(d.sc.Consumers), MaxConsumers)
}

// same says whether two declarations of a consumer agree.
func (a *consumerDraft) same(b *consumerDraft) bool {
	if a.group.text != b.group.text || a.id != b.id || a.room != b.room || !slices.Equal(a.topics, b.topics) || len(a.overrides) != len(b.overrides) {
		return false
	}
	for _, o := range a.overrides {
		found := false
		for _, p := range b.overrides {
			found = found || o.key == p.key && o.value == p.value
		}
		if !found {
			return false
		}
	}
	return true
}

// settle computes every consumer's settings: defaults, then its group's, then its own.
func (d *draft) settle() {
	for i := range d.sc.Groups {
		g := &d.sc.Groups[i]
		g.Settings = settled(&d.sc.Timers, d.overrides[i])
	}
	for i, cd := range d.consumers {
		c := &d.sc.Consumers[i]
		g, found := d.groups[c.Group]
		if !found {
			continue
		}
		c.Settings = settled(&d.sc.Timers, d.overrides[g], cd.overrides)
	}
}

// at is the time of an action or an expectation.
func (d *draft) at(w *word) (time.Duration, bool) {
	t, ok := d.duration(w.ref(), "time", 0, MaxRun)
	if ok {
		w.canon = FormatDuration(t)
	}
	return t, ok
}
