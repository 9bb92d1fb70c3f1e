//go:build browser

package browsertest

import (
	"encoding/json"
	"testing"

	"ringside/core/lessons"
)

// BenchmarkSeek measures how long the page computes to get to a time of a
// lesson from anywhere: for each lesson the longest of seeks to and fro over
// the whole run, of which the way back to just before the end is the longest.
func BenchmarkSeek(b *testing.B) {
	p := openPage(b, view{})
	for _, l := range lessons.All() {
		b.Run(l.Name, func(b *testing.B) {
			worst := 0.0
			for b.Loop() {
				worst = max(worst, eval[float64](p, `(() => {
					const complaint = __ringside.load(`+quote(l.Text)+`);
					if (complaint) throw new Error(complaint);
					__ringside.pause();
					__ringside.seek(1e9);
					const end = __ringside.time;
					let worst = 0;
					for (const share of [0.999, 0, 1, 0.5, 0.25, 0.99, 0.9]) {
						const from = performance.now();
						__ringside.seek(Math.floor(end * share));
						worst = Math.max(worst, performance.now() - from);
					}
					return worst;
				})()`))
			}
			b.ReportMetric(0, "ns/op") // the loop's own time means nothing
			b.ReportMetric(worst, "worst-ms")
		})
	}
}

// quote writes a text as a JavaScript string.
func quote(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always has a form
	}
	return string(out)
}
