package sim

import "math/bits"

// Stream is a source of random numbers for one actor and one purpose
// (SplitMix64). Each has its own, so that a change to one actor leaves the
// numbers of all others as they were; that is what makes two runs comparable.
type Stream struct{ state uint64 }

// NewStream derives a stream from the script's seed, the actor's name and the purpose.
func NewStream(seed uint64, actor, purpose string) Stream {
	h := uint64(14695981039346656037) // FNV-1a, 64 bit
	mix := func(s string) {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	mix(actor)
	mix(purpose)
	s := Stream{seed ^ h}
	s.Uint64()
	return s
}

// Uint64 is uniform over all 64-bit numbers.
func (s *Stream) Uint64() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below is uniform in [0, n); n must be positive. The bias of the
// multiplication is under n/2^64, far below anything a run can show.
func (s *Stream) Below(n int64) int64 {
	hi, _ := bits.Mul64(s.Uint64(), uint64(n))
	return int64(hi)
}

// Between is uniform in [lo, hi].
func (s *Stream) Between(lo, hi int64) int64 {
	if hi <= lo {
		return lo
	}
	return lo + s.Below(hi-lo+1)
}

// ln2 in 32.32 fixed point: ln 2 × 2^32 = 2977044471.8…
const ln2 = 2977044472

// Exp is exponential with the given mean, cut at 20 times the mean. It is
// computed as mean × -ln(u) in fixed point, since a float could differ between
// platforms (fused multiply-add).
func (s *Stream) Exp(mean int64) int64 {
	u := s.Uint64() | 1
	// log2(u) as whole part and 32-bit fraction by repeated squaring.
	lead := bits.Len64(u) - 1
	x := u << (63 - lead) // in [1, 2), 63 fraction bits
	var frac uint64
	for range 32 {
		hi, lo := bits.Mul64(x, x)
		frac <<= 1
		if hi>>63 == 1 {
			frac |= 1
			x = hi
		} else {
			x = hi<<1 | lo>>63
		}
	}
	neglog2 := 64<<32 - (uint64(lead)<<32 | frac) // -log2(u/2^64), 32 fraction bits
	hi, lo := bits.Mul64(neglog2, ln2)            // × ln 2: 64 fraction bits
	e := hi<<32 | lo>>32                          // 32 fraction bits
	hi, lo = bits.Mul64(e, uint64(mean))
	v := int64(hi<<32 | lo>>32)
	return min(v, 20*mean)
}
