package panel

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/script"
	"ringside/wasm/play"
)

var (
	textRuns = flag.Int("texts", 40, "how many random runs TestTextsOfRandomRuns words")
	textSeed = flag.Uint64("textseed", 1, "the first run's seed, the next one's is one more")
)

// noWord is what no text of the page may hold: a place that was not filled, a
// key of the table, a value that is none.
var noWord = regexp.MustCompile(`\{|\}|%!|undefined|\bNaN\b|\bInf\b|<nil>|^[a-z]+(\.[a-z-]+)+$|(^|[ (（：，=])[−-][0-9]`)

// shareAll is the one number that is below zero upstream too.
var shareAll = regexp.MustCompile(`popShareQueueNum (is|为) −1`)

// Whatever can be asked of a random cluster at any time is answered, in words
// and in the reader's language. The scripts are those kept in the repository
// with lines of the controls' own forms put in.
func TestTextsOfRandomRuns(t *testing.T) {
	texts := keptScripts(t)
	for i := range *textRuns {
		seed := *textSeed + uint64(i)
		rng := rand.New(rand.NewPCG(seed, 0))
		text := texts[rng.IntN(len(texts))]
		for range rng.IntN(12) {
			text = withFormLine(rng, text)
		}
		sim, err := core.Load(text)
		require.NoError(t, err, "seed %d", seed)
		for quarter := range time.Duration(3) {
			sim.Advance(sim.End() * (quarter + 1) / 4 * time.Duration(80+rng.IntN(41)) / 100)
			for group := range max(1, len(sim.Script().Scenario().Groups)) {
				for _, topic := range []int{-1, 0} {
					wellWorded(t, sim, &core.View{Group: group, Topic: topic}, fmt.Sprintf("seed %d at %v, group %d, topic %d of\n%s", seed, sim.Now(), group, topic, text))
				}
			}
		}
	}
}

// wellWorded fails the test at a text about a view that is not all words of its language.
func wellWorded(t *testing.T, sim *core.Sim, v *core.View, where string) {
	t.Helper()
	sim.View(v)
	for _, l := range []Lang{English, Chinese} {
		for what, said := range textsOf(l, sim, v) {
			said = shareAll.ReplaceAllString(said, "")
			if noWord.MatchString(said) || l == Chinese && latinSentence.MatchString(said) {
				t.Fatalf("%s is %q; %s", what, said, where)
			}
		}
	}
}

// keptScripts are the scripts of lessons, cases and recordings.
func keptScripts(t testing.TB) (texts []string) {
	t.Helper()
	for _, pattern := range []string{"../../core/lessons/*.ringside", "../../core/lessons/*/*.ringside", "../../core/cases/testdata/*.ringside", "../../core/recordings/testdata/*.ringside"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			if len(text) < 8<<10 {
				texts = append(texts, string(text))
			}
		}
	}
	require.Greater(t, len(texts), 100)
	return texts
}

// withFormLine adds what a form of the controls makes at a random time, if the
// script is then without fault; else what is said of the fault is a sentence.
func withFormLine(rng *rand.Rand, text string) string {
	s, err := script.Parse(text)
	if err != nil {
		return text
	}
	forms := OfferedForms()
	f := &forms[rng.IntN(len(forms))]
	values := make([]string, len(f.Slots))
	for i := range f.Slots {
		options, free := SlotOptions(s.Scenario(), &f.Slots[i])
		values[i] = SlotStart(s.Scenario(), f, i)
		if len(options) > 0 && (!free || rng.IntN(2) == 0) {
			values[i] = options[rng.IntN(len(options))]
		}
	}
	end := s.Scenario().Run
	at := roundMS(time.Duration(rng.Int64N(max(1, int64(end)))))
	next, err := s.Append("at " + script.FormatDuration(at) + " " + FormLine(f, values))
	if err != nil {
		return text
	}
	if _, err := core.LoadScript(next); err != nil {
		return text
	}
	return next.Format()
}

// textsOf are all texts about a view, by what they are.
func textsOf(l Lang, sim *core.Sim, v *core.View) map[string]string {
	out := map[string]string{}
	put := func(what string, parts ...string) { out[what] = strings.Join(parts, " | ") }
	log := sim.Log()
	explain := func(s Subject) {
		a := l.Explain(v, log, s)
		put("why "+s.String(), append([]string{a.Title}, a.Lines...)...)
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		explain(Subject{SubjectQueue, i})
		row, _ := l.QueueRow(v, q)
		put(fmt.Sprint("queue ", i), slices.Concat(row, l.LogRow(v, q), l.EndsRow(q), QueuePauses(q), l.QueueCosts(q), StoredRow(v, q))...)
		owner, _ := l.Owner(v, q)
		put(fmt.Sprint("owner ", i), owner)
	}
	for i := range v.Consumers {
		c := &v.Consumers[i]
		explain(Subject{SubjectConsumer, i})
		put(fmt.Sprint("consumer ", i), slices.Concat(l.ConsumerRow(v, c), l.ProcessRow(v, c), []string{l.StateOf(v, c)})...)
	}
	for i := range v.Brokers {
		explain(Subject{SubjectBroker, i})
	}
	for i := range 3 {
		explain(Subject{SubjectCounter, i})
	}
	for _, row := range slices.Concat(l.ServerRows(v), l.CutRows(v)) {
		put("server "+row[0], row...)
	}
	for i, row := range l.GroupFigures(v) {
		put(fmt.Sprint("figure ", i), row[:]...)
	}
	for i := range v.Spikes {
		put(fmt.Sprint("spike ", i), l.SpikeRow(&v.Spikes[i], sim.Script().Scenario().Actions)...)
	}
	for _, w := range WhatIfs(v, groupName(v)) {
		put("what if "+fmt.Sprint(w), l.WhatIfText(w))
	}
	for _, g := range slices.Concat(MemberGaps(v), TopicGaps(v)) {
		put("gap "+fmt.Sprint(g), l.GapText(v, &g))
	}
	events := log.Events()
	for i := max(0, len(events)-200); i < len(events); i++ {
		e := &events[i]
		put(fmt.Sprint("event ", e.ID), l.Describe(log, e), l.CaptionText(log, e))
	}
	put("spoken", l.Spoken(log, 0, v))
	var series play.Series
	put("scrubber", l.TimeValue(sim.Now(), sim.End(), v, &series))
	return out
}
