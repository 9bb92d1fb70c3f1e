package strategies

import (
	"cmp"
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
)

// DefaultVirtualNodes is the number of virtual nodes per client id where none
// is given (AllocateMessageQueueConsistentHash's no-argument constructor).
const DefaultVirtualNodes = 10

// Limits of a [Ring]. Upstream has none; these keep a mistyped number from
// eating the memory.
const (
	MaxVirtualNodes = 100_000   // virtual nodes per client id
	MaxRingNodes    = 4_000_000 // virtual nodes on one ring
)

// maxCachedHashes bounds the positions remembered of ids that left the ring.
const maxCachedHashes = 1 << 18

// HashFunction places a key on the ring
// (org.apache.rocketmq.common.consistenthash.HashFunction).
type HashFunction func(key string) int64

// Node is one virtual node on a [Ring].
type Node struct {
	Position int64 // 0 to 4294967295, or whatever a custom HashFunction gives
	Index    int32 // index of its client id in the list of ids; the first one when an id occurs more than once
	Replica  int32 // which virtual node of that id, from 0
}

// Ring is a consistent-hash ring that can be built again and again without
// allocating: it remembers the hashes of ids it has seen.
type Ring struct {
	vnodes int
	hash   HashFunction // nil: MD5, or CRC-32 on a Go ring
	golang bool         // rocketmq-client-go's rules

	ids   []string // what nodes was built from
	nodes []Node   // by position, one per position
	built uint64   // counts the changes of nodes

	slots map[string]int32 // id -> index of its block of vnodes hashes in cache
	cache []int64
	seen  []int32        // per slot: first index in ids during Build, plus one
	live  []int32        // per slot: nodes on the ring, when ids repeat
	at    map[int64]Node // the ring by position, when ids repeat
	order []uint64       // position and order of adding, for sorting
	key   []byte
}

// NewRing makes an empty ring as org.apache.rocketmq.common.consistenthash.
// ConsistentHashRouter with the given number of virtual nodes per id. A nil
// hash is upstream's MD5 hash: the digest's first four bytes, big-endian.
// Zero virtual nodes are allowed and leave the ring empty; a negative number,
// and more than [MaxVirtualNodes], is an *[InputError].
func NewRing(vnodes int, hash HashFunction) (*Ring, error) {
	if vnodes < 0 {
		return nil, &InputError{Kind: ErrVirtualNodes, Strategy: "CONSISTENT_HASH",
			Detail:   fmt.Sprintf("%d virtual nodes are not possible; give 0 or more", vnodes),
			Upstream: fmt.Sprintf("illegal virtualNodeCnt :%d", vnodes)}
	}
	if vnodes > MaxVirtualNodes {
		return nil, tooManyVirtualNodes("CONSISTENT_HASH", vnodes)
	}
	return &Ring{vnodes: vnodes, hash: hash}, nil
}

func tooManyVirtualNodes(name string, vnodes int) error {
	return &InputError{Kind: ErrTooLarge, Strategy: name,
		Detail: fmt.Sprintf("%d virtual nodes per consumer are too many; at most %d are allowed", vnodes, MaxVirtualNodes)}
}

// VirtualNodes is the number of virtual nodes per client id.
func (r *Ring) VirtualNodes() int { return r.vnodes }

// Reset empties the ring and forgets all hashes, keeping the memory.
func (r *Ring) Reset() {
	r.empty()
	r.forget()
}

func (r *Ring) empty() {
	r.ids, r.nodes = r.ids[:0], r.nodes[:0]
	r.built++
}

func (r *Ring) forget() {
	clear(r.slots)
	r.cache, r.seen, r.live = r.cache[:0], r.seen[:0], r.live[:0]
}

// Build places the ids on the ring, in list order: of two virtual nodes at one
// position the one added later stays (TreeMap.put). An id that occurs again
// adds further virtual nodes, numbered on from those of it that are on the ring
// by then (on a Go ring it adds none, but takes back its lost positions).
// Building the same list again costs one comparison of the list.
//
// An *[InputError] of kind [ErrEmptyMember] stands where upstream throws
// NullPointerException for a null id, one of kind [ErrTooLarge] where the ring
// would have more than [MaxRingNodes]; the ring is then empty.
func (r *Ring) Build(ids []string) error {
	if r.built > 0 && slices.Equal(r.ids, ids) {
		return nil
	}
	r.empty()
	if r.vnodes > 0 && len(ids) > MaxRingNodes/r.vnodes {
		return &InputError{Kind: ErrTooLarge, Strategy: r.name(),
			Detail: fmt.Sprintf("%d client ids with %d virtual nodes each are too many; a ring holds at most %d nodes", len(ids), r.vnodes, MaxRingNodes)}
	}
	if !r.golang {
		if i := slices.Index(ids, ""); i >= 0 {
			return &InputError{Kind: ErrEmptyMember, Strategy: r.name(), Upstream: "NullPointerException",
				Detail: fmt.Sprintf("client id %d of %d is empty; every consumer needs an id", i+1, len(ids))}
		}
	}
	if len(r.cache) > maxCachedHashes || len(r.slots) > maxCachedHashes {
		r.forget()
	}
	r.place(ids)
	r.ids = append(r.ids, ids...)
	return nil
}

// place fills nodes from ids.
func (r *Ring) place(ids []string) {
	clear(r.seen)
	for i, id := range ids {
		slot := r.slot(id)
		if r.seen[slot] != 0 {
			r.placeRepeated(ids)
			return
		}
		r.seen[slot] = int32(i) + 1
	}
	if r.hash != nil {
		r.placeAnywhere(ids)
		return
	}
	// Positions are 32 bits wide, and there are fewer nodes than that, so a
	// position and the order of adding sort as one number.
	r.order = r.order[:0]
	for _, id := range ids {
		for _, position := range r.hashes(r.slots[id]) {
			r.order = append(r.order, uint64(position)<<32|uint64(len(r.order)))
		}
	}
	slices.Sort(r.order)
	for i, x := range r.order {
		if i+1 < len(r.order) && r.order[i+1]>>32 == x>>32 {
			continue // the one added later stays
		}
		nth := int(uint32(x))
		r.nodes = append(r.nodes, Node{Position: int64(x >> 32), Index: int32(nth / r.vnodes), Replica: int32(nth % r.vnodes)})
	}
}

// hashes are the positions of an id's virtual nodes.
func (r *Ring) hashes(slot int32) []int64 { return r.cache[int(slot)*r.vnodes:][:r.vnodes] }

// placeAnywhere fills nodes when a custom hash gives positions of any size.
func (r *Ring) placeAnywhere(ids []string) {
	for i, id := range ids {
		for k, position := range r.hashes(r.slots[id]) {
			r.nodes = append(r.nodes, Node{Position: position, Index: int32(i), Replica: int32(k)})
		}
	}
	slices.SortFunc(r.nodes, compareNodes)
	kept := r.nodes[:0]
	for i, n := range r.nodes {
		if i+1 == len(r.nodes) || r.nodes[i+1].Position != n.Position {
			kept = append(kept, n) // of equal positions the one added last
		}
	}
	r.nodes = kept
}

// compareNodes orders by position and then by the order of adding.
func compareNodes(a, b Node) int {
	if a.Position != b.Position {
		return cmp.Compare(a.Position, b.Position)
	}
	if a.Index != b.Index {
		return cmp.Compare(a.Index, b.Index)
	}
	return cmp.Compare(a.Replica, b.Replica)
}

// placeRepeated fills nodes when an id occurs more than once. Java's
// ConsistentHashRouter.addNode numbers the further virtual nodes from the count
// of those that the id has on the ring at that moment; Go's consistent.Add puts
// the same ones down again, over those that had taken their place. So
// collisions matter, and the nodes have to be put down one by one.
func (r *Ring) placeRepeated(ids []string) {
	if r.at == nil {
		r.at = make(map[int64]Node)
	}
	clear(r.at)
	clear(r.seen)
	for i, id := range ids {
		slot := r.slot(id)
		if r.seen[slot] == 0 {
			r.seen[slot] = int32(i) + 1
			r.live[slot] = 0
		}
		existing := int(r.live[slot])
		if r.golang {
			existing = 0
		}
		for k := existing; k < existing+r.vnodes; k++ {
			position := r.virtualPosition(slot, id, k)
			if old, taken := r.at[position]; taken {
				r.live[r.slots[ids[old.Index]]]--
			}
			r.at[position] = Node{Position: position, Index: r.seen[slot] - 1, Replica: int32(k)}
			r.live[slot]++
		}
	}
	// order: sorted below; positions differ, so the map's order is gone.
	for _, n := range r.at {
		r.nodes = append(r.nodes, n)
	}
	slices.SortFunc(r.nodes, compareNodes)
}

// slot returns where the hashes of an id are kept, hashing it when it is new.
func (r *Ring) slot(id string) int32 {
	if slot, ok := r.slots[id]; ok {
		return slot
	}
	if r.slots == nil {
		r.slots = make(map[string]int32)
	}
	slot := int32(len(r.seen))
	r.slots[id] = slot
	r.seen = append(r.seen, 0)
	r.live = append(r.live, 0)
	for k := range r.vnodes {
		r.cache = append(r.cache, r.hashKey(r.appendNodeKey(r.key[:0], id, k)))
	}
	return slot
}

// virtualPosition is the position of the id's k-th virtual node.
func (r *Ring) virtualPosition(slot int32, id string, k int) int64 {
	if k < r.vnodes {
		return r.hashes(slot)[k]
	}
	return r.hashKey(r.appendNodeKey(r.key[:0], id, k))
}

// appendNodeKey appends what is hashed for a virtual node: "id-k" in Java
// (VirtualNode.getKey), "kid" in Go (consistent.eltKey).
func (r *Ring) appendNodeKey(dst []byte, id string, k int) []byte {
	if r.golang {
		return append(strconv.AppendInt(dst, int64(k), 10), id...)
	}
	dst = append(dst, id...)
	dst = append(dst, '-')
	return strconv.AppendInt(dst, int64(k), 10)
}

// hashKey hashes a key, whose memory it keeps for the next one.
func (r *Ring) hashKey(key []byte) int64 {
	r.key = key
	switch {
	case r.hash != nil:
		return r.hash(string(key))
	case r.golang:
		return goHash(key)
	}
	sum := md5.Sum(key)
	return int64(binary.BigEndian.Uint32(sum[:4]))
}

// KeyPosition is where the ring's hash puts a key.
func (r *Ring) KeyPosition(key string) int64 { return r.hashKey(append(r.key[:0], key...)) }

// QueuePosition is where a queue, whose key is its String, lies on the ring.
func (r *Ring) QueuePosition(q Queue) int64 { return r.hashKey(appendQueueKey(r.key[:0], q)) }

// NodeKey is the key that was hashed for a node of this ring.
func (r *Ring) NodeKey(n Node) string {
	return string(r.appendNodeKey(nil, r.ids[n.Index], int(n.Replica)))
}

// Nodes are the virtual nodes in ring order, for drawing. They are valid until
// the next Build or Reset and must not be changed.
func (r *Ring) Nodes() []Node { return r.nodes }

// Owner is the virtual node that a position belongs to: the first at it or
// after it, else the first of the ring (TreeMap.tailMap, inclusive; on a
// rocketmq-client-go ring the node must lie after the position). ok is false
// when the ring is empty.
func (r *Ring) Owner(position int64) (n Node, ok bool) {
	i := r.search(position)
	if i < 0 {
		return Node{}, false
	}
	return r.nodes[i], true
}

// search is Owner as an index into nodes, -1 on an empty ring.
func (r *Ring) search(position int64) int {
	lo, hi := 0, len(r.nodes)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if p := r.nodes[mid].Position; p < position || r.golang && p == position {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(r.nodes) {
		return min(0, len(r.nodes)-1)
	}
	return lo
}

func (r *Ring) name() string {
	if r.golang {
		return goConsistentHashName
	}
	return "CONSISTENT_HASH"
}
