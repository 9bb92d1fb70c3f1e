package strategies

import "slices"

// SameRoom is the same-room rule of teaching material; RocketMQ ships no such
// class. Consumers share the queues of their own room among the consumers of
// that room, by the inner strategy. A consumer whose room has no queue takes
// its share of all queues among all consumers, which overlaps with what the
// others took: those queues are read twice. Queues of a room without consumers
// are read by such consumers only, or by nobody.
type SameRoom struct {
	rooms roomed
}

// NewSameRoom wraps an inner strategy, [Averagely] or [AveragelyByCircle] in
// the rule's wording; errors are those of [NewMachineRoomNearby].
func NewSameRoom(inner Strategy, resolver MachineRoomResolver) (*SameRoom, error) {
	rooms, err := newRoomed("SAME_ROOM", inner, resolver)
	if err != nil {
		return nil, err
	}
	return &SameRoom{rooms: rooms}, nil
}

// Name is "SAME_ROOM-" and the inner strategy's name.
func (s *SameRoom) Name() string { return "SAME_ROOM-" + s.rooms.inner.Name() }

// prepare makes s.rooms.queues the queues to share and returns the consumers to
// share them among, nil for an id that is not in the list.
func (s *SameRoom) prepare(currentID string, queues []Queue, ids []string) ([]string, error) {
	const name = "SAME_ROOM"
	me, err := check(name, currentID, queues, ids)
	if err != nil || me < 0 {
		return nil, err
	}
	r := &s.rooms
	if err := r.resolve(name, queues, ids); err != nil {
		return nil, err
	}
	r.takeQueues(r.idRooms[me], queues)
	if len(r.queues) == 0 {
		r.takeAll(queues)
		return ids, nil
	}
	r.takeIDs(r.idRooms[me], ids)
	return r.ids, nil
}

// takeAll makes r.queues and r.at the whole list.
func (r *roomed) takeAll(queues []Queue) {
	r.queues, r.at = append(r.queues[:0], queues...), r.at[:0]
	for i := range queues {
		r.at = append(r.at, int32(i))
	}
}

// Allocate implements [Strategy].
func (s *SameRoom) Allocate(group, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	among, err := s.prepare(currentID, queues, ids)
	if err != nil {
		return nil, err
	}
	if among == nil {
		return []Queue{}, nil
	}
	return s.rooms.inner.Allocate(group, currentID, s.rooms.queues, among)
}

// AppendShare implements [Appender]; it allocates nothing where the inner
// strategy is an Appender too.
func (s *SameRoom) AppendShare(dst []int32, group, currentID string, queues []Queue, ids []string) ([]int32, error) {
	among, err := s.prepare(currentID, queues, ids)
	if err != nil || among == nil {
		return dst, err
	}
	return s.rooms.appendInner(dst, group, currentID, among)
}

// Explain implements [Explainer]. Owner is the consumer of the queue's own room
// ([ReasonOwnRoom]), and Others holds the one that takes it too because its
// room has no queue. Where nobody of the queue's own room takes it, that one is
// the owner ([ReasonNoQueue]).
func (s *SameRoom) Explain(queue Queue, group string, queues []Queue, ids []string) (Explanation, error) {
	const name = "SAME_ROOM"
	e, err := explainStart(name, ReasonOwnRoom, queue, queues, ids)
	if err != nil {
		return e, err
	}
	r := &s.rooms
	if err := r.resolve(name, queues, ids); err != nil {
		return e, err
	}
	e.QueueRoom = r.queueRooms[e.QueueIndex]
	guest, err := Explain(r.inner, queue, group, queues, ids)
	if err != nil {
		return e, err
	}
	guests := slices.DeleteFunc(guest.takers(), func(id string) bool {
		return slices.Contains(r.queueRooms, r.resolver.ConsumerDeployIn(id))
	})
	r.takeQueues(e.QueueRoom, queues)
	r.takeIDs(e.QueueRoom, ids)
	e.Nobody = NobodyInRoom
	if len(r.ids) > 0 {
		inner, err := Explain(r.inner, queue, group, r.queues, r.ids)
		if err != nil {
			return e, err
		}
		e.adopt(inner, r.resolver, ids)
	}
	switch {
	case len(guests) == 0:
	case e.Owner != "":
		e.Others = append(e.Others, guests...)
	default:
		e.Reason = ReasonNoQueue
		e.adopt(guest, r.resolver, ids)
		e.Owner, e.Others, e.Nobody = guests[0], guests[1:], SomebodyOwns
		e.OwnerIndex, e.OwnerRoom = slices.Index(ids, e.Owner), r.resolver.ConsumerDeployIn(e.Owner)
	}
	return e, nil
}
