package script

// NameServer is a name server; each is alone and knows what brokers tell it.
type NameServer struct {
	Name string
	// Absent: not running at time 0; a start action starts it.
	Absent bool
	Pos    Pos
}

// Broker is a broker process. Room is where it stands (machine room strategies).
type Broker struct {
	Name, Room string
	// Master names the broker whose slave it is, "" for a master.
	Master string
	// SlaveRead is slaveReadEnable: a slave that answers pulls.
	SlaveRead bool
	// DelayLevels is messageDelayLevel: how long a failed message waits at each level.
	DelayLevels DelayLevels
	// Absent: not running at time 0; a start action starts it.
	Absent bool
	Pos    Pos
}

// ServerKind tells brokers and name servers apart.
type ServerKind uint8

// What an action's target is, where it is a server.
const (
	NoServer ServerKind = iota
	ServerBroker
	ServerName
)
