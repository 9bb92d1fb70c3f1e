package script

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestServersInScripts(t *testing.T) {
	s := mustParse(t, base+`nameserver n1
nameserver n2
broker c
broker a-slave master=a slave-read=yes
at 1s start c
at 2s scale orders c:4 a:8/2
at 3s perm orders b r
at 4s cut n1 c1
at 5s heal c1 n1
at 6s kill n2
at 7s start n2
at 8s restart b down=2s
at 9s freeze a-slave
at 10s thaw a-slave
at 11s scale orders c:0
at 12s cut producer:orders a
at 13s cut n2 producer:orders
at 14s heal a producer:orders
expect owner orders/c/3 = none
`)
	sc := s.Scenario()
	assert.Equal(t, []bool{false, false, true, false}, []bool{sc.Brokers[0].Absent, sc.Brokers[1].Absent, sc.Brokers[2].Absent, sc.Brokers[3].Absent},
		"c's first action is start")
	assert.Equal(t, "a", sc.Brokers[3].Master)
	assert.True(t, sc.Brokers[3].SlaveRead)
	assert.False(t, sc.NameServers[1].Absent, "its first action is kill")
	a := sc.Actions
	assert.Equal(t, ActStart, a[0].Kind)
	assert.Equal(t, ServerBroker, a[0].Server)
	assert.Equal(t, -1, a[0].Consumer)
	assert.Equal(t, BrokerQueues{"c", 4, 4}, a[1].Queues)
	assert.Equal(t, BrokerQueues{"a", 8, 2}, a[2].Queues)
	assert.Equal(t, 4, a[3].Perm)
	assert.Equal(t, "c1", a[4].Other)
	assert.Equal(t, ServerName, a[6].Server)
	assert.Equal(t, 2*time.Second, a[8].Down)
	assert.Equal(t, []string{"producer:orders", "a"}, []string{a[12].Target, a[12].Other})
	assert.Equal(t, []string{"c1", "c2", "a", "b", "c", "a-slave", "n1", "n2", "producer:orders"}, sc.Names("PROCESS"))
	checkIdentity(t, s.Format())
}

// Without a nameserver statement there is one, called ns.
func TestDefaultNameServer(t *testing.T) {
	assert.Equal(t, []NameServer{{Name: "ns"}}, mustParse(t, base).Scenario().NameServers)
	sc := mustParse(t, base+"at 1s stop ns\nat 2s start ns\n").Scenario()
	assert.Equal(t, ServerName, sc.Actions[0].Server)
	assert.Equal(t, "ns", mustParse(t, base+"nameserver ns\nnameserver n2\n").Scenario().NameServers[0].Name)
}

func TestWrongServers(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"nameserver ‸a", "the name `a` is already that of the broker in line 1"},
		{"nameserver n1\nat 1s stop ‸ns", "unknown broker or name server `ns`; did you mean `n1`?"},
		{"broker s master=‸c", "unknown broker `c`; expected one of a, b, s"},
		{"broker s master=a\nbroker u master=‸s", "`s` cannot be the master of `u`: it is no master itself"},
		{"broker s master=a\nbroker u master=‸a", "broker `a` already has the slave `s`; one is simulated"},
		{"broker s master=a\n‸topic t s:4", "topic `t` cannot be put on `s`: it is a slave and copies its master's topics"},
		{"broker s master=a slave-read=‸maybe", "unknown answer `maybe`; expected one of yes, no"},
		{"at 1s stop ‸c1", "`c1` is a consumer; write `leave c1`"},
		{"at 1s start ‸c1", "`c1` is a consumer; write `join c1`"},
		{"at 1s stop a\nat 2s kill ‸a", "cannot kill `a` at 2s: `a` was stopped at 1s"},
		{"at 1s start a\nat 2s start ‸a", "cannot start `a` at 2s: `a` has been running since 1s"},
		{"at 1s kill ns\nat 2s freeze ‸ns", "cannot freeze `ns` at 2s: `ns` was killed at 1s"},
		{"at 1s stop a\nat 2s scale orders ‸a:8", "cannot scale `orders` at 2s: `a` was stopped at 1s"},
		{"broker c\nat 2s perm orders ‸c r", "topic `orders` is not on broker `c`"},
		{"at 2s perm orders a ‸x", "unknown permission `x`; expected one of rw, r, w"},
		{"at 2s scale ‸order a:8", "unknown topic `order`; did you mean `orders`?"},
		{"at 2s scale orders ‸a:4096", "too many queues in all topics; at most 4096 are allowed"},
		{"at 2s scale orders a:8 ‸a:9", "`a` stands in the list twice"},
		{"at 1s cut a ‸a", "a link needs two different ends, not `a` twice"},
		{"at 1s cut a ‸zz", "unknown broker or consumer `zz`; expected one of a, b, c1, c2, ns, producer:orders"},
		{"at 1s cut ‸orders a", "unknown broker or consumer `orders`; expected one of a, b, c1, c2, ns, producer:orders"},
		{"at 1s cut producer:‸order a", "unknown topic `order`; did you mean `orders`?"},
		{"at 1s cut a producer:‸", "unknown topic ``; expected `orders`"},
		{"topic quiet a:1\nat 1s cut producer:‸quiet a", "topic `quiet` has no producer; write `producer quiet rate=0/s` to give it one"},
		{"at 1s cut producer:orders ‸producer:orders", "a link needs two different ends, not `producer:orders` twice"},
		{"at 1s cut producer:orders a\nat 2s cut ‸a producer:orders", "the link between `a` and `producer:orders` is cut already at 2s"},
		{"at 1s kill ‸producer:orders", "unknown process `producer:orders`; expected one of c1, c2, a, b, ns"},
		{"net ‸producer:orders a latency=5ms", "`producer:orders` has no latency of its own: what a producer sends is at the broker at once; a link ends at brokers, consumers and name servers"},
		{"at 1s cut a b\nat 2s cut ‸b a", "the link between `a` and `b` is cut already at 2s"},
		{"at 1s heal ‸b a", "the link between `a` and `b` is not cut at 1s"},
		{"at 1s perm orders ‸", "the broker is missing; write `at TIME perm TOPIC BROKER rw|r|w`"},
	})
}
