package model

import "time"

// Delivery is what getting messages costs and brings, of a consumer or a group,
// since the start or the last measure action.
type Delivery struct {
	// Since is when the figures began: 0, or the time of the last measure.
	Since time.Duration
	// Requests were sent to brokers for messages: Found were answered with some,
	// Empty with none, Refused with an error. The rest is on the way or held.
	Requests, Found, Empty, Refused int64
	// Messages came with the answers.
	Messages int64
	// Held is the number of requests that brokers hold now (long polling).
	Held int
	// Rate is requests per second over the last second.
	Rate int
	// Handed is the number of first deliveries to the program, whose latencies are
	// counted: from the broker's store to the hand-over. Median and P99 are within
	// 1.6 %; Min and Max are exact.
	Handed                int64
	Min, Median, P99, Max time.Duration
}

// EmptyPermille is the share of answers without messages, in thousandths.
func (d *Delivery) EmptyPermille() int64 {
	if n := d.Found + d.Empty; n > 0 {
		return (d.Empty*1000 + n/2) / n
	}
	return 0
}
