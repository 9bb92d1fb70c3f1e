//go:build browser

package browsertest

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// The lock table is that of RebalanceLockManager: queue, client id, last update;
// after a kill the entries stay until somebody else takes the queues, 60 s old
// ones as expired. c3, killed at 42.0 s, has last renewed its locks within the
// 20 s before.
func TestLockTable(t *testing.T) {
	text, err := os.ReadFile("../../core/recordings/testdata/orderly-kill.ringside")
	require.NoError(t, err)
	p := openPage(t, view{Lang: "en", Width: 1280, Height: 800})
	require.Equal(t, "", p.load(string(text)))
	p.run("__ringside.pause()")
	p.click("#tab-maps")
	p.seek(41_000)
	p.waitFor("document.querySelectorAll('.locks tbody tr').length === 8")
	assert.Equal(t, "RebalanceLockManager: g-orderly-kill", p.text(".locks caption"))
	ids := func() (out []string) {
		for _, row := range p.rows("RebalanceLockManager") {
			out = append(out, row[0]+" "+row[1])
		}
		return out
	}
	// As the script expects the owners at 41.001 s.
	assert.Equal(t, []string{"0 127.0.0.1@c1", "1 127.0.0.1@c1", "2 127.0.0.1@c1", "3 127.0.0.1@c2", "4 127.0.0.1@c2", "5 127.0.0.1@c2",
		"6 127.0.0.1@c3", "7 127.0.0.1@c3"}, ids())
	p.checkA11y()
	p.typeInto("#map-search", "@c3")
	p.waitFor("document.querySelectorAll('.locks tbody tr').length === 2")
	p.typeInto("#map-search", " ")
	p.seek(60_000)
	p.waitFor("document.querySelectorAll('.locks tbody tr').length === 8")
	assert.Equal(t, []string{"6 127.0.0.1@c3", "7 127.0.0.1@c3"}, ids()[6:], "dead, and its locks are still there")
	// Its locks are at most 20 s older than its death, so 60 s later they have expired.
	v := core.View{Topic: -1}
	sim := headless(t, string(text), 102*time.Second)
	for sim.View(&v); v.Queues[7].Lock.ID != "127.0.0.1@c2" && sim.Now() < sim.End(); sim.View(&v) {
		sim.Advance(sim.Now() + 100*time.Millisecond)
	}
	p.seek(int(sim.Now().Milliseconds()))
	p.waitFor("document.querySelectorAll('.locks tbody tr')[7].innerText.includes('@c2')")
	// A change that is played, not sought, is lit.
	p.seek(int(sim.Now().Milliseconds()) - 1000)
	p.waitTick(12)
	p.run("__ringside.play()")
	p.waitFor("document.querySelector('.locks tbody tr.lit')")
	p.run("__ringside.pause()")

	p.visitAt("join", 45*time.Second)
	p.waitFor("document.querySelector('.maps').innerText.includes('only members with listener=orderly lock queues')")
}
