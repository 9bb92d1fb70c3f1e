package rocketmq

import "math/bits"

// mulDiv is a·b/c without overflow on the way; all must be positive (or a zero).
func mulDiv(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int64(q)
}
