package rocketmq

import (
	"ringside/core/model"
	"ringside/core/sim"
)

// The kinds of flight, short.
const (
	flightMessages  = model.FlightMessages
	flightCommit    = model.FlightCommit
	flightNotice    = model.FlightNotice
	flightHeartbeat = model.FlightHeartbeat
)

// flightsKept is how many of the latest messages on their way the view can show.
const flightsKept = 256

// flightShown is how long a flight stays in the view after it has arrived, so
// that the eye can follow what took a millisecond.
const flightShown = 400 * sim.Millisecond

type flight struct {
	kind                    model.FlightKind
	queue, broker, consumer int32
	count                   int64
	sent, arrives           sim.Time
	duplicate               bool
}

// flightLog remembers the latest flights. It is for the eye only.
type flightLog struct {
	ring [flightsKept]flight
	n    uint
}

func (l *flightLog) add(kind model.FlightKind, q, b, co int32, count int64, sent, arrives sim.Time, duplicate bool) {
	l.ring[l.n%flightsKept] = flight{kind, q, b, co, count, sent, arrives, duplicate}
	l.n++
}

// each calls f for the flights to be shown at time now, oldest first.
func (l *flightLog) each(now sim.Time, f func(*flight)) {
	from := uint(0)
	if l.n > flightsKept {
		from = l.n - flightsKept
	}
	for i := from; i < l.n; i++ {
		if fl := &l.ring[i%flightsKept]; fl.arrives+flightShown >= now {
			f(fl)
		}
	}
}
