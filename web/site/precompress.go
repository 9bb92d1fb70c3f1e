package site

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// SizesFile is the name of the file that tells the loader how many bytes to
// expect: a browser gives the length of an encoded answer before decoding, but
// counts its bytes after.
const SizesFile = "sizes.json"

// compressible are the kinds of file that get a .gz twin.
var compressible = map[string]bool{
	".css": true, ".html": true, ".js": true, ".json": true, ".svg": true, ".wasm": true,
}

// Precompress writes the .gz twin of every compressible runtime file in dir
// that has none or whose twin is older, removes twins without a source, and
// writes [SizesFile]. It returns the names of the files it wrote or removed.
func Precompress(dir string) (changed []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	sizes := map[string]int64{}
	for _, entry := range entries {
		name := entry.Name()
		if !entry.Type().IsRegular() || strings.HasPrefix(name, ".") || name == SizesFile {
			continue
		}
		written, err := precompressFile(dir, name, sizes)
		if err != nil {
			return changed, err
		}
		if written != "" {
			changed = append(changed, written)
		}
	}
	text, err := json.MarshalIndent(sizes, "", "  ")
	if err != nil {
		return changed, err
	}
	return changed, replaceFile(filepath.Join(dir, SizesFile), append(text, '\n'))
}

// precompressFile brings one file's twin up to date and notes both sizes.
func precompressFile(dir, name string, sizes map[string]int64) (changed string, err error) {
	source := filepath.Join(dir, name)
	if plain, packed := strings.CutSuffix(source, ".gz"); packed {
		if _, err := os.Stat(plain); errors.Is(err, fs.ErrNotExist) && compressible[path.Ext(plain)] {
			return name, os.Remove(source)
		}
		return "", nil
	}
	if !compressible[path.Ext(name)] {
		return "", nil
	}
	info, err := os.Stat(source)
	if err != nil {
		return "", err
	}
	sizes[name] = info.Size()
	twin, err := os.Stat(source + ".gz")
	if err == nil && !twin.ModTime().Before(info.ModTime()) {
		sizes[name+".gz"] = twin.Size()
		return "", nil
	}
	content, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	packed, err := compress(content)
	if err != nil {
		return "", err
	}
	sizes[name+".gz"] = int64(len(packed))
	return name + ".gz", replaceFile(source+".gz", packed)
}

// compress gives the same bytes for the same content on every machine: no name
// and no time are written into the gzip header.
func compress(content []byte) ([]byte, error) {
	var buffer bytes.Buffer
	writer, err := gzip.NewWriterLevel(&buffer, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := writer.Write(content); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

// replaceFile writes beside the old file and renames, so that a server or an
// interrupted build never shows half a file.
func replaceFile(name string, content []byte) error {
	temporary := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".new")
	if err := os.WriteFile(temporary, content, 0o644); err != nil {
		return err
	}
	return os.Rename(temporary, name)
}
