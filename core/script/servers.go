package script

import (
	"slices"
	"time"
)

// defaultNameServer is the name server of a script that declares none.
const defaultNameServer = "ns"

// defaultRetries is DefaultMQProducer.retryTimesWhenSendFailed.
const defaultRetries = 2

func parseNameServer(d *draft, c *cursor) {
	w := d.take(c, "the name server's name")
	if w == nil || !d.done(c) || !d.declare("nameserver", w.ref()) {
		return
	}
	d.sc.NameServers = append(d.sc.NameServers, NameServer{Name: w.text, Pos: c.start()})
	d.limit(c.start(), "name servers", len(d.sc.NameServers), MaxNameServers)
}

// defaultNameServer gives a script that declares no name server its one.
func (d *draft) defaultNameServer() {
	if len(d.sc.NameServers) == 0 && len(d.candidates("nameserver")) == 0 {
		d.names["nameserver "+defaultNameServer] = Pos{}
		d.sc.NameServers = []NameServer{{Name: defaultNameServer}}
	}
}

func parseBroker(d *draft, c *cursor) {
	w := d.take(c, "the broker's name")
	if w == nil || !d.declare("broker", w.ref()) {
		return
	}
	b, acting := Broker{Name: w.text, Pos: c.start()}, ref{}
	d.keys(c, []string{"room", "master", "slave-read", "acting-master", "notices", "beyond-end", "message-delay-level"}, func(k *key) {
		switch k.name.text {
		case "room":
			if d.nameOK("room", k.value) {
				b.Room = k.value.text
			}
		case "master":
			b.Master = k.value.text
			d.slaves = append(d.slaves, slaveDraft{len(d.sc.Brokers), k.value})
		case "message-delay-level":
			b.DelayLevels = d.brokerDelayLevels(k)
		case "slave-read":
			b.SlaveRead = d.yes(k.value)
		case "acting-master":
			b.ActingMaster = d.yes(k.value)
			acting = k.name
		case "notices":
			b.Notices = NoticeMode(d.wordOf(k.value, "way to notify members", noticeWords...))
		case "beyond-end":
			b.BeyondEnd = EndRule(d.wordOf(k.value, "end of a queue", endWords...))
		}
	})
	if b.ActingMaster && b.Master == "" {
		d.errorf(acting.pos, codeActing, b.Name).Found = acting.text
	}
	d.sc.Brokers = append(d.sc.Brokers, b)
	d.limit(c.start(), "brokers", len(d.sc.Brokers), MaxBrokers)
}

// slaveDraft is a broker's master= as written.
type slaveDraft struct {
	broker int
	master ref
}

// masters checks that each slave has a master of its own, and that topics lie
// on masters only.
func (d *draft) masters() {
	taken := map[string]string{}
	for _, s := range d.slaves {
		name := d.sc.Brokers[s.broker].Name
		switch {
		case !d.lookup("broker", s.master):
		case s.master.text == name || d.isSlave(s.master.text):
			d.errorf(s.master.pos, codeNoMaster, s.master.text, name).Found = s.master.text
		case taken[s.master.text] != "":
			d.errorf(s.master.pos, codeSlaves, s.master.text, taken[s.master.text]).Found = s.master.text
		default:
			taken[s.master.text] = name
		}
	}
	for i := range d.sc.Topics {
		for _, q := range d.sc.Topics[i].Queues {
			if d.isSlave(q.Broker) {
				d.errorf(d.sc.Topics[i].Pos, codeOnSlave, d.sc.Topics[i].Name, q.Broker).Found = q.Broker
			}
		}
	}
}

func (d *draft) isSlave(broker string) bool {
	for i := range d.sc.Brokers {
		if d.sc.Brokers[i].Name == broker {
			return d.sc.Brokers[i].Master != ""
		}
	}
	return false
}

// server says whether a name is that of a broker or name server.
func (d *draft) server(name string) bool {
	_, broker := d.names["broker "+name]
	_, ns := d.names["nameserver "+name]
	return broker || ns
}

// parseCut reads the other end of a cut or heal.
func parseCut(d *draft, c *cursor, a *actionDraft) {
	w := d.take(c, "the other end")
	if w == nil || !d.done(c) {
		return
	}
	if w.text == a.target.text {
		d.errorf(w.pos, codeSelfLink, clip(w.text)).Found = w.text
		return
	}
	a.other, a.act.Other = w.ref(), w.text
	d.actions = append(d.actions, a)
}

// parseScale reads new numbers of queues; each broker gives one action.
func parseScale(d *draft, c *cursor, a *actionDraft) {
	if !c.more() {
		d.errorf(c.pos(), codeMissing, "BROKER:READ[/WRITE]", c.form)
	}
	seen := map[string]bool{}
	for c.more() {
		w := d.take(c, "")
		bq, broker, ok := d.brokerQueues(w)
		if !ok {
			return
		}
		if seen[bq.Broker] {
			d.errorf(w.pos, codeTwice, bq.Broker).Found = w.text
			return
		}
		seen[bq.Broker] = true
		one := *a
		one.act.Queues, one.other = bq, broker
		d.actions = append(d.actions, &one)
	}
}

// perms are the words of perm: PermName's bits, read 4 and write 2.
var perms = map[string]int{"rw": 6, "r": 4, "w": 2}

func parsePerm(d *draft, c *cursor, a *actionDraft) {
	b, w := d.take(c, "the broker"), (*word)(nil)
	if b != nil {
		w = d.take(c, "the permission")
	}
	if w == nil || !d.done(c) {
		return
	}
	perm, known := perms[w.text]
	if !known {
		d.unknown(w.ref(), codeUnknown, []string{"rw", "r", "w"}, "permission")
		return
	}
	a.other, a.act.Perm, a.act.Queues.Broker = b.ref(), perm, b.text
	d.actions = append(d.actions, a)
}

// serverTarget finds what an action on brokers, name servers, links or queue
// numbers acts on. It reports false for the actions of consumers and producers.
func (d *draft) serverTarget(a *actionDraft) bool {
	switch a.act.Kind {
	case ActCut, ActHeal:
		if d.end(a.target) {
			d.end(a.other)
		}
		return true
	case ActScale, ActPerm:
		if d.lookup("topic", a.target) && d.lookup("broker", a.other) && d.isSlave(a.other.text) {
			d.errorf(a.other.pos, codeOnSlave, a.target.text, a.other.text).Found = a.other.text
		}
		return true
	case ActThrottle, ActTruncate:
		d.brokerTarget(a)
		return true
	case ActStart, ActStop:
	default:
		if !killable(a.act.Kind) || !d.server(a.target.text) {
			return false
		}
	}
	if _, broker := d.names["broker "+a.target.text]; broker {
		a.act.Server = ServerBroker
		return true
	}
	if _, ns := d.names["nameserver "+a.target.text]; ns {
		a.act.Server = ServerName
		return true
	}
	if _, consumer := d.people[a.target.text]; consumer {
		word := map[ActionKind]string{ActStart: "join", ActStop: "leave"}[a.act.Kind]
		d.errorf(a.target.pos, codeNotServer, a.target.text, word).Found = a.target.text
		return true
	}
	d.unknown(a.target, codeUnknown, append(d.candidates("broker"), d.candidates("nameserver")...), "broker or name server")
	return true
}

// end checks that r names an end of a link that can be cut: a process, or the
// producer of a topic.
func (d *draft) end(r ref) bool {
	if prefix, topic, found := r.cut(":"); found && prefix.text+":" == ProducerPrefix {
		return d.sender(topic)
	}
	return d.process(r, d.sc.Names("PRODUCER")...)
}

// killable: what happens so happens to consumers, brokers and name servers.
func killable(k ActionKind) bool {
	return k == ActKill || k == ActFreeze || k == ActThaw || k == ActRestart
}

// servers are the states of brokers and name servers while the actions are gone
// through, the links that are cut, and the topics' queues.
type servers struct {
	lives  map[string]*life
	cut    map[[2]string]bool
	on     map[[2]string]int // queues of TOPIC on BROKER, the most so far
	queues int
}

// servers makes the states at time 0. A process whose first action is start is
// not there before.
func (d *draft) servers() *servers {
	s := &servers{map[string]*life{}, map[[2]string]bool{}, map[[2]string]int{}, d.queues}
	for i := range d.sc.Brokers {
		s.lives[d.sc.Brokers[i].Name] = &life{state: codeRunning}
	}
	for i := range d.sc.NameServers {
		s.lives[d.sc.NameServers[i].Name] = &life{state: codeRunning}
	}
	seen := map[string]bool{}
	for _, a := range d.actions {
		if a.act.Server != NoServer && !seen[a.act.Target] {
			seen[a.act.Target] = true
			if a.act.Kind == ActStart {
				s.lives[a.act.Target].state = codeAbsent
			}
		}
	}
	for i := range d.sc.Brokers {
		d.sc.Brokers[i].Absent = s.lives[d.sc.Brokers[i].Name].state == codeAbsent
	}
	for i := range d.sc.NameServers {
		d.sc.NameServers[i].Absent = s.lives[d.sc.NameServers[i].Name].state == codeAbsent
	}
	for i := range d.sc.Topics {
		for _, q := range d.sc.Topics[i].Queues {
			s.on[[2]string{d.sc.Topics[i].Name, q.Broker}] = max(q.Read, q.Write)
		}
	}
	return s
}

// play checks one action on servers, links or queue numbers, and reports
// whether it is one.
func (s *servers) play(d *draft, a *actionDraft) bool {
	switch {
	case a.act.Server != NoServer:
		d.serverLive(a, s.lives[a.act.Target])
	case a.act.Kind == ActCut || a.act.Kind == ActHeal:
		link := [2]string{min(a.act.Target, a.act.Other), max(a.act.Target, a.act.Other)}
		if s.cut[link] == (a.act.Kind == ActCut) {
			code := map[ActionKind]Code{ActCut: codeIsCut, ActHeal: codeNotCut}[a.act.Kind]
			d.errorf(a.target.pos, code, link[0], link[1], FormatDuration(a.act.At)).Found = a.act.Target
		}
		s.cut[link] = a.act.Kind == ActCut
	case a.act.Kind == ActScale || a.act.Kind == ActPerm:
		s.topic(d, a)
	default:
		return false
	}
	return true
}

// topic checks a change of a topic's queues or permission: its broker must run,
// as the admin tool needs it, and perm needs the topic there.
func (s *servers) topic(d *draft, a *actionDraft) {
	broker := a.act.Queues.Broker
	if l := s.lives[broker]; l.at(a.act.At) != codeRunning {
		d.stateError(a, a.other, l)
		return
	}
	key := [2]string{a.act.Target, broker}
	if a.act.Kind == ActPerm {
		if _, there := s.on[key]; !there {
			d.errorf(a.other.pos, codeNotThere, a.act.Target, broker).Found = broker
		}
		return
	}
	before := s.queues
	s.queues += max(0, max(a.act.Queues.Read, a.act.Queues.Write)-s.on[key])
	if before <= MaxQueues && s.queues > MaxQueues {
		d.limit(a.other.pos, "queues in all topics", MaxQueues+1, MaxQueues)
	}
	s.on[key] = max(s.on[key], a.act.Queues.Read, a.act.Queues.Write)
}

// at is the state at a time: a restart is over when its down time is.
func (l *life) at(t time.Duration) Code {
	if l.state == codeDown && t > l.since {
		return codeRunning
	}
	return l.state
}

// serverPossible are the states in which brokers and name servers can be acted on.
var serverPossible = map[ActionKind][]Code{
	ActStart:   {codeAbsent, codeStopped, codeDead},
	ActStop:    {codeRunning},
	ActKill:    {codeRunning, codeFrozen},
	ActFreeze:  {codeRunning},
	ActThaw:    {codeFrozen},
	ActRestart: {codeRunning},
	// throttle works on the process, truncate on the files it has left.
	ActThrottle: {codeRunning},
	ActTruncate: {codeStopped, codeDead},
}

var serverAfter = map[ActionKind]Code{
	ActStart: codeRunning, ActStop: codeStopped, ActKill: codeDead,
	ActFreeze: codeFrozen, ActThaw: codeRunning, ActRestart: codeDown,
}

// serverLive checks and changes one server's state.
func (d *draft) serverLive(a *actionDraft, l *life) {
	l.state = l.at(a.act.At)
	if !slices.Contains(serverPossible[a.act.Kind], l.state) {
		d.stateError(a, a.target, l)
		return
	}
	after, changes := serverAfter[a.act.Kind]
	if !changes {
		return
	}
	l.state, l.since = after, a.act.At
	if a.act.Kind == ActRestart {
		l.since += a.act.Down
	}
}

// serverStates are the states as messages word them.
var serverStates = map[Code]Code{
	codeAbsent: codeServerAbsent, codeRunning: codeServerRunning, codeFrozen: codeServerFrozen,
	codeStopped: codeServerStopped, codeDead: codeServerDead, codeDown: codeServerDown,
}

func (d *draft) stateError(a *actionDraft, at ref, l *life) {
	d.errorf(at.pos, serverStates[l.state], a.word, a.act.Target, FormatDuration(a.act.At), FormatDuration(l.since), at.text).Found = at.text
}
