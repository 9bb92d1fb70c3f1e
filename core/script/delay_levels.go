package script

import "time"

// maxDelayLevels is how many delay levels a broker may have; upstream knows no limit.
const maxDelayLevels = 64

// DelayLevels are the delays of a broker's levels, level 1 first.
type DelayLevels []time.Duration

// DefaultDelayLevels is MessageStoreConfig.messageDelayLevel: "1s 5s 10s 30s 1m 2m
// 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h". A failed message's first retry has level 3.
func DefaultDelayLevels() DelayLevels {
	levels := DelayLevels{time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second}
	for m := range 10 {
		levels = append(levels, time.Duration(m+1)*time.Minute)
	}
	return append(levels, 20*time.Minute, 30*time.Minute, time.Hour, 2*time.Hour)
}

// parseDelayLevels reads messageDelayLevel of all brokers, as upstream's
// configuration writes it; a broker's own goes before.
func parseDelayLevels(d *draft, c *cursor) {
	if !d.single("message-delay-level", c.start()) {
		return
	}
	var levels DelayLevels
	for c.more() || len(levels) == 0 {
		w := d.take(c, "a delay")
		if w == nil {
			return
		}
		t, ok := d.delayLevel(w.ref(), len(levels))
		if !ok {
			return
		}
		w.canon = FormatDuration(t)
		levels = append(levels, t)
	}
	d.delayLevels = levels
}

// brokerDelayLevels reads a broker's own, with commas between them.
func (d *draft) brokerDelayLevels(k *key) (levels DelayLevels) {
	var canon []string
	for _, r := range k.value.split(",") {
		t, ok := d.delayLevel(r, len(levels))
		if !ok {
			return nil
		}
		levels, canon = append(levels, t), append(canon, FormatDuration(t))
	}
	k.set(join(canon, ","))
	return levels
}

// delayLevel reads one delay after n others. Upstream's units are s, m, h and d, so
// that a second is the least.
func (d *draft) delayLevel(r ref, n int) (time.Duration, bool) {
	if n == maxDelayLevels {
		d.limit(r.pos, "delay levels", n+1, maxDelayLevels)
		return 0, false
	}
	t, ok := d.duration(r, "delay", time.Second, MaxTimer)
	if ok && t%time.Second != 0 {
		d.errorf(r.pos, codeFine, clip(r.text), "a second").Found = r.text
		return 0, false
	}
	return t, ok
}

// settleDelayLevels gives every broker its levels.
func (d *draft) settleDelayLevels() {
	levels := d.delayLevels
	if levels == nil {
		levels = DefaultDelayLevels()
	}
	for i := range d.sc.Brokers {
		if b := &d.sc.Brokers[i]; b.DelayLevels == nil {
			b.DelayLevels = levels
		}
	}
}
