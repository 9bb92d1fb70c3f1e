package strategies

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// planned resolves rooms as the vectors' own resolver does: a broker's room is
// what stands before the "@", the rooms of the ids cycle through a plan.
type planned map[string]string

func (p planned) BrokerDeployIn(q Queue) string {
	room, _, _ := strings.Cut(q.Broker, "@")
	return room
}

func (p planned) ConsumerDeployIn(id string) string { return p[id] }

func plan(ids, rooms []string) planned {
	p := planned{}
	for i, id := range ids {
		p[id] = rooms[i%len(rooms)]
	}
	return p
}

func nearbyInner(t *testing.T, name string) Strategy {
	inner := map[string]Strategy{"AVG": Averagely{}, "AVG_BY_CIRCLE": AveragelyByCircle{}, "CONSISTENT_HASH": new(ConsistentHash)}[name]
	require.NotNil(t, inner, name)
	return inner
}

func requireNearbyGrid(t *testing.T, file string, rows int) {
	in, n := readInputs(t), 0
	plans := map[string][]string{}
	for _, r := range section(t, "machine_room_nearby", "roomPlans") {
		plans[r.parts[0][0]] = r.parts[0][1:]
	}
	require.Len(t, plans, 8)
	for _, r := range section(t, file, "grid") {
		n += each(r.parts[0], func(w []string) {
			ids := in.list(t, w[1])
			s, err := NewMachineRoomNearby(nearbyInner(t, w[2]), plan(ids, plans[w[3]]))
			require.NoError(t, err)
			requireRow(t, r.at+" "+strings.Join(w, " "), r.text[1], s, in.queueSet(t, w[0]), ids)
		})
	}
	require.Equal(t, rows, n)
}

// The grid's 3,989 rows, in two files by the inner strategy.
func TestMachineRoomNearby(t *testing.T) {
	requireNearbyGrid(t, "machine_room_nearby", 3211)
	requireNearbyGrid(t, "machine_room_nearby_hash", 778)

	rows := section(t, "machine_room_nearby", "names")
	require.Len(t, rows, 3)
	for _, r := range rows {
		s, err := NewMachineRoomNearby(nearbyInner(t, r.parts[0][0]), planned{})
		require.NoError(t, err)
		require.Equal(t, r.parts[0][1], s.Name())
	}

	rows = section(t, "machine_room_nearby", "unsortedRaw")
	require.Len(t, rows, 4)
	for _, r := range rows {
		w := r.parts[0]
		ids := strings.Split(w[1], ",")
		s, err := NewMachineRoomNearby(nearbyInner(t, w[0]), plan(ids, []string{w[2]}))
		require.NoError(t, err)
		requireRow(t, r.at, r.text[2], s, queuesOf(t, r.parts[1]), ids)
	}
}

// badResolver leaves out one broker or one consumer.
type badResolver struct{ word string }

func (b badResolver) BrokerDeployIn(q Queue) string {
	if strings.HasPrefix(b.word, "broker") && q.ID == 1 {
		return ""
	}
	return "roomA"
}

func (b badResolver) ConsumerDeployIn(id string) string {
	if strings.HasPrefix(b.word, "consumer") && id == "10.0.0.8@4711" {
		return ""
	}
	return "roomA"
}

func TestMachineRoomNearbyErrors(t *testing.T) {
	in, n := readInputs(t), 0
	for _, r := range section(t, "machine_room_nearby", "errors") {
		w := r.parts[0]
		n++
		if len(w) == 2 {
			var inner Strategy
			var resolver MachineRoomResolver
			kind := ErrNilStrategy
			if name := unquote(t, w[0]); name != "" {
				inner, kind = nearbyInner(t, name), ErrNilResolver
			}
			if unquote(t, w[1]) != "" {
				resolver = badResolver{}
			}
			_, err := NewMachineRoomNearby(inner, resolver)
			requireFailure(t, r.at, r.text[1], kind, err)
			continue
		}
		s, err := NewMachineRoomNearby(nearbyInner(t, w[3]), badResolver{w[4]})
		require.NoError(t, err)
		kind := ErrQueueRoom
		if strings.HasPrefix(w[4], "consumer") {
			kind = ErrConsumerRoom
		}
		requireShare(t, r.at, r.text[1], s, unquote(t, w[0]), in.queueSet(t, w[1]), in.list(t, w[2]), kind)
	}
	require.Equal(t, 69, n)
}
