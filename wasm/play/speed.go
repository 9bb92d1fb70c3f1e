package play

import "strconv"

// TicksPerSecond is how many ticks make one second at speed 1 (Ebitengine's default TPS).
const TicksPerSecond = 60

// Speed is simulated time per played time, in thousandths: 1000 is real time.
type Speed int

// Speeds are the ones the page offers, slowest first.
var Speeds = []Speed{100, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000}

// Real is the speed 1×.
const Real Speed = 1000

// String is the factor as people write it: "0.5", "10".
func (s Speed) String() string {
	return strconv.FormatFloat(float64(s)/1000, 'f', -1, 64)
}

// nanosecond is one simulated nanosecond in the unit that advance carries over:
// with it a tick at any speed is a whole number.
const nanosecond = 1000 * TicksPerSecond

// advance is the simulated time of n ticks at speed s, in nanoseconds, and the
// part below one nanosecond to carry into the next call.
func (s Speed) advance(n int, carry int64) (ns, rest int64) {
	total := int64(n)*int64(s)*1_000_000_000 + carry
	return total / nanosecond, total % nanosecond
}
