package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUndoAndRedo(t *testing.T) {
	p := real(t)
	assert.False(t, p.CanUndo())
	p.Seek(10 * time.Second)
	before := p.Digest()
	require.NoError(t, p.Apply("kill c2"))
	killed := p.Text()
	p.Seek(12 * time.Second)
	require.NoError(t, p.Apply("freeze c1"))
	frozen := p.Text()

	require.NoError(t, p.Undo())
	settle(t, p)
	assert.Equal(t, killed, p.Text())
	assert.Equal(t, 12*time.Second, p.Now(), "time stays where it is")
	require.NoError(t, p.Undo())
	settle(t, p)
	assert.Equal(t, coreText, p.Text())
	assert.False(t, p.CanUndo())
	p.SeekNow(10 * time.Second)
	assert.Equal(t, before, p.Digest())

	require.NoError(t, p.Redo())
	require.NoError(t, p.Redo())
	settle(t, p)
	assert.Equal(t, frozen, p.Text())
	assert.False(t, p.CanRedo())
	require.NoError(t, p.Redo(), "nothing to do is no error")
}

func TestANewLineEndsRedo(t *testing.T) {
	p := real(t)
	p.Seek(10 * time.Second)
	require.NoError(t, p.Apply("kill c2"))
	require.NoError(t, p.Undo())
	settle(t, p)
	require.True(t, p.CanRedo())
	require.Error(t, p.Apply("kill nobody"))
	assert.True(t, p.CanRedo(), "a line that was refused changes nothing")
	assert.False(t, p.CanUndo())
	require.NoError(t, p.Apply("kill c1"))
	assert.False(t, p.CanRedo())
}

// Undo takes a fork back with the line that made it.
func TestUndoAFork(t *testing.T) {
	p := real(t)
	p.Seek(50 * time.Second)
	p.Seek(10 * time.Second)
	require.NoError(t, p.Apply("kill c2"))
	settle(t, p)
	require.NoError(t, p.Undo())
	settle(t, p)
	assert.Equal(t, []string{"A"}, names(p))
	assert.Nil(t, p.RivalView())
	assert.Equal(t, coreText, p.Text())
	require.NoError(t, p.Redo())
	settle(t, p)
	assert.Equal(t, []string{"A", "B"}, names(p))
	assert.Equal(t, 10*time.Second, p.RivalView().Now)
}

func TestUndoAnEdit(t *testing.T) {
	p, _ := open(t, "lesson=join&t=10s&paused=1")
	require.NoError(t, p.LoadText("mine\nrun 60\n"))
	require.Error(t, p.LoadText("bad"))
	require.NoError(t, p.Undo())
	assert.Equal(t, "join", p.Lesson())
	require.NoError(t, p.Redo())
	assert.Equal(t, "mine\nrun 60\n", p.Text())
	require.NoError(t, p.OpenLesson("kill"))
	assert.False(t, p.CanUndo(), "another lesson is a new beginning")
}
