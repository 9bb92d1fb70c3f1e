package strategies

import (
	"cmp"
	"slices"
	"strconv"
)

// Queue is one queue of a topic on one broker
// (org.apache.rocketmq.common.message.MessageQueue).
type Queue struct {
	Topic  string // the topic's name
	Broker string // the broker's name, the same for master and slaves
	ID     int    // queueId, from 0 on each broker; -1 in POP means any queue of the broker
}

// String is MessageQueue.toString, which is also the text that consistent
// hashing hashes: "MessageQueue [topic=T, brokerName=B, queueId=N]".
func (q Queue) String() string {
	return string(appendQueueKey(make([]byte, 0, 64), q))
}

// appendQueueKey appends q.String() to dst.
func appendQueueKey(dst []byte, q Queue) []byte {
	dst = append(dst, "MessageQueue [topic="...)
	dst = append(dst, q.Topic...)
	dst = append(dst, ", brokerName="...)
	dst = append(dst, q.Broker...)
	dst = append(dst, ", queueId="...)
	dst = strconv.AppendInt(dst, int64(q.ID), 10)
	return append(dst, ']')
}

// CompareQueues orders queues as MessageQueue.compareTo does: by topic, broker
// name (both as [CompareIDs]) and queue id. It returns -1, 0 or +1.
func CompareQueues(a, b Queue) int {
	if c := CompareIDs(a.Topic, b.Topic); c != 0 {
		return c
	}
	if c := CompareIDs(a.Broker, b.Broker); c != 0 {
		return c
	}
	return cmp.Compare(a.ID, b.ID)
}

// CompareIDs orders strings as Java's String.compareTo does, by UTF-16 code
// unit. For client ids this is plain byte order ("10.0.0.10@1" before
// "10.0.0.7@1"); it differs only where a character beyond U+FFFF meets one of
// U+E000 to U+FFFF, because the first is written with surrogates, which come
// before U+E000. It returns -1, 0 or +1.
func CompareIDs(a, b string) int {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		x, y := a[i], b[i]
		if x == y {
			continue
		}
		// In UTF-8 the first bytes that differ are both lead bytes, or both
		// continuations below the same lead byte. Lead bytes from 0xF0 on are
		// characters beyond U+FFFF; 0xEE and 0xEF are U+E000 to U+FFFF.
		if xHigh, yHigh := x >= 0xF0, y >= 0xF0; xHigh != yHigh {
			if xHigh && y >= 0xEE {
				return -1
			}
			if yHigh && x >= 0xEE {
				return +1
			}
		}
		return cmp.Compare(x, y)
	}
	return cmp.Compare(len(a), len(b))
}

// SortQueues sorts qs in place by [CompareQueues], as
// RebalanceImpl.rebalanceByTopic does before it calls a strategy.
func SortQueues(qs []Queue) { slices.SortFunc(qs, CompareQueues) }

// SortIDs sorts client ids in place by [CompareIDs], as
// RebalanceImpl.rebalanceByTopic does before it calls a strategy.
func SortIDs(ids []string) { slices.SortFunc(ids, CompareIDs) }
