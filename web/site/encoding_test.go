package site

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The rows follow RFC 9110, section 12.5.3.
func TestAcceptsGzip(t *testing.T) {
	for _, row := range []struct {
		lines []string
		want  bool
	}{
		{nil, false},
		{[]string{""}, false},
		{[]string{"gzip"}, true},
		{[]string{"GZip"}, true},
		{[]string{"x-gzip"}, true},
		{[]string{"gzip, deflate, br, zstd"}, true},
		{[]string{"br", "gzip"}, true},
		{[]string{"br, deflate"}, false},
		{[]string{"gzip;q=0"}, false},
		{[]string{"gzip ; q=0.001"}, true},
		{[]string{"gzip;Q=0.5"}, true},
		{[]string{"*"}, true},
		{[]string{"*;q=0"}, false},
		{[]string{"gzip;q=0, *;q=1"}, false},
		{[]string{"identity"}, false},
		{[]string{"identity;q=1, gzip;q=0.5"}, false},
		{[]string{"identity;q=0.5, gzip;q=1"}, true},
		{[]string{"identity;q=0, *"}, true},
		{[]string{"gzip;q=2"}, false},
		{[]string{"gzip;q=NaN"}, false},
		{[]string{"gzip;q=often"}, false},
		{[]string{";;;,,,gzip"}, true},
		{[]string{"gzipped"}, false},
	} {
		assert.Equal(t, row.want, acceptsGzip(row.lines), "%q", row.lines)
	}
}
