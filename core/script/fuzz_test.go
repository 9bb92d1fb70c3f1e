package script

import (
	"strings"
	"testing"
)

func FuzzParse(f *testing.F) {
	f.Add(base)
	f.Add(example)
	f.Add(exampleFormatted)
	f.Fuzz(func(t *testing.T, text string) { checkAny(t, text) })
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(base))
	f.Add(Encode(""))
	f.Add("1" + strings.Repeat("A", 100))
	f.Fuzz(func(t *testing.T, link string) {
		text, err := Decode(link)
		if err != nil {
			if text != "" {
				t.Fatalf("a text came with the error %v", err)
			}
			return
		}
		if len(text) > MaxBytes {
			t.Fatalf("%d bytes came out", len(text))
		}
		if again, err := Decode(Encode(text)); err != nil || again != text {
			t.Fatalf("%q does not survive: %v", text, err)
		}
	})
}
