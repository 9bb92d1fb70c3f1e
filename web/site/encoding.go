package site

import (
	"strconv"
	"strings"
)

// acceptsGzip tells whether the Accept-Encoding header lines take gzip and do
// not prefer the plain form (RFC 9110, section 12.5.3).
func acceptsGzip(lines []string) bool {
	const unset = -1.0
	gzip, identity, other := unset, unset, unset
	for part := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		coding, weight := parseCoding(part)
		switch coding {
		case "gzip", "x-gzip":
			gzip = max(gzip, weight)
		case "identity":
			identity = weight
		case "*":
			other = weight
		}
	}
	if gzip == unset {
		gzip = other
	}
	return gzip > 0 && gzip >= identity
}

// parseCoding splits "gzip;q=0.5". A weight that is no number between 0 and 1
// counts as 0: what the client meant is unknown, and plain is always right.
func parseCoding(part string) (coding string, weight float64) {
	coding, parameters, _ := strings.Cut(part, ";")
	weight = 1
	for parameter := range strings.SplitSeq(parameters, ";") {
		key, value, _ := strings.Cut(parameter, "=")
		if !strings.EqualFold(strings.TrimSpace(key), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			q = 0
		}
		weight = q
	}
	return strings.ToLower(strings.TrimSpace(coding)), weight
}
