//go:build browser

package browsertest

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// witness notes what goes wrong in a tab and where its requests go.
type witness struct {
	mu       sync.Mutex
	problems []string
	hosts    map[string]bool
	allowed  map[string]bool      // the host that served the page, and those a test adds
	requests map[string]*transfer // by path, the last one of each
	ids      map[network.RequestID]*transfer
	expected []*regexp.Regexp
}

// transfer is one request and its answer.
type transfer struct {
	path     string
	encoding string // the answer's Content-Encoding
	bytes    int    // received, headers included; 0 until finished
	finished bool
}

// goCrash matches what the Go runtime prints before it ends the program; the
// console shows it as an ordinary line.
var goCrash = regexp.MustCompile(`^(panic:|fatal error:|runtime error:|\s*goroutine \d+ \[running\])`)

// watch starts to note, and makes the test fail at its end for every problem
// that was not expected and every foreign host.
func watch(t testing.TB, ctx context.Context, address string) *witness {
	t.Helper()
	w := &witness{
		hosts: map[string]bool{}, allowed: map[string]bool{hostOf(address): true},
		requests: map[string]*transfer{}, ids: map[network.RequestID]*transfer{},
	}
	require.NoError(t, chromedp.Listen(ctx, w.note))
	_, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}) // policy violations and failed requests
	require.NoError(t, err)
	_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.Empty(t, w.seen(), "problems in the browser")
		assert.Empty(t, w.foreignHosts(), "a request leaves the host")
	})
	return w
}

func (w *witness) note(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		text := consoleText(e)
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert || goCrash.MatchString(text) {
			w.problems = append(w.problems, "console: "+text)
		}
	case *runtime.EventExceptionThrown:
		w.problems = append(w.problems, "exception: "+exceptionText(e.ExceptionDetails))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Source == log.EntrySourceSecurity {
			w.problems = append(w.problems, fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		w.noteRequest(e)
	case *network.EventResponseReceived:
		if request := w.ids[e.RequestID]; request != nil {
			for name, value := range e.Response.Headers {
				if strings.EqualFold(name, "Content-Encoding") {
					request.encoding = fmt.Sprint(value)
				}
			}
		}
	case *network.EventLoadingFinished:
		if request := w.ids[e.RequestID]; request != nil {
			request.bytes, request.finished = int(e.EncodedDataLength), true
		}
	}
}

func (w *witness) noteRequest(e *network.EventRequestWillBeSent) {
	host := hostOf(e.Request.URL)
	if host == "" {
		return
	}
	w.hosts[host] = true
	_, path, _ := strings.Cut(e.Request.URL, host)
	path, _, _ = strings.Cut(path, "?")
	request := &transfer{path: path}
	w.ids[e.RequestID], w.requests[path] = request, request
}

// expect allows problems that match the pattern, in tests that provoke them.
func (w *witness) expect(pattern string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expected = append(w.expected, regexp.MustCompile(pattern))
}

// seen gives the problems so far that were not expected.
func (w *witness) seen() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var left []string
	for _, problem := range w.problems {
		if !slices.ContainsFunc(w.expected, func(e *regexp.Regexp) bool { return e.MatchString(problem) }) {
			left = append(left, problem)
		}
	}
	return left
}

// allowHost lets requests go to one more host.
func (w *witness) allowHost(host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.allowed[host] = true
}

// foreignHosts gives the hosts that requests went to and should not have.
func (w *witness) foreignHosts() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var hosts []string
	for host := range w.hosts {
		if !w.allowed[host] {
			hosts = append(hosts, host)
		}
	}
	slices.Sort(hosts)
	return hosts
}

// asked gives the last request for a path, false if there was none.
func (w *witness) asked(path string) (transfer, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	request, ok := w.requests[path]
	if !ok {
		return transfer{}, false
	}
	return *request, true
}

// received gives the bytes of all finished transfers.
func (w *witness) received() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	sum := 0
	for _, request := range w.ids {
		sum += request.bytes
	}
	return sum
}

func consoleText(e *runtime.EventConsoleAPICalled) string {
	var words []string
	for _, argument := range e.Args {
		switch {
		case len(argument.Value) > 0:
			words = append(words, strings.Trim(string(argument.Value), `"`))
		default:
			words = append(words, argument.Description)
		}
	}
	return strings.Join(words, " ")
}

func exceptionText(details *runtime.ExceptionDetails) string {
	if details.Exception != nil && details.Exception.Description != "" {
		return details.Exception.Description
	}
	return details.Text
}
