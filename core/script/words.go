package script

// protocols are the systems that can be played; the first is the default.
var protocols = []string{"rocketmq"}

// languages are those of title and text.
var languages = []string{"en", "zh"}

// causes are the words for the causes of duplicates (package ledger has them).
var causes = []string{"crash", "hand-over", "overlap", "discarded", "offset-back", "forced-unlock", "invisible", "send-back"}

// losses are the words for why a message was never completed (package ledger has them).
var losses = []string{"passed-over", "filtered", "expired", "dropped", "truncated"}

// reserved words are no names: they would be ambiguous in expect and net.
var reserved = append([]string{"none", "ns", "max", "min", "median", "p99", "at", "in"}, append(causes, losses...)...)

// MaxStrategyNesting is how many words a strategy may have
// (machine-room-nearby:same-room:averagely has three).
const MaxStrategyNesting = 4

// strategyWord is a word of package strategies, which this package may not
// know; a test of package core keeps both lists equal.
type strategyWord struct {
	word  string
	inner bool   // needs :INNER
	needs string // setting without which it cannot work
	rooms bool   // brokers and consumers need a room
}

var strategyTable = []strategyWord{
	{word: "averagely"},
	{word: "averagely-by-circle"},
	{word: "consistent-hash"},
	{word: "consistent-hash-go"},
	{word: "machine-room", needs: "idcs"},
	{word: "machine-room-nearby", inner: true, rooms: true},
	{word: "same-room", inner: true, rooms: true},
	{word: "by-config", needs: "config"},
}

// StrategyWords are the strategy words of the language, without their :INNER.
func StrategyWords() []string {
	list := make([]string, len(strategyTable))
	for i, s := range strategyTable {
		list[i] = s.word
	}
	return list
}

// StrategyTakesInner says whether a colon and an inner strategy follow the word.
func StrategyTakesInner(word string) bool {
	s := findStrategy(word)
	return s != nil && s.inner
}

func findStrategy(word string) *strategyWord {
	for i := range strategyTable {
		if strategyTable[i].word == word {
			return &strategyTable[i]
		}
	}
	return nil
}

// strategy reads a strategy with its inner ones.
func (d *draft) strategy(v ref) (string, bool) {
	parts := v.split(":")
	if len(parts) > MaxStrategyNesting {
		d.errorf(v.pos, codeNesting, itoa(MaxStrategyNesting)).Found = v.text
		return "", false
	}
	for i, p := range parts {
		switch s := findStrategy(p.text); {
		case s == nil:
			d.unknown(p, codeStrategy, StrategyWords())
			return "", false
		case s.inner && i == len(parts)-1:
			d.errorf(p.pos, codeInner, p.text).Found = p.text
			return "", false
		case !s.inner && i < len(parts)-1:
			d.errorf(p.pos, codeNoInner, p.text).Found = v.text
			return "", false
		}
	}
	return v.text, true
}
