package strategies

// maxQuoted bounds how much of a bad word an error repeats and measures.
const maxQuoted = 64

// clip shortens a word for an error message.
func clip(word string) string {
	r := []rune(word)
	if len(r) <= maxQuoted {
		return word
	}
	return string(r[:maxQuoted]) + "…"
}

// nearest is the known word with the smallest edit distance to word, "" when
// even that shares too little with it to be meant. Of equally near words the
// one that comes first in [Words] is taken.
func nearest(word string) string {
	if len(word) > maxQuoted {
		return ""
	}
	best, bestDistance := "", 1<<30
	for _, w := range words {
		if d := editDistance(word, w.word); d < bestDistance {
			best, bestDistance = w.word, d
		}
	}
	if bestDistance > max(2, len(best)/2) {
		return ""
	}
	return best
}

// editDistance counts the insertions, deletions, replacements and swaps of
// neighbours that lead from a to b, byte by byte (optimal string alignment).
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
