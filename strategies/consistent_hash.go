package strategies

import "slices"

// ConsistentHash gives each queue to the consumer whose virtual node comes next
// on an MD5 ring (AllocateMessageQueueConsistentHash), so a join or leave moves
// only queues to or from that consumer. The topic is part of a queue's key, so
// topics fall differently. Ids that occur more than once add virtual nodes; no
// queue is left out because of them.
//
// The zero value has [DefaultVirtualNodes]. It remembers the ring and the
// owners of the last lists it saw: a group's members can share one value.
type ConsistentHash struct{ hashed }

// NewConsistentHash makes the strategy with the given number of virtual nodes
// per consumer. With 0, which upstream allows, nobody gets anything. A negative
// number is an *[InputError] of kind [ErrVirtualNodes].
func NewConsistentHash(vnodes int) (*ConsistentHash, error) {
	return NewConsistentHashFunc(vnodes, nil)
}

// NewConsistentHashFunc is [NewConsistentHash] with a hash function of one's
// own; nil is upstream's MD5. Positions are compared as signed numbers.
func NewConsistentHashFunc(vnodes int, hash HashFunction) (*ConsistentHash, error) {
	ring, err := NewRing(vnodes, hash)
	if err != nil {
		return nil, err
	}
	return &ConsistentHash{hashed{ring: ring}}, nil
}

// Name is "CONSISTENT_HASH".
func (*ConsistentHash) Name() string { return "CONSISTENT_HASH" }

// Allocate implements [Strategy].
func (c *ConsistentHash) Allocate(_, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	c.init()
	return c.allocate(c.Name(), currentID, queues, ids)
}

// AppendShare implements [Appender].
func (c *ConsistentHash) AppendShare(dst []int32, _, currentID string, queues []Queue, ids []string) ([]int32, error) {
	c.init()
	return c.appendShare(dst, c.Name(), currentID, queues, ids)
}

// Explain implements [Explainer]; the kind is [ReasonRing].
func (c *ConsistentHash) Explain(queue Queue, _ string, queues []Queue, ids []string) (Explanation, error) {
	c.init()
	return c.explain(c.Name(), queue, queues, ids)
}

// Ring is the ring of the ids, built now if need be, for drawing. It is valid
// until the next call of any method.
func (c *ConsistentHash) Ring(ids []string) (*Ring, error) {
	c.init()
	return c.ring, c.ring.Build(ids)
}

func (c *ConsistentHash) init() {
	if c.ring == nil {
		c.ring = &Ring{vnodes: DefaultVirtualNodes}
	}
}

// hashed is what the strategies on a ring have in common: they remember the
// ring, the hash of every queue of the last list, and the owners.
type hashed struct {
	ring      *Ring
	queues    []Queue // the list that positions and owners belong to
	positions []int64
	owners    []int32 // per queue: index of its owner in ids, -1 for nobody
	scratch   []int32
	built     uint64 // the ring's count when owners was filled
}

func (h *hashed) allocate(name, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	share, err := h.appendShare(h.scratch[:0], name, currentID, queues, ids)
	if err != nil {
		return nil, err
	}
	h.scratch = share
	return pick(queues, share), nil
}

func (h *hashed) appendShare(dst []int32, name, currentID string, queues []Queue, ids []string) ([]int32, error) {
	me, err := check(name, currentID, queues, ids)
	if err != nil || me < 0 {
		return dst, err
	}
	if err := h.ring.Build(ids); err != nil {
		return dst, err
	}
	h.place(queues)
	for i, owner := range h.owners {
		if owner == int32(me) {
			dst = append(dst, int32(i))
		}
	}
	return dst, nil
}

// place finds the owner of every queue, hashing only queues that differ from
// the last list.
func (h *hashed) place(queues []Queue) {
	if len(h.queues) > len(queues) {
		h.queues = h.queues[:len(queues)]
	}
	stale := h.built != h.ring.built
	h.built = h.ring.built
	h.positions = resize(h.positions, len(queues))
	h.owners = resize(h.owners, len(queues))
	for i, q := range queues {
		same := i < len(h.queues) && h.queues[i] == q
		if !same {
			h.positions[i] = h.ring.QueuePosition(q)
			if i < len(h.queues) {
				h.queues[i] = q
			} else {
				h.queues = append(h.queues, q)
			}
		}
		if stale || !same {
			h.owners[i] = -1
			if n, ok := h.ring.Owner(h.positions[i]); ok {
				h.owners[i] = n.Index
			}
		}
	}
}

// resize returns s with length n, keeping what it can.
func resize[T any](s []T, n int) []T {
	if n <= len(s) {
		return s[:n]
	}
	return slices.Grow(s, n-len(s))[:n]
}

func (h *hashed) explain(name string, queue Queue, queues []Queue, ids []string) (Explanation, error) {
	e, err := explainStart(name, ReasonRing, queue, queues, ids)
	if err != nil {
		return e, err
	}
	if err := h.ring.Build(ids); err != nil {
		return e, err
	}
	e.QueuePosition = h.ring.QueuePosition(queue)
	n, ok := h.ring.Owner(e.QueuePosition)
	if !ok {
		e.Nobody = NobodyEmptyRing
		return e, nil
	}
	e.Node, e.NodeKey = n, h.ring.NodeKey(n)
	e.Owner, e.OwnerIndex = ids[n.Index], int(n.Index)
	e.Wrapped = n.Position < e.QueuePosition || h.ring.golang && n.Position == e.QueuePosition
	return e, nil
}
