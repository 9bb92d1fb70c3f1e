package main

import (
	"flag"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// allocateFlags are the flags of "ringside allocate".
type allocateFlags struct {
	strategy, topic, queues, ids, rooms, idcs, config, then string
	vnodes                                                  int
	json                                                    bool
	fs                                                      *flag.FlagSet
}

func (p *allocateFlags) define(fs *flag.FlagSet) {
	p.fs = fs
	fs.StringVar(&p.strategy, "strategy", "averagely", "strategy `word`, as in scripts")
	fs.StringVar(&p.topic, "topic", "", "topic `name` (consistent hash needs it)")
	fs.StringVar(&p.queues, "queues", "", "queues per broker: `a:4,b:4`")
	fs.StringVar(&p.ids, "ids", "", "client `ids`, separated by commas")
	fs.StringVar(&p.then, "then", "", "a second list of client `ids`: shows what moves")
	fs.IntVar(&p.vnodes, "vnodes", 10, "virtual nodes per client id")
	fs.StringVar(&p.rooms, "rooms", "", "machine rooms of brokers and ids: `a=r1,10.0.0.1@7=r1`")
	fs.StringVar(&p.idcs, "idcs", "", "consumer rooms of machine-room: `r1,r2`")
	fs.StringVar(&p.config, "config", "", "fixed list of by-config: `a/0,a/1`")
	fs.BoolVar(&p.json, "json", false, "answer as JSON, as allocate - does")
}

func (p *allocateFlags) given(name string) bool {
	found := false
	p.fs.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// question makes the question and the second list of ids (nil without -then).
func (p *allocateFlags) question() (*question, []string, error) {
	q := &question{Strategy: p.strategy, Queues: map[string]int{}, Rooms: map[string]string{}}
	for _, part := range list(p.queues) {
		at := strings.LastIndexByte(part, ':')
		n, err := 0, error(nil)
		if at > 0 {
			n, err = strconv.Atoi(part[at+1:])
		}
		if at <= 0 || err != nil || n < 0 {
			return nil, nil, fmt.Errorf("-queues: %q is not BROKER:NUMBER, for instance a:4", part)
		}
		if _, twice := q.Queues[part[:at]]; twice {
			return nil, nil, fmt.Errorf("-queues: broker %q is given twice; give each once", part[:at])
		}
		q.Queues[part[:at]] = n
	}
	for _, part := range list(p.rooms) {
		at := strings.LastIndexByte(part, '=')
		if at <= 0 || at == len(part)-1 {
			return nil, nil, fmt.Errorf("-rooms: %q is not NAME=ROOM, for instance a=r1", part)
		}
		q.Rooms[part[:at]] = part[at+1:]
	}
	if len(q.Queues) == 0 && p.strategy != "by-config" {
		return nil, nil, fmt.Errorf("-queues is missing; give for instance -queues a:4,b:4")
	}
	if q.IDs = list(p.ids); len(q.IDs) == 0 {
		return nil, nil, fmt.Errorf("-ids is missing; give for instance -ids 10.0.0.1@7,10.0.0.2@7")
	}
	if p.given("vnodes") {
		q.VNodes = &p.vnodes
	}
	if p.given("topic") {
		q.Topic = &p.topic
	}
	if p.given("idcs") {
		q.IDCs = list(p.idcs)
	}
	if p.given("config") {
		q.Config = list(p.config)
	}
	if !p.given("then") {
		return q, nil, nil
	}
	then := list(p.then)
	if len(then) == 0 {
		return nil, nil, fmt.Errorf("-then is empty; give the second list of client ids")
	}
	return q, then, nil
}

// list splits at commas; an empty text is an empty list, not nil.
func list(s string) []string {
	if s == "" {
		return []string{}
	}
	return strings.Split(s, ",")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
