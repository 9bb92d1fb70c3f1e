package rocketmq

import (
	"errors"
	"strconv"
	"strings"

	"ringside/core/script"
	"ringside/strategies"
)

// useStrategy makes the strategy that the consumer's settings name.
func (c *Cluster) useStrategy(co *consumer) error {
	opt := strategies.Options{
		VNodes: &co.set.VNodes,
		Rooms:  rooms{c},
		IDCs:   co.set.IDCs,
		Config: c.configQueues(co),
	}
	parse := strategies.Parse
	if co.client.Go() {
		parse = strategies.ParseGo
	}
	s, err := parse(co.set.Strategy, opt)
	if err != nil {
		return err
	}
	co.strategy = s
	return nil
}

// rooms resolves machine rooms from the script's room= words.
type rooms struct{ c *Cluster }

// BrokerDeployIn is the broker's room=.
func (r rooms) BrokerDeployIn(q strategies.Queue) string {
	for i := range r.c.brokers {
		if r.c.brokers[i].name == q.Broker {
			return r.c.brokers[i].room
		}
	}
	return ""
}

// ConsumerDeployIn is the room= of the first consumer with that client id.
func (r rooms) ConsumerDeployIn(clientID string) string {
	for i, id := range r.c.ids.ids {
		if id == clientID {
			return r.c.consumers[r.c.ids.first[i]].room
		}
	}
	return ""
}

// configQueues is the list of AllocateMessageQueueByConfig: config= names queues
// of the group's first topic. It is the same list whatever topic is allocated.
func (c *Cluster) configQueues(co *consumer) []strategies.Queue {
	if co.set.Config == nil {
		return nil
	}
	topic := ""
	for _, t := range c.groups[co.group].topics {
		if !c.topics[t].retry {
			topic = c.topics[t].name
			break
		}
	}
	out := make([]strategies.Queue, 0, len(co.set.Config))
	for _, w := range co.set.Config {
		i := strings.LastIndexByte(w, '/')
		id, err := strconv.Atoi(w[i+1:])
		if i < 0 || err != nil {
			continue // the script has checked the form
		}
		out = append(out, strategies.Queue{Topic: topic, Broker: w[:i], ID: id})
	}
	return out
}

// allocate runs the consumer's strategy for one topic and leaves the share in
// co.rb.share. whole is false when the strategy returned queues that the topic
// does not have (by config, for every topic but its own): those are never
// "working queues of this topic", so the client stays unbalanced.
func (c *Cluster) allocate(co *consumer, r *route, ids []string) (whole bool, err error) {
	if co.client == script.ClientGoRC {
		r = descending(r)
	}
	group := c.groups[co.group].name
	share, err := strategies.AppendShare(co.rb.share[:0], co.strategy, group, co.id, r.list, ids)
	if err == nil {
		for i, k := range share {
			share[i] = r.queues[k]
		}
		co.rb.share = share
		return true, nil
	}
	co.rb.share = co.rb.share[:0]
	if !errors.Is(err, strategies.ErrForeignQueue) {
		return false, err
	}
	list, err := co.strategy.Allocate(group, co.id, r.list, ids)
	if err != nil {
		return false, err
	}
	for _, q := range list {
		for k := range r.list {
			if r.list[k] == q {
				co.rb.share = append(co.rb.share, r.queues[k])
			}
		}
	}
	return false, nil
}
