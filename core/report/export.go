package report

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"ringside/core/trace"
)

// Tenure is a time in which a consumer believed to own a queue, in milliseconds from
// the script's time 0.
type Tenure struct {
	Queue    string `json:"queue"`    // as broker/queueId, see Report
	Consumer string `json:"consumer"` // whose processQueueTable had it
	FromMS   int64  `json:"from_ms"`  // when it took the queue
	// ToMS is when it ended; Lasts when it had not ended yet, and ToMS is now.
	ToMS  int64 `json:"to_ms"`
	Lasts bool  `json:"lasts"`
}

// Tenures is the history of ownership up to now, by queue, then by time: what a
// Gantt chart of the queues draws.
func (r *Recorder) Tenures(now time.Duration) []Tenure {
	out := []Tenure{}
	open := map[[2]string]int{}
	held := map[string][]string{}
	for _, row := range r.own.rows {
		for _, q := range held[row.Consumer] {
			if key := [2]string{row.Consumer, q}; !slices.Contains(row.Queues, q) {
				out[open[key]].ToMS, out[open[key]].Lasts = row.T, false
			}
		}
		for _, q := range row.Queues {
			if !slices.Contains(held[row.Consumer], q) {
				open[[2]string{row.Consumer, q}] = len(out)
				out = append(out, Tenure{Queue: q, Consumer: row.Consumer, FromMS: row.T, ToMS: now.Milliseconds(), Lasts: true})
			}
		}
		held[row.Consumer] = row.Queues
	}
	place := map[string]int{}
	for i := range r.names.queues {
		place[r.names.queue(int32(i))] = i
	}
	slices.SortStableFunc(out, func(a, b Tenure) int { return place[a.Queue] - place[b.Queue] })
	return out
}

// WriteTenuresCSV writes the history of ownership with a heading line.
func WriteTenuresCSV(w io.Writer, list []Tenure) error {
	b := bufio.NewWriter(w)
	csvLine(b, "queue", "consumer", "from_ms", "to_ms", "lasts")
	for _, t := range list {
		csvLine(b, t.Queue, t.Consumer, strconv.FormatInt(t.FromMS, 10), strconv.FormatInt(t.ToMS, 10), strconv.FormatBool(t.Lasts))
	}
	return b.Flush()
}

// GroupSeries are one group's figures over time, one number per step of StepMS
// milliseconds, as [trace.Series] counts them.
type GroupSeries struct {
	Group       string  `json:"group"` // its name
	StepMS      int64   `json:"step_ms"`
	Backlog     []int32 `json:"backlog"`     // messages that wait at the end of the step
	Completions []int32 `json:"completions"` // messages completed within it, repeats included
	Duplicates  []int32 `json:"duplicates"`  // those of Completions that were repeats
	Unowned     []int32 `json:"unowned"`     // queues that nobody held at the end of the step
}

// SeriesOf gives a group's series a name and a form that can be written.
func SeriesOf(group string, s *trace.Series) GroupSeries {
	return GroupSeries{Group: group, StepMS: trace.SeriesStep / 1_000_000, Backlog: orEmpty(s.Backlog),
		Completions: orEmpty(s.Completions), Duplicates: orEmpty(s.Duplicates), Unowned: orEmpty(s.Unowned)}
}

// WriteSeriesCSV writes one line per group and step, with a heading line. t_ms
// is the end of the step.
func WriteSeriesCSV(w io.Writer, list []GroupSeries) error {
	b := bufio.NewWriter(w)
	csvLine(b, "group", "t_ms", "backlog", "completions", "duplicates", "unowned")
	for _, s := range list {
		for i := range s.Backlog {
			n := func(v int32) string { return strconv.FormatInt(int64(v), 10) }
			csvLine(b, s.Group, strconv.FormatInt(int64(i+1)*s.StepMS, 10),
				n(s.Backlog[i]), n(s.Completions[i]), n(s.Duplicates[i]), n(s.Unowned[i]))
		}
	}
	return b.Flush()
}

// WriteJSON writes a value, indented.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(v)
}

// csvLine writes fields as RFC 4180 has it; the writer keeps the error. A field
// that a spreadsheet would take for a formula gets an apostrophe before it.
func csvLine(b *bufio.Writer, fields ...string) {
	for i, f := range fields {
		if i > 0 {
			_ = b.WriteByte(',')
		}
		if f != "" && strings.ContainsRune("=+-@", rune(f[0])) {
			f = "'" + f
		}
		if strings.ContainsAny(f, ",\"\r\n") {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		_, _ = b.WriteString(f)
	}
	_, _ = b.WriteString("\r\n")
}
