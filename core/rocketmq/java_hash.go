package rocketmq

import (
	"slices"
	"unicode/utf16"
)

// Upstream walks its hash maps, so the order in which a client rebalances its
// topics or adds its queues is that of Java's hash codes. It shows in a run: a
// member that computes its retry topic first may learn in time that the broker
// lists it again (recording freeze-long).

// javaStringHash is String.hashCode.
func javaStringHash(s string) int32 {
	var h int32
	for _, r := range s {
		if r < 0x10000 {
			h = 31*h + r
			continue
		}
		hi, lo := utf16.EncodeRune(r)
		h = 31*(31*h+hi) + lo
	}
	return h
}

// javaQueueHash is MessageQueue.hashCode.
func javaQueueHash(topic, broker string, id int) int32 {
	h := int32(1)
	h = 31*h + javaStringHash(broker)
	h = 31*h + int32(id)
	return 31*h + javaStringHash(topic)
}

// javaBuckets is the size of a HashMap's or ConcurrentHashMap's table with n
// entries: 16, doubled while over 3/4 full.
func javaBuckets(n int) int32 {
	b := int32(16)
	for int(b)*3/4 < n {
		b *= 2
	}
	return b
}

// javaBucket is the bucket of a hash code (HashMap.hash: h ^ h>>>16).
func javaBucket(h, buckets int32) int32 {
	return (h ^ int32(uint32(h)>>16)) & (buckets - 1)
}

// javaMapOrder is the order in which a map with these keys is walked; keys of
// one bucket keep the order they were put in.
func javaMapOrder(keys []string) []string {
	buckets := javaBuckets(len(keys))
	out := slices.Clone(keys)
	slices.SortStableFunc(out, func(a, b string) int {
		return int(javaBucket(javaStringHash(a), buckets) - javaBucket(javaStringHash(b), buckets))
	})
	return out
}
