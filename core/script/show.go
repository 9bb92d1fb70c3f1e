package script

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
