package rocketmq

// topicConfig is a TopicConfig of one broker (TopicConfigManager's table).
type topicConfig struct {
	broker      int32
	read, write int
	// perm is a PermName: permRead and permWrite.
	perm int
	// most is the largest number of queues that it has in the run.
	most int
	// first is the index of queue 0 in the cluster's queues.
	first int32
	// exists: the broker has the topic. A retry topic begins to exist with the
	// group's first heartbeat.
	exists bool
	// changed is when it last changed, -1 never.
	changed int64
}

// permWords are PermName.perm2String without the inherit bit.
var permWords = [8]string{permRead | permWrite: "RW-", permRead: "R--", permWrite: "-W-", 0: "---"}

// configOf is the topic's TopicConfig on a broker, nil when it has none.
func (t *topic) configOf(broker int32) *topicConfig {
	for i := range t.on {
		if t.on[i].broker == broker && t.on[i].exists {
			return &t.on[i]
		}
	}
	return nil
}

// configOfQueue is the TopicConfig that a queue belongs to, nil when the broker has
// none. Three times a message it is asked for, too often to look for the broker.
func (c *Cluster) configOfQueue(qu *queue) *topicConfig {
	if on := &c.topics[qu.topic].on[qu.on]; on.exists {
		return on
	}
	return nil
}

// createRetryTopic makes %RETRY%group on a broker (createTopicInSendMessageBackMethod,
// called by the heartbeat) and tells the name server at once, as any change of
// a TopicConfig does (incremental registration).
func (c *Cluster) createRetryTopic(g, b int32) {
	for i := range c.topics {
		t := &c.topics[i]
		if !t.retry || t.group != g {
			continue
		}
		for j := range t.on {
			if t.on[j].broker == b && !t.on[j].exists {
				t.on[j].exists = true
				t.on[j].changed = c.now()
				c.register(b, int32(i))
			}
		}
	}
}
