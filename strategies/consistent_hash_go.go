package strategies

import (
	"fmt"
	"hash/crc32"
)

// goConsistentHashName is the function's name: the Go client's strategies have
// no getName.
const goConsistentHashName = "AllocateByConsistentHash"

// GoConsistentHash is rocketmq-client-go's AllocateByConsistentHash, on the
// ring of stathat.com/c/consistent v1.0.0: CRC-32 of the virtual node's number
// followed by the id, and the next node must lie after the queue's position,
// not at it. Its results almost never equal [ConsistentHash]'s, so a group must
// not mix Java and Go members. Ids that occur more than once add nothing.
//
// The zero value has [DefaultVirtualNodes].
type GoConsistentHash struct{ hashed }

// NewGoConsistentHash makes the strategy with the given number of virtual nodes
// per consumer. Less than 1 is an *[InputError] of kind [ErrVirtualNodes]: with
// 0 upstream panics when it allocates (a division by zero), with a negative
// number nobody gets anything.
func NewGoConsistentHash(vnodes int) (*GoConsistentHash, error) {
	ring, err := NewGoRing(vnodes)
	if err != nil {
		return nil, err
	}
	return &GoConsistentHash{hashed{ring: ring}}, nil
}

// NewGoRing makes an empty [Ring] by the rules of [GoConsistentHash], with the
// same errors.
func NewGoRing(vnodes int) (*Ring, error) {
	if vnodes < 1 {
		e := &InputError{Kind: ErrVirtualNodes, Strategy: goConsistentHashName,
			Detail: fmt.Sprintf("%d virtual nodes are not possible in rocketmq-client-go; give 1 or more", vnodes)}
		if vnodes == 0 {
			e.Upstream = "runtime error: integer divide by zero"
		}
		return nil, e
	}
	if vnodes > MaxVirtualNodes {
		return nil, tooManyVirtualNodes(goConsistentHashName, vnodes)
	}
	return &Ring{vnodes: vnodes, golang: true}, nil
}

// goHash is consistent.hashKey.
func goHash(key []byte) int64 { return int64(crc32.ChecksumIEEE(key)) }

// Name is "AllocateByConsistentHash".
func (*GoConsistentHash) Name() string { return goConsistentHashName }

// Allocate implements [Strategy].
func (c *GoConsistentHash) Allocate(_, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	c.init()
	return c.allocate(c.Name(), currentID, queues, ids)
}

// AppendShare implements [Appender].
func (c *GoConsistentHash) AppendShare(dst []int32, _, currentID string, queues []Queue, ids []string) ([]int32, error) {
	c.init()
	return c.appendShare(dst, c.Name(), currentID, queues, ids)
}

// Explain implements [Explainer]; the kind is [ReasonRing].
func (c *GoConsistentHash) Explain(queue Queue, _ string, queues []Queue, ids []string) (Explanation, error) {
	c.init()
	return c.explain(c.Name(), queue, queues, ids)
}

// Ring is the ring of the ids, built now if need be, for drawing. It is valid
// until the next call of any method.
func (c *GoConsistentHash) Ring(ids []string) (*Ring, error) {
	c.init()
	return c.ring, c.ring.Build(ids)
}

func (c *GoConsistentHash) init() {
	if c.ring == nil {
		c.ring = &Ring{vnodes: DefaultVirtualNodes, golang: true}
	}
}
