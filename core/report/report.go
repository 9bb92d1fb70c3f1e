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
	Name   string `json:"name"`   // what the writer calls it: the command the file without its folder and ending
	System string `json:"system"` // the protocol, and that it was simulated
	Client string `json:"client"` // the words of client= that it has, and that they were simulated
	What   string `json:"what"`   // the script's title, or Name
	Setup  Setup  `json:"setup"`  // what the script declares
	// Actions are the script's, those that declarations imply (produce, start at 0) first.
	Actions []Action `json:"actions"`
	// Life has, per process, the first time of each step: start (start() called),
	// first_heartbeat (reached a broker), started (start() returned),
	// first_rebalance (of its topic), first_pull, first_message (listener
	// entered), stop, stopped (shutdown() returned), killed.
	Life map[string]map[string]int64 `json:"life"`
	// Rebalances are the allocations (RebalanceImpl.rebalanceByTopic), by time.
	Rebalances []Rebalance `json:"rebalances"`
	// Ownership is what each consumer has in its processQueueTable, at each change.
	Ownership []Ownership `json:"ownership"`
	// Members is what each broker's ConsumerManager lists, at each change.
	Members []Members `json:"members"`
	// Events are the requests, answers and notices that tell how it came about.
	Events []Event `json:"events"`
	// Commits are the offsets that clients sent by themselves, not on a pull.
	Commits []Commit `json:"commits"`
	// Deliveries are the completed messages in runs, by the start of each.
	Deliveries []Delivery `json:"deliveries"`
	// Duplicates are the messages completed more than once.
	Duplicates Duplicates `json:"duplicates"`
	// DuplicatesByAction counts repeats between an action and the next one; where
	// there were none the action is left out.
	DuplicatesByAction []Repeats `json:"duplicates_by_action"`
	// Committed is what brokers' ConsumerOffsetManager has, at each change.
	Committed []Committed `json:"committed"`
	// Produced is, per queue, what was appended to it; queues without a message are left out.
	Produced map[string]Produced `json:"produced"`
	// Retries are the messages on which a listener failed, MaxRetries of them at most.
	Retries []Retry `json:"retries,omitempty"`
	// Totals sum the run up.
	Totals Totals `json:"totals"`
	// Notes say what the lists leave out, in English.
	Notes []string `json:"notes"`
	// Harms are the groups', where the writer was given their views.
	Harms []Harms `json:"harms,omitempty"`
}

// Setup is what the script declares.
type Setup struct {
	Brokers []string `json:"brokers"` // brokerNames, slaves included
	Group   string   `json:"group"`   // the script's first group
	// Topics is topic: broker: [read queues, write queues].
	Topics map[string]map[string][2]int `json:"topics"`
	// RatePerSecond is messages per second, by topic, as declared.
	RatePerSecond map[string]float64 `json:"rate_per_s"`
	// Consumers are the settings of each process, by its name.
	Consumers map[string]Consumer `json:"consumers"`
	// TimersChanged are the timers that are not at upstream's default, by their name
	// in scripts: "1m0s", as Go writes durations.
	TimersChanged map[string]string `json:"timers_changed"`
	// Seed feeds every random stream.
	Seed uint64 `json:"seed"`
}

// Consumer is a consumer process's settings. What is at its default is left out
// where the recordings leave it out.
type Consumer struct {
	ID       string `json:"id"`       // clientId
	Mode     string `json:"mode"`     // how it gets its messages: the word of mode=
	Strategy string `json:"strategy"` // the recordings' word for its AllocateMessageQueueStrategy
	Topics   string `json:"topics"`   // those it subscribes to, with commas between
	// Work is milliseconds a message, or the distribution as scripts write it.
	Work     any    `json:"work"`
	Virtual  int    `json:"virtual,omitempty"`  // virtual nodes of consistent hash
	Threads  int    `json:"threads,omitempty"`  // consumeThreadMin = consumeThreadMax
	Listener string `json:"listener,omitempty"` // orderly
	Lang     string `json:"lang,omitempty"`     // the word of client= where it is not java5
	Every    int64  `json:"every,omitempty"`    // ms between two pulls of mode=pull and pull-all
	Batch    int    `json:"batch,omitempty"`    // consumeMessageBatchMaxSize
	Persist  int64  `json:"persist,omitempty"`  // persistConsumerOffsetInterval, ms
	Commit   string `json:"commit,omitempty"`   // sync or async
	Group    string `json:"group,omitempty"`    // where it is not the first one
	Room     string `json:"room,omitempty"`     // where it stands (machine-room strategies)
	Model    string `json:"model,omitempty"`    // broadcasting
	From     string `json:"from,omitempty"`     // consumeFromWhere where it is not last
	Tag      string `json:"tag,omitempty"`      // subscription expression where it is not *
	// MaxReconsume is maxReconsumeTimes where it is not 16.
	MaxReconsume *int `json:"maxReconsume,omitempty"`
}

// Totals sum the run up.
type Totals struct {
	Distinct    int64 `json:"distinct"`    // messages completed
	Completions int64 `json:"completions"` // of them, repeats included
	// Duplicates is Completions - Distinct.
	Duplicates int64 `json:"duplicates"`
	// Interrupted counts messages in a listener at a clean shutdown that never ended.
	Interrupted int64 `json:"interrupted"`
	// Failed counts tries that ended in RECONSUME_LATER.
	Failed     int64 `json:"failed"`
	Produced   int64 `json:"produced"`    // messages appended
	DurationMS int64 `json:"duration_ms"` // from the script's time 0 until now
	// NotCompletedAtEnd counts produced messages that nobody has completed;
	// NotCompletedPerQueue is [count, first offset, last offset] of those of a queue.
	NotCompletedAtEnd    int64               `json:"not_completed_at_end"`
	NotCompletedPerQueue map[string][3]int64 `json:"not_completed_per_queue"`
	// DuplicatesPerQueue are the repeats by queue, zeros left out.
	DuplicatesPerQueue map[string]int64 `json:"duplicates_per_queue"`
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
