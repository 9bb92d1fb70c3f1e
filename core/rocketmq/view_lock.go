package rocketmq

import (
	"time"

	"ringside/core/model"
	"ringside/core/script"
)

func listenerWord(orderly bool) string {
	if orderly {
		return "orderly"
	}
	return "concurrent"
}

// viewLocks fills in what the brokers' RebalanceLockManagers say of the queues.
func (c *Cluster) viewLocks(v *model.View, g *group) {
	for i := range v.Queues {
		q := g.shown[i]
		if holder := c.lockHolder(g, q); holder >= 0 {
			v.Queues[i].LockedBy = int(g.consumerPlace[holder])
			v.Queues[i].LockedUntil = time.Duration(c.lockOf(g, q).at + c.timer(script.TimerBrokerLockLife))
		}
	}
}

// lockHolder is the consumer that holds the lock of a queue, -1 nobody; of
// several with the client id the first that lives, or the first.
func (c *Cluster) lockHolder(g *group, q int32) int32 {
	l := c.lockOf(g, q)
	if l.holder == 0 || c.expired(l) {
		return -1
	}
	first := int32(-1)
	for _, i := range g.members {
		co := &c.consumers[i]
		if co.idIndex != l.holder-1 {
			continue
		}
		if co.alive() {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// waitsForLock: a lock was refused to it at its last rebalance, or it holds a
// queue whose lock is not valid any more.
func (c *Cluster) waitsForLock(co *consumer) bool {
	if !co.orderly {
		return false
	}
	if co.order.refused {
		return true
	}
	for _, i := range co.table {
		if pq := &c.pqs[i]; !pq.dropped && !c.lockValid(pq) {
			return true
		}
	}
	return false
}
