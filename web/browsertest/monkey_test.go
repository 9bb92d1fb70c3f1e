//go:build browser

package browsertest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

var (
	monkeySteps = flag.Int("monkey", 20, "steps of random input that TestMonkey makes; a new page every 100")
	monkeySeed  = flag.Uint64("monkeyseed", 1, "the first page's seed, the next one's is one more")
)

// stepsPerPage is how many steps one page has to bear.
const stepsPerPage = 100

// monkey drives a page at random. The same seed gives the same steps, as far as
// the page is as fast.
type monkey struct {
	*tab
	rng      *rand.Rand
	did      []string // what it has done
	from     string   // the script that all changes started from, "" if not known
	entry    int      // the page's first entry in the window's history
	fingered bool     // with a phone's window and fingers
}

// Random input of every kind leaves the page whole. A fault that is found is
// told with the seed and with what led to it.
func TestMonkey(t *testing.T) {
	for i := 0; i*stepsPerPage < *monkeySteps; i++ {
		seed := *monkeySeed + uint64(i)
		t.Run(fmt.Sprint("seed-", seed), func(t *testing.T) {
			m := newMonkey(t, seed)
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("seed %d, at %dx%d, did, the last one last:\n%s", seed, m.view.Width, m.view.Height, strings.Join(m.did[max(0, len(m.did)-40):], "\n"))
				}
			})
			for range min(stepsPerPage, *monkeySteps-i*stepsPerPage) {
				m.step()
			}
			m.check(true)
			m.tab.close()
		})
	}
}

func newMonkey(t *testing.T, seed uint64) *monkey {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	v := view{Lang: []string{"en", "zh"}[rng.IntN(2)], Theme: []string{"light", "dark"}[rng.IntN(2)], ReducedMotion: rng.IntN(4) == 0}
	v.Width, v.Height = sizeOf(rng)
	v.FirstVisit = rng.IntN(4) == 0
	if v.Fingers = rng.IntN(3) == 0; v.Fingers {
		v.Width, v.Height = 390, 844
	}
	m := &monkey{tab: openPage(t, v), rng: rng, fingered: v.Fingers}
	m.entry = eval[int](m.tab, "navigation.currentEntry.index")
	m.from = m.script()
	return m
}

// sizeOf is a window's size, often one of those that readers have.
func sizeOf(rng *rand.Rand) (width, height int) {
	if known := [][2]int{{360, 640}, {390, 844}, {844, 390}, {768, 1024}, {1024, 768}, {1366, 768}, {1920, 1080}}; rng.IntN(2) == 0 {
		size := known[rng.IntN(len(known))]
		return size[0], size[1]
	}
	return 360 + rng.IntN(1561), 640 + rng.IntN(441)
}

// step does one thing, chosen by weight, and looks at the page now and then.
func (m *monkey) step() {
	m.t.Helper()
	sum := 0
	for _, act := range monkeyActs {
		sum += act.weight
	}
	n := m.rng.IntN(sum)
	for _, act := range monkeyActs {
		if n -= act.weight; n < 0 {
			m.did = append(m.did, act.name)
			act.do(m)
			break
		}
	}
	m.none("problems in the browser", m.seen())
	if m.rng.IntN(3) == 0 {
		m.check(m.rng.IntN(4) == 0)
	}
}

// note adds to what was done last.
func (m *monkey) note(format string, values ...any) {
	m.did[len(m.did)-1] += " " + fmt.Sprintf(format, values...)
}

// rest lets some frames pass, or none.
func (m *monkey) rest() {
	if m.rng.IntN(2) == 0 {
		time.Sleep(time.Duration(m.rng.IntN(200)) * time.Millisecond)
	}
}

// one is any of them.
func one[T any](m *monkey, of []T) T { return of[m.rng.IntN(len(of))] }
