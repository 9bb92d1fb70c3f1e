package script

import "time"

// Topic is a TopicConfig on one or more brokers.
type Topic struct {
	// Name is its topicName.
	Name string
	// Queues are its queue numbers by broker, in the order written.
	Queues []BrokerQueues
	// First is the offset of each queue's first message: what lay before it has
	// been deleted.
	First int
	// Aged: message 0 has left the page cache (memory=no), so that a broker does
	// not answer 0 to a group that is new to it.
	Aged bool
	// Pos is where it is declared, as in all that is.
	Pos Pos
}

// BrokerQueues are the readQueueNums and writeQueueNums of a topic on one broker.
type BrokerQueues struct {
	// Broker is its name, Read and Write are the numbers.
	Broker      string
	Read, Write int
}

// Producer sends to one topic, round robin over its write queues.
type Producer struct {
	// Topic is what it sends to.
	Topic string
	// Rate is in messages per 1,000 seconds, so that 0.5/s is exact.
	Rate int64
	// Start is when it begins to send.
	Start time.Duration
	// Size is the body size in bytes.
	Size int
	// Retries is retryTimesWhenSendFailed; 0 is also what send(msg, queue) does.
	Retries int
	// Tags are the tags that messages get by chance, with their weights; none when empty.
	Tags []TagWeight
	// Pos is where it is declared.
	Pos Pos
}

// TagWeight is a tag and how many messages get it compared with the other tags.
type TagWeight struct {
	// Tag is the message's (MessageConst.PROPERTY_TAGS).
	Tag string
	// Weight is a whole number from 0: with A:3,B:1 three messages in four get A by chance.
	Weight int
}
