// Package recordings holds the simulator against what real RocketMQ clusters
// did. Each pair in testdata is one recorded run: NAME.rec has the figures of
// the recording, NAME.ringside the script with the recording's own start
// times; the package's tests play the script and compare. See testdata/README.md
// for where the figures come from and how they are written.
package recordings
