package panel

import (
	"strconv"

	"ringside/core"
)

// TopicRow is a topic in a broker's TopicConfigManager: its name, the numbers of
// queues to read and to write, and the permission.
func TopicRow(t *core.TopicConfigView) []string {
	return []string{t.Topic, strconv.Itoa(t.Read), strconv.Itoa(t.Write), t.Perm}
}

// StoredRow is a queue in a broker's ConsumerOffsetManager: the queue, the committed
// offset, the log's end, and how many messages lie between.
func StoredRow(v *core.View, q *core.QueueView) []string {
	return []string{queueID(v, q), Number(q.Committed + q.Beyond), Number(q.End), Number(q.End - q.Committed)}
}

// queueID is a queue on a broker: its number, with its topic where there are several.
func queueID(v *core.View, q *core.QueueView) string {
	if len(v.Topics) > 1 {
		return q.Topic + " " + strconv.Itoa(q.ID)
	}
	return strconv.Itoa(q.ID)
}
