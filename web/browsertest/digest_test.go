//go:build browser

package browsertest

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

const joining = `seed 7
broker a
topic orders a:4
producer orders rate=200/s
group billing topic=orders strategy=averagely commit=interval:5s batch=32 work=5ms threads=20
consumer c1 group=billing
at 10s join c2 group=billing
at 25s kill c1
run 40s
`

// The page's run is the one of go test, however it gets to a time.
func TestPageGivesTheDigestOfTheCore(t *testing.T) {
	sim, err := core.Load(joining)
	require.NoError(t, err)
	half := sim.End() / 2
	sim.Advance(half)
	atHalf := sim.Digest()
	sim.Advance(sim.End())
	atEnd := sim.Digest()
	require.NotEqual(t, atHalf, atEnd)

	p := openPage(t, view{Width: 600, Height: 500})
	require.Equal(t, "", p.load(joining))
	p.run("__ringside.pause()")
	seek := func(ms int64) string {
		eval[any](p, "__ringside.seek("+strconv.FormatInt(ms, 10)+") ?? 0")
		p.waitFor("__ringside.time === " + strconv.FormatInt(ms, 10))
		return p.digest()
	}
	end := sim.End().Milliseconds()
	assert.Equal(t, atEnd, seek(end), "straight to the end")
	assert.Equal(t, atHalf, seek(end/2), "back to the middle")
	assert.Equal(t, atEnd, seek(end), "and forth again")
}

func TestPageRefusesAFaultyScript(t *testing.T) {
	p := openPage(t, view{Width: 600, Height: 500})
	complaint := p.load("broker a\ntopic orders a:4\ngroup g topic=orders strategy=averagly\n")
	assert.Contains(t, complaint, "averagly")
	assert.Contains(t, complaint, "averagely", "the nearest word")
	p.waitTick(2)
}
