package script

import (
	"strings"
	"time"
)

// setting is a consumer's setting: a key of group, consumer, join and set.
// parse reads a value and gives its effect and canonical spelling, or nil after
// it reported an error.
type setting struct {
	key   string
	parse func(d *draft, v ref) (apply func(*Settings), canon string)
}

// override is a setting that was written.
type override struct {
	key, value string
	apply      func(*Settings)
	pos        Pos
}

// The ranges are those of DefaultMQPushConsumerImpl.checkConfig.
var settingTable = []setting{
	{"client", parseClient},
	{"mode", parseMode},
	period("every", time.Millisecond, MaxRun, func(s *Settings) *time.Duration { return &s.Every }),
	{"strategy", func(d *draft, v ref) (func(*Settings), string) {
		word, ok := d.strategy(v)
		return when(ok, func(s *Settings) { s.Strategy = word }), word
	}},
	// AllocateMessageQueueConsistentHash: a negative count is illegal, 0 is not.
	whole("vnodes", 0, MaxVNodes, func(s *Settings) *int { return &s.VNodes }),
	{"idcs", func(d *draft, v ref) (func(*Settings), string) {
		list, ok := d.nameList("room", v)
		rooms := texts(list)
		for _, r := range list {
			d.later = append(d.later, func() { d.room(r) })
		}
		return when(ok, func(s *Settings) { s.IDCs = rooms }), v.text
	}},
	{"config", parseConfig},
	{"commit", parseCommit},
	whole("batch", 1, 1024, func(s *Settings) *int { return &s.Batch }),
	{"work", func(d *draft, v ref) (func(*Settings), string) {
		work, canon, ok := d.dist(v, "work", MaxWork)
		return when(ok, func(s *Settings) { s.Work = work }), canon
	}},
	whole("threads", 1, 1000, func(s *Settings) *int { return &s.Threads }),
	whole("pull-batch", 1, 1024, func(s *Settings) *int { return &s.PullBatch }),
	period("pull-interval", 0, 65535*time.Millisecond, func(s *Settings) *time.Duration { return &s.PullInterval }),
	whole("pull-threshold", 1, 65535, func(s *Settings) *int { return &s.PullThreshold }),
	whole("pull-threshold-size", 1, 1024, func(s *Settings) *int { return &s.PullThresholdSize }),
	wholeOrNone("pull-threshold-topic", 1, 6553500, func(s *Settings) *int { return &s.PullThresholdTopic }),
	wholeOrNone("pull-threshold-size-topic", 1, 102400, func(s *Settings) *int { return &s.PullThresholdSizeTopic }),
	{"pull-batch-size", func(d *draft, v ref) (func(*Settings), string) {
		n, ok := d.size(v)
		return when(ok, func(s *Settings) { s.PullBatchSize = n }), FormatSize(n)
	}},
	whole("span", 1, 65535, func(s *Settings) *int { return &s.Span }),
	{"from", parseFrom},
	{"listener", func(d *draft, v ref) (func(*Settings), string) {
		words := []string{"concurrent", "orderly"}
		if !contains(words, v.text) {
			d.unknown(v, codeUnknown, words, "listener")
			return nil, ""
		}
		return func(s *Settings) { s.Orderly = v.text == "orderly" }, v.text
	}},
	// DefaultMQPushConsumer.suspendCurrentQueueTimeMillis; upstream takes less than
	// 10 ms for 10 ms and more than 30 s for 30 s.
	{"suspend", func(d *draft, v ref) (func(*Settings), string) {
		t, ok := d.duration(v, "suspend", 10*time.Millisecond, 30*time.Second)
		return when(ok, func(s *Settings) { s.Suspend = t }), FormatDuration(t)
	}},
	{"client-rebalance", func(d *draft, v ref) (func(*Settings), string) {
		words := []string{"true", "false"}
		if !contains(words, v.text) {
			d.unknown(v, codeUnknown, words, "value")
			return nil, ""
		}
		return func(s *Settings) { s.ClientRebalance = v.text == "true" }, v.text
	}},
	whole("pop-share", 0, MaxConsumers, func(s *Settings) *int { return &s.PopShare }),
	period("invisible", 5*time.Second, 300*time.Second, func(s *Settings) *time.Duration { return &s.Invisible }),
	whole("pop-batch", 1, 32, func(s *Settings) *int { return &s.PopBatch }),
	whole("pop-threshold", 1, 65535, func(s *Settings) *int { return &s.PopThreshold }),
	period("start", 0, MaxRun, func(s *Settings) *time.Duration { return &s.Start }),
	share("fail", func(s *Settings) *Share { return &s.Fail }),
	whole("fail-every", 0, maxFailEvery, func(s *Settings) *int { return &s.FailEvery }),
	oneWord("on-fail", "answer to a failure", []string{"skip", "stay", "no-commit", "send-back"}, func(s *Settings) *string { return &s.OnFail }),
	wholeOrNone("max-reconsume", 0, maxReconsume, func(s *Settings) *int { return &s.MaxReconsume }),
	share("send-back-fail", func(s *Settings) *Share { return &s.SendBackFail }),
	oneWord("interrupt", "listener's answer to an interrupt", []string{"fail", "finish"}, func(s *Settings) *string { return &s.Interrupt }),
	period("await", 0, MaxRun, func(s *Settings) *time.Duration { return &s.Await }),
	oneWord("model", "message model", []string{"clustering", "broadcasting"}, func(s *Settings) *string { return &s.Model }),
	oneWord("offset-file", "way to write the offset file", []string{"merge", "held"}, func(s *Settings) *string { return &s.OffsetFile }),
	{"tag", parseTag},
}

// defaults are DefaultMQPushConsumer's. Start is what a client needs from
// start() to its first heartbeat on an idle machine (about 50 ms, measured).
func defaults(t *Timers) Settings {
	return Settings{
		Every:                  time.Second,
		ClientRebalance:        true,
		Invisible:              60 * time.Second,
		PopThreshold:           96,
		PopBatch:               32,
		Strategy:               "averagely",
		VNodes:                 10,
		Commit:                 CommitInterval,
		Persist:                t[TimerPersist],
		Batch:                  1,
		Work:                   Dist{Kind: DistFixed, Min: 5 * time.Millisecond},
		Threads:                20,
		PullBatch:              32,
		PullThreshold:          1000,
		PullThresholdSize:      100,
		Span:                   2000,
		PullThresholdTopic:     Unlimited,
		PullThresholdSizeTopic: Unlimited,
		PullBatchSize:          256 << 10,
		From:                   "last",
		Suspend:                time.Second,
		Start:                  50 * time.Millisecond,
		Timestamp:              NoTimestamp,
		OnFail:                 "skip",
		MaxReconsume:           Unlimited,
		Interrupt:              "fail",
		Model:                  "clustering",
		OffsetFile:             "merge",
	}
}

// when gives apply if ok.
func when(ok bool, apply func(*Settings)) func(*Settings) {
	if !ok {
		return nil
	}
	return apply
}

// wholeOrNone is a whole number, or -1 for no limit (upstream's default).
func wholeOrNone(key string, least, most int, field func(*Settings) *int) setting {
	return setting{key, func(d *draft, v ref) (func(*Settings), string) {
		if v.text == "-1" {
			return func(s *Settings) { *field(s) = Unlimited }, v.text
		}
		n, ok := d.number(v, key, least, most)
		if !ok {
			d.errs[len(d.errs)-1].Expected += ", or -1 for no limit"
		}
		return when(ok, func(s *Settings) { *field(s) = n }), itoa(n)
	}}
}

// whole is a setting that is a whole number.
func whole(key string, least, most int, field func(*Settings) *int) setting {
	return setting{key, func(d *draft, v ref) (func(*Settings), string) {
		n, ok := d.number(v, key, least, most)
		return when(ok, func(s *Settings) { *field(s) = n }), itoa(n)
	}}
}

// period is a setting that is a duration.
func period(key string, least, most time.Duration, field func(*Settings) *time.Duration) setting {
	return setting{key, func(d *draft, v ref) (func(*Settings), string) {
		t, ok := d.duration(v, key, least, most)
		return when(ok, func(s *Settings) { *field(s) = t }), FormatDuration(t)
	}}
}

// parseConfig reads by-config's queues: BROKER/ID with commas between them.
func parseConfig(d *draft, v ref) (func(*Settings), string) {
	list := v.split(",")
	seen := map[string]bool{}
	canon := make([]string, len(list))
	for i, r := range list {
		broker, id, found := r.cut("/")
		if !found {
			d.bad(r, "a queue", "BROKER/ID, such as a/0")
			return nil, ""
		}
		n, ok := d.number(id, "queue", 0, MaxQueues-1)
		if !ok {
			return nil, ""
		}
		canon[i] = broker.text + "/" + itoa(n)
		if seen[canon[i]] {
			d.errorf(r.pos, codeTwice, canon[i]).Found = r.text
			return nil, ""
		}
		seen[canon[i]] = true
		d.later = append(d.later, func() { d.anyQueue(broker, n, r) })
	}
	return func(s *Settings) { s.Config = canon }, join(canon, ",")
}

// parseCommit reads interval, interval:DURATION, sync or async, or one of
// mode=lite: lite-auto (its default, the same as interval), lite-sync,
// lite-sync-persist.
func parseCommit(d *draft, v ref) (func(*Settings), string) {
	mode, every, timed := v.cut(":")
	if timed && mode.text == "interval" {
		t, ok := d.duration(every, "interval", time.Millisecond, MaxRun)
		return when(ok, func(s *Settings) { s.Commit, s.Persist = CommitInterval, t }), "interval:" + FormatDuration(t)
	}
	switch v.text {
	case "interval":
		timers := &d.sc.Timers
		return func(s *Settings) { s.Commit, s.Persist = CommitInterval, timers[TimerPersist] }, v.text
	case "sync":
		return func(s *Settings) { s.Commit = CommitSync }, v.text
	case "async":
		return func(s *Settings) { s.Commit = CommitAsync }, v.text
	case "lite-auto":
		timers := &d.sc.Timers
		return func(s *Settings) { s.Commit, s.Persist = CommitInterval, timers[TimerPersist] }, v.text
	case "lite-sync":
		return func(s *Settings) { s.Commit = CommitLiteSync }, v.text
	case "lite-sync-persist":
		return func(s *Settings) { s.Commit = CommitLiteSyncPersist }, v.text
	}
	if timed && (mode.text == "sync" || mode.text == "async") {
		d.bad(v, "a commit mode", mode.text+" alone")
		return nil, ""
	}
	d.unknown(mode, codeUnknown, []string{"interval", "sync", "async", "lite-auto", "lite-sync", "lite-sync-persist"}, "commit mode")
	return nil, ""
}

// settingKeys are the keys of the table after some of the statement's own.
func settingKeys(own ...string) []string {
	for i := range settingTable {
		own = append(own, settingTable[i].key)
	}
	return own
}

// setting reads a key of the table; ok is false after an error.
func (d *draft) setting(k *key) (o override, ok bool) {
	for i := range settingTable {
		if settingTable[i].key != k.name.text {
			continue
		}
		apply, canon := settingTable[i].parse(d, k.value)
		if apply == nil {
			return o, false
		}
		k.set(canon)
		return override{k.name.text, canon, apply, k.name.pos}, true
	}
	return o, false
}

// room checks that some broker is in a room, by its room= or by a name of the form
// room@broker, which is where AllocateMessageQueueByMachineRoom looks. (Upstream
// checks nothing; the queues of a room that does not exist are nobody's.)
func (d *draft) room(r ref) {
	var rooms []string
	for i := range d.sc.Brokers {
		b := &d.sc.Brokers[i]
		room, _, named := strings.Cut(b.Name, "@")
		for _, one := range []string{b.Room, room} {
			if one != "" && (named || one == b.Room) && !contains(rooms, one) {
				rooms = append(rooms, one)
			}
		}
	}
	if !contains(rooms, r.text) {
		d.unknown(r, codeUnknown, rooms, "room")
	}
}

// anyQueue checks that some topic has queue id on a broker. (Upstream checks
// nothing; a queue that cannot exist is a mistake.)
func (d *draft) anyQueue(broker ref, id int, r ref) {
	if !d.lookup("broker", broker) {
		return
	}
	if d.widest == nil {
		d.widest = map[string]int{}
		for i := range d.sc.Topics {
			for _, q := range d.sc.Topics[i].Queues {
				d.widest[q.Broker] = max(d.widest[q.Broker], q.Read, q.Write)
			}
		}
	}
	if id >= d.widest[broker.text] {
		d.errorf(r.pos, codeNoTopicQueue, itoa(id), broker.text).Found = r.text
	}
}
