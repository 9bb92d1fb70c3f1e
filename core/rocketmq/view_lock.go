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
	life := c.timer(script.TimerBrokerLockLife)
	for i := range v.Queues {
		l := c.lockOf(g, g.shown[i])
		holder := c.lockHolder(g, l)
		if holder < 0 {
			continue
		}
		at := int(g.consumerPlace[holder])
		v.Queues[i].Lock = model.LockView{ID: c.consumers[holder].id, Consumer: at, At: time.Duration(l.at), Expired: c.expired(l)}
		if !c.expired(l) {
			v.Queues[i].LockedBy, v.Queues[i].LockedUntil = at, time.Duration(l.at+life)
		}
	}
}

// lockHolder is the consumer that an entry names, expired or not, -1 nobody; of
// several with the client id the first that lives, or the first.
func (c *Cluster) lockHolder(g *group, l *queueLock) int32 {
	if l.holder == 0 {
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
