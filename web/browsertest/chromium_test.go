//go:build browser

// Package browsertest holds the page against a real Chromium. Its tests carry
// the build tag browser and need the built page: make browser-test.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browser is the one Chromium of the run; each page gets a profile of its own.
var browser context.Context

func TestMain(m *testing.M) {
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
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(
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
	)...)
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
