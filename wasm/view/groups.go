package view

import "ringside/core"

// groups holds the queues by broker, in the view's order within each.
type groups struct {
	order []int // queue indexes, broker after broker
	start []int // per broker, where its queues begin in order; one more at the end
}

func (g *groups) update(v *core.View) {
	brokers := len(v.Brokers)
	g.order, g.start = resize(g.order, len(v.Queues)), resize(g.start, brokers+2)
	clear(g.start)
	// Counted two places ahead, so that placing the queues leaves the starts right.
	for i := range v.Queues {
		if b := v.Queues[i].Broker; b >= 0 && b < brokers {
			g.start[b+2]++
		}
	}
	for b := 2; b < len(g.start); b++ {
		g.start[b] += g.start[b-1]
	}
	for i := range v.Queues {
		if b := v.Queues[i].Broker; b >= 0 && b < brokers {
			g.order[g.start[b+1]] = i
			g.start[b+1]++
		}
	}
	g.order = g.order[:g.start[brokers]]
}

// of are the indexes of broker b's queues.
func (g *groups) of(b int) []int { return g.order[g.start[b]:g.start[b+1]] }
