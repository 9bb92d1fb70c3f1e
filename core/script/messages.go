package script

// The codes of errors.
const (
	codeBytes          Code = "bytes"
	codeBytesCanon     Code = "bytes-canonical"
	codeUTF8           Code = "utf8"
	codeControl        Code = "control"
	codeWide           Code = "wide"
	codeOneLine        Code = "one-line"
	codeStatement      Code = "statement"
	codeAction         Code = "action"
	codeSubject        Code = "subject"
	codeKey            Code = "key"
	codeTimer          Code = "timer"
	codeStrategy       Code = "strategy"
	codeInner          Code = "inner"
	codeNoInner        Code = "no-inner"
	codeNesting        Code = "nesting"
	codeUnknown        Code = "unknown"
	codeLanguage       Code = "language"
	codeNeverJoin      Code = "undeclared"
	codeMissing        Code = "missing"
	codeTrailing       Code = "trailing"
	codeBlanks         Code = "blanks"
	codeNoValue        Code = "no-value"
	codeKeyTwice       Code = "key-twice"
	codeTwice          Code = "twice"
	codeOnce           Code = "once"
	codeNeeded         Code = "needed"
	codeName           Code = "name"
	codeNameLong       Code = "name-long"
	codeReserved       Code = "reserved"
	codeTaken          Code = "taken"
	codeLimit          Code = "limit"
	codeRange          Code = "range"
	codeValue          Code = "value"
	codeFine           Code = "fine"
	codeNoQueue        Code = "no-queue"
	codeNoWrite        Code = "no-write"
	codeQueueID        Code = "queue-id"
	codeNotThere       Code = "not-there"
	codeProducers      Code = "producers"
	codeNoSender       Code = "no-producer"
	codeRateTotal      Code = "rate-total"
	codeSelfLink       Code = "self-link"
	codeNeeds          Code = "strategy-needs"
	codeNoRoom         Code = "no-room"
	codeAfterEnd       Code = "after-end"
	codeAbsent         Code = "state-absent"
	codeRunning        Code = "state-running"
	codeFrozen         Code = "state-frozen"
	codeStopped        Code = "state-stopped"
	codeDead           Code = "state-dead"
	codeDown           Code = "state-down"
	codeRejoin         Code = "rejoin"
	codeOp             Code = "op"
	codeOpGlued        Code = "op-glued"
	codeArg            Code = "argument"
	codeArgWord        Code = "argument-word"
	codeWhich          Code = "which-group"
	codeStranger       Code = "not-in-group"
	codeWhichT         Code = "which-topic"
	codeNoEvent        Code = "no-event"
	codeNoReader       Code = "no-reader"
	codeNotReader      Code = "not-reader"
	codeNoTopicQueue   Code = "no-topic-queue"
	codeLiteOnly       Code = "lite-only"
	codeLiteCommit     Code = "lite-commit"
	codePullCommit     Code = "pull-commit"
	codeGoPop          Code = "go-pop"
	codeGoPull         Code = "go-pull"
	codeGoOld          Code = "go-old"
	codeGoCommit       Code = "go-commit"
	codeGoFail         Code = "go-fail"
	codeOrderlyMode    Code = "orderly-mode"
	codePopCommit      Code = "pop-commit"
	codePopClient      Code = "pop-client"
	codeOnFailListener Code = "on-fail-listener"
	codeOnFailAuto     Code = "on-fail-auto"
	codeOnFailLite     Code = "on-fail-lite"
	codeOnFailModel    Code = "on-fail-model"
	codePopModel       Code = "pop-model"
	codeUnsubscribed   Code = "not-subscribed"
	codeSuspended      Code = "state-suspended"
	codeNotSuspended   Code = "state-not-suspended"
	codeStartOnly      Code = "start-only"
	codeServerAbsent   Code = "server-absent"
	codeServerRunning  Code = "server-running"
	codeServerFrozen   Code = "server-frozen"
	codeServerStopped  Code = "server-stopped"
	codeServerDead     Code = "server-dead"
	codeServerDown     Code = "server-down"
	codeNotServer      Code = "not-a-server"
	codeIsCut          Code = "is-cut"
	codeNoLatency      Code = "no-latency"
	codeNotCut         Code = "not-cut"
	codeNoMaster       Code = "no-master"
	codeSlaves         Code = "slaves"
	codeOnSlave        Code = "on-slave"
	codeActing         Code = "acting-master"
	codeSlaveLog       Code = "slave-log"
	codePopOrderly     Code = "pop-orderly"
	codeNoSuspend      Code = "no-suspend"
	codeGoVNodes       Code = "go-vnodes"
	codeNoEffect       Code = "no-effect"
	codePopStrategy    Code = "pop-strategy"
)

// messages is the English wording.
var messages = map[Code]string{
	codeBytes:          "the script has {1} bytes; at most {2} are allowed",
	codeBytesCanon:     "the script in its canonical spelling has {1} bytes; at most {2} are allowed",
	codeUTF8:           "byte {1} is not UTF-8 text",
	codeControl:        "character {1} is not allowed in a script",
	codeWide:           "character {1} is not allowed here",
	codeOneLine:        "only one line can be appended at a time",
	codeStatement:      "unknown statement `{1}`",
	codeAction:         "unknown action `{1}`",
	codeSubject:        "unknown subject `{1}`",
	codeKey:            "`{2}` knows no `{1}`",
	codeTimer:          "unknown timer `{1}`",
	codeStrategy:       "unknown strategy `{1}`",
	codeInner:          "strategy `{1}` needs an inner one; write for instance `{1}:averagely`",
	codeNoInner:        "strategy `{1}` takes no inner one; write `{1}` alone",
	codeNesting:        "strategies are nested too deep; at most {1} words are allowed",
	codeUnknown:        "unknown {2} `{1}`",
	codeLanguage:       "unknown language `{1}`",
	codeNeverJoin:      "consumer `{1}` is not declared; write `join {1} group=GROUP` or a `consumer {1}` statement",
	codeMissing:        "{1} is missing; write `{2}`",
	codeTrailing:       "unexpected `{1}`; write `{2}`",
	codeBlanks:         "no blank may stand beside the `=` at `{1}`",
	codeNoValue:        "`{1}` has no value; write `{2}`",
	codeKeyTwice:       "`{1}` is written twice",
	codeTwice:          "`{1}` stands in the list twice",
	codeOnce:           "`{1}` was already given in {2}",
	codeNeeded:         "the script has no `{1}` statement; write `{2}`",
	codeName:           "`{1}` cannot be the name of a {2}",
	codeNameLong:       "the name of a {1} has {2} characters; at most {3} are allowed",
	codeReserved:       "`{1}` cannot be the name of a {2}: it has a meaning of its own in scripts",
	codeTaken:          "the name `{1}` is already that of the {2} in {3}",
	codeLimit:          "too many {1}; at most {2} are allowed",
	codeRange:          "{1} {2} is out of range",
	codeValue:          "`{1}` is not {2}",
	codeFine:           "`{1}` is finer than {2}",
	codeNoQueue:        "topic `{1}` has no queue on broker `{2}`",
	codeNoWrite:        "topic `{1}` has no write queue that a producer could send to",
	codeQueueID:        "topic `{1}` has no queue {2} on broker `{3}`",
	codeNotThere:       "topic `{1}` is not on broker `{2}`",
	codeProducers:      "topic `{1}` already has the producer in {2}; give that one the whole rate",
	codeNoSender:       "topic `{1}` has no producer; write `producer {1} rate=0/s` to give it one",
	codeRateTotal:      "all producers together send {1}/s; at most {2}/s are allowed",
	codeSelfLink:       "a link needs two different ends, not `{1}` twice",
	codeNeeds:          "strategy `{1}` of consumer `{2}` needs `{3}`",
	codeNoRoom:         "strategy `{1}` of consumer `{2}` needs a room for {3} `{4}`; write `room=ROOM` in its statement",
	codeAfterEnd:       "{1} is after the end of the run at {2}",
	codeAbsent:         "cannot {1} consumer `{2}` at {3}: it has not started",
	codeRunning:        "cannot {1} consumer `{2}` at {3}: it has been running since {4}",
	codeFrozen:         "cannot {1} consumer `{2}` at {3}: it has been frozen since {4}",
	codeStopped:        "cannot {1} consumer `{2}` at {3}: it left at {4}",
	codeDead:           "cannot {1} consumer `{2}` at {3}: it was killed at {4}",
	codeDown:           "cannot {1} consumer `{2}` at {3}: it restarts and is down until {4}",
	codeRejoin:         "consumer `{1}` is already declared in {2} with other settings; write `join {1}` alone, and `set {1} …` before it for what changes",
	codeOp:             "`{1}` cannot be compared with `{2}`",
	codeOpGlued:        "blanks must stand round the sign of comparison in `{1}`",
	codeArgWord:        "unknown word `{1}`",
	codeArg:            "`{1}` cannot be narrowed by `{2}`; write `{3}`",
	codeWhich:          "`{1}` can be that of several groups; say which with `in GROUP`",
	codeStranger:       "consumer `{1}` is in group `{2}`, not in `{3}`",
	codeNoEvent:        "the script does nothing at {1}",
	codeNoReader:       "no group reads topic `{1}`",
	codeNotReader:      "group `{1}` does not read topic `{2}`",
	codeNoTopicQueue:   "no topic has a queue {1} on broker `{2}`",
	codeLiteOnly:       "commit=`{2}` of consumer `{1}` is for mode=lite; write commit=interval, sync or async",
	codeLiteCommit:     "consumer `{1}` in mode=lite knows no commit=`{2}`; write commit=lite-auto, lite-sync or lite-sync-persist",
	codePullCommit:     "consumer `{1}` in mode=`{3}` knows no commit=`{2}`: its timer sends what the loop has noted; write commit=interval",
	codePopCommit:      "consumer `{1}` in mode=pop knows no commit=`{2}`: each message is acknowledged at the broker; write commit=interval",
	codePopClient:      "consumer `{1}` with client=`{2}` knows no mode=pop, which came with Java 5; write client=java5",
	codeGoPop:          "consumer `{1}` with client=`{2}` knows no mode=pop: rocketmq-client-go v2 has no POP; write mode=push or mode=lite",
	codeGoPull:         "consumer `{1}` with client=`{2}` knows no mode=`{3}`: its Pull() asks the broker each time where the group is, and the queues it holds are pulled for Poll() all the same; write mode=lite (Poll and ACK) or mode=push",
	codeGoOld:          "consumer `{1}` with client=`{2}` knows no mode=lite: Poll() and ACK() came later; write client=go",
	codeGoCommit:       "consumer `{1}` with client=go and mode=lite knows no commit=`{2}`: ACK() moves the offset and the timer sends it; write commit=interval",
	codeGoFail:         "consumer `{1}` with client=go and mode=lite answers a failure by ACK(ConsumeRetryLater), not on-fail=`{2}`; leave it out",
	codeOrderlyMode:    "consumer `{1}` in mode=`{2}` has no listener; write listener=concurrent or mode=push",
	codePopModel:       "consumer `{1}` in mode=pop cannot be broadcasting: upstream's POP acts on clustering alone, a broadcasting client allocates and pulls by itself; write mode=push",
	codeOnFailListener: "consumer `{1}` in mode=`{2}` has a listener, which answers RECONSUME_LATER; on-fail=`{3}` is for applications that pull; write mode=lite, pull or pull-all",
	codeOnFailAuto:     "consumer `{1}` commits by itself inside poll() (commit=lite-auto), whatever its application does; write commit=lite-sync or lite-sync-persist with on-fail=no-commit",
	codeOnFailLite:     "consumer `{1}` in mode=lite cannot send messages back: DefaultLitePullConsumer has no sendMessageBack; write mode=pull, or on-fail=skip, stay or no-commit",
	codeOnFailModel:    "broadcasting consumer `{1}` cannot send messages back: a retry goes to the group, and nobody in a broadcasting group reads it; write on-fail=skip, stay or no-commit",
	codeUnsubscribed:   "consumer `{1}` does not subscribe to topic `{2}` at {3}",
	codeSuspended:      "cannot {1} consumer `{2}` at {3}: it has been suspended since {4}",
	codeNotSuspended:   "cannot {1} consumer `{2}` at {3}: it is not suspended",
	codeStartOnly:      "`{1}` cannot change while a consumer runs; write it in the `group` or `consumer` statement",
	codeWhichT:         "group `{1}` reads several topics; write the queue as TOPIC/BROKER/ID, not `{2}`",
	codeServerAbsent:   "cannot {1} `{2}` at {3}: `{5}` has not started",
	codeServerRunning:  "cannot {1} `{2}` at {3}: `{5}` has been running since {4}",
	codeServerFrozen:   "cannot {1} `{2}` at {3}: `{5}` has been frozen since {4}",
	codeServerStopped:  "cannot {1} `{2}` at {3}: `{5}` was stopped at {4}",
	codeServerDead:     "cannot {1} `{2}` at {3}: `{5}` was killed at {4}",
	codeServerDown:     "cannot {1} `{2}` at {3}: `{5}` restarts and is down until {4}",
	codeNotServer:      "`{1}` is a consumer; write `{2} {1}`",
	codeNoLatency:      "`{1}` has no latency of its own: what a producer sends is at the broker at once; a link ends at brokers, consumers and name servers",
	codeIsCut:          "the link between `{1}` and `{2}` is cut already at {3}",
	codeNotCut:         "the link between `{1}` and `{2}` is not cut at {3}",
	codeNoMaster:       "`{1}` cannot be the master of `{2}`: it is no master itself",
	codeSlaves:         "broker `{1}` already has the slave `{2}`; one is simulated",
	codeOnSlave:        "topic `{1}` cannot be put on `{2}`: it is a slave and copies its master's topics",
	codeActing:         "broker `{1}` has no master that it could act for; write `master=BROKER` beside `acting-master`",
	codeSlaveLog:       "`{1}` is a slave and has its master's log; truncate the master",
	codePopOrderly:     "consumer `{1}` in mode=pop cannot have listener=orderly: upstream's client pops for a concurrent listener only, and pulls for an orderly one; write listener=concurrent or mode=push",
	codeNoSuspend:      "cannot {1} consumer `{2}`: in mode=`{3}` the application asks for messages itself, and DefaultMQPullConsumer has no suspend(); write mode=push, pop or lite",
	codeGoVNodes:       "strategy `{1}` of consumer `{2}` divides by zero with vnodes=0, as rocketmq-client-go does; write vnodes=1 or more",
	codeNoEffect:       "`{1}` has no effect here: it counts with {2} only, which nobody it is written for ever has; leave it out",
	codePopStrategy:    "consumer `{1}` in mode=pop cannot use strategy `{2}`: the brokers allocate and know averagely and averagely-by-circle only, so nobody would get anything; write strategy=averagely",
}
