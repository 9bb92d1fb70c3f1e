package panel

import (
	"strconv"
	"strings"
	"time"

	"ringside/wasm/play"
)

// The chart's own coordinates: the window's time across, its peak upwards.
const (
	chartWidth  = 1000
	chartHeight = 100
	chartHead   = 18  // room kept free at the top for the marks' labels
	duplicatesH = 34  // height of the highest duplicates bar
	unownedH    = 60  // height of the line of unowned queues at its peak
	chartFoot   = 107 // where the ticks of the rebalances end, which hang below the chart
)

// Chart turns the series into SVG paths in a chartWidth × chartHeight box. It
// is redrawn a few times a second, so it keeps its buffers.
type Chart struct {
	backlog, duplicates []int32   // the highest (sum for duplicates) of each column
	x                   []float64 // where each column begins, and where the last ends
}

// Peaks are what the heights of a chart stand for: messages that wait (Backlog), and
// Duplicates in the time that a column is wide. Two runs that are compared share them.
type Peaks struct{ Backlog, Duplicates int32 }

// Most are the higher peaks of two.
func (p Peaks) Most(o Peaks) Peaks {
	return Peaks{max(p.Backlog, o.Backlog), max(p.Duplicates, o.Duplicates)}
}

// Bucket gathers the series into at most columns columns of a window, and
// returns the two peaks: of the backlog, and of the duplicates in a column.
func (c *Chart) Bucket(w Window, step time.Duration, backlog, duplicates []int32, columns int) Peaks {
	c.backlog, c.duplicates, c.x = c.backlog[:0], c.duplicates[:0], c.x[:0]
	if step <= 0 || w.Length() <= 0 || columns <= 0 {
		return Peaks{}
	}
	first := int(w.From / step)
	end := min(int((w.To+step-1)/step), len(backlog))
	total := int((w.To+step-1)/step) - first
	columns = min(columns, total)
	column := -1
	for i := first; i < end; i++ {
		if k := (i - first) * columns / total; k != column {
			column = k
			c.backlog, c.duplicates = append(c.backlog, 0), append(c.duplicates, 0)
			c.x = append(c.x, w.X(time.Duration(i)*step, chartWidth))
		}
		last := len(c.backlog) - 1
		c.backlog[last] = max(c.backlog[last], backlog[i])
		if i < len(duplicates) {
			c.duplicates[last] += duplicates[i]
		}
	}
	if len(c.x) > 0 {
		c.x = append(c.x, w.X(time.Duration(end)*step, chartWidth))
	}
	var p Peaks
	for i := range c.backlog {
		p = p.Most(Peaks{c.backlog[i], c.duplicates[i]})
	}
	return p
}

// Paths are the line and the area under it of the backlog, and the bars of the
// duplicates, as SVG path data.
func (c *Chart) Paths(p Peaks) (line, area, bars string) {
	if len(c.backlog) == 0 {
		return "", "", ""
	}
	var l, b strings.Builder
	for i, v := range c.backlog {
		y := chartHeight - float64(chartHeight-chartHead)*float64(v)/float64(max(p.Backlog, 1))
		if i == 0 {
			l.WriteString("M")
		} else {
			l.WriteString("L")
		}
		l.WriteString(decimal(c.x[i]) + " " + decimal(y))
		if d := c.duplicates[i]; d > 0 {
			h := max(duplicatesH*float64(d)/float64(max(p.Duplicates, 1)), 3)
			wide := max((c.x[i+1]-c.x[i])*0.8, 2)
			b.WriteString("M" + decimal(c.x[i]) + " " + decimal(chartHeight) + "v" + decimal(-h) + "h" + decimal(wide) + "v" + decimal(h) + "z")
		}
	}
	line = l.String()
	bottom := decimal(chartHeight)
	return line, line + "V" + bottom + "H" + decimal(c.x[0]) + "V" + bottom + "z", b.String()
}

// UnownedPath is the number of unowned queues as a stepped line.
func UnownedPath(w Window, levels []play.Level, reach time.Duration) string {
	most := 1
	for _, l := range levels {
		most = max(most, l.Unowned)
	}
	var b strings.Builder
	y := func(l play.Level) string {
		return decimal(chartHeight - unownedH*float64(l.Unowned)/float64(most))
	}
	at := func(t time.Duration) string { return decimal(w.X(min(max(t, w.From), w.To), chartWidth)) }
	for i, l := range levels {
		next := reach
		if i+1 < len(levels) {
			next = levels[i+1].At
		}
		if l.Unowned == 0 || next <= w.From || l.At >= w.To || next <= l.At {
			continue
		}
		before := decimal(chartHeight)
		if i > 0 && levels[i-1].Unowned > 0 && b.Len() > 0 {
			b.WriteString("V" + y(l))
		} else {
			b.WriteString("M" + at(l.At) + " " + before + "V" + y(l))
		}
		b.WriteString("H" + at(next))
		if i+1 == len(levels) || levels[i+1].Unowned == 0 {
			b.WriteString("V" + before)
		}
	}
	return b.String()
}

// RebalancePath has a tick for each rebalance, no two at the same place.
func RebalancePath(w Window, at []time.Duration) string {
	var b strings.Builder
	last := ""
	for _, t := range at {
		if t < w.From || t > w.To {
			continue
		}
		if x := strconv.Itoa(int(w.X(t, chartWidth)*2)) + "h"; x != last {
			last = x
			b.WriteString("M" + decimal(w.X(t, chartWidth)) + " " + decimal(chartHeight+1) + "V" + decimal(chartFoot))
		}
	}
	return b.String()
}

// decimal writes a coordinate to a tenth.
func decimal(v float64) string {
	if v < 0 {
		return "-" + decimal(-v)
	}
	tenths := int(v*10 + 0.5)
	s := strconv.Itoa(tenths / 10)
	if r := tenths % 10; r != 0 {
		s += "." + strconv.Itoa(r)
	}
	return s
}
