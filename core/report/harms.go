package report

import (
	"strings"
	"time"

	"ringside/core/ledger"
	"ringside/core/model"
)

// Harms is what the events of a run have cost one group; see the README for the
// figures' definitions. Times are milliseconds.
type Harms struct {
	Group  string                `json:"group"`  // its name
	Total  QueueHarms            `json:"total"`  // the group's figures
	Queues map[string]QueueHarms `json:"queues"` // each queue's, by View's name of it
	// Idle is per consumer the longest time that it ran without a queue, 0 left out;
	// IdleNow counts those that have none now.
	Idle    map[string]int64 `json:"idle_ms"`
	IdleNow int              `json:"idle_now"`
	// Notices and Rebalances are NOTIFY_CONSUMER_IDS_CHANGED received and allocations
	// run (the retry topic's apart); NoticesByConsumer and RebalancesByConsumer the same
	// of each member.
	Notices              int64            `json:"notices"`
	NoticesByConsumer    map[string]int64 `json:"notices_by_consumer"`
	Rebalances           int64            `json:"rebalances"`
	RebalancesByConsumer map[string]int64 `json:"rebalances_by_consumer"`
	// Spikes are the events of the script and the backlog after each, by time.
	Spikes []Spike `json:"spikes"`
}

// QueueHarms are the figures that a queue and a group both have: of a group, times
// are the longest of any queue, counts add up, and backlog, recovery and rate are
// the group's own.
//
// What each measures, and by which class of upstream, model.QueueHarms says.
type QueueHarms struct {
	Pause      int64            `json:"pause_ms"`                      // longest time with one of the next three, without a break
	Unowned    int64            `json:"unowned_ms"`                    // longest time without an owner
	FirstPull  int64            `json:"first_pull_ms"`                 // longest time from a take to the first pull accepted
	LockWait   int64            `json:"lock_wait_ms"`                  // longest time without the lock
	Double     int64            `json:"double_ms"`                     // longest time with two live owners
	Silent     int64            `json:"silent_ms"`                     // longest time from one completion to the next
	Recovery   int64            `json:"recovery_ms"`                   // longest of its spikes
	BacklogMax int64            `json:"backlog_max"`                   // most messages that waited at once
	RateMax    int64            `json:"consume_tps_max"`               // most completions in a second of the script's clock
	Moved      int64            `json:"moved"`                         // takes by another consumer than held it last
	Skipped    int64            `json:"skipped"`                       // messages that nobody will complete
	SkippedBy  map[string]int64 `json:"skipped_by,omitempty"`          // the same by ledger.Loss
	Duplicates int64            `json:"duplicates"`                    // completions that were repeats
	ByCause    map[string]int64 `json:"duplicates_by_cause,omitempty"` // the same by ledger.Cause
	Disorder   int64            `json:"disorder,omitempty"`            // completions out of order (orderly listeners)
}

// Spike is how a group's backlog answered an event of the script.
type Spike struct {
	T int64 `json:"t_ms"` // when the event happened
	// What are the actions of the instant, as scripts write them.
	What   string `json:"what"`
	Before int64  `json:"backlog_before"` // messages that waited at that instant
	Peak   int64  `json:"backlog_max"`    // the most that waited after it, Before when there was no spike
	// Recovery is the time until the backlog was back, until now when it Lasts.
	Recovery int64 `json:"recovery_ms"`
	Lasts    bool  `json:"lasts,omitempty"`
	// RateMax is the most completions in a second between the event and the next one.
	RateMax int64 `json:"consume_tps_max"`
}

// HarmsOf writes down what a view says of its group.
func (r *Recorder) HarmsOf(v *model.View) Harms {
	h := Harms{
		Group: v.Groups[v.Group], Queues: map[string]QueueHarms{}, Idle: map[string]int64{}, IdleNow: v.Idle, Notices: v.Notices, Rebalances: v.Rebalances,
		NoticesByConsumer: map[string]int64{}, RebalancesByConsumer: map[string]int64{}, Spikes: []Spike{},
		Total: QueueHarms{
			Pause: v.PauseMax.Milliseconds(), Unowned: v.UnownedMax.Milliseconds(), FirstPull: v.FirstPullMax.Milliseconds(),
			LockWait: v.LockWaitMax.Milliseconds(), Double: v.DoubleMax.Milliseconds(), Silent: v.SilentMax.Milliseconds(),
			Recovery: v.Recovery.Milliseconds(), BacklogMax: v.BacklogPeak, RateMax: v.RateMax, Moved: v.Moved,
			Skipped: v.Skipped, SkippedBy: byLoss(&v.LostBy), Duplicates: v.Duplicates, ByCause: byCause(&v.ByCause), Disorder: v.Disorder,
		},
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		h.Queues[q.Name] = queueHarms(q)
	}
	for i := range v.Consumers {
		c := &v.Consumers[i]
		if c.IdleMax > 0 {
			h.Idle[c.Name] = c.IdleMax.Milliseconds()
		}
		h.NoticesByConsumer[c.Name], h.RebalancesByConsumer[c.Name] = c.Notices, c.Rebalances
	}
	for i := range v.Spikes {
		s := &v.Spikes[i]
		h.Spikes = append(h.Spikes, Spike{
			T: s.At.Milliseconds(), What: r.happened(s.At), Before: s.Level, Peak: s.Peak,
			Recovery: s.Recovery.Milliseconds(), Lasts: s.Lasts, RateMax: s.Rate,
		})
	}
	return h
}

func queueHarms(q *model.QueueView) QueueHarms {
	x := &q.Harms
	return QueueHarms{
		Pause: x.Pause.Milliseconds(), Unowned: x.Unowned.Milliseconds(), FirstPull: x.FirstPull.Milliseconds(),
		LockWait: x.LockWait.Milliseconds(), Double: x.Double.Milliseconds(), Silent: x.Silent.Milliseconds(),
		Recovery: x.Recovery.Milliseconds(), BacklogMax: x.BacklogMax, RateMax: int64(q.RateMax), Moved: x.Moved,
		Skipped: x.Skipped, SkippedBy: byLoss(&x.LostBy), Duplicates: q.Duplicates, ByCause: byCause(&x.ByCause), Disorder: q.Disorder,
	}
}

func byCause(n *[ledger.NumCauses]int64) map[string]int64 {
	out := map[string]int64{}
	for c := ledger.CauseNone + 1; c < ledger.NumCauses; c++ {
		if n[c] > 0 {
			out[c.String()] = n[c]
		}
	}
	return out
}

func byLoss(n *[ledger.NumLosses]int64) map[string]int64 {
	out := map[string]int64{}
	for l := ledger.LossNone + 1; l < ledger.NumLosses; l++ {
		if n[l] > 0 && l.Skips() {
			out[l.String()] = n[l]
		}
	}
	return out
}

// happened are the script's actions at a time; measure only counts.
func (r *Recorder) happened(at time.Duration) string {
	var words []string
	for _, a := range r.acts {
		if a.T == at.Milliseconds() && a.Word != "measure" {
			words = append(words, strings.TrimSpace(a.Word+" "+a.Target))
		}
	}
	return strings.Join(words, ", ")
}
