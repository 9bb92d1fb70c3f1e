package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Constants of rocketmq-client-go's push_consumer.go (validate) and of
// DefaultMQPushConsumer; a value written counts, whatever the client and the order.
func TestClientsHaveTheirOwnDefaults(t *testing.T) {
	s := mustParse(t, `broker a
topic t a:4
group g topic=t pull-threshold=1000 client=go
group h topic=t
consumer go1 group=g
consumer java1 group=g client=java4.9
consumer java2 group=h
consumer go2 group=h span=2000 client=go
run 10s
at 5s set h client=go`).Scenario()
	type row struct {
		client                         Client
		threshold, thresholdSize, span int
	}
	got := map[string]row{}
	for _, c := range s.Consumers {
		got[c.Name] = row{c.Settings.Client, c.Settings.PullThreshold, c.Settings.PullThresholdSize, c.Settings.Span}
	}
	assert.Equal(t, map[string]row{
		"go1":   {ClientGo, 1000, 512, 1000},
		"java1": {ClientJava49, 1000, 100, 2000},
		"java2": {ClientJava5, 1000, 100, 2000},
		"go2":   {ClientGo, 1024, 512, 2000},
	}, got)
	later := s.Consumers[2].Settings
	s.Actions[0].Apply(&later)
	assert.Equal(t, row{ClientGo, 1024, 512, 1000}, row{later.Client, later.PullThreshold, later.PullThresholdSize, later.Span})

	_, err := Parse("broker a\ntopic t a:1\ngroup g topic=t client=golang\nrun 1s")
	require.Error(t, err)
	assert.Contains(t, err.Error(), "golang")
	assert.Equal(t, "java4.9", ClientJava49.String())
	assert.Equal(t, "client?", Client(99).String())
}
