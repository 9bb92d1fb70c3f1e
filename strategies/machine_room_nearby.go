package strategies

// MachineRoomNearby lets consumers read their own room first
// (AllocateMachineRoomNearby): the queues of a room that has consumers are
// shared among these alone, by the inner strategy. The queues of a room without
// any are shared among all consumers of the group, each such room apart, so
// that the first of the list collect the remainders of every room.
type MachineRoomNearby struct {
	rooms roomed
}

// NewMachineRoomNearby wraps an inner strategy. Without one, or without a
// resolver, it fails with an *[InputError] where upstream throws
// NullPointerException.
func NewMachineRoomNearby(inner Strategy, resolver MachineRoomResolver) (*MachineRoomNearby, error) {
	rooms, err := newRoomed("MACHINE_ROOM_NEARBY", inner, resolver)
	if err != nil {
		return nil, err
	}
	return &MachineRoomNearby{rooms: rooms}, nil
}

// Name is "MACHINE_ROOM_NEARBY-" and the inner strategy's name.
func (s *MachineRoomNearby) Name() string { return "MACHINE_ROOM_NEARBY-" + s.rooms.inner.Name() }

// prepare resolves the rooms; ready is false for an id that is not in the list.
func (s *MachineRoomNearby) prepare(currentID string, queues []Queue, ids []string) (ready bool, err error) {
	const name = "MACHINE_ROOM_NEARBY"
	me, err := check(name, currentID, queues, ids)
	if err != nil || me < 0 {
		return false, err
	}
	if err := s.rooms.resolve(name, queues, ids); err != nil {
		return false, err
	}
	s.rooms.findLone()
	s.rooms.takeQueues(s.rooms.idRooms[me], queues)
	s.rooms.takeIDs(s.rooms.idRooms[me], ids)
	return true, nil
}

// Allocate implements [Strategy].
func (s *MachineRoomNearby) Allocate(group, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	ready, err := s.prepare(currentID, queues, ids)
	if err != nil {
		return nil, err
	}
	all := []Queue{}
	if !ready {
		return all, nil
	}
	r := &s.rooms
	if len(r.queues) > 0 {
		share, err := r.inner.Allocate(group, currentID, r.queues, r.ids)
		if err != nil {
			return nil, err
		}
		all = append(all, share...)
	}
	for _, room := range r.lone {
		r.takeQueues(room, queues)
		share, err := r.inner.Allocate(group, currentID, r.queues, ids)
		if err != nil {
			return nil, err
		}
		all = append(all, share...)
	}
	return all, nil
}

// AppendShare implements [Appender]; it allocates nothing where the inner
// strategy is an Appender too.
func (s *MachineRoomNearby) AppendShare(dst []int32, group, currentID string, queues []Queue, ids []string) ([]int32, error) {
	ready, err := s.prepare(currentID, queues, ids)
	if err != nil || !ready {
		return dst, err
	}
	r, before := &s.rooms, len(dst)
	if len(r.queues) > 0 {
		if dst, err = r.appendInner(dst, group, currentID, r.ids); err != nil {
			return dst[:before], err
		}
	}
	for _, room := range r.lone {
		r.takeQueues(room, queues)
		if dst, err = r.appendInner(dst, group, currentID, ids); err != nil {
			return dst[:before], err
		}
	}
	return dst, nil
}

// Explain implements [Explainer]; the kind is [ReasonOwnRoom] or
// [ReasonNoConsumer], and Inner says how the room's queues were shared.
func (s *MachineRoomNearby) Explain(queue Queue, group string, queues []Queue, ids []string) (Explanation, error) {
	const name = "MACHINE_ROOM_NEARBY"
	e, err := explainStart(name, ReasonOwnRoom, queue, queues, ids)
	if err != nil {
		return e, err
	}
	r := &s.rooms
	if err := r.resolve(name, queues, ids); err != nil {
		return e, err
	}
	e.QueueRoom = r.queueRooms[e.QueueIndex]
	r.takeQueues(e.QueueRoom, queues)
	r.takeIDs(e.QueueRoom, ids)
	among := r.ids
	if len(among) == 0 {
		e.Reason, among = ReasonNoConsumer, ids
	}
	inner, err := Explain(r.inner, queue, group, r.queues, among)
	if err != nil {
		return e, err
	}
	e.adopt(inner, r.resolver, ids)
	return e, nil
}
