// Package report writes down what happened in a simulated run in the form of
// the recordings of real clusters: the same fields, names and units, so that a
// program that reads the one reads the other. It also makes the headless
// command's text summary and event lanes.
//
// A Recorder listens to the run's trace; nothing here changes a run.
package report

// Report is one run. Times are milliseconds from the script's time 0. A queue
// is called broker/queueId, with "topic:" before it when the script has more
// than one topic; retry:broker/0 is a queue of %RETRY%group. With more than one
// group, a queue stands with "@group" behind it wherever no consumer tells the
// group.
type Report struct {
	Name   string `json:"name"`
	System string `json:"system"` // the protocol, and that it was simulated
	Client string `json:"client"`
	What   string `json:"what"`
	Setup  Setup  `json:"setup"`
	// Actions are the script's, those that declarations imply (produce, start at 0) first.
	Actions []Action `json:"actions"`
	// Life has, per process, the first time of each step: start (start() called),
	// first_heartbeat (reached a broker), started (start() returned),
	// first_rebalance (of its topic), first_pull, first_message (listener
	// entered), stop, stopped (shutdown() returned), killed.
	Life               map[string]map[string]int64 `json:"life"`
	Rebalances         []Rebalance                 `json:"rebalances"`
	Ownership          []Ownership                 `json:"ownership"`
	Members            []Members                   `json:"members"`
	Events             []Event                     `json:"events"`
	Commits            []Commit                    `json:"commits"`
	Deliveries         []Delivery                  `json:"deliveries"`
	Duplicates         Duplicates                  `json:"duplicates"`
	DuplicatesByAction []Repeats                   `json:"duplicates_by_action"`
	Committed          []Committed                 `json:"committed"`
	Produced           map[string]Produced         `json:"produced"`
	Retries            []Retry                     `json:"retries,omitempty"`
	Totals             Totals                      `json:"totals"`
	Notes              []string                    `json:"notes"`
	// Harms are the groups', where the writer was given their views.
	Harms []Harms `json:"harms,omitempty"`
}

// Setup is what the script declares.
type Setup struct {
	Brokers []string `json:"brokers"`
	Group   string   `json:"group"`
	// Topics is topic: broker: [read queues, write queues].
	Topics        map[string]map[string][2]int `json:"topics"`
	RatePerSecond map[string]float64           `json:"rate_per_s"`
	Consumers     map[string]Consumer          `json:"consumers"`
	TimersChanged map[string]string            `json:"timers_changed"`
	Seed          uint64                       `json:"seed"`
}

// Consumer is a consumer process's settings. What is at its default is left out
// where the recordings leave it out.
type Consumer struct {
	ID       string `json:"id"`
	Mode     string `json:"mode"`
	Strategy string `json:"strategy"`
	Topics   string `json:"topics"`
	// Work is milliseconds a message, or the distribution as scripts write it.
	Work     any    `json:"work"`
	Virtual  int    `json:"virtual,omitempty"` // virtual nodes of consistent hash
	Threads  int    `json:"threads,omitempty"`
	Listener string `json:"listener,omitempty"` // orderly
	Batch    int    `json:"batch,omitempty"`
	Persist  int64  `json:"persist,omitempty"` // persistConsumerOffsetInterval, ms
	Commit   string `json:"commit,omitempty"`  // sync or async
	Group    string `json:"group,omitempty"`   // where it is not the first one
	Room     string `json:"room,omitempty"`
	Model    string `json:"model,omitempty"` // broadcasting
	From     string `json:"from,omitempty"`  // consumeFromWhere where it is not last
	Tag      string `json:"tag,omitempty"`   // subscription expression where it is not *
	// MaxReconsume is maxReconsumeTimes where it is not 16.
	MaxReconsume *int `json:"maxReconsume,omitempty"`
}

// Totals sum the run up.
type Totals struct {
	Distinct    int64 `json:"distinct"`
	Completions int64 `json:"completions"`
	// Duplicates is Completions - Distinct.
	Duplicates int64 `json:"duplicates"`
	// Interrupted counts messages in a listener at a clean shutdown that never ended.
	Interrupted int64 `json:"interrupted"`
	// Failed counts tries that ended in RECONSUME_LATER.
	Failed     int64 `json:"failed"`
	Produced   int64 `json:"produced"`
	DurationMS int64 `json:"duration_ms"`
	// NotCompletedAtEnd counts produced messages that nobody has completed;
	// per queue it is [count, first, last].
	NotCompletedAtEnd    int64               `json:"not_completed_at_end"`
	NotCompletedPerQueue map[string][3]int64 `json:"not_completed_per_queue"`
	DuplicatesPerQueue   map[string]int64    `json:"duplicates_per_queue"`
	// MaxUnownedMS is the longest time nobody held the queue after its first
	// owner, MaxDoubleMS the longest time two live processes held it.
	MaxUnownedMS map[string]int64 `json:"max_unowned_ms"`
	MaxDoubleMS  map[string]int64 `json:"max_double_ms"`
	// MaxSilenceMS is [longest time without a completion, when it began].
	MaxSilenceMS map[string][2]int64 `json:"max_silence_ms"`
	// RebalanceRuns counts allocations of subscribed topics per consumer, the
	// retry topic's not included.
	RebalanceRuns map[string]int `json:"rebalance_runs"`
	// Order is there when a consumer has an orderly listener.
	Order *Order `json:"order,omitempty"`
	// DeadLetters counts messages in the dead letter queue, Lost those that nobody
	// will complete, by why (filtered, expired, …).
	DeadLetters int64            `json:"dead_letters,omitempty"`
	Lost        map[string]int64 `json:"lost,omitempty"`
	// Counting is "per group" with several groups: each counts every message; "per
	// consumer" where one broadcasts.
	Counting string `json:"counting,omitempty"`
}
