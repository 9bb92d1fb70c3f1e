package report

import (
	"time"

	"ringside/core/script"
	"ringside/core/trace"
)

const millisecond = int64(time.Millisecond)

func ms(at int64) int64 { return at / millisecond }

// Recorder collects a run's events. It must be made before the run advances.
type Recorder struct {
	sc    *script.Scenario
	log   *trace.Log
	names *names
	// acts are the script's actions by time; each repeat completion belongs to
	// the last one at or before it.
	acts []Action

	life      map[string]map[string]int64
	rebs      []*Rebalance
	lastReb   map[[2]string]*Rebalance // by consumer and topic
	runs      map[string]int
	members   []Members
	events    []Event
	pulled    map[[2]int32]int64 // by consumer and queue: ns of the last pull
	refused   map[[3]int32]int64 // and by code
	commits   []Commit
	own       *owners
	groups    []*counts
	committed []Committed
	topics    [][]string // per group: what any member subscribes to
	stored    map[[2]int32]*stored
	produced  []Produced
	orders    map[[2]int32]*ordering // by group and queue
}

// New makes a Recorder and has it listen to the log.
func New(sc *script.Scenario, log *trace.Log) *Recorder {
	r := &Recorder{
		sc: sc, log: log, names: newNames(sc, log), acts: actions(sc),
		life: map[string]map[string]int64{}, lastReb: map[[2]string]*Rebalance{}, runs: map[string]int{},
		pulled: map[[2]int32]int64{}, refused: map[[3]int32]int64{}, stored: map[[2]int32]*stored{},
	}
	r.own = newOwners(r.names)
	r.topics = topicsOf(sc)
	for range log.Groups {
		c := newCounts(len(log.Queues), r.acts)
		c.alone, c.id = r.names.alone, r.names.id
		r.groups = append(r.groups, c)
	}
	r.produced = make([]Produced, len(log.Queues))
	r.orders = map[[2]int32]*ordering{}
	log.Tail(r.Observe)
	return r
}

// Observe takes one event; Log.Tail calls it.
func (r *Recorder) Observe(e *trace.Event) {
	switch e.Kind {
	case trace.KindBegin, trace.KindComplete, trace.KindFail:
		r.message(e)
	case trace.KindCopy:
		r.groups[e.Group].copied(e)
	case trace.KindTruncated:
		r.groups[e.Group].truncated(e)
	case trace.KindReset:
		r.store(e, e.Queue, e.B)
	case trace.KindProduce:
		r.produce(e)
	case trace.KindPull:
		r.pull(e)
	case trace.KindRide:
		r.store(e, e.Queue, e.A)
	case trace.KindOffsetBack:
		r.stepBack(e)
	case trace.KindCommit:
		r.commit(e)
	case trace.KindAllocate:
		r.allocate(e)
	case trace.KindMembers:
		m := Members{T: ms(e.At), Broker: r.names.broker(int(e.Broker)), IDs: r.names.ids(r.log.IDs(e))}
		if r.names.many {
			m.Group = r.log.Groups[r.names.groupOf(e)]
		}
		r.members = append(r.members, m)
	default:
		r.step(e)
	}
}

// step takes the events about a consumer's life, its queues and its messages
// to and from brokers.
func (r *Recorder) step(e *trace.Event) {
	c := r.names.consumer(e.Consumer)
	switch e.Kind {
	case trace.KindStart:
		r.lived(e, "start")
		r.own.clear(e)
	case trace.KindStarted:
		r.lived(e, "started")
	case trace.KindStop:
		r.lived(e, "stop")
	case trace.KindStopped:
		r.lived(e, "stopped")
		r.cutOff(e.Consumer)
		r.own.clear(e)
		r.groups[r.names.groupOf(e)].interrupt(e.Consumer)
	case trace.KindKill:
		r.lived(e, "killed")
		r.cutOff(e.Consumer)
		r.own.clear(e)
		r.groups[r.names.groupOf(e)].forget(e.Consumer)
	case trace.KindHeartbeat:
		r.lived(e, "first_heartbeat")
		r.event(e, "heartbeat")
	case trace.KindNotice:
		r.event(e, "notice")
	case trace.KindRoute:
		route := Event{ms(e.At), c, "route", "ns", nil}
		if topic := r.names.topic(e.Topic); topic != "" {
			route.More = []any{topic}
		}
		r.events = append(r.events, route)
	case trace.KindIDListError:
		r.event(e, "id_list_error")
	case trace.KindSubscribe, trace.KindUnsubscribe:
		r.lived(e, e.Kind.String())
		r.event(e, e.Kind.String()+" "+r.names.topic(e.Topic))
	case trace.KindSuspend, trace.KindResume:
		r.lived(e, e.Kind.String())
		r.event(e, e.Kind.String())
	case trace.KindUnregister:
		r.own.release(e)
		r.event(e, "unregister")
	case trace.KindTake:
		r.own.take(e)
	case trace.KindDrop:
		r.own.drop(e)
	case trace.KindOffsetRead:
		r.event(e, "offset_read", r.names.queue(e.Queue), e.A)
	case trace.KindFirstPull:
		if !r.names.queues[e.Queue].retry {
			r.lived(e, "first_pull")
		}
	case trace.KindRefused:
		r.refuse(e)
	case trace.KindStartFailed:
		r.lived(e, "start_failed")
		r.own.clear(e)
	case trace.KindRouteError:
		r.events = append(r.events, Event{ms(e.At), c, "route_error", "ns", []any{17}})
	default:
		r.order(e)
	}
}

// lived notes the first time of a step in a consumer's life.
func (r *Recorder) lived(e *trace.Event, step string) {
	c := r.names.consumer(e.Consumer)
	if r.life[c] == nil {
		r.life[c] = map[string]int64{}
	}
	if _, known := r.life[c][step]; !known {
		r.life[c][step] = ms(e.At)
	}
}

func (r *Recorder) event(e *trace.Event, kind string, more ...any) {
	r.events = append(r.events, Event{ms(e.At), r.names.consumer(e.Consumer), kind, r.brokerOf(e), more})
}

// brokerOf is the event's broker, or its queue's.
func (r *Recorder) brokerOf(e *trace.Event) string {
	if e.Broker < 0 && e.Queue >= 0 {
		return r.names.queues[e.Queue].broker
	}
	return r.names.broker(int(e.Broker))
}

// pull keeps first pulls, long polls and retries: those of a queue that the
// consumer did not pull within the last second. The offset carried is also what
// tells how far commits with each batch (sync, async) have come, which are too
// many to be events.
func (r *Recorder) pull(e *trace.Event) {
	if e.B > 0 {
		r.store(e, e.Queue, e.B)
	}
	key := [2]int32{e.Consumer, e.Queue}
	last, before := r.pulled[key]
	r.pulled[key] = e.At
	if before && e.At-last < int64(time.Second) {
		return
	}
	commit := max(e.B, 0) // the recordings write 0 where nothing is carried
	r.event(e, "pull", r.names.queue(e.Queue), e.A, commit)
}

func (r *Recorder) refuse(e *trace.Event) {
	key := [3]int32{e.Consumer, e.Queue, int32(e.A)}
	if last, before := r.refused[key]; before && e.At-last < 3*int64(time.Second) {
		return
	}
	r.refused[key] = e.At
	r.event(e, "pull_answer", r.names.queue(e.Queue), e.A)
}

// allocate keeps an allocation, or adds its time to the one before when input
// and result are the same.
func (r *Recorder) allocate(e *trace.Event) {
	a := r.log.Allocation(e)
	reb := &Rebalance{
		T: ms(e.At), Consumer: r.names.consumer(e.Consumer), Topic: r.names.topic(e.Topic),
		Seen: map[string]int{}, IDs: r.names.ids(a.IDs), Result: r.names.queueList(a.Queues),
		Asked: r.names.broker(a.Asked), Again: []int64{},
	}
	for b, n := range a.Seen {
		if n > 0 {
			reb.Seen[r.names.broker(b)] = int(n)
		}
	}
	for i, q := range a.Queues { // inside one topic its name is not repeated
		reb.Result[i] = r.names.queues[q].bare
	}
	if a.Failed {
		reb.Exception = "the strategy refused"
	}
	if reb.Topic != "retry" {
		r.runs[reb.Consumer]++
		r.lived(e, "first_rebalance")
	}
	key := [2]string{reb.Consumer, reb.Topic}
	if last := r.lastReb[key]; last != nil && last.same(reb) {
		last.Again = append(last.Again, reb.T)
		return
	}
	r.lastReb[key] = reb
	r.rebs = append(r.rebs, reb)
}
