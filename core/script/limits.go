package script

import "time"

// Limits of a script. Each has its own message; none is a figure of upstream's
// unless its comment says so. They keep a hostile or mistaken script from
// taking the reader's browser away.
const (
	// MaxBytes is the size of a script as text.
	MaxBytes = 64 << 10
	// MaxBrokers is the number of broker statements.
	MaxBrokers = 64
	// MaxNameServers is the number of nameserver statements.
	MaxNameServers = 16
	// MaxRetries is a producer's retries of one send; upstream knows no limit.
	MaxRetries = 16
	// MaxTopics is the number of topic statements.
	MaxTopics = 64
	// MaxQueues is the number of queues of all topics; a queue that can only be
	// read or only be written counts too.
	MaxQueues = 4096
	// MaxGroups is the number of group statements.
	MaxGroups = 64
	// MaxConsumers is the number of consumers, those declared by join included.
	MaxConsumers = 1000
	// MaxRate is a producer's rate in messages per second.
	MaxRate = 100_000
	// MaxRateTotal is the rate of all producers together in messages per second.
	MaxRateTotal = 200_000
	// MaxRun is the length of a run.
	MaxRun = 24 * time.Hour
	// MaxActions is the number of at statements.
	MaxActions = 2000
	// MaxExpects is the number of expect statements.
	MaxExpects = 500
	// MaxBurst is the number of messages of one burst.
	MaxBurst = 1_000_000
	// MaxName is the length of a name (upstream: Validators.TOPIC_MAX_LENGTH 127).
	MaxName = 127
	// MaxMessage is a message's body size in bytes (upstream:
	// DefaultMQProducer.maxMessageSize, 4 MiB).
	MaxMessage = 4 << 20
	// MaxVNodes is the virtual node count of a consumer; upstream knows no limit.
	MaxVNodes = 1000
	// MaxLatency is the one-way latency, and the jitter, of a link.
	MaxLatency = time.Minute
	// MaxWork is the processing time of a message.
	MaxWork = time.Hour
	// MaxTimer is the value of a timer (30 days).
	MaxTimer = 720 * time.Hour
	// MaxErrors is how many errors one parse reports.
	MaxErrors = 20
)
