//go:build browser

// Package browsertest holds the page against a real Chromium. Its tests carry
// the build tag browser and need the built page: make browser-test.
package browsertest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browser is the one Chromium of the run; each page gets a profile of its own.
var browser context.Context

// thrift spares work that no test looks at and that is two fifths of the time
// of a page which lives for a second.
var thrift = []chromedp.ExecAllocatorOption{
	// Functions are compiled a second time, for speed, after ten times the work
	// that V8 has them do before; most pages are closed by then.
	chromedp.Flag("js-flags", "--wasm-tiering-budget=130000000"),
	// Each window loads two pages for the menu under its address bar. The first
	// two are those that chromedp switches off.
	chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
	// Debian switches it on; text is drawn faster without than by SwiftShader.
	chromedp.Flag("disable-gpu-rasterization", true),
}

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := runWithChromium(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "browsertest:", err)
		code = 1
	}
	os.Exit(code)
}

func runWithChromium(m *testing.M) (code int, err error) {
	executable, err := findChromium()
	if err != nil {
		return 1, err
	}
	options := append(
		chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(executable),
		chromedp.NoSandbox, // root in a container has no other way
		// Since Chromium 137 WebGL has no software fallback unless it is asked for.
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("ignore-gpu-blocklist", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-US"),
		chromedp.Flag("hide-scrollbars", false),
		chromedp.WSURLReadTimeout(time.Minute),
	)
	if flag.Lookup("test.bench").Value.String() == "" { // benchmarks measure what readers have
		options = append(options, thrift...)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil { // starts it
		return 1, fmt.Errorf("cannot start %s: %w", executable, err)
	}
	browser = ctx
	return m.Run(), nil
}

// findChromium looks where need-chromium.sh looks.
func findChromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if file, err := exec.LookPath(name); err == nil {
			return file, nil
		}
	}
	return "", errors.New("no Chromium or Chrome is installed; on Debian: apt-get install chromium fonts-noto-cjk")
}
