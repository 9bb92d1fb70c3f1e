package script

import "strings"

// String writes the distribution as a script does: 5ms, 2ms..8ms, exp:5ms.
func (d Dist) String() string {
	switch d.Kind {
	case DistUniform:
		return FormatDuration(d.Min) + ".." + FormatDuration(d.Max)
	case DistExp:
		return "exp:" + FormatDuration(d.Min)
	}
	return FormatDuration(d.Min)
}

// CommitWord writes the commit mode as a script does: sync, async, interval:5s.
func (s *Settings) CommitWord() string {
	switch s.Commit {
	case CommitSync:
		return "sync"
	case CommitAsync:
		return "async"
	case CommitLiteSync:
		return "lite-sync"
	case CommitLiteSyncPersist:
		return "lite-sync-persist"
	}
	return "interval:" + FormatDuration(s.Persist)
}

// settingShow writes each setting as a script does; a test keeps it complete.
var settingShow = map[string]func(s *Settings) string{
	"client":                    func(s *Settings) string { return s.Client.String() },
	"mode":                      func(s *Settings) string { return s.Mode.String() },
	"every":                     func(s *Settings) string { return FormatDuration(s.Every) },
	"strategy":                  func(s *Settings) string { return s.Strategy },
	"vnodes":                    func(s *Settings) string { return itoa(s.VNodes) },
	"idcs":                      func(s *Settings) string { return strings.Join(s.IDCs, ",") },
	"config":                    func(s *Settings) string { return strings.Join(s.Config, ",") },
	"commit":                    (*Settings).CommitWord,
	"batch":                     func(s *Settings) string { return itoa(s.Batch) },
	"work":                      func(s *Settings) string { return s.Work.String() },
	"threads":                   func(s *Settings) string { return itoa(s.Threads) },
	"pull-batch":                func(s *Settings) string { return itoa(s.PullBatch) },
	"pull-interval":             func(s *Settings) string { return FormatDuration(s.PullInterval) },
	"pull-threshold":            func(s *Settings) string { return itoa(s.PullThreshold) },
	"pull-threshold-size":       func(s *Settings) string { return itoa(s.PullThresholdSize) },
	"span":                      func(s *Settings) string { return itoa(s.Span) },
	"pull-threshold-topic":      func(s *Settings) string { return itoa(s.PullThresholdTopic) },
	"pull-threshold-size-topic": func(s *Settings) string { return itoa(s.PullThresholdSizeTopic) },
	"pull-batch-size":           func(s *Settings) string { return FormatSize(s.PullBatchSize) },
	"pop-batch":                 func(s *Settings) string { return itoa(s.PopBatch) },
	"from": func(s *Settings) string {
		if s.From == "timestamp" && s.Timestamp != NoTimestamp {
			return "timestamp:" + FormatDuration(s.Timestamp)
		}
		return s.From
	},
	"fail":       func(s *Settings) string { return FormatShare(s.Fail) },
	"fail-every": func(s *Settings) string { return itoa(s.FailEvery) },
	"max-reconsume": func(s *Settings) string {
		if s.MaxReconsume < 0 {
			return "" // the listener's own default, which cannot be written
		}
		return itoa(s.MaxReconsume)
	},
	"on-fail":        func(s *Settings) string { return s.OnFail },
	"send-back-fail": func(s *Settings) string { return FormatShare(s.SendBackFail) },
	"interrupt":      func(s *Settings) string { return s.Interrupt },
	"await":          func(s *Settings) string { return FormatDuration(s.Await) },
	"model":          func(s *Settings) string { return s.Model },
	"offset-file":    func(s *Settings) string { return s.OffsetFile },
	"tag": func(s *Settings) string {
		if s.Tags == nil {
			return "*"
		}
		return strings.Join(s.Tags, "||")
	},
	"listener": func(s *Settings) string {
		if s.Orderly {
			return "orderly"
		}
		return "concurrent"
	},
	"suspend": func(s *Settings) string { return FormatDuration(s.Suspend) },
	"client-rebalance": func(s *Settings) string {
		if s.ClientRebalance {
			return "true"
		}
		return "false"
	},
	"pop-share":     func(s *Settings) string { return itoa(s.PopShare) },
	"invisible":     func(s *Settings) string { return FormatDuration(s.Invisible) },
	"pop-threshold": func(s *Settings) string { return itoa(s.PopThreshold) },
	"start":         func(s *Settings) string { return FormatDuration(s.Start) },
}
