package script

import "testing"

// The harms' own words, and a time at which nothing happens.
func TestWrongExpectationsOfHarms(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"expect ‸recovry max < 1s", "unknown subject `recovry`; did you mean `recovery`?"},
		{"expect ‸first-pul max < 1s", "unknown subject `first-pul`; did you mean `first-pull`?"},
		{"expect ‸lockwait max < 1s", "unknown subject `lockwait`; did you mean `lock-wait`?"},
		{"expect ‸pauses max < 1s", "unknown subject `pauses`; did you mean `pause`?"},
		{"expect ‸consume-tp max > 1", "unknown subject `consume-tp`; did you mean `consume-tps`?"},
		{"expect pause ‸mxa < 1s", "unknown word `mxa`; did you mean `max`?"},
		{"expect idle ‸cout = 1", "unknown word `cout`; did you mean `count`?"},
		{"expect duplicates crash ‸c1 = 1", "`duplicates` cannot be narrowed by `c1`; write `expect duplicates OP N` or `expect duplicates CONSUMER OP N` or " +
			"`expect duplicates CAUSE OP N` or `expect duplicates TOPIC/BROKER/ID OP N` or `expect duplicates CAUSE TOPIC/BROKER/ID OP N`"},
		{"expect duplicates crash orders/a/‸4 = 1", "topic `orders` has no queue 4 on broker `a`; expected 0 to 3"},
		{"expect pause max ‸orders/a/0 < 1s", "unexpected `orders/a/0`; write `expect pause OP N` or `expect pause max OP TIME` or `expect pause TOPIC/BROKER/ID OP TIME`"},
		{"at 30s kill c1\nat 1m30s kill c2\nexpect recovery ‸31s < 1s", "the script does nothing at 31s; did you mean `30s`?"},
		{"at 30s kill c1\nat 1m30s kill c2\nexpect backlog max ‸62000ms < 1", "the script does nothing at 1m2s; did you mean `1m30s`?"},
		{"at 30s measure billing\nexpect recovery ‸30s < 1s", "the script does nothing at 30s"},
		{"expect recovery ‸< 1s", "what to look at is missing; write `expect recovery max OP TIME` or `expect recovery TOPIC/BROKER/ID OP TIME` or `expect recovery TIME OP TIME`"},
	})
}
