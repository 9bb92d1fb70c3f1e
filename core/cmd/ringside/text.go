package main

import (
	"fmt"
	"strconv"
	"strings"

	"ringside/strategies"
)

// lineWidth is what the tables fit into.
const lineWidth = 80

// count is "1 queue", "2 queues".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// queueRanges writes queues as words, neighbours of a broker as ranges:
// a/0-2, b/1. The order is kept.
func queueRanges(qs []strategies.Queue) []string {
	var out []string
	for i := 0; i < len(qs); {
		j := i
		for j+1 < len(qs) && qs[j+1].Broker == qs[i].Broker && qs[j+1].ID == qs[j].ID+1 {
			j++
		}
		if j == i {
			out = append(out, queueName(qs[i]))
		} else {
			out = append(out, fmt.Sprintf("%s/%d-%d", qs[i].Broker, qs[i].ID, qs[j].ID))
		}
		i = j + 1
	}
	return out
}

// wrap sets words behind a head, broken at lineWidth, further lines indented as
// far as the head reaches. No words give "none".
func wrap(head string, words []string) string {
	if len(words) == 0 {
		return head + "none"
	}
	var b strings.Builder
	b.WriteString(head)
	indent := len([]rune(head))
	at := indent
	for i, w := range words {
		n := len([]rune(w))
		switch {
		case i == 0:
		case at+1+n > lineWidth:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(w)
		at += n
	}
	return b.String()
}

// splitQueue reads "broker/queueId".
func splitQueue(s string) (string, int, error) {
	at := strings.LastIndexByte(s, '/')
	if at > 0 {
		if id, err := strconv.Atoi(s[at+1:]); err == nil && id >= 0 {
			return s[:at], id, nil
		}
	}
	return "", 0, fmt.Errorf("%q is not BROKER/QUEUE, for instance a/0", s)
}
