package stage

import "ringside/wasm/view"

// Words gives the words of a key in the reader's language with the arguments
// filled in. The stage calls it once per key and language, with a mark for each
// argument, and puts names and numbers in the marks' places itself.
type Words func(key string, args ...any) string

// piece is a run of words (arg < 0) or the place of an argument.
type piece struct {
	words string
	arg   int
}

// markBase is the first of the private-use characters that stand for arguments.
const markBase = '\uE000'

// templateOf asks for the words of a key with n arguments and cuts them at the
// places of the arguments.
func templateOf(words Words, key string, n int) []piece {
	args := make([]any, n)
	for i := range args {
		args[i] = string(rune(markBase + i))
	}
	var pieces []piece
	rest := ""
	for _, r := range words(key, args...) {
		if r < markBase || r >= markBase+view.MaxArgs {
			rest += string(r)
			continue
		}
		if rest != "" {
			pieces = append(pieces, piece{words: rest, arg: -1})
			rest = ""
		}
		pieces = append(pieces, piece{arg: int(r - markBase)})
	}
	if rest != "" {
		pieces = append(pieces, piece{words: rest, arg: -1})
	}
	return pieces
}
