package panel

// Command is something that a key or a button does.
type Command string

// The commands.
const (
	CmdToggle   Command = "toggle"       // play or pause
	CmdBack     Command = "back"         // one second back
	CmdOn       Command = "on"           // one second on
	CmdBackFar  Command = "back-far"     // ten seconds back
	CmdOnFar    Command = "on-far"       // ten seconds on
	CmdBackFine Command = "back-fine"    // 100 ms back
	CmdOnFine   Command = "on-fine"      // 100 ms on
	CmdStart    Command = "start-of-run" // to the script's time 0
	CmdEnd      Command = "end-of-run"   // to the run's end
	CmdNext     Command = "next"         // to the next event that matters
	CmdRestart  Command = "restart"      // play again from time 0
	CmdAdd      Command = "add"          // one more consumer joins the group
	CmdKill     Command = "kill-newest"  // kill the last consumer of the list that runs
	CmdLesson   Command = "tab-lesson"   // open the tab Lesson
	CmdControls Command = "tab-controls" // open the tab Controls
	CmdMaps     Command = "tab-maps"     // open the tab Broker maps
	CmdEvents   Command = "tab-events"   // open the tab Events
	CmdFigures  Command = "tab-figures"  // open the tab Figures
	CmdScript   Command = "tab-script"   // open the tab Script
	CmdTheme    Command = "theme"        // the next theme
	CmdLang     Command = "lang"         // the other language
	CmdHelp     Command = "help"         // open the help
	CmdBelief   Command = "belief"       // show or hide what each consumer believes
	CmdMapIn    Command = "map-in"       // zoom into the map of queues
	CmdMapOut   Command = "map-out"      // zoom out of it
	CmdMapAll   Command = "map-all"      // show all of it
	CmdPresent  Command = "present"      // the view for an audience, or back
	CmdSpeed    Command = "speed"        // with the number of the speed

	CmdPrev      Command = "prev"       // to the event before
	CmdStep      Command = "step"       // to the next event of any kind
	CmdFollow    Command = "follow"     // slow down by itself while queues change hands, or not
	CmdWhatIf    Command = "what-if"    // open the menu of experiments
	CmdLanes     Command = "lanes"      // show or hide the lanes
	CmdZoomIn    Command = "zoom-in"    // zoom into the time line
	CmdZoomOut   Command = "zoom-out"   // zoom out of it
	CmdZoomWhole Command = "zoom-whole" // show all of the run
	CmdPanLeft   Command = "pan-left"   // move the time line's window to earlier times
	CmdPanRight  Command = "pan-right"  // move it to later times
)

// Place says where the focus is when a key is pressed.
type Place uint8

// The places. A key that a control needs for itself is no shortcut there.
const (
	PlacePage   Place = iota // nothing that uses keys
	PlaceButton              // a button or link: space and Enter press it
	PlaceTabs                // the tab list: arrows, Home and End move in it
	PlaceScrub               // the scrubber: Home and End are its own
	PlaceTyping              // an input, a select or the editor
)

// Shortcut is the command of a key (KeyboardEvent.key) pressed in a place; n
// is the index of the speed for [CmdSpeed]. Keys with Ctrl, Alt or Meta belong
// to the browser.
func Shortcut(key string, shift bool, place Place) (cmd Command, n int, ok bool) {
	if place == PlaceTyping {
		return "", 0, false
	}
	if cmd, ok := moveKeys[key]; ok {
		if place == PlaceTabs {
			return "", 0, false
		}
		if shift {
			cmd = farther[cmd]
		}
		return cmd, 0, true
	}
	switch {
	case key == " ":
		return CmdToggle, 0, place != PlaceButton && place != PlaceTabs
	case key == "Home" || key == "End":
		if place != PlaceScrub {
			return "", 0, false // the panel scrolls
		}
		return map[string]Command{"Home": CmdStart, "End": CmdEnd}[key], 0, true
	case len(key) == 1 && key[0] >= '1' && key[0] <= '9':
		return CmdSpeed, int(key[0] - '1'), true
	}
	if len(key) == 1 && key[0] >= 'A' && key[0] <= 'Z' && !shift {
		key = string(key[0] + 'a' - 'A') // Caps Lock
	}
	if shift {
		if cmd, ok := shiftKeys[key]; ok {
			return cmd, 0, true
		}
	}
	cmd, ok = letterKeys[key]
	return cmd, 0, ok
}

var moveKeys = map[string]Command{"ArrowLeft": CmdBack, "ArrowRight": CmdOn}

var farther = map[Command]Command{CmdBack: CmdBackFar, CmdOn: CmdOnFar}

var letterKeys = map[string]Command{
	",": CmdBackFine, ".": CmdOnFine, "n": CmdNext, "r": CmdRestart, "a": CmdAdd, "+": CmdAdd, "k": CmdKill,
	"l": CmdLesson, "c": CmdControls, "m": CmdMaps, "v": CmdEvents, "f": CmdFigures, "e": CmdScript,
	"b": CmdBelief, "x": CmdMapIn, "d": CmdMapAll,
	"t": CmdTheme, "g": CmdLang, "?": CmdHelp, "p": CmdPresent,
	"s": CmdStep, "y": CmdFollow, "w": CmdWhatIf, "o": CmdLanes,
	"z": CmdZoomIn, "0": CmdZoomWhole, "[": CmdPanLeft, "]": CmdPanRight,
}

var shiftKeys = map[string]Command{"N": CmdPrev, "Z": CmdZoomOut, "X": CmdMapOut}
