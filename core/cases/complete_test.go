package cases

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reports are the ids of the reports about RocketMQ, by section (see doc.go).
var reports = map[string]string{
	"A": "01 03 05 06 07 20 55",
	"B": "08 09 11 12 15 16 17",
	"C": "21 22 24 30",
	"D": "25 26 27 29 34 98 58",
	"E": "35 36 37 40 41 42 54 47 43 46",
	"F": "48 49 50 52 59",
}

// withoutScript are the reports that no script plays, with the reason: none now.
var withoutScript = map[string]string{}

// rightHalfOnly are the reports whose script plays the right value alone, with
// the reason why the faulty version is not played: its fault is no timing or
// rule of the protocol but a slip in a client older than the generations that
// are simulated (Java 4.9.4, Java 5.x, Go v2.1.2).
var rightHalfOnly = map[string]string{
	"RB-30": "Go up to v2.1.1 threw a changed route away; v2.1.2 is simulated",
	"RB-40": "Java before 4.9.0 and Go before v2.1.1 took a failed offset query for an offset of 0; 4.9.4 is the oldest Java simulated",
	"RB-54": "Go up to v2.1.0 moved the offset over messages that it could not send back; v2.1.2 is simulated",
	"RB-59": "lite pull up to 4.8.0 let the task of a dropped queue set the new one's offset; 4.9.4 is the oldest Java simulated",
}

// TestRightHalfOnly: what is listed there has a script of the right value.
func TestRightHalfOnly(t *testing.T) {
	for id, why := range rightHalfOnly {
		files, err := filepath.Glob(filepath.Join("testdata", id+"*.ringside"))
		require.NoError(t, err)
		assert.NotEmpty(t, files, "%s (%s)", id, why)
		assert.NotContains(t, withoutScript, id)
	}
}

// TestEveryReportIsPlayedOrExplained: each report has a script or a reason, not
// both, and each script belongs to a report.
func TestEveryReportIsPlayedOrExplained(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "RB-*.ringside"))
	require.NoError(t, err)
	name := regexp.MustCompile(`^(RB-\d\d)(?:[a-z]\d?)?\.ringside$`)
	played := map[string]bool{}
	for _, f := range files {
		m := name.FindStringSubmatch(filepath.Base(f))
		if assert.NotNil(t, m, "%s is not named after a report and its variant", f) {
			played[m[1]] = true
		}
	}
	known := map[string]bool{}
	for section, ids := range reports {
		for _, id := range strings.Fields(ids) {
			id = "RB-" + id
			assert.False(t, known[id], "%s stands twice", id)
			known[id] = true
			if played[id] {
				assert.NotContains(t, withoutScript, id, "it has a script")
			} else {
				assert.NotEmpty(t, withoutScript[id], "section %s: %s has neither a script nor a reason", section, id)
			}
		}
	}
	assert.Len(t, known, 40)
	for id := range played {
		assert.True(t, known[id], "%s is in no section", id)
	}
	for id := range withoutScript {
		assert.True(t, known[id], "%s is in no section", id)
	}
}
