package core

// delivery is a figure of what getting messages costs, of a group or, with
// arg, of one consumer; ok is false when the subject is none.
func (s *Sim) delivery(subject, arg string, g int) (n int64, ok bool) {
	switch subject {
	case "requests", "found", "empty", "refused", "held", "latency", "invisible":
	default:
		return 0, false
	}
	v := s.view(g)
	if subject == "invisible" {
		return int64(v.Invisible), true
	}
	d := &v.Delivery
	if subject == "latency" {
		switch arg {
		case "min":
			return int64(d.Min), true
		case "median":
			return int64(d.Median), true
		case "p99":
			return int64(d.P99), true
		}
		return int64(d.Max), true
	}
	for i := range v.Consumers {
		if arg != "" && v.Consumers[i].Name == arg {
			d = &v.Consumers[i].Delivery
		}
	}
	switch subject {
	case "requests":
		return d.Requests, true
	case "found":
		return d.Found, true
	case "empty":
		return d.Empty, true
	case "refused":
		return d.Refused, true
	}
	return int64(d.Held), true
}
