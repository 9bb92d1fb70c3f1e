package trace

import "math/bits"

// FNV-1a's constants; the mixing is by whole words, with a rotation so that
// high bits reach low ones.
const (
	offset64 = 14695981039346656037
	prime64  = 1099511628211
)

func (l *Log) fold(v uint64) { l.digest = mix(l.digest, v) }

func mix(digest, v uint64) uint64 { return bits.RotateLeft64((digest^v)*prime64, 29) }

// hash folds an event into the digest. The numbers are the same on every
// platform, so the digest is too.
func (l *Log) hash(e *Event) {
	l.count++
	l.fold(uint64(e.At))
	l.fold(uint64(e.Kind)<<56 ^ uint64(uint32(e.Consumer))<<24 ^ uint64(uint16(e.Broker))<<40 ^ uint64(uint32(e.Queue)))
	l.fold(uint64(e.A) ^ bits.RotateLeft64(uint64(e.B), 32) ^ bits.RotateLeft64(uint64(e.C), 56) ^
		uint64(uint16(e.Topic))<<48 ^ uint64(uint16(e.Group))<<16)
}

// Digest sums up every event so far. Two runs of one script have the same
// digest at the same time, on every platform.
func (l *Log) Digest() uint64 { return l.digest }
