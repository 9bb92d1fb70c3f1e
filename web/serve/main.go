// Serve shows the page on this machine. It takes a free port, prints the
// address as its only line, and runs until it is interrupted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"ringside/web/site"
)

// preferred is the address that is tried first, so that a bookmark keeps
// working from one run to the next.
const preferred = "127.0.0.1:8080"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	dir := flags.String("dir", "web", "the folder that holds index.html")
	addr := flags.String("addr", "", "host:port to listen on (default "+preferred+", or a free port of 127.0.0.1 if that is taken);\n"+
		"a host other than 127.0.0.1 lets other machines in")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	handler, err := site.New(*dir)
	if err != nil {
		return err
	}
	defer handler.Close()
	listener, err := listen(*addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Ringside is at %s\n", address(listener.Addr()))

	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	go func() {
		<-ctx.Done()
		// Nothing is lost by cutting a download of a page that is going away.
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// listen takes exactly the address asked for; without one it prefers
// [preferred] and otherwise takes any free port of this machine alone.
func listen(addr string) (net.Listener, error) {
	if addr != "" {
		return net.Listen("tcp", addr)
	}
	if listener, err := net.Listen("tcp", preferred); err == nil {
		return listener, nil
	}
	return net.Listen("tcp", "127.0.0.1:0")
}

// address gives a URL that opens on this machine; a listener on every
// interface has no address of its own.
func address(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "http://" + addr.String() + "/"
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}
