package panel

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// chartClasses are the classes of what timeline.go draws into the chart: the
// arguments of its path function, and the marks' tones.
func chartClasses(t *testing.T) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "timeline.go", nil, 0)
	require.NoError(t, err)
	out := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "path" {
				class, err := strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				out[class] = true
			}
		}
		return true
	})
	require.Greater(t, len(out), 5, "timeline.go makes its paths in another way")
	for _, tone := range []string{"good", "bad", "warn"} {
		out["mark "+tone] = true
	}
	return out
}

// manner is how a lane draws a bar: a queue's, a consumer's and a bundle's differ.
func manner(lane *Lane, b *Bar) string {
	of := "queue"
	switch {
	case lane.Consumer >= 0:
		of = "consumer"
	case lane.Bundled():
		of = "bundle"
	}
	return fmt.Sprintf("%s, kind %d", of, b.Kind)
}

// TestEverySignOfTheTimeLineIsInTheLegend: each series of the chart, and each manner
// in which a lane draws a bar.
func TestEverySignOfTheTimeLineIsInTheLegend(t *testing.T) {
	classes := chartClasses(t)
	shown := map[string]bool{}
	for _, s := range seriesSigns {
		for _, part := range s.parts {
			assert.True(t, classes[part[0]], "the chart draws no %q", part[0])
			shown[part[0]] = true
		}
	}
	for class := range classes {
		assert.True(t, shown[class], "%q is drawn and not in the legend", class)
	}

	known := map[string]bool{}
	for _, s := range laneSigns {
		for _, b := range append(s.bars, s.theirs...) {
			known[manner(&s.lane, &b)] = true
		}
	}
	for kind := range numBarKinds {
		assert.True(t, known[manner(&queueLane, &Bar{Kind: kind})], "kind %d of a queue's lane", kind)
	}
	// A run each with a time of nobody's, of two owners, and of POP; few queues and many.
	for _, text := range []string{
		lanesText,
		strings.Replace(lanesText, "at 20s kill c2", "at 20s freeze c2\nat 45s thaw c2", 1),
		strings.Replace(lanesText, "group g topic=t", "group g topic=t mode=pop", 1),
	} {
		for _, queues := range []string{"a:4", "a:60"} {
			p := played(t, strings.Replace(text, "a:4", queues, 1), 60*time.Second)
			lanes := append(Lanes(LanesQueues, p.View()), Lanes(LanesConsumers, p.View())...)
			for i := range lanes {
				for _, b := range lanes[i].Bars(nil, p.History(), Whole(p.End()), 60) {
					assert.True(t, known[manner(&lanes[i], &b)], manner(&lanes[i], &b))
				}
			}
		}
	}
}

// A sample has the words of both languages and lies in its run.
func TestSamplesOfLanesAreRight(t *testing.T) {
	for _, s := range laneSigns {
		assert.NotEqual(t, s.name, English.Text(s.name))
		assert.NotEqual(t, s.means, Chinese.Text(s.means))
		for _, b := range append(s.bars, s.theirs...) {
			assert.True(t, 0 <= b.From && b.From < b.To && b.To <= sampleRun && 0 <= b.Low && b.Low < b.High && b.High <= 1, s.name)
			assert.Less(t, max(b.Owner, b.Other), len(sampleView().Consumers))
		}
	}
}
