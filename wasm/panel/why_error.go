package panel

import (
	"errors"

	"ringside/core/script"
	"ringside/strategies"
)

// strategyFaults word the kinds of strategies.InputError. What else an error holds is
// English.
var strategyFaults = []struct {
	kind error
	key  string
}{
	{strategies.ErrEmptyID, "fault.empty-id"}, {strategies.ErrNoQueues, "fault.no-queues"},
	{strategies.ErrNoIDs, "fault.no-ids"}, {strategies.ErrEmptyMember, "fault.empty-member"},
	{strategies.ErrVirtualNodes, "fault.vnodes"}, {strategies.ErrTooLarge, "fault.too-large"},
	{strategies.ErrNilIDCs, "fault.no-idcs"}, {strategies.ErrQueueRoom, "fault.queue-room"},
	{strategies.ErrConsumerRoom, "fault.consumer-room"}, {strategies.ErrNilStrategy, "fault.no-inner"},
	{strategies.ErrNilResolver, "fault.no-resolver"}, {strategies.ErrUnknownQueue, "fault.unknown-queue"},
	{strategies.ErrForeignQueue, "fault.foreign-queue"}, {strategies.ErrGoIndex, "fault.go-index"},
	{strategies.ErrUnsupported, "fault.unsupported"}, {strategies.ErrUnknownWord, "fault.unknown-word"},
}

// StrategyError says why a strategy cannot work, in the reader's language.
func (l Lang) StrategyError(err error) string {
	if text, ok := l.strategyFault(err); ok {
		return text
	}
	return l.unknownError(err)
}

func (l Lang) strategyFault(err error) (string, bool) {
	for _, f := range strategyFaults {
		if errors.Is(err, f.kind) {
			return l.Text(f.key), true
		}
	}
	return "", false
}

// permalinkFaults word what is wrong with a permalink's text.
var permalinkFaults = []struct {
	kind error
	key  string
}{
	{script.ErrLinkVersion, "fault.link-version"}, {script.ErrLinkDamaged, "fault.link-damaged"}, {script.ErrLinkSize, "fault.link-size"},
}

func (l Lang) permalinkFault(err error) (string, bool) {
	for _, f := range permalinkFaults {
		if errors.Is(err, f.kind) {
			return l.Text(f.key), true
		}
	}
	return "", false
}

// unknownError is an error that nobody has foreseen: its own words are English.
func (l Lang) unknownError(err error) string {
	if l == English {
		return err.Error()
	}
	return l.Text("error.other")
}
