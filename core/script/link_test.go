package script

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLinkRoundTrip(t *testing.T) {
	for _, text := range []string{"", "x", example, exampleFormatted, "not a script \xff\x00", strings.Repeat("ab", MaxBytes/2)} {
		got, err := Decode(Encode(text))
		require.NoError(t, err)
		assert.Equal(t, text, got)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "text"))
		link := Encode(text)
		got, err := Decode(link)
		if err != nil || got != text {
			t.Fatalf("%q: %q, %v", text, got, err)
		}
		if strings.Trim(link, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Fatalf("%q holds a character that a fragment may not", link)
		}
	})
}

// Version 1 stays readable for ever: this link was made when it was fixed, and
// its dictionary must not change.
func TestLinkVersion1(t *testing.T) {
	assert.Equal(t, uint32(linkWordsSum), crc32.ChecksumIEEE([]byte(linkWords)))
	got, err := Decode(link1)
	require.NoError(t, err)
	assert.Equal(t, base, got)
}

// Any one character changed, removed or added is found out.
func TestLinkDamage(t *testing.T) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=%#& \n\r\x00é"
	link := Encode(base + "at 1m3s leave c1\n")
	for i := range link {
		for _, c := range letters {
			for _, bad := range []string{link[:i] + string(c) + link[i+1:], link[:i] + string(c) + link[i:]} {
				if bad != link {
					_, err := Decode(bad)
					require.Error(t, err, bad)
				}
			}
		}
		_, err := Decode(link[:i] + link[i+1:])
		require.Error(t, err)
		_, err = Decode(link[:i])
		require.Error(t, err)
	}
	for bad, want := range map[string]error{
		"":                               ErrLinkDamaged,
		"1":                              ErrLinkDamaged,
		"1AAAA":                          ErrLinkDamaged,
		link + "A":                       ErrLinkDamaged,
		link + "\n":                      ErrLinkDamaged,
		"2" + link[1:]:                   ErrLinkVersion,
		"#" + link:                       ErrLinkVersion,
		"1" + strings.Repeat("A", 1<<20): ErrLinkSize,
	} {
		_, err := Decode(bad)
		assert.ErrorIs(t, err, want, bad[:min(len(bad), 20)])
	}
}

// pack makes a link with a right checksum of any text, as a hostile page would.
func pack(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriterDict(&b, flate.BestCompression, []byte(linkWords))
	require.NoError(t, err)
	_, err = w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	sum := binary.BigEndian.AppendUint32(nil, linkSum(b.Bytes(), text))
	return "1" + base64.RawURLEncoding.EncodeToString(append(sum, b.Bytes()...))
}

// A small link that unpacks to 64 MiB is refused without unpacking it all.
func TestLinkBomb(t *testing.T) {
	_, err := Decode(pack(t, strings.Repeat("x", MaxBytes)))
	require.NoError(t, err)
	_, err = Decode(pack(t, strings.Repeat("x", MaxBytes+1)))
	require.ErrorIs(t, err, ErrLinkSize)
	bomb := pack(t, strings.Repeat("x", 64<<20))
	require.Less(t, len(bomb), maxLink)
	allocated := testing.AllocsPerRun(1, func() {
		_, err = Decode(bomb)
	})
	require.ErrorIs(t, err, ErrLinkSize)
	assert.Less(t, allocated, 1000.0)
}

const (
	linkWordsSum = 0x0df51578
	// made by this package, and read back with zlib (raw deflate, zdict) to be sure
	link1 = "128nSJIKFD6zQgYcTrPShYnjhcQZup0PTESAAAP__"
)
