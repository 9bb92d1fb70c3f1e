// Precompress writes the .gz twins of the page's runtime files, for servers
// that send precompressed files and for the page's own loader.
package main

import (
	"flag"
	"fmt"
	"os"

	"ringside/web/site"
)

func main() {
	dir := flag.String("dir", "web", "the folder that holds index.html")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "precompress: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if _, err := site.Precompress(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "precompress:", err)
		os.Exit(1)
	}
}
