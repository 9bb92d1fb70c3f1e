//go:build js

package stage

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"ringside/core"
	"ringside/wasm/view"
)

// Options are what the stage needs from the rest of the page. Source, Viewport
// and Words must be set.
type Options struct {
	// Source fills v with the state at the current simulated time.
	Source func(v *core.View)
	// Advance is called once per tick, 60 times a second of the screen's time.
	Advance func()
	// Viewport gives reserved rectangles, theme, motion, speed and selection. The
	// stage itself sets W, H, Scale, Hover, Zoom and Clock.
	Viewport func() view.Viewport
	Words    Words
	// OnHover tells what the pointer is on, at each change; OnSelect what was
	// clicked or tapped, also when it is nothing.
	OnHover, OnSelect func(view.Hit)
	// OnFrame is called after each frame, drawn or not.
	OnFrame func(Stats)
}

// Stats are the stage's own figures.
type Stats struct {
	Frames, Drawn int           // frames so far, and those that were not left out
	Vertices      int           // in the last drawn frame
	Fill, Draw    time.Duration // time of the last frame in view and in making triangles
	Resets        int           // how often the texture was full
}

// Game is the Ebitengine game. Use New.
type Game struct {
	opts    Options
	view    core.View
	scene   view.Scene
	atlas   atlas
	marks   marks
	labels  labels
	mesh    mesh
	input   input
	zoom    zoomer
	fingers fingers
	start   time.Time
	stats   Stats

	w, h, scale float32
	magnify     float32 // the scene's pixels per CSS pixel
	reserved    []view.Rect
	baked       float32 // the scale that the marks were baked for
	last        uint64  // digest of the picture on the screen
	stale       bool
	legend      func() // to be drawn with the next frame
	trial       trial
}

// New makes a game for ebiten.RunGame.
func New(opts Options) *Game {
	g := &Game{opts: opts, stale: true, magnify: 1, start: time.Now()}
	g.view.Topic = -1
	g.input.listen()
	return g
}

// Run runs the game until the page is closed.
func (g *Game) Run() error {
	ebiten.SetScreenClearedEveryFrame(false)
	g.listenTouch()
	return ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true})
}

// View is the view as of the last frame. It is the stage's own: read it between
// frames, do not keep it. Its Group and Topic may be set.
func (g *Game) View() *core.View { return &g.view }

// Spots are the places of the last frame that can be pointed at.
func (g *Game) Spots() []view.Spot {
	spots := g.scene.Spots()
	for i := range spots {
		spots[i].X, spots[i].Y = spots[i].X*g.magnify, spots[i].Y*g.magnify
	}
	return spots
}

// Shortened are the keys of the words that had too little room in the last frame drawn.
func (g *Game) Shortened() []string { return g.labels.cut }

// Lost is what is left of the labels of that frame that lost a number for want of room.
func (g *Game) Lost() []string { return g.labels.lost }

// WordsChanged makes the stage ask for its words again, after a change of language.
func (g *Game) WordsChanged() {
	if g.labels.templates != nil {
		g.labels.forgetWords()
	}
	g.stale = true
}

// PointerLeft tells that the pointer is over one of the page's own panels or
// outside, which Ebitengine does not notice.
func (g *Game) PointerLeft() { g.input.left = true }

// Update implements ebiten.Game.
func (g *Game) Update() error {
	if g.opts.Advance != nil {
		g.opts.Advance()
	}
	g.input.update(g)
	g.zoom.update(g)
	return nil
}

// LayoutF implements ebiten.LayoutFer: the screen has the device's own pixels.
func (g *Game) LayoutF(outsideWidth, outsideHeight float64) (float64, float64) {
	if g.scale == 0 {
		// Ebitengine keeps the factor for life, and asking for it is dear.
		g.scale = float32(ebiten.Monitor().DeviceScaleFactor())
	}
	g.w, g.h = float32(outsideWidth), float32(outsideHeight)
	return outsideWidth * float64(g.scale), outsideHeight * float64(g.scale)
}

// Layout implements ebiten.Game; LayoutF is used instead.
func (g *Game) Layout(outsideWidth, outsideHeight int) (int, int) {
	return outsideWidth, outsideHeight
}

// Draw implements ebiten.Game.
func (g *Game) Draw(screen *ebiten.Image) {
	start := time.Now()
	g.opts.Source(&g.view)
	p := g.opts.Viewport()
	g.magnified(&p)
	p.Hover = g.input.hover
	p.Zoom, p.Clock = g.zoom.now, start.Sub(g.start)
	g.scene.Fill(&g.view, p)
	digest := g.scene.Digest()
	g.stats.Frames++
	g.stats.Fill = time.Since(start)
	if g.stale || digest != g.last {
		start = time.Now()
		g.paint(screen)
		g.stats.Draw = time.Since(start)
		g.stats.Drawn++
		// A label that found no room is drawn after the texture was emptied.
		g.last, g.stale = digest, g.atlas.full
	}
	if g.trial.rounds > 0 {
		g.measure(screen, p)
	}
	if f := g.legend; f != nil && g.atlas.page != nil {
		g.legend = nil
		f()
	}
	if g.opts.OnFrame != nil {
		g.opts.OnFrame(g.stats)
	}
}

// magnified lays the viewport out for a window so much smaller, of which each
// pixel is so much larger.
func (g *Game) magnified(p *view.Viewport) {
	g.magnify = max(1, p.Magnify)
	p.W, p.H, p.Scale = g.w/g.magnify, g.h/g.magnify, g.scale*g.magnify
	if g.magnify == 1 {
		return
	}
	g.reserved = g.reserved[:0]
	for _, r := range p.Reserved {
		g.reserved = append(g.reserved, view.Rect{X: r.X / g.magnify, Y: r.Y / g.magnify, W: r.W / g.magnify, H: r.H / g.magnify})
	}
	p.Reserved = g.reserved
}

// hatched is the scale for which the stripes are baked: on a large picture they
// are wider.
func (g *Game) hatched() float32 { return g.scale * g.magnify * halves(g.scene.Unit()) }

// halves rounds to halves, from 1 on.
func halves(x float32) float32 { return max(1, float32(int(2*x))/2) }

// prepare makes the texture ready for the scale, and empties it after a frame in
// which it was full.
func (g *Game) prepare() {
	g.atlas.fresh++
	switch {
	case g.atlas.page == nil:
		g.atlas.init()
		g.labels.init(&g.atlas, g.opts.Words)
	case g.atlas.full && g.atlas.fresh > 2:
		g.atlas.reset()
		g.labels.set.reset()
		g.stats.Resets++
	case g.baked == g.hatched():
		g.atlas.full = false
		return
	}
	g.baked = g.hatched()
	g.marks.reset(&g.atlas, g.baked)
}

func (g *Game) paint(screen *ebiten.Image) {
	g.prepare()
	g.paintScene(screen, &g.scene, view.InkBackground)
	g.stats.Vertices = len(g.mesh.vertices)
}

// paintScene draws a scene on a ground.
func (g *Game) paintScene(dst *ebiten.Image, s *view.Scene, ground view.Ink) {
	g.shape(dst, s, ground)
	g.mesh.draw(dst, g.atlas.page)
}

// shape makes the triangles of a scene.
func (g *Game) shape(dst *ebiten.Image, s *view.Scene, ground view.Ink) {
	m := &g.mesh
	m.begin(s.Viewport.Theme, g.atlas.white)
	b := dst.Bounds()
	m.rect(0, 0, float32(b.Dx()), float32(b.Dy()), m.tint(view.Paint{Ink: ground, Alpha: 255}))
	scale := s.Viewport.Scale
	p := painter{m, &g.marks, scale, s.Viewport.Theme.Stroke(), g.baked / scale}
	for i := range s.Boxes {
		p.box(&s.Boxes[i])
	}
	for i := range s.Arcs {
		p.arc(&s.Arcs[i])
	}
	for i := range s.Curves {
		p.curve(&s.Curves[i])
	}
	for i := range s.Dots {
		p.dot(&s.Dots[i])
	}
	for i := range s.Plates {
		p.box(&s.Plates[i])
	}
	g.labels.cut, g.labels.lost = g.labels.cut[:0], g.labels.lost[:0]
	for i := range s.Labels {
		g.labels.draw(m, &s.Labels[i], scale)
	}
}
