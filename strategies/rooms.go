package strategies

import (
	"fmt"
	"slices"
)

// MachineRoomResolver tells where brokers and consumers stand
// (AllocateMachineRoomNearby.MachineRoomResolver). An empty room means that it
// is not known, which the strategies do not accept.
type MachineRoomResolver interface {
	// BrokerDeployIn is the room of the queue's broker (brokerDeployIn).
	BrokerDeployIn(q Queue) string
	// ConsumerDeployIn is the room of a client (consumerDeployIn).
	ConsumerDeployIn(clientID string) string
}

// RoomTable is a [MachineRoomResolver] from two tables: broker name to room and
// client id to room.
type RoomTable struct {
	Brokers   map[string]string // brokerName: room
	Consumers map[string]string // clientId: room
}

// BrokerDeployIn implements [MachineRoomResolver].
func (t RoomTable) BrokerDeployIn(q Queue) string { return t.Brokers[q.Broker] }

// ConsumerDeployIn implements [MachineRoomResolver].
func (t RoomTable) ConsumerDeployIn(clientID string) string { return t.Consumers[clientID] }

// roomed is what the strategies around an inner one have in common: the rooms
// of the lists at hand, and scratch memory for the lists of one room.
type roomed struct {
	inner    Strategy
	resolver MachineRoomResolver

	queueRooms []string
	idRooms    []string
	lone       []string // rooms of queues without a consumer, sorted

	queues []Queue // the queues of one room
	at     []int32 // their indexes in the whole list
	ids    []string
	share  []int32
}

func newRoomed(name string, inner Strategy, resolver MachineRoomResolver) (roomed, error) {
	if inner == nil {
		return roomed{}, &InputError{Kind: ErrNilStrategy, Strategy: name, Upstream: "allocateMessageQueueStrategy is null",
			Detail: "no inner strategy; give one, for instance Averagely"}
	}
	if c, ok := inner.(ByConfig); ok && c.Queues == nil {
		return roomed{}, &InputError{Kind: ErrNilStrategy, Strategy: name, Upstream: "NullPointerException",
			Detail: "the inner strategy by config holds no list; give it one, which may be empty"}
	}
	if resolver == nil {
		return roomed{}, &InputError{Kind: ErrNilResolver, Strategy: name, Upstream: "machineRoomResolver is null",
			Detail: "nothing tells the machine rooms; give a resolver, for instance a RoomTable"}
	}
	return roomed{inner: inner, resolver: resolver}, nil
}

// resolve finds the room of every queue, then of every id, as upstream does.
func (r *roomed) resolve(name string, queues []Queue, ids []string) error {
	r.queueRooms, r.idRooms = r.queueRooms[:0], r.idRooms[:0]
	for _, q := range queues {
		room := r.resolver.BrokerDeployIn(q)
		if room == "" {
			return &InputError{Kind: ErrQueueRoom, Strategy: name, Upstream: "Machine room is null for mq " + q.String(),
				Detail: fmt.Sprintf("the machine room of broker %q is not known; name it", q.Broker)}
		}
		r.queueRooms = append(r.queueRooms, room)
	}
	for _, id := range ids {
		room := r.resolver.ConsumerDeployIn(id)
		if room == "" {
			return &InputError{Kind: ErrConsumerRoom, Strategy: name, Upstream: "Machine room is null for consumer id " + id,
				Detail: fmt.Sprintf("the machine room of consumer %q is not known; name it", id)}
		}
		r.idRooms = append(r.idRooms, room)
	}
	return nil
}

// findLone collects the rooms that have queues and no consumer, in the order
// of a Java TreeMap.
func (r *roomed) findLone() {
	r.lone = r.lone[:0]
	last := ""
	for _, room := range r.queueRooms {
		if room == last {
			continue
		}
		last = room
		if !slices.Contains(r.idRooms, room) && !slices.Contains(r.lone, room) {
			r.lone = append(r.lone, room)
		}
	}
	SortIDs(r.lone)
}

// takeQueues makes r.queues and r.at the queues of one room.
func (r *roomed) takeQueues(room string, queues []Queue) {
	r.queues, r.at = r.queues[:0], r.at[:0]
	for i, in := range r.queueRooms {
		if in == room {
			r.queues = append(r.queues, queues[i])
			r.at = append(r.at, int32(i))
		}
	}
}

// takeIDs makes r.ids the consumers of one room.
func (r *roomed) takeIDs(room string, ids []string) {
	r.ids = r.ids[:0]
	for i, in := range r.idRooms {
		if in == room {
			r.ids = append(r.ids, ids[i])
		}
	}
}

// appendInner appends the inner strategy's share of r.queues, as indexes into
// the whole list.
func (r *roomed) appendInner(dst []int32, group, currentID string, ids []string) ([]int32, error) {
	share, err := AppendShare(r.share[:0], r.inner, group, currentID, r.queues, ids)
	r.share = share
	if err != nil {
		return dst, err
	}
	for _, i := range share {
		dst = append(dst, r.at[i])
	}
	return dst, nil
}
