package strategies

import (
	"fmt"
	"slices"
	"strings"
)

// MaxNesting is how many strategies [Parse] accepts in one word, as in
// "machine-room-nearby:same-room:averagely", which has three.
const MaxNesting = 4

// wordEntry is a strategy word, with what makes the strategy.
type wordEntry struct {
	word  string
	inner bool // needs ":INNER"
	make  func(Options, Strategy) (Strategy, error)
}

var words = []wordEntry{
	{"averagely", false, func(Options, Strategy) (Strategy, error) { return Averagely{}, nil }},
	{"averagely-by-circle", false, func(Options, Strategy) (Strategy, error) { return AveragelyByCircle{}, nil }},
	{"consistent-hash", false, func(o Options, _ Strategy) (Strategy, error) { return checked(NewConsistentHash(o.vnodes())) }},
	{"consistent-hash-go", false, func(o Options, _ Strategy) (Strategy, error) { return checked(NewGoConsistentHash(o.vnodes())) }},
	{"machine-room", false, func(o Options, _ Strategy) (Strategy, error) { return MachineRoom{o.IDCs}, nil }},
	{"machine-room-nearby", true, func(o Options, in Strategy) (Strategy, error) { return checked(NewMachineRoomNearby(in, o.Rooms)) }},
	{"same-room", true, func(o Options, in Strategy) (Strategy, error) { return checked(NewSameRoom(in, o.Rooms)) }},
	{"by-config", false, func(o Options, _ Strategy) (Strategy, error) { return ByConfig{o.Config}, nil }},
}

// checked keeps a typed nil pointer out of the interface.
func checked[T Strategy](s T, err error) (Strategy, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Options are the settings that strategies take beside their word. A strategy
// reads its own ones and leaves the others alone.
type Options struct {
	VNodes *int                // virtual nodes per consumer; nil is DefaultVirtualNodes, and 0 is 0
	Rooms  MachineRoomResolver // machine-room-nearby and same-room
	IDCs   []string            // MachineRoom.ConsumerIDCs; nil and empty differ
	Config []Queue             // ByConfig.Queues; nil and empty differ
}

func (o Options) vnodes() int {
	if o.VNodes == nil {
		return DefaultVirtualNodes
	}
	return *o.VNodes
}

// Words are the words that [Parse] knows, without their ":INNER".
func Words() []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.word
	}
	return list
}

// TakesInner says whether a word must be followed by a colon and the word of
// an inner strategy.
func TakesInner(word string) bool {
	return slices.ContainsFunc(words, func(w wordEntry) bool { return w.word == word && w.inner })
}

// Parse makes the strategy that a script's word names: averagely,
// averagely-by-circle, consistent-hash, consistent-hash-go, machine-room,
// machine-room-nearby:INNER, same-room:INNER or by-config, where INNER is any
// of these words. An unknown word is an *[InputError] of kind [ErrUnknownWord]
// that names the nearest one.
func Parse(word string, opt Options) (Strategy, error) {
	parts := strings.SplitN(word, ":", MaxNesting+1)
	if len(parts) > MaxNesting {
		return nil, &InputError{Kind: ErrTooLarge, Detail: fmt.Sprintf("strategies are nested too deep; at most %d words are allowed", MaxNesting)}
	}
	var inner Strategy
	for i := len(parts) - 1; i >= 0; i-- {
		s, err := parseOne(parts[i], i < len(parts)-1, inner, opt)
		if err != nil {
			return nil, err
		}
		inner = s
	}
	return inner, nil
}

func parseOne(word string, hasInner bool, inner Strategy, opt Options) (Strategy, error) {
	for _, w := range words {
		if w.word != word {
			continue
		}
		if w.inner && !hasInner {
			return nil, &InputError{Kind: ErrNilStrategy,
				Detail: fmt.Sprintf("strategy `%s` needs an inner one; write for instance `%s:averagely`", word, word)}
		}
		if !w.inner && hasInner {
			return nil, &InputError{Kind: ErrUnknownWord,
				Detail: fmt.Sprintf("strategy `%s` takes no inner one; write `%s` alone", word, word)}
		}
		return w.make(opt, inner)
	}
	e := &InputError{Kind: ErrUnknownWord, Detail: fmt.Sprintf("unknown strategy `%s`", clip(word))}
	if near := nearest(word); near != "" {
		e.Detail += fmt.Sprintf("; did you mean `%s`?", near)
	} else {
		e.Detail += "; known are " + strings.Join(Words(), ", ")
	}
	return nil, e
}
