package script

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every statement of the language is offered as a declaration, or it is said why not.
func TestEveryStatementIsADeclarationOrSaysWhyNot(t *testing.T) {
	forms := DeclarationForms()
	for i := range statements {
		word := statements[i].word
		is := slices.ContainsFunc(forms, func(f DeclarationForm) bool { return f.Word == word })
		assert.NotEqual(t, is, undeclared[word] != "", word)
	}
	assert.Len(t, forms, 1+len(statements)-len(undeclared), "net has two forms")
}

// The keys are those that README and forms name (and the settings), each with what
// a value looks like.
func TestDeclarationKeys(t *testing.T) {
	keys := map[string][]string{}
	for _, f := range DeclarationForms() {
		name := f.Word
		if len(f.Names) == 2 {
			name = "link"
		}
		for _, k := range f.Keys {
			if !k.Setting {
				keys[name] = append(keys[name], k.Key)
			}
			if f.Word != "group" && f.Word != "consumer" && k.Key != "master" {
				assert.NotEmpty(t, k.Expected, "%s %s", name, k.Key)
			}
		}
	}
	timers := keys["timers"]
	delete(keys, "timers")
	assert.Len(t, timers, NumTimers)
	assert.Equal(t, map[string][]string{
		"net": {"latency", "jitter"}, "link": {"latency"},
		"broker":   {"room", "master", "slave-read", "acting-master", "notices", "beyond-end", "message-delay-level"},
		"topic":    {"first", "memory"},
		"producer": {"rate", "start", "size", "retries", "tags"},
		"group":    {"topic", "retry-queues"},
		"consumer": {"group", "id", "room", "topic"},
	}, keys)
	var required []string
	for _, f := range DeclarationForms() {
		n := 0
		for _, k := range f.Keys {
			if k.Setting {
				n++
			}
			if k.Required {
				required = append(required, f.Word+" "+k.Key)
			}
			if k.Key == "slave-read" {
				assert.Equal(t, []string{"yes", "no"}, k.Words)
			}
		}
		if f.Word == "group" || f.Word == "consumer" {
			assert.Equal(t, len(settingTable), n, f.Word)
		}
	}
	assert.Equal(t, []string{"net latency", "producer rate", "group topic", "consumer group"}, required)
}
