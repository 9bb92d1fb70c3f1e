package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
)

const readme = "../../../README.md"

// The scripts that the README shows must do what it says they do.
func TestTheScriptsOfTheReadmeHold(t *testing.T) {
	var out, errs bytes.Buffer
	code := run([]string{"check", readme}, strings.NewReader(""), &out, &errs)
	assert.Zero(t, code, "%s%s", out.String(), errs.String())
}

// Every way to write an expectation has an example in the README, which the test
// above plays.
func TestTheReadmeHasAnExampleOfEveryExpectation(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	var all []script.Expect
	var scenarios []*script.Scenario
	for _, f := range fences(string(text)) {
		s, err := script.Parse(f.text)
		require.NoError(t, err)
		for _, e := range s.Scenario().Expects {
			all, scenarios = append(all, e), append(scenarios, s.Scenario())
		}
	}
	for _, form := range script.ExpectForms() {
		found := false
		for i := range all {
			found = found || isOf(&all[i], &form, scenarios[i])
		}
		assert.True(t, found, "no example of `%s`", form.Form)
	}
}

// isOf tells whether an expectation is written in a form.
func isOf(e *script.Expect, form *script.ExpectForm, sc *script.Scenario) bool {
	if e.Subject != form.Subject || len(e.Args) != len(form.Args) {
		return false
	}
	for i, arg := range e.Args {
		_, notTime := time.ParseDuration(arg)
		broker := slices.ContainsFunc(sc.Brokers, func(b script.Broker) bool { return b.Name == arg })
		consumer := slices.ContainsFunc(sc.Consumers, func(c script.Consumer) bool { return c.Name == arg })
		named := broker || consumer || notTime == nil || strings.Contains(arg, "/")
		want := arg
		switch form.Args[i] {
		case "TOPIC/BROKER/ID":
			want = map[bool]string{true: form.Args[i]}[strings.Contains(arg, "/")]
		case "TIME":
			want = map[bool]string{true: form.Args[i]}[notTime == nil]
		case "CONSUMER":
			want = map[bool]string{true: form.Args[i]}[consumer]
		case "BROKER":
			want = map[bool]string{true: form.Args[i]}[broker]
		case "CAUSE", "LOSS":
			want = map[bool]string{true: form.Args[i]}[!named && arg != "max"]
		}
		if want != form.Args[i] {
			return false
		}
	}
	return true
}
