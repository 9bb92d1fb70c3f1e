package script

import "strings"

// retryPrefix begins the name of a group's retry topic (MixAll.RETRY_GROUP_TOPIC_PREFIX).
const retryPrefix = "%RETRY%"

// maxCount bounds the number in an expectation.
const maxCount = 1_000_000_000_000_000

// count reads the number of an expectation.
func (d *draft) count(v ref) (int64, bool) {
	const form = "a whole number"
	n, problem := int64(0), durationBad
	if digits(v.text) {
		n, problem = scale(v.text, "", 1)
	}
	switch {
	case problem == durationBad:
		d.bad(v, form, form)
	case problem != durationOK || n > maxCount:
		e := d.errorf(v.pos, codeRange, "number", clip(v.text))
		e.Found, e.Expected = v.text, "at most 10¹⁵"
	default:
		return n, true
	}
	return 0, false
}

// whose finds the group that an expectation is about.
func (d *draft) whose(x *expectDraft, f *figure) bool {
	x.e.Group = x.group.text
	for i, kind := range f.args {
		if kind == argTime && !d.event(x, i) {
			return false
		}
	}
	for i, kind := range f.args {
		switch kind {
		case argQueue:
			canon, topic, ok := d.queue(x.args[i])
			if !ok {
				return false
			}
			x.e.Args[i], x.argWords[i].canon = canon, canon
			return d.reader(x, x.args[i], topic)
		case argConsumer:
			c := &d.sc.Consumers[d.people[x.args[i].text]]
			if x.e.Group != "" && c.Group != x.e.Group {
				d.errorf(x.args[i].pos, codeStranger, c.Name, c.Group, x.e.Group).Found = c.Name
				return false
			}
			x.e.Group = c.Group
			return true
		}
	}
	switch {
	case x.e.Group == "" && len(d.sc.Groups) == 1:
		x.e.Group = d.sc.Groups[0].Name
	case x.e.Group == "" && f.value >= valueConsumers:
		e := d.errorf(x.subject.pos, codeWhich, f.subject)
		e.Found, e.Expected = f.subject, oneOf(d.candidates("group"))
		return false
	}
	return true
}

// reader finds the group that reads a topic, which arg names, or checks the one
// written.
func (d *draft) reader(x *expectDraft, arg ref, topic string) bool {
	var list []string
	for i := range d.sc.Groups {
		g := &d.sc.Groups[i]
		if d.subscribed(g.Name, topic) || topic == retryPrefix+g.Name {
			list = append(list, g.Name)
		}
	}
	switch {
	case x.e.Group != "" && !contains(list, x.e.Group):
		d.errorf(arg.pos, codeNotReader, x.e.Group, topic).Found = arg.text
		return false
	case x.e.Group != "":
	case len(list) == 0:
		d.errorf(arg.pos, codeNoReader, topic).Found = arg.text
		return false
	case len(list) > 1:
		e := d.errorf(x.subject.pos, codeWhich, arg.text)
		e.Found, e.Expected = arg.text, oneOf(list)
		return false
	default:
		x.e.Group = list[0]
	}
	return true
}

// queue reads TOPIC/BROKER/ID and checks that there is such a queue. The topic
// may be a group's retry topic, which has one queue on each broker
// (SubscriptionGroupConfig.retryQueueNums).
func (d *draft) queue(r ref) (canon, topic string, ok bool) {
	parts := r.split("/")
	if len(parts) != 3 {
		d.bad(r, "a queue", "TOPIC/BROKER/ID, such as orders/a/0")
		return "", "", false
	}
	id, ok := d.number(parts[2], "queue", 0, MaxQueues-1)
	if !ok {
		return "", "", false
	}
	topic, broker := parts[0].text, parts[1].text
	if group, retry := strings.CutPrefix(topic, retryPrefix); retry {
		if !d.lookup("group", parts[0].from(len(retryPrefix))) || !d.lookup("broker", parts[1]) {
			return "", "", false
		}
		if i, found := d.groups[group]; found && id >= d.sc.Groups[i].RetryRead {
			d.errorf(parts[2].pos, codeQueueID, topic, itoa(id), broker).Found = r.text
			return "", "", false
		}
	} else if !d.lookup("topic", parts[0]) || !d.lookup("broker", parts[1]) || !d.has(parts, id) {
		return "", "", false
	}
	return topic + "/" + broker + "/" + itoa(id), topic, true
}

// has checks that a declared topic has a queue.
func (d *draft) has(parts []ref, id int) bool {
	topic, broker := parts[0].text, parts[1].text
	i, found := d.topics[topic]
	if !found {
		return false // its statement is broken and was reported
	}
	if most := d.mostQueues(d.sc.Topics[i].Queues, topic, broker); most > 0 {
		if id >= most {
			e := d.errorf(parts[2].pos, codeQueueID, topic, itoa(id), broker)
			e.Found, e.Expected = parts[2].text, "0 to "+itoa(most-1)
			return false
		}
		return true
	}
	d.errorf(parts[1].pos, codeNotThere, topic, broker).Found = broker
	return false
}

// mostQueues is the largest number of queues that a topic has on a broker, at
// the start or by a scale action.
func (d *draft) mostQueues(queues []BrokerQueues, topic, broker string) int {
	most := 0
	for _, q := range queues {
		if q.Broker == broker {
			most = max(most, q.Read, q.Write)
		}
	}
	for _, a := range d.actions {
		if a.act.Kind == ActScale && a.act.Target == topic && a.act.Queues.Broker == broker {
			most = max(most, a.act.Queues.Read, a.act.Queues.Write)
		}
	}
	return most
}

// expectConsumers reads none or a list of consumers of the group.
func (d *draft) expectConsumers(x *expectDraft) bool {
	if x.value.text == "none" {
		return true
	}
	list, ok := d.nameList("consumer", x.value.ref())
	if !ok {
		return false
	}
	for _, r := range list {
		i, found := d.people[r.text]
		if !found {
			d.unknown(r, codeUnknown, append(d.candidates("consumer"), "none"), "consumer")
			return false
		}
		if c := &d.sc.Consumers[i]; c.Group != x.e.Group {
			d.errorf(r.pos, codeStranger, c.Name, c.Group, x.e.Group).Found = c.Name
			return false
		}
	}
	x.e.List = texts(list)
	return true
}

// expectQueues reads none or a list of queues: BROKER/ID, or TOPIC/BROKER/ID.
func (d *draft) expectQueues(x *expectDraft) bool {
	if x.value.text == "none" {
		return true
	}
	i, found := d.groups[x.e.Group]
	if !found {
		return false // reported
	}
	topics := d.sc.TopicsOf(d.sc.Groups[i].Name)
	seen := map[string]bool{}
	for _, r := range x.value.ref().split(",") {
		full := r
		if strings.Count(r.text, "/") == 1 {
			if len(topics) != 1 {
				d.errorf(r.pos, codeWhichT, x.e.Group, r.text).Found = r.text
				return false
			}
			// the topic is not written: shift the place so that parts keep theirs
			full = ref{topics[0] + "/" + r.text, Pos{r.pos.Line, r.pos.Col - len(topics[0]) - 1}}
		}
		canon, topic, ok := d.queue(full)
		if !ok {
			return false
		}
		if !d.subscribed(x.e.Group, topic) && topic != retryPrefix+x.e.Group {
			d.errorf(r.pos, codeNotReader, x.e.Group, topic).Found = r.text
			return false
		}
		if seen[canon] {
			d.errorf(r.pos, codeTwice, r.text).Found = r.text
			return false
		}
		seen[canon] = true
		if full != r {
			canon = strings.TrimPrefix(canon, topics[0]+"/")
		}
		x.e.List = append(x.e.List, canon)
	}
	x.value.canon = join(x.e.List, ",")
	return true
}
