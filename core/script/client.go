package script

// Client is a client library and its generation.
type Client uint8

const (
	// ClientJava5 is the Java client 5.2 and later, the default.
	ClientJava5 Client = iota
	// ClientJava49 is the Java client 4.9: no minimum between two rebalances, no
	// delay before the first pull of a new queue.
	ClientJava49
	// ClientGo is rocketmq-client-go v2.1.2.
	ClientGo
	// ClientGoRC is rocketmq-client-go before v2.0.0, which sorted the brokers of
	// a topic in descending order (apache/rocketmq-client-go PR#420).
	ClientGoRC
)

// clientWords are the clients' words in scripts, by Client.
var clientWords = []string{"java5", "java4.9", "go", "go2.0.0-rc"}

// String is the client's word in scripts.
func (c Client) String() string {
	if int(c) >= len(clientWords) {
		return "client?"
	}
	return clientWords[c]
}

// Go reports whether it is rocketmq-client-go.
func (c Client) Go() bool { return c == ClientGo || c == ClientGoRC }

// parseClient reads client=; it counts from the process's next start.
func parseClient(d *draft, v ref) (func(*Settings), string) {
	for i, w := range clientWords {
		if w == v.text {
			return func(s *Settings) { s.become(Client(i), s.Mode) }, w
		}
	}
	d.unknown(v, codeUnknown, clientWords, "client")
	return nil, ""
}

// limits are the defaults in which clients differ.
type limits struct{ pullBatch, threshold, thresholdSize, span, maxReconsume int }

// limitsOf are those of a client and mode: DefaultMQPushConsumer's, the Go
// client's (push_consumer.go, validate), DefaultLitePullConsumer's. The Go client's
// pull consumer leaves two at 0 (defaultPullConsumerOptions): a pull for no message
// brings one, and what is sent back with 0 retries left is a dead letter.
func limitsOf(c Client, m Mode) limits {
	switch {
	case m == ModeLite && c.Go():
		return limits{1, 1024, 512, 1000, 0}
	case m == ModeLite:
		return limits{10, 1000, 100, 2000, Unlimited}
	case c.Go():
		return limits{32, 1024, 512, 1000, Unlimited}
	}
	return limits{32, 1000, 100, 2000, Unlimited}
}

// become makes the settings those of another client or mode: what stood at the
// default of the one before moves to the new one's.
func (s *Settings) become(c Client, m Mode) {
	before, after := limitsOf(s.Client, s.Mode), limitsOf(c, m)
	move := func(field *int, from, to int) {
		if *field == from {
			*field = to
		}
	}
	move(&s.PullBatch, before.pullBatch, after.pullBatch)
	move(&s.PullThreshold, before.threshold, after.threshold)
	move(&s.PullThresholdSize, before.thresholdSize, after.thresholdSize)
	move(&s.Span, before.span, after.span)
	move(&s.MaxReconsume, before.maxReconsume, after.maxReconsume)
	s.Client, s.Mode = c, m
}

// settled are the defaults with what lists set, in order. Client and mode
// come first, whatever the order: a value written counts even if it is the default
// of another client.
func settled(t *Timers, lists ...[]override) Settings {
	s := defaults(t)
	for pass := range 2 {
		for _, list := range lists {
			for _, o := range list {
				if first := o.key == "client" || o.key == "mode"; first == (pass == 0) {
					o.apply(&s)
				}
			}
		}
	}
	return s
}
