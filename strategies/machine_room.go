package strategies

import (
	"slices"
	"strings"
)

// MachineRoom shares out the queues whose broker stands in one of the consumer
// rooms (AllocateMessageQueueByMachineRoom). A broker's name has to be
// "room@broker"; every other queue is read by nobody, and so are the queues of
// other rooms. Which room a consumer itself stands in is not looked at.
//
// Of p such queues and c consumers each takes a block of p/c; the p%c that are
// left at the end of the list go one each to the first consumers.
type MachineRoom struct {
	// ConsumerIDCs are the rooms to read from (setConsumeridcs). An empty list
	// is a setting, nobody gets anything; nil means that none was made, which
	// is an *InputError of kind ErrNilIDCs as soon as a broker's name holds a
	// room (upstream's NullPointerException).
	ConsumerIDCs []string
}

// Name is "MACHINE_ROOM".
func (MachineRoom) Name() string { return "MACHINE_ROOM" }

// Allocate implements [Strategy].
func (s MachineRoom) Allocate(_, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	var share []int32
	if len(ids) > 0 {
		share = make([]int32, 0, len(queues)/len(ids)+1)
	}
	share, err := s.AppendShare(share, "", currentID, queues, ids)
	if err != nil {
		return nil, err
	}
	return pick(queues, share), nil
}

// AppendShare implements [Appender].
func (s MachineRoom) AppendShare(dst []int32, _, currentID string, queues []Queue, ids []string) ([]int32, error) {
	me, err := check(s.Name(), currentID, queues, ids)
	if err != nil || me < 0 {
		return dst, err
	}
	total, _, err := s.count(queues, -1)
	if err != nil {
		return dst, err
	}
	size, left := total/len(ids), total%len(ids)
	start, extra := size*me, -1
	if me < left {
		extra = me + size*len(ids)
	}
	var last roomName
	for i, k := 0, 0; i < len(queues) && k < total; i++ {
		if !s.takes(&last, queues[i].Broker) {
			continue
		}
		if k >= start && k < start+size || k == extra {
			dst = append(dst, int32(i))
		}
		k++
	}
	return dst, nil
}

// count returns how many queues stand in the consumer rooms, and how many of
// them come before the queue at index upTo.
func (s MachineRoom) count(queues []Queue, upTo int) (total, before int, err error) {
	var last roomName
	for i := range queues {
		if i == upTo {
			before = total
		}
		if s.takes(&last, queues[i].Broker) {
			total++
		}
		if last.ok && s.ConsumerIDCs == nil {
			return 0, 0, &InputError{Kind: ErrNilIDCs, Strategy: s.Name(), Upstream: "NullPointerException",
				Detail: "the consumer rooms are not set, and broker " + queues[i].Broker + " stands in one; name the rooms to read from"}
		}
	}
	return total, before, nil
}

// roomName is the room in a broker's name, remembered because neighbours in
// the list mostly share the broker.
type roomName struct {
	broker string
	ok     bool // the name holds a room
	in     bool // which is one of the consumer rooms
	known  bool
}

func (s MachineRoom) takes(last *roomName, broker string) bool {
	if !last.known || last.broker != broker {
		room, ok := roomOfBroker(broker)
		*last = roomName{broker: broker, ok: ok, in: ok && slices.Contains(s.ConsumerIDCs, room), known: true}
	}
	return last.in
}

// roomOfBroker returns the part before the "@" where broker.split("@") has two
// parts. Java drops empty parts at the end, so "room@" has one part, "room@b@"
// two and "@b" two, the first of them empty.
func roomOfBroker(broker string) (room string, ok bool) {
	room, name, found := strings.Cut(strings.TrimRight(broker, "@"), "@")
	if !found || strings.Contains(name, "@") {
		return "", false
	}
	return room, true
}

// Explain implements [Explainer]; the kind is [ReasonRoomBlock] or
// [ReasonRoomLeft], and QueueIndex and Queues count the queues of the consumer
// rooms only.
func (s MachineRoom) Explain(queue Queue, _ string, queues []Queue, ids []string) (Explanation, error) {
	e, err := explainStart(s.Name(), ReasonRoomBlock, queue, queues, ids)
	if err != nil {
		return e, err
	}
	e.Queues, e.QueueIndex, err = s.count(queues, e.QueueIndex)
	if err != nil {
		return e, err
	}
	var last roomName
	in := s.takes(&last, queue.Broker)
	e.QueueRoom, _ = roomOfBroker(queue.Broker)
	if !in {
		e.QueueIndex, e.Nobody = 0, NobodyRoomLeftOut
		return e, nil
	}
	size := e.Queues / e.Consumers
	e.Remainder = e.Queues % e.Consumers
	if e.QueueIndex < size*e.Consumers {
		e.seat(ids, e.QueueIndex/size)
		e.BlockStart, e.BlockSize = e.OwnerIndex*size, size
		return e, nil
	}
	e.Reason = ReasonRoomLeft
	e.seat(ids, e.QueueIndex-size*e.Consumers)
	e.BlockStart, e.BlockSize = e.QueueIndex, 1
	return e, nil
}
