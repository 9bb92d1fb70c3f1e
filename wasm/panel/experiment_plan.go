package panel

import (
	"slices"
	"strconv"
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/wasm/lab"
)

// ExperimentKind is a question that an experiment answers.
type ExperimentKind string

// The kinds. Those about one setting are offered when the script knows it.
const (
	ExperimentBatch    ExperimentKind = "experiment.batch"    // duplicates and throughput by batch size and commit mode
	ExperimentStrategy ExperimentKind = "experiment.strategy" // the same run under each strategy
	ExperimentMode     ExperimentKind = "experiment.mode"     // push, pull and the other ways to get messages
)

// ExperimentKinds are those that can be done here.
func ExperimentKinds() []ExperimentKind {
	out := []ExperimentKind{ExperimentBatch, ExperimentStrategy}
	if len(settingWords("mode")) > 1 {
		out = append(out, ExperimentMode)
	}
	return out
}

// settingWords are the values of a setting that is a choice among words.
func settingWords(key string) []string {
	for _, f := range script.SettingForms() {
		if f.Key == key {
			return f.Words
		}
	}
	return nil
}

// How an experiment is made: as many rounds, and so large a burst, as a page
// can play in some seconds.
const (
	experimentRounds = 3
	leastBurst       = 2_000
	mostBurst        = 40_000
	burstSeconds     = 6 // how long the burst should keep the group busy
)

// Experiment is a plan and what is done to the group in it.
type Experiment struct {
	lab.Plan
	Topic  string // where the burst goes, "" for none
	Burst  int    // its messages
	Victim string // who is killed, "" for nobody
}

// PlanExperiment plans an experiment on the group shown from the present time
// on; fill adds a burst, kill a consumer's death.
func PlanExperiment(kind ExperimentKind, s *script.Script, v *core.View, fill, kill bool) Experiment {
	sc := s.Scenario()
	p := Experiment{Plan: lab.Plan{Script: s, Group: groupName(v)}}
	p.From, p.Until = lab.Window(v.Now, v.End)
	if fill {
		p.Topic, p.Burst = fillTopic(sc, v), burstFor(sc, p.Group, p.From)
	}
	if kill {
		p.Victim = victimOf(s, v, p.From)
	}
	p.Rounds = lab.Trouble(experimentRounds, p.From, p.Topic, p.Burst, p.Victim)
	switch kind {
	case ExperimentStrategy:
		words := strategyChoices
		if HasRooms(sc, p.Group) {
			words = append(words[:len(words):len(words)], roomChoices...)
		}
		p.Variants = lab.Choices("strategy", words)
	case ExperimentMode:
		p.Variants = lab.Choices("mode", settingWords("mode"))
	default:
		p.Variants = lab.Batches(batchSizes(sc, p.Group, p.From), []string{"sync", "async", "interval:5s"})
	}
	return p
}

// batchSizes are those that can make a difference: a client cuts what a pull
// brought into batches, so none is larger than pullBatchSize; one beyond shows it.
func batchSizes(sc *script.Scenario, group string, at time.Duration) []int {
	pull := 32
	for i := range sc.Consumers {
		if sc.Consumers[i].Group == group {
			pull = sc.SettingsAt(i, at).PullBatch
			break
		}
	}
	n := 0
	for n < len(lab.BatchSizes)-1 && lab.BatchSizes[n] <= pull {
		n++
	}
	return lab.BatchSizes[:n+1]
}

// burstFor is a burst that keeps a group busy for some seconds, by its threads
// and the time that a message takes them, within what a page can play.
func burstFor(sc *script.Scenario, group string, at time.Duration) int {
	perSecond := 0.0
	for i := range sc.Consumers {
		if sc.Consumers[i].Group != group {
			continue
		}
		s := sc.SettingsAt(i, at)
		work := s.Work.Min
		if s.Work.Kind == script.DistUniform {
			work = (s.Work.Min + s.Work.Max) / 2
		}
		perSecond += float64(s.Threads) / max(work, time.Millisecond).Seconds()
	}
	n := int(min(burstSeconds*perSecond, mostBurst))
	return max(n/1000*1000, leastBurst)
}

// fillTopic is the first topic of the group with a producer.
func fillTopic(sc *script.Scenario, v *core.View) string {
	for i := range sc.Producers {
		if slices.Contains(v.Topics, sc.Producers[i].Topic) {
			return sc.Producers[i].Topic
		}
	}
	return ""
}

// victimOf is the newest running consumer that the script leaves in peace, so
// that it can be killed; "" when the group would be left alone.
func victimOf(s *script.Script, v *core.View, from time.Duration) string {
	var running []string
	for i := range v.Consumers {
		if s := v.Consumers[i].State; s == core.ConsumerRunning || s == core.ConsumerAckWait {
			running = append(running, v.Consumers[i].Name)
		}
	}
	for i := len(running) - 1; i >= 0 && len(running) > 1; i-- {
		last := lab.Trouble(experimentRounds, from, "", 0, running[i])[experimentRounds-1]
		if _, err := s.Append(last[0]); err == nil {
			return running[i]
		}
	}
	return ""
}

// PlanText says what an experiment does, in a sentence or two.
func (l Lang) PlanText(p *Experiment) string {
	text := l.Text("experiment.window", "from", Clock(p.From), "until", Clock(p.Until), "group", p.Group)
	if p.Topic != "" {
		text += l.Text("experiment.filled", "n", Number(p.Burst), "topic", p.Topic)
	}
	if p.Victim != "" {
		text += l.Text("experiment.killed", "consumer", p.Victim)
	}
	return text + l.Text("experiment.rounds", "n", strconv.Itoa(max(len(p.Rounds), 1)))
}

// SeriesText names a line of the drawing.
func (l Lang) SeriesText(kind ExperimentKind, series string) string {
	switch kind {
	case ExperimentBatch:
		return l.Commit(series)
	case ExperimentStrategy:
		return l.ShortStrategy(series)
	}
	return series
}

// perRound is a sum over rounds as an average with one decimal.
func perRound(sum int64, rounds int) string {
	tenths := (sum*10 + int64(rounds)/2) / int64(max(rounds, 1))
	if tenths%10 == 0 || tenths >= 1000 {
		return Number(tenths / 10)
	}
	return Number(tenths/10) + "." + strconv.FormatInt(tenths%10, 10)
}
