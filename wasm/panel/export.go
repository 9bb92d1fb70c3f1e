//go:build js

package panel

import (
	"bytes"
	"strconv"
	"syscall/js"
	"time"

	"ringside/core"
	"ringside/core/report"
)

// exportKinds are what can be taken out of the page: their keys, in the order shown.
var exportKinds = []string{
	"export.picture", "export.series-csv", "export.series-json", "export.owners-csv", "export.owners-json",
	"export.report", "export.script", "export.go-test",
}

// exportBox offers the exports.
func exportBox(p *Panel) elem {
	list := el("div", "row exports")
	for _, kind := range exportKinds {
		with(list, button("btn small", p.lang.Text(kind), "export", kind))
	}
	return el("section", "export", attr{"aria-labelledby", "export-title"},
		el("h2", "", attr{"id", "export-title"}, p.lang.Text("export.title")), el("p", "tip", p.lang.Text("export.about")), list)
}

// exportJob plays the script again with a recorder, in slices.
type exportJob struct {
	kind string
	sim  *core.Sim
	rec  *report.Recorder
	to   time.Duration
}

// startExport makes what was asked for, at once or by a job.
func (p *Panel) startExport(kind string) {
	if p.pg.Sim() == nil {
		return
	}
	text := p.pg.Sim().Text()
	switch kind {
	case "export.picture":
		p.savePicture(pictureTries)
	case "export.script":
		download(p.fileName("ringside"), "text/plain", []byte(text))
	case "export.go-test":
		p.copyText(GoTest(p.exportName(), text, p.pg.Now(), p.pg.Digest()), "export.copied", p.exportName()+"_test.go")
	default:
		sim, err := core.Load(text)
		if err != nil {
			p.say(p.errorText(err))
			return
		}
		p.export = &exportJob{kind: kind, sim: sim, rec: report.New(sim.Script().Scenario(), sim.Log()), to: p.pg.Now()}
		p.say(p.lang.Text("export.working"))
	}
}

// workExport goes on with the job for as long as more says so.
func (p *Panel) workExport(more func() bool) {
	const steps = 2000
	j := p.export
	for j != nil && more() {
		if !j.sim.AdvanceSteps(j.to, steps) {
			continue
		}
		p.export = nil
		kind, content, err := j.write()
		if err != nil {
			p.say(p.lang.Text("export.failed", "error", p.errorText(err)))
			return
		}
		mime := map[string]string{"csv": "text/csv", "json": "application/json"}[kind]
		name := p.fileName(kind)
		download(name, mime, content)
		p.say(p.lang.Text("export.done", "file", name))
		return
	}
}

// write makes the file's content; kind is the ending of its name.
func (j *exportJob) write() (kind string, content []byte, err error) {
	var b bytes.Buffer
	kind = "json"
	switch j.kind {
	case "export.series-csv":
		kind, err = "csv", report.WriteSeriesCSV(&b, j.series())
	case "export.series-json":
		err = report.WriteJSON(&b, j.series())
	case "export.owners-csv":
		kind, err = "csv", report.WriteTenuresCSV(&b, j.rec.Tenures(j.to))
	case "export.owners-json":
		err = report.WriteJSON(&b, j.rec.Tenures(j.to))
	default:
		rep := j.rec.Report("ringside", j.to)
		for g := range j.sim.Script().Scenario().Groups {
			v := core.View{Group: g, Topic: -1}
			j.sim.View(&v)
			rep.Harms = append(rep.Harms, j.rec.HarmsOf(&v))
		}
		err = report.WriteJSON(&b, rep)
	}
	return kind, b.Bytes(), err
}

func (j *exportJob) series() []report.GroupSeries {
	groups := j.sim.Script().Scenario().Groups
	out := make([]report.GroupSeries, len(groups))
	for i := range groups {
		out[i] = report.SeriesOf(groups[i].Name, j.sim.Series(i))
	}
	return out
}

// exportName is what files are called: the lesson, or the reader's own script.
func (p *Panel) exportName() string {
	if name := p.pg.Lesson(); name != "" {
		return name
	}
	return "ringside"
}

func (p *Panel) fileName(ending string) string {
	at := strconv.FormatFloat(p.pg.Now().Seconds(), 'f', -1, 64)
	return p.exportName() + "-" + at + "s." + ending
}

// download hands a file to the reader.
func download(name, mime string, content []byte) {
	array := js.Global().Get("Uint8Array").New(len(content))
	js.CopyBytesToJS(array, content)
	parts := js.Global().Get("Array").New(array)
	options := js.Global().Get("Object").New()
	options.Set("type", mime)
	save(name, js.Global().Get("Blob").New(parts, options))
}

func save(name string, blob js.Value) {
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	a := el("a", "", attr{"href", url.String()}, attr{"download", name})
	a.Underlying().Call("click")
	js.Global().Get("URL").Call("revokeObjectURL", url)
}

// copyText puts a text on the clipboard; where that is not allowed it becomes a file.
func (p *Panel) copyText(text, doneKey, file string) {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() {
		download(file, "text/plain", []byte(text))
		return
	}
	then(clipboard.Call("writeText", text), func(js.Value) { p.say(p.lang.Text(doneKey)) },
		func(js.Value) { download(file, "text/plain", []byte(text)) })
}

// then waits for a promise.
func then(promise js.Value, done, failed func(js.Value)) {
	var yes, no js.Func
	release := func() { yes.Release(); no.Release() }
	arg := func(args []js.Value) js.Value {
		if len(args) > 0 {
			return args[0]
		}
		return js.Undefined()
	}
	yes = js.FuncOf(func(_ js.Value, args []js.Value) any { done(arg(args)); release(); return nil })
	no = js.FuncOf(func(_ js.Value, args []js.Value) any { failed(arg(args)); release(); return nil })
	promise.Call("then", yes, no)
}

// pictureTries is how many frames are waited for one that can be copied.
const pictureTries = 30

// savePicture saves the stage without the panels. The browser forgets what was
// drawn once it is shown, so the copy is made within the frame that drew it; on a
// busy machine the copy may come too late, and is then made of a later frame.
func (p *Panel) savePicture(tries int) {
	canvas := find("body > canvas")
	if canvas == nil {
		return
	}
	p.onWords() // has the next frame drawn, even if nothing has changed
	var once js.Func
	once = js.FuncOf(func(js.Value, []js.Value) any {
		once.Release()
		p.copyCanvas(canvas.Underlying(), tries)
		return nil
	})
	js.Global().Call("requestAnimationFrame", once)
}

func (p *Panel) copyCanvas(canvas js.Value, tries int) {
	v := p.viewport
	v.W, v.H = windowSize("innerWidth"), windowSize("innerHeight")
	free := v.Free()
	if free.Empty() {
		return
	}
	scale := canvas.Get("width").Float() / float64(v.W)
	px := func(f float32) int { return int(float64(f) * scale) }
	out := el("canvas", "").Underlying()
	out.Set("width", px(free.W))
	out.Set("height", px(free.H))
	ctx := out.Call("getContext", "2d")
	ctx.Call("drawImage", canvas, px(free.X), px(free.Y), px(free.W), px(free.H), 0, 0, px(free.W), px(free.H))
	if ctx.Call("getImageData", 0, 0, 1, 1).Get("data").Index(3).Int() == 0 { // forgotten already: the picture's ground is opaque
		if tries > 0 {
			p.savePicture(tries - 1)
			return
		}
		p.say(p.lang.Text("export.no-picture"))
		return
	}
	var done js.Func
	done = js.FuncOf(func(_ js.Value, args []js.Value) any {
		done.Release()
		if len(args) == 0 || !args[0].Truthy() {
			p.say(p.lang.Text("export.no-picture"))
			return nil
		}
		name := p.fileName("png")
		save(name, args[0])
		p.say(p.lang.Text("export.done", "file", name))
		return nil
	})
	out.Call("toBlob", done, "image/png")
}
