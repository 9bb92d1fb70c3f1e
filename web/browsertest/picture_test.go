//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// crowd is a script of 100 consumers and 1,000 queues, of which two die.
func crowd() string {
	var b strings.Builder
	b.WriteString("seed 1\n")
	for i := range 10 {
		fmt.Fprintf(&b, "broker b%d\n", i)
	}
	b.WriteString("topic orders")
	for i := range 10 {
		fmt.Fprintf(&b, " b%d:100", i)
	}
	b.WriteString("\nproducer orders rate=1000/s\ngroup billing topic=orders strategy=averagely commit=interval:5s batch=32 work=5ms threads=20\n")
	for i := range 100 {
		fmt.Fprintf(&b, "consumer c%d group=billing\n", i+1)
	}
	b.WriteString("at 21s kill c7\nat 21s kill c30\nrun 60s\n")
	return b.String()
}

// The map of a thousand queues costs few draw calls, also enlarged, and wheel,
// drag and keys enlarge and move it.
func TestMapOfManyQueues(t *testing.T) {
	p := crowded(t)
	few := func(when string) {
		t.Helper()
		most := 0
		for range 20 { // a picture that stands is not painted again, so time runs
			most = max(most, eval[int](p, "__ringside.drawCalls"))
			p.waitTick(1)
		}
		assert.Positive(t, most, "nothing was painted: %s", when)
		assert.LessOrEqual(t, most, 20, when)
	}
	playing := func(when string) {
		t.Helper()
		p.run("__ringside.play()")
		few(when)
		p.run("__ringside.pause()")
	}
	playing("the whole map")
	assert.False(t, eval[bool](p, "__ringside.enlarged"))

	// The map is in the middle of the stage.
	const x, y = 560, 300
	const ctrl = int64(chromedp.ModifierCtrl)
	turn := func(by float64, modifiers int64) {
		t.Helper()
		p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
		p.waitTick(2)
		p.do(wheel(x, y, by, func(m *input.DispatchMouseEventParams) { m.Modifiers = modifiers }))
		p.waitTick(2)
	}
	turn(-300, 0)
	assert.False(t, eval[bool](p, "__ringside.enlarged"), "the wheel alone scrolls the page, as long as the picture has no focus")
	turn(-500, ctrl)
	p.waitFor("__ringside.enlarged")
	p.waitTick(20)
	playing("enlarged")

	at := eval[float64](p, "__ringside.mapX")
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x-120, y, chromedp.ButtonLeft))
	p.waitTick(2)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x-120, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.waitFor(fmt.Sprintf("__ringside.mapX > %v", at)) // drawn to the left, it shows what lies to the right
	at = eval[float64](p, "__ringside.mapX")
	p.run("document.querySelector('body > canvas').focus()")
	p.press(kb.ArrowLeft)
	p.waitFor(fmt.Sprintf("__ringside.mapX < %v", at))
	p.press("d")
	p.waitFor("!__ringside.enlarged")
	p.press("x")
	p.waitFor("__ringside.enlarged")
	p.press("X")
	p.waitFor("!__ringside.enlarged")
}

// Belief and truth is a switch with a key and a box that agree.
func TestBeliefAndTruth(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900, Address: "#lesson=join&t=37.6s&paused=1"})
	p.settle()
	p.waitTick(15) // the time line has its height by then, and the picture its own
	before := eval[int](p, "__ringside.vertices")
	p.press("b")
	p.waitFor(fmt.Sprintf("__ringside.vertices > %d", before)) // three more rings
	p.press("c")
	p.waitFor("document.querySelector('#picture-belief').checked")
	p.click("#picture-belief")
	p.waitFor("!document.querySelector('#picture-belief').checked")
	p.waitFor(fmt.Sprintf("__ringside.vertices <= %d", before))
}
