package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ringside/core/trace"
)

// Lanes wider than this many columns are drawn one character wide, and only
// the first narrowLanes of them.
const (
	wideLanes   = 12
	narrowLanes = 56
)

// lanes draws stored events as lines: the time, a column per broker and
// consumer, and words.
type lanes struct {
	*names
	w       *bufio.Writer
	state   []byte // of consumers: a glyph, or 0 when running
	holds   []int  // queues of the group's topics that it holds
	held    map[[2]int32]bool
	members [][]int // per broker and group
}

// Glyphs of a consumer that is not running; a running one shows how many
// queues it holds.
const (
	glyphAbsent   = '.'
	glyphStarting = 's'
	glyphFrozen   = 'z'
	glyphStopped  = '-'
	glyphDead     = 'x'
)

// Lanes writes every stored event as a line of lanes. A broker's column shows
// how many ids it lists, a consumer's how many queues it holds, or what it is
// when it does not run; ">" marks the one that the event is about.
func (r *Recorder) Lanes(out io.Writer) error {
	l := &lanes{names: r.names, w: bufio.NewWriter(out), held: map[[2]int32]bool{}}
	for range l.log.Brokers {
		l.members = append(l.members, make([]int, len(l.log.Groups)))
	}
	for range l.log.Consumers {
		l.state = append(l.state, glyphAbsent)
		l.holds = append(l.holds, 0)
	}
	l.head()
	events := l.log.Events()
	for i := range events {
		l.apply(&events[i])
		l.line(&events[i])
	}
	return l.w.Flush()
}

func (l *lanes) columns() int { return len(l.log.Brokers) + len(l.log.Consumers) }

func (l *lanes) wide() bool { return l.columns() <= wideLanes }

// head names the columns; narrow ones by a list above.
func (l *lanes) head() {
	fmt.Fprintf(l.w, "# lanes: a broker's has the ids it lists, a consumer's the queues it holds;\n")
	fmt.Fprintf(l.w, "# . absent  s starting  z frozen  - stopped  x dead; #event<-#cause\n")
	if !l.wide() {
		fmt.Fprintf(l.w, "# columns: %s %s\n", strings.Join(l.log.Brokers, " "), strings.Join(l.log.Consumers, " "))
		if n := l.columns(); n > narrowLanes {
			fmt.Fprintf(l.w, "# only the first %d of %d columns are drawn\n", narrowLanes, n)
		}
		return
	}
	fmt.Fprintf(l.w, "%11s", "seconds")
	for _, n := range append(append([]string{}, l.log.Brokers...), l.log.Consumers...) {
		fmt.Fprintf(l.w, " %5s", clip(n, 5))
	}
	fmt.Fprintln(l.w)
}

// apply follows the state that the columns show.
func (l *lanes) apply(e *trace.Event) {
	switch e.Kind {
	case trace.KindMembers:
		l.members[e.Broker][l.groupOf(e)] = len(l.log.IDs(e))
	case trace.KindStart:
		l.state[e.Consumer] = glyphStarting
	case trace.KindStarted, trace.KindThaw:
		l.state[e.Consumer] = 0
	case trace.KindFreeze:
		l.state[e.Consumer] = glyphFrozen
	case trace.KindStopped, trace.KindKill:
		l.state[e.Consumer] = glyphStopped
		if e.Kind == trace.KindKill {
			l.state[e.Consumer] = glyphDead
		}
		l.holds[e.Consumer] = 0
		for k := range l.held {
			if k[0] == e.Consumer {
				delete(l.held, k)
			}
		}
	case trace.KindTake, trace.KindDrop:
		key := [2]int32{e.Consumer, e.Queue}
		taken := e.Kind == trace.KindTake
		if l.queues[e.Queue].retry || l.held[key] == taken {
			return
		}
		if taken {
			l.held[key] = true
			l.holds[e.Consumer]++
		} else {
			delete(l.held, key)
			l.holds[e.Consumer]--
		}
	}
}

func (l *lanes) line(e *trace.Event) {
	fmt.Fprintf(l.w, "%7d.%03d", e.At/1e9, e.At%1e9/1e6)
	if !l.wide() {
		l.w.WriteByte(' ')
	}
	for i := range min(l.columns(), l.drawn()) {
		text, actor := l.cell(i, e)
		switch {
		case !l.wide():
			l.w.WriteByte(narrow(text))
		case actor:
			fmt.Fprintf(l.w, " %5s", ">"+text)
		default:
			fmt.Fprintf(l.w, " %5s", text)
		}
	}
	fmt.Fprintf(l.w, "  %s  #%d", l.words(e), e.ID)
	if e.Cause > 0 {
		fmt.Fprintf(l.w, "<-#%d", e.Cause)
	}
	fmt.Fprintln(l.w)
}

func (l *lanes) drawn() int {
	if l.wide() {
		return wideLanes
	}
	return narrowLanes
}

// cell is a column's text, and whether the event is about it.
func (l *lanes) cell(i int, e *trace.Event) (string, bool) {
	if i < len(l.log.Brokers) {
		n := 0
		for _, m := range l.members[i] {
			n += m
		}
		return strconv.Itoa(n), int(e.Broker) == i && e.Consumer < 0
	}
	c := i - len(l.log.Brokers)
	actor := int(e.Consumer) == c
	if g := l.state[c]; g != 0 {
		return string(g), actor
	}
	return strconv.Itoa(l.holds[c]), actor
}

func narrow(text string) byte {
	if len(text) > 1 {
		return '+'
	}
	return text[0]
}
