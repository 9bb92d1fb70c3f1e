package script

import "sort"

// resolve connects the names, computes the settings and checks the whole.
func (d *draft) resolve() *Scenario {
	d.joiners()
	d.defaultNameServer()
	for _, check := range d.later {
		if len(d.errs) >= MaxErrors {
			break
		}
		check()
	}
	d.masters()
	d.settleDelayLevels()
	d.needed()
	d.settle()
	d.targets()
	for _, e := range d.expects {
		if len(d.errs) < MaxErrors {
			d.expect(e)
		}
	}
	if len(d.errs) > 0 {
		return nil
	}
	sort.SliceStable(d.actions, func(i, j int) bool { return d.actions[i].act.At < d.actions[j].act.At })
	d.play()
	for _, a := range d.actions {
		d.sc.Actions = append(d.sc.Actions, a.act)
	}
	return d.sc
}

// needed reports statements that every script must have.
func (d *draft) needed() {
	end := Pos{1, 1}
	if n := len(d.lines); n > 0 {
		end = d.lines[n-1].end
	}
	if len(d.errs) > 0 {
		return // the line may be there, only not readable
	}
	if len(d.sc.Brokers) == 0 {
		d.errorf(end, codeNeeded, "broker", "broker NAME")
	}
	if d.sc.Run == 0 {
		d.errorf(end, codeNeeded, "run", "run 2m")
	}
}

// joiners declares the consumers that only a join declares.
func (d *draft) joiners() {
	for _, a := range d.actions {
		if a.decl == nil || !a.decl.keys {
			continue
		}
		i, known := d.people[a.target.text]
		switch {
		case known && !a.decl.same(d.consumers[i]):
			if !a.broken {
				d.errorf(a.target.pos, codeRejoin, a.target.text, place(d.consumers[i].pos)).Found = a.target.text
			}
		case known:
		case a.decl.group.text == "":
			if !a.broken {
				d.errorf(a.target.pos, codeNeverJoin, a.target.text).Found = a.target.text
			}
		case d.declare("consumer", a.target):
			d.consumers = append(d.consumers, a.decl)
			d.person(a.decl, true)
		}
	}
}

// targets finds what each action acts on.
func (d *draft) targets() {
	for _, a := range d.actions {
		if len(d.errs) >= MaxErrors {
			return
		}
		switch {
		case d.serverTarget(a):
		case a.act.Kind == ActExpire:
			d.lookup("topic", a.target)
		case a.act.Kind == ActResetOffset:
			d.lookup("group", a.target)
		case a.act.Kind == ActBurst, a.act.Kind == ActSet && a.act.Apply == nil:
			d.sender(a.target)
		case a.act.Kind == ActMeasure:
			d.lookup("group", a.target)
		case a.act.Kind == ActSet:
			if _, group := d.groups[a.target.text]; !group && d.consumer(a, "group or consumer") {
				a.act.Consumer = d.people[a.target.text]
			}
		case d.consumer(a, "consumer"):
			a.act.Consumer = d.people[a.target.text]
		}
	}
}

// consumer checks that an action's target is a declared consumer.
func (d *draft) consumer(a *actionDraft, kind string) bool {
	if _, found := d.people[a.target.text]; found {
		return true
	}
	list := d.candidates("consumer")
	switch {
	case kind != "consumer":
		list = append(list, d.candidates("group")...)
	case killable(a.act.Kind):
		kind = "process"
		list = append(append(list, d.candidates("broker")...), d.candidates("nameserver")...)
	}
	switch {
	case a.decl != nil && a.decl.keys: // reported already
	case a.decl != nil:
		d.errorf(a.target.pos, codeNeverJoin, clip(a.target.text)).Found = a.target.text
	default:
		d.unknown(a.target, codeUnknown, list, kind)
	}
	return false
}

// sender checks that a topic exists and has a producer.
func (d *draft) sender(topic ref) bool {
	if !d.lookup("topic", topic) {
		return false
	}
	for i := range d.sc.Producers {
		if d.sc.Producers[i].Topic == topic.text {
			return true
		}
	}
	d.errorf(topic.pos, codeNoSender, topic.text).Found = topic.text
	return false
}

// fits checks that consumer i has what its strategy needs.
func (d *draft) fits(i int, s *Settings, pos Pos) bool {
	c := &d.sc.Consumers[i]
	if !d.together(c, s, pos) {
		return false
	}
	for _, part := range (ref{s.Strategy, pos}).split(":") {
		w := findStrategy(part.text)
		switch {
		case w == nil:
			return true
		case s.VNodes == 0 && goRing(w.word, s):
			d.errorf(pos, codeGoVNodes, w.word, c.Name)
			return false
		case w.needs == "idcs" && s.IDCs == nil:
			d.errorf(pos, codeNeeds, w.word, c.Name, "idcs=ROOM[,ROOM]")
			return false
		case w.needs == "config" && s.Config == nil:
			d.errorf(pos, codeNeeds, w.word, c.Name, "config=BROKER/ID[,BROKER/ID]")
			return false
		case w.rooms && c.Room == "":
			d.errorf(pos, codeNoRoom, w.word, c.Name, "consumer", c.Name)
			return false
		case w.rooms && d.roomless(c.Group) != "":
			d.errorf(pos, codeNoRoom, w.word, c.Name, "broker", d.roomless(c.Group))
			return false
		}
	}
	return true
}

// goRing says whether a member with this word of a strategy runs rocketmq-client-go's
// ring. What a Go client takes inside another strategy is averagely ("TODO").
func goRing(word string, s *Settings) bool {
	return word == "consistent-hash-go" && (!s.Client.Go() || s.Strategy == word) || s.Client.Go() && s.Strategy == "consistent-hash"
}

// roomless is a broker without a room that has a topic of the group, or "".
func (d *draft) roomless(group string) string {
	if name, known := d.noRoom[group]; known {
		return name
	}
	found := ""
	for i := range d.sc.Brokers {
		b := &d.sc.Brokers[i]
		if b.Room == "" && found == "" && d.reads(group, b.Name) {
			found = b.Name
		}
	}
	d.noRoom[group] = found
	return found
}

// reads says whether a topic of the group is on the broker.
func (d *draft) reads(group, broker string) bool {
	for _, t := range d.sc.Groups[d.groups[group]].Topics {
		for _, q := range d.sc.Topics[d.topics[t]].Queues {
			if q.Broker == broker {
				return true
			}
		}
	}
	return false
}
