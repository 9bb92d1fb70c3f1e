package script

import (
	"strings"
	"testing"
)

// large is a correct script of nearly MaxBytes with every kind of line.
func large() string {
	var b strings.Builder
	b.WriteString(base)
	for i := range 600 {
		b.WriteString("consumer x" + itoa(i) + " group=billing batch=16\n")
	}
	for i := range 350 {
		b.WriteString("at " + itoa(i) + "ms set billing strategy=consistent-hash idcs=r1,r2\nexpect at 5s owner orders/a/0 = x" + itoa(i) + ",c1\n")
	}
	return b.String() + "#" + strings.Repeat("x", MaxBytes-b.Len()-2) + "\n"
}

func BenchmarkParse(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"example", exampleFormatted},
		{"64KiB", large()},
		{"64KiB-wrong", strings.Repeat("consumer x group=biling batch=9999\n", MaxBytes/36)},
		{"64KiB-one-line", "group g topic=" + strings.Repeat("t,", (MaxBytes-20)/2)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Parse(c.text)
			}
		})
	}
}

func BenchmarkFormat(b *testing.B) {
	s, err := Parse(large())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_ = s.Format()
	}
}

func BenchmarkLink(b *testing.B) {
	link := Encode(exampleFormatted)
	b.ReportMetric(float64(len(exampleFormatted)), "text-bytes")
	for b.Loop() {
		if _, err := Decode(link); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(link)), "link-bytes")
}
