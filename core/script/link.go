package script

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"
)

// What can be wrong with a permalink; see [Decode].
var (
	// ErrLinkVersion: the link is of a version that this program does not know.
	ErrLinkVersion = errors.New("the link is of a version that is not known here")
	// ErrLinkDamaged: characters of the link are missing, changed or added.
	ErrLinkDamaged = errors.New("the link is damaged: part of it is missing, changed or added")
	// ErrLinkSize: the text in the link is larger than a script may be.
	ErrLinkSize = errors.New("the text in the link is larger than 65536 bytes")
)

// linkVersion begins every link: '1' is base64url, without padding, of a CRC-32
// (IEEE, big endian, over the rest and then the text) and the text deflated
// with linkWords as dictionary.
const linkVersion = '1'

// maxLink bounds a link before it is read: MaxBytes stored uncompressed.
const maxLink = (MaxBytes+1024)*4/3 + 8

// linkWords is version 1's dictionary: what scripts are made of, the most
// common last. It must never change; another one needs another version.
const linkWords = "expect in completions distinct skipped notices rebalances moved silent max < 1s\n" +
	"from=first from=last start=50ms span=2000 pull-threshold-size=100 pull-threshold=1000 pull-interval=0s pull-batch=32\n" +
	"strategy=by-config config=a/0,a/1 strategy=machine-room idcs=r1,r2 strategy=same-room:averagely-by-circle " +
	"strategy=machine-room-nearby:averagely room=r1 room=r2 vnodes=10 strategy=consistent-hash-go\n" +
	"timers rebalance-wait=20s rebalance-gap=1s route-poll=30s heartbeat=30s persist=5s first-pull=500ms\n" +
	"net latency=1ms jitter=0s\nprotocol rocketmq\ntext.zh 消费者队列分配重复消息提交\ntext.en The consumers and queues of a group \n" +
	"at 1m10s restart c3 down=5s\nat 1m20s thaw c2\nat 40s freeze c2\nat 20s burst orders 1000\nat 50s set billing batch=32\n" +
	"expect at 50s members = c1,c2,c3\nexpect committed orders/a/0 >= 100\nexpect backlog max < 1000\nexpect double max = 0s\n" +
	"expect unowned max < 2s\nexpect at 20s idle = none\nexpect at 20s owner orders/a/0 = c1\nexpect at 50s owns c1 = a/0,a/1,a/2,a/3\n" +
	"expect duplicates crash = 0\nexpect duplicates > 0\nrun 1m30s\nrun 2m\nat 1m leave c2\nat 1m kill c1\nat 30s join c3 group=billing\n" +
	"title.zh 消费者加入\ntitle.en A consumer joins mid-stream\nseed 42\nbroker a\nbroker b\ntopic orders a:4 b:4\nproducer orders rate=600/s\n" +
	"group billing topic=orders strategy=consistent-hash strategy=averagely commit=sync commit=async commit=interval:5s batch=32 work=5ms threads=20\n" +
	"consumer c3 group=billing\nconsumer c2 group=billing\nconsumer c1 group=billing\n"

// Encode packs a text into a permalink: characters that may stand in a URL's
// fragment, with a version and a checksum. The text needs not be a correct
// script, but [Decode] takes back at most [MaxBytes] bytes.
func Encode(text string) string {
	var packed bytes.Buffer
	packed.Write(make([]byte, 4))
	// Neither the level nor writing to a buffer can fail.
	w, _ := flate.NewWriterDict(&packed, flate.BestCompression, []byte(linkWords))
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	b := packed.Bytes()
	binary.BigEndian.PutUint32(b, linkSum(b[4:], text))
	return string(linkVersion) + base64.RawURLEncoding.EncodeToString(b)
}

// Decode gives back the text that [Encode] packed. A link that is damaged, of
// an unknown version, or unpacks to more than [MaxBytes] is refused with
// [ErrLinkDamaged], [ErrLinkVersion] or [ErrLinkSize].
func Decode(link string) (string, error) {
	switch {
	case link == "":
		return "", ErrLinkDamaged
	case link[0] != linkVersion:
		return "", ErrLinkVersion
	case len(link) > maxLink:
		return "", ErrLinkSize
	case strings.ContainsAny(link, "\r\n"): // base64 would skip them
		return "", ErrLinkDamaged
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(link[1:])
	if err != nil || len(b) < 4 {
		return "", ErrLinkDamaged
	}
	// A bytes.Reader lets flate stop at the last byte it needs.
	packed := bytes.NewReader(b[4:])
	r := flate.NewReaderDict(packed, []byte(linkWords))
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	switch {
	case len(text) > MaxBytes:
		return "", ErrLinkSize
	case err != nil, packed.Len() > 0, binary.BigEndian.Uint32(b) != linkSum(b[4:], string(text)):
		return "", ErrLinkDamaged
	}
	return string(text), nil
}

// linkSum covers the packed bytes as well as the text, since different packed
// bytes can give the same text.
func linkSum(packed []byte, text string) uint32 {
	return crc32.Update(crc32.ChecksumIEEE(packed), crc32.IEEETable, []byte(text))
}
