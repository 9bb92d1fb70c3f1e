package main

import (
	"fmt"
	"io"

	"ringside/core"
)

// printDelivery prints what getting messages cost each group and how late they
// came, so that push, pull and POP can be compared.
func printDelivery(w io.Writer, sim *core.Sim) {
	eachGroup(sim, func(v *core.View) {
		d := &v.Delivery
		if d.Requests == 0 {
			return
		}
		fmt.Fprintln(w)
		if len(v.Groups) > 1 {
			fmt.Fprintf(w, "getting messages, group %s\n", shortName(v.Groups[v.Group]))
		}
		per := ""
		if seconds := (v.Now - d.Since).Seconds(); seconds > 0 {
			per = fmt.Sprintf(" (%.1f/s)", float64(d.Requests)/seconds)
		}
		fmt.Fprintf(w, "requests: %d%s, %d held at the end\n", d.Requests, per, d.Held)
		fmt.Fprintf(w, "answers: %d with messages, %d empty (%d.%d %%), %d refused\n",
			d.Found, d.Empty, d.EmptyPermille()/10, d.EmptyPermille()%10, d.Refused)
		if d.Handed > 0 {
			fmt.Fprintf(w, "from store to hand-over: min %s, median %s, p99 %s, max %s ms\n",
				millis(d.Min.Microseconds()), millis(d.Median.Microseconds()), millis(d.P99.Microseconds()), millis(d.Max.Microseconds()))
		}
	})
}

// eachGroup calls f with the state as each group sees it.
func eachGroup(sim *core.Sim, f func(v *core.View)) {
	for g := range sim.Script().Scenario().Groups {
		v := core.View{Group: g, Topic: -1}
		sim.View(&v)
		f(&v)
	}
}

// shortName cuts a group's name to what fits a line.
func shortName(name string) string {
	if r := []rune(name); len(r) > 50 {
		return string(r[:49]) + "…"
	}
	return name
}

// millis writes microseconds as milliseconds with one digit.
func millis(us int64) string { return fmt.Sprintf("%d.%d", us/1000, us%1000/100) }
