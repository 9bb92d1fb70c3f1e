// Package cases plays public reports about consumer groups as scripts, each
// with the value that is right as expect lines. It has tests only; the scripts
// are in testdata, named after the case (RB-08) and variant (RB-08a).
//
// The reports about RocketMQ are in six sections: client ids and subscriptions
// (A), strategies and languages (B), routes and queue counts (C), failure and
// take-over times (D), offsets and duplicates (E), the pull and push loop (F). A
// report without a script is in a list of its own in the test, with the reason.
package cases
