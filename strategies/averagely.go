package strategies

// Averagely gives each consumer one contiguous block of the list; the first
// len(queues) % len(ids) consumers get one queue more
// (AllocateMessageQueueAveragely). It is the default of RocketMQ's consumers.
//
// A client id that occurs several times counts at its first place only, so the
// blocks of its other places are read by nobody.
type Averagely struct{}

// Name is "AVG".
func (Averagely) Name() string { return "AVG" }

// Allocate implements [Strategy].
func (s Averagely) Allocate(_, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	me, err := check(s.Name(), currentID, queues, ids)
	if err != nil {
		return nil, err
	}
	if me < 0 {
		return []Queue{}, nil
	}
	start, size := averagelyBlock(len(queues), len(ids), me)
	return append(make([]Queue, 0, size), queues[start:start+size]...), nil
}

// AppendShare implements [Appender].
func (s Averagely) AppendShare(dst []int32, _, currentID string, queues []Queue, ids []string) ([]int32, error) {
	me, err := check(s.Name(), currentID, queues, ids)
	if err != nil || me < 0 {
		return dst, err
	}
	start, size := averagelyBlock(len(queues), len(ids), me)
	for i := start; i < start+size; i++ {
		dst = append(dst, int32(i))
	}
	return dst, nil
}

// averagelyBlock returns where the block of the consumer at index me begins and
// how many of n queues it holds, among c consumers.
func averagelyBlock(n, c, me int) (start, size int) {
	size, mod := n/c, n%c
	if me < mod {
		return me * (size + 1), size + 1
	}
	return me*size + mod, size
}

// Explain implements [Explainer]; the kind is [ReasonBlock].
func (s Averagely) Explain(queue Queue, _ string, queues []Queue, ids []string) (Explanation, error) {
	e, err := explainStart(s.Name(), ReasonBlock, queue, queues, ids)
	if err != nil {
		return e, err
	}
	size := e.Queues / e.Consumers
	e.Remainder = e.Queues % e.Consumers
	var seat int
	if long := e.Remainder * (size + 1); e.QueueIndex < long {
		seat = e.QueueIndex / (size + 1)
	} else {
		seat = e.Remainder + (e.QueueIndex-long)/size
	}
	e.seat(ids, seat)
	e.BlockStart, e.BlockSize = averagelyBlock(e.Queues, e.Consumers, seat)
	return e, nil
}
