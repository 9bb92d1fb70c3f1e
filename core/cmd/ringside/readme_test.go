package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The scripts that the README shows must do what it says they do.
func TestTheScriptsOfTheReadmeHold(t *testing.T) {
	var out, errs bytes.Buffer
	code := run([]string{"check", "../../../README.md"}, strings.NewReader(""), &out, &errs)
	assert.Zero(t, code, "%s%s", out.String(), errs.String())
}
