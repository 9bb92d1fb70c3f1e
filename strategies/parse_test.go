package strategies

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for word, name := range map[string]string{
		"averagely":                               "AVG",
		"averagely-by-circle":                     "AVG_BY_CIRCLE",
		"consistent-hash":                         "CONSISTENT_HASH",
		"consistent-hash-go":                      "AllocateByConsistentHash",
		"machine-room":                            "MACHINE_ROOM",
		"machine-room-nearby:averagely":           "MACHINE_ROOM_NEARBY-AVG",
		"machine-room-nearby:consistent-hash":     "MACHINE_ROOM_NEARBY-CONSISTENT_HASH",
		"same-room:averagely-by-circle":           "SAME_ROOM-AVG_BY_CIRCLE",
		"by-config":                               "CONFIG",
		"machine-room-nearby:same-room:averagely": "MACHINE_ROOM_NEARBY-SAME_ROOM-AVG",
	} {
		s, err := Parse(word, Options{Rooms: RoomTable{}})
		require.NoError(t, err, word)
		assert.Equal(t, name, s.Name())
	}
}

func TestParseReadsItsOptions(t *testing.T) {
	s, err := Parse("consistent-hash", Options{})
	require.NoError(t, err)
	ring, err := s.(*ConsistentHash).Ring([]string{"x"})
	require.NoError(t, err)
	assert.Len(t, ring.Nodes(), DefaultVirtualNodes)
	zero := 0
	s, err = Parse("consistent-hash", Options{VNodes: &zero})
	require.NoError(t, err)
	ring, err = s.(*ConsistentHash).Ring([]string{"x"})
	require.NoError(t, err)
	assert.Empty(t, ring.Nodes())

	for _, idcs := range [][]string{nil, {}, {"r"}} {
		s, err = Parse("machine-room", Options{IDCs: idcs})
		require.NoError(t, err)
		assert.Equal(t, MachineRoom{idcs}, s)
	}
	for _, config := range [][]Queue{nil, {}, onBrokers(1)} {
		s, err = Parse("by-config", Options{Config: config})
		require.NoError(t, err)
		assert.Equal(t, ByConfig{config}, s)
	}
}

func TestParseErrors(t *testing.T) {
	zero, negative := 0, -1
	for _, c := range []struct {
		word string
		opt  Options
		kind error
		text string
	}{
		{"averagly", Options{}, ErrUnknownWord, "unknown strategy `averagly`; did you mean `averagely`?"},
		{"AVERAGELY_BY_CIRCLE", Options{}, ErrUnknownWord, "unknown strategy `AVERAGELY_BY_CIRCLE`; known are averagely, averagely-by-circle, "},
		{"consistent_hash", Options{}, ErrUnknownWord, "did you mean `consistent-hash`?"},
		{"avreagely", Options{}, ErrUnknownWord, "did you mean `averagely`?"},
		{"machine-room-nearby:circle", Options{Rooms: RoomTable{}}, ErrUnknownWord, "unknown strategy `circle`"},
		{"", Options{}, ErrUnknownWord, "unknown strategy ``; known are"},
		{strings.Repeat("x", 1000), Options{}, ErrUnknownWord, strings.Repeat("x", maxQuoted) + "…`"},
		{"averagely:averagely", Options{}, ErrUnknownWord, "`averagely` takes no inner one; write `averagely` alone"},
		{"same-room", Options{Rooms: RoomTable{}}, ErrNilStrategy, "write for instance `same-room:averagely`"},
		{"same-room:averagely", Options{}, ErrNilResolver, "machine room"},
		{"machine-room-nearby:averagely", Options{}, ErrNilResolver, "machine room"},
		{"machine-room-nearby:by-config", Options{Rooms: RoomTable{}}, ErrNilStrategy, "holds no list"},
		{strings.Repeat("same-room:", MaxNesting) + "averagely", Options{Rooms: RoomTable{}}, ErrTooLarge, "at most 4"},
		{strings.Repeat("same-room:", 100_000) + "averagely", Options{Rooms: RoomTable{}}, ErrTooLarge, "at most 4"},
		{"consistent-hash", Options{VNodes: &negative}, ErrVirtualNodes, "-1 virtual nodes"},
		{"consistent-hash-go", Options{VNodes: &zero}, ErrVirtualNodes, "give 1 or more"},
	} {
		s, err := Parse(c.word, c.opt)
		require.ErrorIs(t, err, c.kind, c.word)
		require.ErrorContains(t, err, c.text)
		require.Nil(t, s)
	}
}

func TestWords(t *testing.T) {
	assert.Equal(t, []string{"averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go",
		"machine-room", "machine-room-nearby", "same-room", "by-config"}, Words())
	for _, word := range Words() {
		_, err := Parse(word, Options{Rooms: RoomTable{}})
		assert.Equal(t, TakesInner(word), err != nil, word)
	}
}

// Distances by hand: one letter missing, two neighbours swapped, all replaced.
func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"averagly", "averagely", 1}, {"avreagely", "averagely", 1}, {"kitten", "sitting", 3}, {"abc", "xyz", 3}} {
		assert.Equal(t, c.want, editDistance(c.a, c.b), c)
		assert.Equal(t, c.want, editDistance(c.b, c.a), c)
	}
}

func FuzzParse(f *testing.F) {
	for _, word := range Words() {
		f.Add(word)
		f.Add("same-room:" + word)
	}
	f.Add("::::")
	f.Fuzz(func(t *testing.T, word string) {
		s, err := Parse(word, Options{Rooms: RoomTable{}, Config: []Queue{}})
		if (s == nil) == (err == nil) {
			t.Fatalf("%q: %v, %v", word, s, err)
		}
	})
}
