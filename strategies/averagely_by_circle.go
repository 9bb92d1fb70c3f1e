package strategies

// AveragelyByCircle deals the queues out like cards: consumer i gets queues i,
// i+c, i+2c and so on of c consumers (AllocateMessageQueueAveragelyByCircle).
//
// A client id that occurs several times counts at its first place only, so the
// queues of its other places are read by nobody.
type AveragelyByCircle struct{}

// Name is "AVG_BY_CIRCLE".
func (AveragelyByCircle) Name() string { return "AVG_BY_CIRCLE" }

// Allocate implements [Strategy].
func (s AveragelyByCircle) Allocate(_, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	me, err := check(s.Name(), currentID, queues, ids)
	if err != nil {
		return nil, err
	}
	if me < 0 || me >= len(queues) {
		return []Queue{}, nil
	}
	share := make([]Queue, 0, (len(queues)-me+len(ids)-1)/len(ids))
	for i := me; i < len(queues); i += len(ids) {
		share = append(share, queues[i])
	}
	return share, nil
}

// AppendShare implements [Appender].
func (s AveragelyByCircle) AppendShare(dst []int32, _, currentID string, queues []Queue, ids []string) ([]int32, error) {
	me, err := check(s.Name(), currentID, queues, ids)
	if err != nil || me < 0 {
		return dst, err
	}
	for i := me; i < len(queues); i += len(ids) {
		dst = append(dst, int32(i))
	}
	return dst, nil
}

// Explain implements [Explainer]; the kind is [ReasonCircle].
func (s AveragelyByCircle) Explain(queue Queue, _ string, queues []Queue, ids []string) (Explanation, error) {
	e, err := explainStart(s.Name(), ReasonCircle, queue, queues, ids)
	if err != nil {
		return e, err
	}
	e.Remainder = e.QueueIndex % e.Consumers
	e.seat(ids, e.Remainder)
	return e, nil
}
