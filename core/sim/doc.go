// Package sim is the ground the simulated systems stand on: virtual time, a
// typed event queue, seeded random streams and a network of latencies.
//
// Nothing here reads a wall clock, starts a goroutine or uses a float, so the
// same inputs give the same run on every platform.
package sim

// Time is simulated nanoseconds since the script's time 0.
type Time = int64

// Units of Time, each in nanoseconds.
const (
	Microsecond Time = 1_000               // 1 µs
	Millisecond Time = 1_000 * Microsecond // 1 ms
	Second      Time = 1_000 * Millisecond // 1 s
)
