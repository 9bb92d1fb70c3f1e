package panel

import (
	"slices"
	"strconv"

	"ringside/core"
	"ringside/strategies"
)

// reasonKeys name the reasons.
var reasonKeys = map[strategies.Reason]string{
	strategies.ReasonAsked: "why.asked", strategies.ReasonBlock: "why.block", strategies.ReasonCircle: "why.circle",
	strategies.ReasonRing: "why.ring", strategies.ReasonRoomBlock: "why.room-block", strategies.ReasonRoomLeft: "why.room-left",
	strategies.ReasonOwnRoom: "why.own-room", strategies.ReasonNoConsumer: "why.no-consumer",
	strategies.ReasonNoQueue: "why.no-queue", strategies.ReasonConfig: "why.config",
}

// nobodyKeys name the causes of having no owner.
var nobodyKeys = map[strategies.Nobody]string{
	strategies.NobodyAsked: "why.nobody-asked", strategies.NobodyDuplicateID: "why.nobody-duplicate",
	strategies.NobodyEmptyRing: "why.nobody-ring", strategies.NobodyRoomLeftOut: "why.nobody-left-out",
	strategies.NobodyInRoom: "why.nobody-in-room", strategies.NobodyConfigured: "why.nobody-config",
}

// takers are the client ids that take the queue by an explanation.
func takers(e *strategies.Explanation) []string {
	if e.Owner == "" {
		return nil
	}
	return append([]string{e.Owner}, e.Others...)
}

// reason says one explanation and those inside it. Places count from 1.
func (w *asking) reason(e *strategies.Explanation) {
	if e.Reason == strategies.ReasonAsked && e.QueueRoom != "" {
		w.say("why.asked-go-room")
	}
	if e.Nobody != strategies.SomebodyOwns && e.Inner == nil {
		w.say(nobodyKeys[e.Nobody])
		return
	}
	key := reasonKeys[e.Reason]
	if e.Reason == strategies.ReasonRing && e.Wrapped {
		key = "why.ring-wrapped"
	}
	room := e.QueueRoom
	if e.Reason == strategies.ReasonNoQueue {
		room = e.OwnerRoom
	}
	hash, node := w.node(e)
	w.say(key, "queue", w.q.Name, "owner", w.name(e.Owner), "room", room,
		"index", Number(e.QueueIndex+1), "queues", Number(e.Queues), "consumers", Number(e.Consumers),
		"place", Number(e.OwnerIndex+1), "start", Number(e.BlockStart+1), "size", Number(e.BlockSize),
		"position", position(e.QueuePosition), "hash", hash, "node", node, "at", position(e.Node.Position))
	if e.Inner != nil {
		w.reason(e.Inner)
	}
	if len(e.Others) > 0 && e.Inner == nil || e.Inner != nil && !slices.Equal(e.Others, e.Inner.Others) {
		names := make([]string, len(e.Others))
		for i, id := range e.Others {
			names[i] = w.name(id)
		}
		w.say("why.others", "consumers", w.cut(names))
	}
}

// name is the name of the process with a client id: of several the one that is asked
// about, or one that lives; the id itself when there is none.
func (w *asking) name(id string) string {
	if w.holder != nil && w.holder.ID == id {
		return w.holder.Name
	}
	name := id
	for i := range w.v.Consumers {
		c := &w.v.Consumers[i]
		switch {
		case c.ID != id:
		case Alive(c.State):
			return c.Name
		case name == id:
			name = c.Name
		}
	}
	return name
}

// node names a ring's hash and a virtual node. The Java client hashes "id-7" (MD5),
// the Go client "7id" (CRC-32); which it is tells the key.
func (w *asking) node(e *strategies.Explanation) (hash, node string) {
	if e.Reason != strategies.ReasonRing || e.Owner == "" {
		return "", e.NodeKey
	}
	replica := strconv.Itoa(int(e.Node.Replica))
	if e.NodeKey == replica+e.Owner {
		return "CRC-32", w.Text("why.node-go", "consumer", w.name(e.Owner), "n", replica)
	}
	return "MD5", w.name(e.Owner) + "-" + replica
}

// position writes a place on the ring as the eight hexadecimal digits of its hash.
func position(p int64) string {
	s := strconv.FormatInt(p, 16)
	for len(s) < 8 {
		s = "0" + s
	}
	return "0x" + s
}

// differs says that the strategy gives the queue to another one than has it.
func (w *asking) differs(c *core.ConsumerView, e *strategies.Explanation) {
	switch {
	case e.Owner == "":
		w.say("why.differs-nobody", "consumer", c.Name)
	default:
		w.say("why.differs", "owner", w.name(e.Owner), "consumer", c.Name)
	}
}
