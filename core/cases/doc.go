// Package cases plays public reports about consumer groups as scripts, each
// with the value that is right as expect lines. It has tests only; the scripts
// are in testdata, named after the case (RB-08) and variant (RB-08a).
package cases
