package panel

// Command is something that a key or a button does.
type Command string

// The commands.
const (
	CmdToggle   Command = "toggle"
	CmdBack     Command = "back"
	CmdOn       Command = "on"
	CmdBackFar  Command = "back-far"
	CmdOnFar    Command = "on-far"
	CmdBackFine Command = "back-fine"
	CmdOnFine   Command = "on-fine"
	CmdStart    Command = "start-of-run"
	CmdEnd      Command = "end-of-run"
	CmdNext     Command = "next"
	CmdRestart  Command = "restart"
	CmdAdd      Command = "add"
	CmdKill     Command = "kill-newest"
	CmdLesson   Command = "tab-lesson"
	CmdControls Command = "tab-controls"
	CmdMaps     Command = "tab-maps"
	CmdEvents   Command = "tab-events"
	CmdFigures  Command = "tab-figures"
	CmdScript   Command = "tab-script"
	CmdTheme    Command = "theme"
	CmdLang     Command = "lang"
	CmdHelp     Command = "help"
	CmdBelief   Command = "belief"
	CmdMapIn    Command = "map-in"
	CmdMapOut   Command = "map-out"
	CmdMapAll   Command = "map-all"
	CmdPresent  Command = "present"
	CmdSpeed    Command = "speed" // with the number of the speed

	CmdPrev      Command = "prev"
	CmdStep      Command = "step"
	CmdFollow    Command = "follow"
	CmdWhatIf    Command = "what-if"
	CmdLanes     Command = "lanes"
	CmdZoomIn    Command = "zoom-in"
	CmdZoomOut   Command = "zoom-out"
	CmdZoomWhole Command = "zoom-whole"
	CmdPanLeft   Command = "pan-left"
	CmdPanRight  Command = "pan-right"
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
