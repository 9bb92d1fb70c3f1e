package strategies

import (
	"fmt"
	"strings"
)

const goMachineRoomName = "AllocateByMachineRoom"

// GoMachineRoom is rocketmq-client-go's AllocateByMachineRoom, with its bug: it
// counts the queues of the consumer rooms, as [MachineRoom] does, but then
// takes the block out of the whole list, so consumers may read other rooms and
// leave their own unread; only the leftovers come from the right list. A room
// named twice counts its queues twice. Names are split without dropping empty
// parts at the end.
//
// rocketmq-client-go's AllocateByMachineNearby is [Averagely].
type GoMachineRoom struct {
	ConsumerIDCs []string // the rooms; nil is the same as none
}

// Name is "AllocateByMachineRoom"; the Go client's strategies have no getName.
func (GoMachineRoom) Name() string { return goMachineRoomName }

// Allocate implements [Strategy].
func (s GoMachineRoom) Allocate(_, currentID string, queues []Queue, ids []string) ([]Queue, error) {
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

// AppendShare implements [Appender]. A room named more than once can make
// upstream panic; that is an *[InputError] of kind [ErrGoIndex].
func (s GoMachineRoom) AppendShare(dst []int32, _, currentID string, queues []Queue, ids []string) ([]int32, error) {
	me, err := check(s.Name(), currentID, queues, ids)
	if err != nil || me < 0 {
		return dst, err
	}
	total, last, times := 0, "", 0
	for i := range queues {
		if broker := queues[i].Broker; i == 0 || broker != last {
			last, times = broker, s.times(broker)
		}
		total += times
	}
	size, left := total/len(ids), total%len(ids)
	end := size * (me + 1)
	if size > 0 && end > len(queues) {
		return dst, &InputError{Kind: ErrGoIndex, Strategy: s.Name(),
			Detail:   fmt.Sprintf("rooms named more than once make a block that ends at queue %d of %d; name each room once", end, len(queues)),
			Upstream: fmt.Sprintf("runtime error: index out of range [%d] with length %d", max(end-size, len(queues)), len(queues))}
	}
	for i := end - size; i < end; i++ {
		dst = append(dst, int32(i))
	}
	if me < left {
		extra := me + size*len(ids)
		for i := range queues {
			if broker := queues[i].Broker; i == 0 || broker != last {
				last, times = broker, s.times(broker)
			}
			if extra -= times; extra < 0 {
				return append(dst, int32(i)), nil
			}
		}
	}
	return dst, nil
}

// times is how often a broker's queues are counted.
func (s GoMachineRoom) times(broker string) int {
	room, name, found := strings.Cut(broker, "@")
	if !found || strings.Contains(name, "@") {
		return 0
	}
	n := 0
	for _, idc := range s.ConsumerIDCs {
		if idc == room {
			n++
		}
	}
	return n
}

// Explain implements [Explainer]; the reason is [ReasonAsked], since the bug
// leaves no rule to name.
func (s GoMachineRoom) Explain(queue Queue, group string, queues []Queue, ids []string) (Explanation, error) {
	e, err := explainByAsking(s, queue, group, queues, ids)
	e.QueueRoom, _, _ = strings.Cut(queue.Broker, "@")
	return e, err
}
