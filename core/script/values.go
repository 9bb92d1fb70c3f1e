package script

import (
	"math"
	"strconv"
	"strings"
	"time"
)

const durationForm = "a number with a unit, such as 500ms, 5s or 1m30s"

func itoa(n int) string { return strconv.Itoa(n) }

// bad reports a value of the wrong form.
func (d *draft) bad(v ref, what, form string) {
	e := d.errorf(v.pos, codeValue, clip(v.text), what)
	e.Found, e.Expected = v.text, form
}

// number reads a whole number from least to most; what names it.
func (d *draft) number(v ref, what string, least, most int) (int, bool) {
	form := "a whole number from " + itoa(least) + " to " + itoa(most)
	n, err := strconv.ParseUint(v.text, 10, 63)
	if !digits(v.text) {
		d.bad(v, "a whole number", form)
		return 0, false
	}
	if err != nil || n < uint64(least) || n > uint64(most) {
		e := d.errorf(v.pos, codeRange, what, clip(v.text))
		e.Found, e.Expected = v.text, form
		return 0, false
	}
	return int(n), true
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// duration reads a duration from least to most; what names it.
func (d *draft) duration(v ref, what string, least, most time.Duration) (time.Duration, bool) {
	t, problem := parseDuration(v.text)
	switch {
	case problem == durationFine:
		d.errorf(v.pos, codeFine, clip(v.text), "a nanosecond").Found = v.text
	case problem == durationBad:
		d.bad(v, "a duration", durationForm)
	case problem == durationHuge || t < least || t > most:
		e := d.errorf(v.pos, codeRange, what, clip(v.text))
		e.Found, e.Expected = v.text, "a duration from "+FormatDuration(least)+" to "+FormatDuration(most)
	default:
		return t, true
	}
	return 0, false
}

type durationProblem uint8

const (
	durationOK   durationProblem = iota
	durationBad                  // not of the form
	durationFine                 // not whole in nanoseconds
	durationHuge                 // more than 64 bits
)

var units = []struct {
	name string
	size int64
}{
	{"h", int64(time.Hour)}, {"m", int64(time.Minute)}, {"s", int64(time.Second)},
	{"ms", int64(time.Millisecond)}, {"us", int64(time.Microsecond)}, {"ns", 1},
}

// parseDuration reads numbers with units, the larger units first and each once:
// 1m30s, 1.5s. It is exact, unlike time.ParseDuration, and takes no sign.
func parseDuration(s string) (time.Duration, durationProblem) {
	total, unit := int64(0), 0
	if s == "" {
		return 0, durationBad
	}
	for s != "" {
		whole, rest := span(s, digits)
		fraction := ""
		if strings.HasPrefix(rest, ".") {
			fraction, rest = span(rest[1:], digits)
			if fraction == "" {
				return 0, durationBad
			}
		}
		name, rest := span(rest, func(c string) bool { return c >= "a" && c <= "z" })
		for unit < len(units) && units[unit].name != name {
			unit++
		}
		if whole == "" || unit == len(units) {
			return 0, durationBad
		}
		n, problem := scale(whole, fraction, units[unit].size)
		if problem != durationOK {
			return 0, problem
		}
		if total > math.MaxInt64-n {
			return 0, durationHuge
		}
		total += n
		unit++
		s = rest
	}
	return time.Duration(total), durationOK
}

// span splits s after its longest start of bytes that belong.
func span(s string, belongs func(string) bool) (start, rest string) {
	i := 0
	for i < len(s) && belongs(s[i:i+1]) {
		i++
	}
	return s[:i], s[i:]
}

// scale gives whole.fraction times size, exactly. The sizes used are below 2⁴²,
// and 18 digits below 2⁶⁰, so that nothing overflows unseen.
func scale(whole, fraction string, size int64) (int64, durationProblem) {
	whole = strings.TrimLeft(whole, "0")
	fraction = strings.TrimRight(fraction, "0")
	if len(whole) > 18 {
		return 0, durationHuge
	}
	n, _ := strconv.ParseInt("0"+whole, 10, 64)
	if n > math.MaxInt64/size {
		return 0, durationHuge
	}
	n *= size
	for i := 0; i < len(fraction); i++ {
		digit := int64(fraction[i] - '0')
		if size%10 != 0 {
			// h and m are no powers of ten: carry the factor that is left.
			return scaleRest(n, fraction[i:], size)
		}
		size /= 10
		if n > math.MaxInt64-digit*size {
			return 0, durationHuge
		}
		n += digit * size
	}
	return n, durationOK
}

// scaleRest adds 0.fraction·size to n where size has no factor ten left: it is
// whole only if the power of ten divides the product.
func scaleRest(n int64, fraction string, size int64) (int64, durationProblem) {
	if len(fraction) > 6 {
		return 0, durationFine
	}
	f, _ := strconv.ParseInt(fraction, 10, 64)
	ten := int64(1)
	for range fraction {
		ten *= 10
	}
	if f*size%ten != 0 {
		return 0, durationFine
	}
	if n > math.MaxInt64-f*size/ten {
		return 0, durationHuge
	}
	return n + f*size/ten, durationOK
}

// FormatDuration is the canonical spelling of a duration in scripts: 2h,
// 1m30s, 1.5s, 500ms, 0s.
func FormatDuration(t time.Duration) string {
	n := int64(t)
	if n < 0 {
		return t.String() // no script has one
	}
	if n == 0 {
		return "0s"
	}
	var b strings.Builder
	for i, u := range units {
		if n < u.size {
			continue
		}
		if i < 2 {
			b.WriteString(strconv.FormatInt(n/u.size, 10) + u.name)
			n %= u.size
			continue
		}
		if b.Len() > 0 && u.size < int64(time.Second) {
			u = units[2] // after minutes the rest is written in seconds
		}
		b.WriteString(decimal(n, u.size) + u.name)
		break
	}
	return b.String()
}

// decimal writes n/size with as many digits after the point as needed; size is a power of ten.
func decimal(n, size int64) string {
	s := strconv.FormatInt(n/size, 10)
	if n%size == 0 {
		return s
	}
	f := strconv.FormatInt(size+n%size, 10)[1:]
	return s + "." + strings.TrimRight(f, "0")
}

// dist reads a fixed time, FROM..TO, or exp:MEAN.
func (d *draft) dist(v ref, what string, most time.Duration) (Dist, string, bool) {
	if from, to, found := v.cut(".."); found {
		low, ok := d.duration(from, what, 0, most)
		if !ok {
			return Dist{}, "", false
		}
		high, ok := d.duration(to, what, low, most)
		return Dist{DistUniform, low, high}, FormatDuration(low) + ".." + FormatDuration(high), ok
	}
	if shape, mean, found := v.cut(":"); found {
		if shape.text != "exp" {
			d.unknown(shape, codeUnknown, []string{"exp"}, "distribution")
			return Dist{}, "", false
		}
		m, ok := d.duration(mean, what, time.Microsecond, most)
		return Dist{DistExp, m, 0}, "exp:" + FormatDuration(m), ok
	}
	t, ok := d.duration(v, what, 0, most)
	return Dist{Kind: DistFixed, Min: t}, FormatDuration(t), ok
}

const rateForm = "messages a second such as 600/s or 0.5/s, or a minute such as 30/m"

// rate reads N/s, N.NNN/s or N/m as messages per 1,000 seconds.
func (d *draft) rate(v ref) (int64, bool) {
	n, per, found := v.cut("/")
	whole, fraction, point := strings.Cut(n.text, ".")
	if !found || per.text != "s" && per.text != "m" || !digits(whole) || point && !digits(fraction) {
		d.bad(v, "a rate", rateForm)
		return 0, false
	}
	r, problem := rateScale(whole, fraction, per.text == "m")
	switch {
	case problem == durationFine:
		e := d.errorf(v.pos, codeFine, clip(v.text), "a message in 1,000 seconds")
		e.Found, e.Expected = v.text, rateForm
		if r > 0 {
			e.Expected = "for instance " + FormatRate(r)
		}
	case problem != durationOK || r > MaxRate*1000:
		e := d.errorf(v.pos, codeRange, "rate", clip(v.text))
		e.Found, e.Expected = v.text, "at most "+itoa(MaxRate)+"/s"
	default:
		return r, true
	}
	return 0, false
}

// rateScale turns a rate per second or minute into messages per 1,000 seconds.
// Where that is not whole it gives the nearest one too.
func rateScale(whole, fraction string, minute bool) (int64, durationProblem) {
	if !minute {
		return scale(whole, fraction, 1000)
	}
	r, problem := scale(whole, fraction, 50) // 1000/60 = 50/3
	if problem == durationOK && r%3 != 0 {
		problem = durationFine
	}
	return (r + 1) / 3, problem
}

// FormatRate is the canonical spelling of a rate in messages per 1,000 seconds: 600/s, 0.5/s.
func FormatRate(rate int64) string { return decimal(rate, 1000) + "/s" }

var sizes = []struct {
	name string
	size int
}{{"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}

// size reads a message size: 1KiB, 512B.
func (d *draft) size(v ref) (int, bool) {
	const form = "a size such as 512B, 1KiB or 4MiB"
	n, unit := span(v.text, digits)
	for _, u := range sizes {
		if u.name != unit || n == "" {
			continue
		}
		bytes, err := strconv.Atoi(n)
		if err != nil || bytes < 1 || bytes > MaxMessage/u.size {
			e := d.errorf(v.pos, codeRange, "size", clip(v.text))
			e.Found, e.Expected = v.text, "a size from 1B to "+FormatSize(MaxMessage)
			return 0, false
		}
		return bytes * u.size, true
	}
	d.bad(v, "a size", form)
	return 0, false
}

// FormatSize is the canonical spelling of a size in bytes.
func FormatSize(bytes int) string {
	for _, u := range sizes {
		if bytes >= u.size && bytes%u.size == 0 {
			return itoa(bytes/u.size) + u.name
		}
	}
	return itoa(bytes) + "B"
}
