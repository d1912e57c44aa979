/// The words that a script is made of, one command a line.
///
/// Points are on the screen, in logical pixels; words in brackets may be left out.
enum Script {
  static let help = """
    usage: scripts/compositor [--size WxH] [--scale N] [--refresh HZ] [--layout LAYOUT]
                              [--env NAME=VALUE]… SCRIPT -- PROGRAM ARGUMENTS…

    Starts PROGRAM on a screen in memory and does what SCRIPT says (- is standard input, line by
    line). Exits with 1 at the first line that fails. The program has a home and a session bus of
    its own, and GSK_RENDERER=cairo unless --env says otherwise; --layout is a keyboard's, as
    setxkbmap takes it. A script has one command a line; points are on the screen, in logical
    pixels. A # at the beginning, or alone, begins a comment.

    Waiting and looking
      wait SECONDS                   does nothing for a while
      wait-window [TITLE]            until a window (whose title has TITLE in it) is open
      wait-windows N                 until N windows are open
      wait-popups N                  until N menus, popovers and tooltips are open
      wait-still [SECONDS]           until nothing has changed for 0.15 s or as given
      settle                         until the program has read everything it was sent
      windows                        prints the open windows, bottom to top
      screenshot FILE [in X Y WIDTH HEIGHT]
                                     writes a PNG
      mark                           remembers the picture for expect-changed
      print TEXT                     prints a line
    Expecting
      expect-changed [MIN [MAX]] [in X Y WIDTH HEIGHT]
                                     as many pixels as that differ from the mark (1 or more)
      expect-unchanged [in X Y WIDTH HEIGHT]
      expect-pixel X Y RRGGBB [TOLERANCE]
      expect-clipboard TEXT
      expect-quiet                   no GLib warning, no crash, no protocol error until now
      expect-exit [CODE]             waits until the program has ended, with 0 or as given
    The pen
      tool KIND [SERIAL]             goes on with a pen, eraser, brush, pencil, airbrush, finger,
                                     mouse or lens, of that serial number
      pen hover X Y [DISTANCE]       distance 0…1
      pen down X Y [FORCE]           force 0…1
      pen move X Y [FORCE]
      pen up | pen out
      pen line X Y [X Y…] [rate HZ] [speed PIXELS]
                                     moves on through these points, 240 samples and 900 pixels
                                     a second unless given
      pen stroke X Y [X Y…] [rate HZ] [speed PIXELS] [force F]
                                     down, line, up
      pen tilt X Y | pen rotation DEGREES | pen slider VALUE
                                     how it is held from now on; degrees, slider -1…1
      pen button lower|upper|third [down|up]
      pen wheel CLICKS
      play FILE [X Y [FACTOR]]       plays a .stylus recording, moved and scaled
      axes motion-first|axes-first   order of events in a frame
      tools one|several              how many tools the tablet sees at a time; one unless set
      unplug [rudely] | plug         pulls and plugs the tablet's cable
      pad plug | pad press N | pad mode N | pad ring DEGREES… | pad strip POSITION…
    Fingers on the screen
      touch down ID X Y | touch move ID X Y | touch up ID | touch cancel
      touch tap X Y [FINGERS]
      touch swipe FINGERS X Y DX DY [SECONDS]
      touch pinch X Y FROM TO [DEGREES [SECONDS]]
    Mouse, touchpad, keyboard
      mouse move X Y | mouse down [BUTTON] | mouse up [BUTTON] | mouse leave
      mouse click X Y [BUTTON [COUNT]]
      mouse drag X Y X Y [BUTTON]
      mouse scroll NOTCHES [HORIZONTAL]
      touchpad scroll DX DY | touchpad swipe FINGERS DX DY
      touchpad pinch SCALE [DEGREES] | touchpad hold FINGERS
      key [ctrl+][shift+][alt+][logo+]NAME
      type TEXT
      clipboard TEXT                 puts a text on the clipboard
    The window on top, the screen, the program
      resize WIDTH HEIGHT | maximize | unmaximize | fullscreen | unfullscreen
      minimize | restore | move-window X Y | close
      size WIDTH HEIGHT | scale N | refresh HZ     a scale may lie between whole ones
      latency                        follows pen samples until ink appears under them;
                                     the next latency prints what was found
      signal NAME|NUMBER             KILL, TERM, INT, …
      start                          starts the program again, once it has ended
      output                         prints what the program has written
    """
}

/// What is wrong with a script, or with what it found.
struct ScriptError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// One line's words, taken from the left.
struct Words {
  private var rest: Substring
  init(_ line: some StringProtocol) { rest = Substring(line) }

  private mutating func skipSpace() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  var isEmpty: Bool {
    mutating get {
      skipSpace()
      return rest.isEmpty
    }
  }

  /// The next word, `nil` at the end.
  mutating func next() -> String? {
    skipSpace()
    guard !rest.isEmpty else { return nil }
    let word = rest.prefix { $0 != " " && $0 != "\t" }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  /// The next word where it is `word`, which is then taken.
  mutating func take(_ word: String) -> Bool {
    let before = rest
    if next() == word { return true }
    rest = before
    return false
  }

  mutating func word(_ what: String) throws(ScriptError) -> String {
    guard let word = next() else { throw ScriptError("\(what) is missing") }
    return word
  }

  mutating func number(_ what: String) throws(ScriptError) -> Double {
    let word = try word(what)
    guard let value = Double(word) else { throw ScriptError("\(what): \(word) is no number") }
    return value
  }

  mutating func integer(_ what: String) throws(ScriptError) -> Int {
    let word = try word(what)
    guard let value = Int(word) else { throw ScriptError("\(what): \(word) is no whole number") }
    return value
  }

  /// The next word as a number where it is one; otherwise it stays.
  mutating func optionalNumber() -> Double? {
    let before = rest
    if let word = next(), let value = Double(word) { return value }
    rest = before
    return nil
  }

  /// Everything that is left.
  mutating func remainder() -> String {
    skipSpace()
    defer { rest = "" }
    return String(rest)
  }
}
