package panel

import (
	"strconv"
	"strings"
	"time"
)

// The chart's own coordinates: the run's length across, its peak upwards.
const (
	chartWidth  = 1000
	chartHeight = 100
	chartHead   = 18 // room kept free at the top for the marks' labels
	duplicatesH = 34 // height of the highest duplicates bar
)

// Chart turns the series into SVG paths in a chartWidth × chartHeight box. It
// is redrawn a few times a second, so it keeps its buffers.
type Chart struct {
	backlog, duplicates []int32 // the highest (sum for duplicates) of each column
	columns             int
}

// Bucket gathers the series into at most columns columns of a run that lasts
// end, and returns the two peaks: of the backlog, and of the duplicates in a column.
func (c *Chart) Bucket(step, end time.Duration, backlog, duplicates []int32, columns int) (most, mostDuplicates int32) {
	c.backlog, c.duplicates = c.backlog[:0], c.duplicates[:0]
	if step <= 0 || end <= 0 || columns <= 0 {
		return 0, 0
	}
	total := int((end + step - 1) / step)
	columns = min(columns, total)
	for i := range backlog {
		if i >= total {
			break
		}
		column := i * columns / total
		for len(c.backlog) <= column {
			c.backlog, c.duplicates = append(c.backlog, 0), append(c.duplicates, 0)
		}
		c.backlog[column] = max(c.backlog[column], backlog[i])
		if i < len(duplicates) {
			c.duplicates[column] += duplicates[i]
		}
	}
	for i := range c.backlog {
		most, mostDuplicates = max(most, c.backlog[i]), max(mostDuplicates, c.duplicates[i])
	}
	c.columns = columns
	return most, mostDuplicates
}

// Paths are the line and the area under it of the backlog, and the bars of
// the duplicates, as SVG path data. Peaks are those that Bucket returned.
func (c *Chart) Paths(most, mostDuplicates int32) (line, area, bars string) {
	n := c.columns
	if n == 0 || len(c.backlog) == 0 {
		return "", "", ""
	}
	var l, b strings.Builder
	x := func(i int) string { return decimal(i * chartWidth * 10 / n) }
	for i, v := range c.backlog {
		y := (chartHeight - chartHead) * 10 * int(v) / int(max(most, 1))
		if i == 0 {
			l.WriteString("M")
		} else {
			l.WriteString("L")
		}
		l.WriteString(x(i) + " " + decimal(chartHeight*10-y))
		if d := int(c.duplicates[i]); d > 0 {
			h := max(duplicatesH*10*d/int(max(mostDuplicates, 1)), 30)
			wide := max(chartWidth*10/n*8/10, 20)
			b.WriteString("M" + x(i) + " " + decimal(chartHeight*10) + "v-" + decimal(h) + "h" + decimal(wide) + "v" + decimal(h) + "z")
		}
	}
	line = l.String()
	bottom := decimal(chartHeight * 10)
	return line, line + "V" + bottom + "H0V" + bottom + "z", b.String()
}

// decimal writes tenths.
func decimal(tenths int) string {
	s := strconv.Itoa(tenths / 10)
	if r := tenths % 10; r != 0 {
		s += "." + strconv.Itoa(r)
	}
	return s
}
