package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ringside/strategies"
)

// allocateLines is "ringside allocate -": a JSON object a line in, one a line
// out. A line that cannot be answered is answered {"error":"…"}, so the n-th
// answer belongs to the n-th line that is not blank.
func allocateLines(std streams) int {
	in, out := bufio.NewReaderSize(std.in, 64<<10), bufio.NewWriter(std.out)
	defer out.Flush()
	for {
		line, err := readLine(in, maxAskLine)
		if errors.Is(err, io.EOF) {
			return exitOK
		}
		if err != nil && !errors.Is(err, errLongLine) {
			out.Flush()
			return fail(std, "allocate: standard input: %v", err)
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		fmt.Fprintln(out, answerLine(line, err))
		if in.Buffered() == 0 { // somebody may wait for this answer
			out.Flush()
		}
	}
}

func answerLine(line []byte, err error) string {
	var q question
	if err == nil {
		err = decodeStrictly(line, &q)
	}
	var shares []share
	if err == nil {
		shares, err = q.answer()
	}
	if err != nil {
		return `{"error":` + quote(err.Error()) + `}`
	}
	return encodeShares(shares)
}

// encodeShares writes {"ID":["broker/queueId",…],…} in the order of the ids.
func encodeShares(shares []share) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, s := range shares {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(s.ID))
		b.WriteString(":[")
		for j, x := range s.Queues {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(queueName(x)))
		}
		b.WriteByte(']')
	}
	b.WriteByte('}')
	return b.String()
}

// quote is s as a JSON string.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil { // a string always encodes
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func queueName(q strategies.Queue) string { return fmt.Sprintf("%s/%d", q.Broker, q.ID) }

var errLongLine = fmt.Errorf("the line is longer than %d bytes; split the question or give fewer ids", maxAskLine)

// readLine reads up to a newline or the end. A line longer than limit is read
// to its end and answered with errLongLine.
func readLine(in *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if !long {
			line = append(line, part...)
			if len(line) > limit+1 {
				line, long = nil, true
			}
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(part) == 0 && len(line) == 0 && !long:
			return nil, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		case long:
			return nil, errLongLine
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// decodeStrictly decodes one JSON object; unknown and repeated fields and
// anything after it are errors.
func decodeStrictly(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return jsonError(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("something follows the JSON object; give one object a line")
	}
	if trimmed := bytes.TrimSpace(line); trimmed[0] != '{' {
		return fmt.Errorf("a JSON object is needed, for instance {\"strategy\":\"averagely\",\"queues\":{\"a\":4},\"ids\":[\"c1\"]}")
	}
	return repeatedKey(json.NewDecoder(bytes.NewReader(line)))
}

// jsonError puts encoding/json's errors into words that say what would be right.
func jsonError(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON at byte %d: %v", syntax.Offset, syntax)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("a JSON object is needed, not a %s", kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("field %q: found a JSON %s, expected %s", kind.Field, kind.Value, jsonKind(kind.Type.Kind().String()))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("not JSON: it ends too early")
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if strings.HasPrefix(text, "unknown field") {
		text += "; known are strategy, topic, queues, ids, vnodes, rooms, idcs, config"
	}
	return errors.New(text)
}

func jsonKind(kind string) string {
	switch kind {
	case "slice":
		return "a list"
	case "map", "struct":
		return "an object"
	case "int", "ptr":
		return "a whole number"
	}
	return "a " + kind
}

// repeatedKey walks one value and reports a key that an object has twice.
func repeatedKey(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name, _ := key.(string)
			if seen[name] {
				return fmt.Errorf("field %q is given twice; give it once", name)
			}
			seen[name] = true
		}
		if err := repeatedKey(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
