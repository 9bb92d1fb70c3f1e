package script

import "strings"

// maxNearest is the length above which a word is not compared: no known word is that long.
const maxNearest = 64

// nearest returns the candidate that differs least from word (Damerau-
// Levenshtein, letter case counting nothing; an abbreviation counts as one
// change), or "" when none is near: about one change in three characters. Of
// equals it is the first.
func nearest(word string, candidates []string) string {
	if len(word) > maxNearest {
		return ""
	}
	w := []rune(strings.ToLower(word))
	best, at := "", len(w)/3+2
	if len(w) <= 2 {
		at = 2
	}
	for _, c := range candidates {
		if len(c) > maxNearest || c == word {
			continue
		}
		lower := strings.ToLower(c)
		d := distance(w, []rune(lower))
		if len(w) >= 3 && strings.HasPrefix(lower, string(w)) {
			d = min(d, 1)
		}
		if d < at && d < len(w) {
			best, at = c, d
		}
	}
	return best
}

// distance is the optimal string alignment distance.
func distance(a, b []rune) int {
	var rows [3][maxNearest + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range b {
		last[j+1] = j + 1
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
