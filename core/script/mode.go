package script

// Mode is how a consumer gets its messages.
type Mode uint8

const (
	// ModePush is DefaultMQPushConsumer: it pulls by itself and calls a listener.
	ModePush Mode = iota
	// ModePull is an application's loop over DefaultMQPullConsumer: every so often
	// it asks each queue of its share (fetchMessageQueuesInBalance, registered topic).
	ModePull
	// ModePullAll is such a loop over all queues of the topic
	// (fetchSubscribeMessageQueues), whatever the other members do.
	ModePullAll
	// ModeLite is DefaultLitePullConsumer: an application calls poll().
	ModeLite
	// ModePop is DefaultMQPushConsumer with clientRebalance=false, and POP as the
	// group's request mode at the brokers (setMessageRequestMode).
	ModePop
)

// modeWords are the modes' words in scripts, by Mode.
var modeWords = []string{"push", "pull", "pull-all", "lite", "pop"}

// String is the mode's word in scripts.
func (m Mode) String() string {
	if int(m) >= len(modeWords) {
		return "mode?"
	}
	return modeWords[m]
}

// Pulls reports whether an application's own loop asks the queues.
func (m Mode) Pulls() bool { return m == ModePull || m == ModePullAll }

// Listens reports whether the client calls a listener by itself.
func (m Mode) Listens() bool { return m == ModePush || m == ModePop }

// parseMode reads mode=; it counts from the process's next start.
func parseMode(d *draft, v ref) (func(*Settings), string) {
	for i, w := range modeWords {
		if w == v.text {
			return func(s *Settings) { s.become(s.Client, Mode(i)) }, w
		}
	}
	d.unknown(v, codeUnknown, modeWords, "mode")
	return nil, ""
}

// together reports what does not go together in a consumer's settings.
func (d *draft) together(c *Consumer, s *Settings, pos Pos) bool {
	lite := s.Commit == CommitLiteSync || s.Commit == CommitLiteSyncPersist
	n := len(d.errs)
	switch {
	case s.Client.Go() && s.Mode != ModePush:
		d.togetherGo(c, s, pos)
	case lite && s.Mode != ModeLite:
		d.errorf(pos, codeLiteOnly, c.Name, s.CommitWord())
	case s.Mode == ModeLite && (s.Commit == CommitSync || s.Commit == CommitAsync):
		d.errorf(pos, codeLiteCommit, c.Name, s.CommitWord())
	case s.Mode.Pulls() && s.Commit != CommitInterval:
		d.errorf(pos, codePullCommit, c.Name, s.CommitWord(), s.Mode.String())
	case s.Mode == ModePop && s.Commit != CommitInterval:
		d.errorf(pos, codePopCommit, c.Name, s.CommitWord())
	case s.Mode == ModePop && s.Client == ClientJava49:
		d.errorf(pos, codePopClient, c.Name, s.Client.String())
	case s.Mode == ModePop && s.Strategy != "averagely" && s.Strategy != "averagely-by-circle":
		d.errorf(pos, codePopStrategy, c.Name, s.Strategy)
	case s.Mode == ModePop && s.Orderly:
		d.errorf(pos, codePopOrderly, c.Name)
	case s.Mode != ModePush && s.Orderly:
		d.errorf(pos, codeOrderlyMode, c.Name, s.Mode.String())
	case s.Mode == ModePop && s.Model != "clustering":
		d.errorf(pos, codePopModel, c.Name)
	case s.OnFail != "skip" && s.Mode.Listens():
		d.errorf(pos, codeOnFailListener, c.Name, s.Mode.String(), s.OnFail)
	case s.OnFail == "no-commit" && s.Mode == ModeLite && s.Commit == CommitInterval:
		d.errorf(pos, codeOnFailAuto, c.Name)
	case s.OnFail == "send-back" && s.Mode == ModeLite:
		d.errorf(pos, codeOnFailLite, c.Name)
	case s.OnFail == "send-back" && s.Model == "broadcasting":
		d.errorf(pos, codeOnFailModel, c.Name)
	}
	return len(d.errs) == n
}

// togetherGo is together for a Go client that does not push. Its pull consumer is
// polled (Poll and ACK), which is mode=lite.
func (d *draft) togetherGo(c *Consumer, s *Settings, pos Pos) {
	switch {
	case s.Mode == ModePop:
		d.errorf(pos, codeGoPop, c.Name, s.Client.String())
	case s.Mode.Pulls():
		d.errorf(pos, codeGoPull, c.Name, s.Client.String(), s.Mode.String())
	case s.Client == ClientGoRC:
		d.errorf(pos, codeGoOld, c.Name, s.Client.String())
	case s.Commit != CommitInterval:
		d.errorf(pos, codeGoCommit, c.Name, s.CommitWord())
	case s.OnFail != "skip":
		d.errorf(pos, codeGoFail, c.Name, s.OnFail)
	case s.Orderly:
		d.errorf(pos, codeOrderlyMode, c.Name, s.Mode.String())
	}
}
