// Package lab runs the same scenario in many variants and compares what came of
// them: batch sizes against commit modes, one strategy against another. The
// runs are sliced, so that a page can do them beside its own work.
package lab
