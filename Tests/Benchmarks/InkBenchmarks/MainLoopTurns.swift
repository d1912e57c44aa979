import Glibc
import InkModel
import RecordedHands
import TabletCompositor

/// How long the turns of a program's main loop take while its fields are written in, and while the same is typed there.
///
/// A turn is what the program does from the end of one wait for events to the beginning of the next one: until it ends,
/// nothing is answered and no frame is painted. What GTK takes for a field's layout is in both.
struct MainLoopTurns {
  var rows: [Row]

  /// The seconds that a turn may take at a processor: those of a frame at 60 Hz.
  static let mostTime = 1.0 / 60

  /// One thing that was done by the pen, and its like by keyboard and mouse.
  struct Row {
    var name: String
    var pen: Figures
    var keys: Figures

    init(_ name: String, pen: Turns, keys: Turns) throws {
      self.name = name
      self.pen = try Figures(pen)
      self.keys = try Figures(keys)
    }

    /// The longest turn by the pen to the longest by keys, in time at a processor.
    var ratio: Double { pen.processor.max / keys.processor.max }
  }

  struct Figures {
    var count: Int
    var wall: Spread
    var processor: Spread

    init(_ turns: Turns) throws {
      guard let wall = Spread(turns.wall), let processor = Spread(turns.processor) else {
        throw BenchmarkError("the main loop made no turn")
      }
      count = turns.wall.count
      (self.wall, self.processor) = (wall, processor)
    }
  }

  /// Seconds of each turn: those that passed, and those of them that the main thread was at a processor.
  struct Turns {
    var wall: [Double] = []
    var processor: [Double] = []

    init() {}

    /// - Parameter text: “WALL/PROCESSOR” for each, in microseconds.
    init(_ text: String) throws {
      for turn in text.split(separator: " ") {
        let parts = turn.split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2 else { throw BenchmarkError("“\(turn)” is no turn") }
        wall.append(parts[0] * 1e-6)
        processor.append(parts[1] * 1e-6)
      }
    }

    mutating func append(_ more: Turns) {
      wall += more.wall
      processor += more.processor
    }
  }

  // MARK: What is done

  /// - Parameters:
  ///   - program: `bench-fields`.
  ///   - isShort: Whether two words in two of the fields are enough.
  static func run(_ program: String, isShort: Bool) throws -> MainLoopTurns {
    let all = try RecordedWriting.words().filter { $0.text.count <= 4 }
    let words = Array(all.prefix(isShort ? 2 : 10))
    // Known to become text where they are written over text.
    let known = try ["coffee", "really", "world"].map { try RecordedWriting.word($0) }
    let overText = words.indices.map { known[$0 % known.count] }
    var rows = [
      try firstWord("the first hover and the first word, in an entry", program, known[2]),
      try row(
        "\(isShort ? "two" : "ten") words in a line of 20,000 characters", program, "line",
        overText, from: Vector(150, 200), apart: Vector(250, 100)),
    ]
    guard !isShort else { return MainLoopTurns(rows: rows) }
    rows += try gestures(program)
    rows += [
      try row("ten words in an entry", program, "entry", words, from: Vector(30, 64)),
      try row(
        "ten words in a text of 200 lines", program, "lines", words, from: Vector(150, 300)),
      try row(
        "ten words in an entry of 2000 characters", program, "long-entry", overText,
        from: Vector(150, 64), apart: Vector(250, 0)),
    ]
    return MainLoopTurns(rows: rows)
  }

  /// A word in a program that has just been started: the recogniser opens with it.
  private static func firstWord(
    _ name: String, _ program: String, _ word: RecordedWriting
  ) throws -> Row {
    let session = try Session(program, "entry")
    defer { session.screen.close() }
    let position = session.corner + Vector(30, 64)
    let pen = try session.turns {
      session.screen.pen.hover(at: position)
      sleep(until: now() + 0.5)
      try session.write([[word]], at: [position])
    }
    try session.app.expectQuiet()
    let other = try Session(program, "entry")
    defer { other.screen.close() }
    let keys = try other.turns {
      other.click(at: position)
      try other.type(word.text)
    }
    try other.app.expectQuiet()
    return try Row(name, pen: pen, keys: keys)
  }

  /// What GTK 4.8 says of a scroll bar, in a program without pens as well, where a key makes a line of text
  /// higher and that is measured while it is painted.
  private static let complaintOfKeys = "Trying to snapshot GtkGizmo"

  /// Words behind what a line has, one after the other as they are written; or each at a position of its own.
  ///
  /// - Parameters:
  ///   - field: The name of one of the fields of `bench-fields`.
  ///   - start: From the upper left corner of the window.
  ///   - step: From one position to the next, four beside each other; `nil` for a row.
  private static func row(
    _ name: String, _ program: String, _ field: String, _ words: [RecordedWriting],
    from start: Vector, apart step: Vector? = nil
  ) throws -> Row {
    let session = try Session(program, field)
    defer { session.screen.close() }
    let first = session.corner + start
    let positions = words.indices.map { i in
      first + Vector((step?.dx ?? 0) * Double(i % 4), (step?.dy ?? 0) * Double(i / 4))
    }
    try session.begin(at: first + Vector(500, 0))
    let pen = try session.turns {
      if step == nil {
        try session.write([words], at: [first])
      } else {
        try session.write(words.map { [$0] }, at: positions)
      }
    }
    try session.app.expectQuiet()
    // A row goes behind what the line has by then.
    let end = Point(session.corner.x + 1200, first.y)
    let keys = try session.turns {
      if step == nil { session.click(at: end) }
      for (word, position) in zip(words, positions) {
        if step != nil { session.click(at: position) }
        try session.type(" " + word.text)
      }
    }
    try session.app.expectQuiet(allowing: [complaintOfKeys])
    return try Row(name, pen: pen, keys: keys)
  }

  /// Gestures in a line of 20,000 characters, five times each.
  private static func gestures(_ program: String) throws -> [Row] {
    let session = try Session(program, "line")
    defer { session.screen.close() }
    try session.begin(at: session.corner + Vector(150, 200))
    let (mouse, keyboard) = (session.screen.mouse, session.screen.keyboard)
    func draw(_ stroke: [Point]) {
      session.screen.pen.write([stroke])
      session.screen.pen.proximityOut()
      sleep(until: now() + 1.2)
    }
    func delete() throws {
      try keyboard.press("Delete")
      sleep(until: now() + 0.5)
    }
    func choose(_ word: Rect) {
      mouse.click(at: word.center, count: 2)
      sleep(until: now() + 0.5)
    }
    /// - Parameter check: Called with the length of the text as it was before the gesture, and not measured.
    func row(
      _ name: String, pen: (Rect) throws -> Void, check: (_ before: Int) throws -> Void,
      keys: (Rect) throws -> Void
    ) throws -> Row {
      var (byPen, byKeys) = (Turns(), Turns())
      for _ in 0..<5 {
        let (word, before) = (try session.word(), try session.length())
        byPen.append(try session.turns { try pen(word) })
        try check(before)
        let next = try session.word()
        byKeys.append(try session.turns { try keys(next) })
      }
      return try Row(name, pen: byPen, keys: byKeys)
    }
    func expectWordGone(_ before: Int) throws {
      let left = try session.length()
      guard before - left >= 6 else { throw BenchmarkError("a gesture over a word did nothing") }
    }
    let rows = [
      try row(
        "a word in that line scratched out; chosen and deleted", pen: { draw(scratch($0)) },
        check: expectWordGone,
        keys: {
          choose($0)
          try delete()
        }),
      try row(
        "a word in that line circled; chosen by two clicks", pen: { draw(circle($0)) },
        check: {
          try delete()
          try expectWordGone($0)
        }, keys: { choose($0) }),
      try row(
        "a tap in that line; a click",
        pen: { word in
          session.screen.pen.hover(at: word.center)
          session.screen.pen.down(at: word.center)
          sleep(until: now() + 0.03)
          session.screen.pen.up()
          session.screen.pen.proximityOut()
          sleep(until: now() + 0.8)
        }, check: { _ in },
        keys: { word in
          mouse.click(at: word.center)
          sleep(until: now() + 0.8)
        }),
    ]
    try session.app.expectQuiet(allowing: [complaintOfKeys])
    return rows
  }

  /// To and fro over a word, and a little beyond its ends.
  private static func scratch(_ word: Rect) -> [Point] {
    (0...6).map { k in
      Point(k % 2 == 0 ? word.minX - 4 : word.maxX + 4, word.center.y - 3 + Double(k))
    }
  }

  /// Around a word, a little more than once.
  private static func circle(_ word: Rect) -> [Point] {
    (0...40).map { k in
      let t = Double(k) / 40 * 2.05 * .pi - 1.5
      return word.center + Vector((word.width / 2 + 4) * cos(t), (word.height / 2 + 4) * sin(t))
    }
  }

  // MARK: The program

  /// `bench-fields` with one of its fields, on a screen of its own.
  private struct Session {
    let screen: Screen
    let app: Program
    /// The upper left one of the window.
    let corner: Point

    init(_ program: String, _ field: String) throws {
      let screen = try Screen(size: PixelSize(width: 1280, height: 800), refresh: 60)
      let app = try screen.launch(program, [field])
      let window = try screen.waitForWindow { $0.title == "Fields" }
      try screen.waitUntilStill()
      self.screen = screen
      self.app = app
      corner = window.point(0, 0)
    }

    /// The rest of each whole line of its output that begins with a word.
    private func lines(_ word: String) -> [String] {
      let (output, newline) = (app.standardOutput.utf8, UInt8(ascii: "\n"))
      guard let end = output.lastIndex(of: newline) else { return [] }
      let start = word + " "
      return output[..<end].split(separator: newline).filter { $0.starts(with: start.utf8) }
        .map { String(decoding: $0.dropFirst(start.utf8.count), as: UTF8.self) }
    }

    /// What it answers to a signal: the rest of the next line that begins with a word.
    private func answer(_ word: String, to signal: CInt) throws -> String {
      let count = lines(word).count
      kill(app.processID, signal)
      let end = now() + 10
      while now() < end {
        let all = lines(word)
        if all.count > count { return all[count] }
        sleep(until: now() + 0.02)
      }
      throw BenchmarkError("bench-fields tells no “\(word)”")
    }

    /// Its turns while something is done.
    func turns(while body: () throws -> Void) throws -> Turns {
      _ = try answer("turns", to: SIGUSR1)
      try body()
      return try Turns(try answer("turns", to: SIGUSR1))
    }

    /// How many characters the field has; known once it has changed.
    func length() throws -> Int {
      guard let length = lines("length").last.flatMap({ Int($0) }) else {
        throw BenchmarkError("the field did not change")
      }
      return length
    }

    /// Where a word in the middle of the field is.
    func word() throws -> Rect {
      let text = try answer("word", to: SIGUSR2)
      let numbers = text.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 4, numbers[2] > 0 else {
        throw BenchmarkError("“\(text)” is no frame of a word")
      }
      return Rect(
        x: corner.x + numbers[0], y: corner.y + numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Puts the caret there, and writes a word that counts for nothing: the recogniser opens with it.
    func begin(at position: Point) throws {
      click(at: position)
      try write([[try RecordedWriting.word("coffee")]], at: [position])
    }

    /// Writes rows of words, each at its position, and waits each time until it is text.
    ///
    /// At least half of them have to become some.
    func write(_ rows: [[RecordedWriting]], at positions: [Point]) throws {
      var read = 0
      for (words, position) in zip(rows, positions) {
        let before = lines("length").count
        var left = position.x
        var lifted = now()
        for word in words {
          let strokes = word.strokes(in: Rect(x: left, y: position.y - 16, width: 200, height: 32))
          lifted = screen.pen.write(strokes)
          left = (strokes.joined().map(\.x).max() ?? left) + 26
        }
        screen.pen.proximityOut()
        sleep(until: lifted + WritingInFields.pause + 0.6)
        if lines("length").count > before { read += 1 }
      }
      guard read * 2 >= rows.count else { throw BenchmarkError("words became no text") }
    }

    func click(at position: Point) {
      screen.mouse.click(at: position)
      screen.mouse.leave()
      sleep(until: now() + 0.1)
    }

    /// Types twenty characters a second.
    func type(_ text: String) throws {
      for character in text {
        try screen.keyboard.press(String(character))
        sleep(until: now() + 0.05)
      }
      sleep(until: now() + 0.5)
    }
  }

  // MARK: What comes out

  /// No turn by the pen takes longer than a frame.
  ///
  /// At a processor: what passes on a clock holds the time of the other programs on the machine, too.
  var goals: [Goal] {
    rows.map { row in
      Goal(
        name: "\(row.name): the longest turn by pen, at a processor, to a frame",
        ratio: row.pen.processor.max / Self.mostTime, limit: 1)
    }
  }

  var table: [String] {
    func ms(_ v: Double) -> String { "\((v * 100_000).rounded() / 100)" }
    func three(_ s: Spread) -> String { "\(ms(s.median)) / \(ms(s.p99)) / \(ms(s.max))" }
    func cells(_ f: Figures) -> String { "\(f.count) | \(three(f.wall)) | \(three(f.processor))" }
    let head = [
      "| Turns of the main loop, ms (a frame: 16.7) | by | turns | median / p99 / longest "
        + "| of that at a processor | longest of these, pen to keys |",
      "|---|---|---|---|---|---|",
    ]
    return head
      + rows.flatMap { row in
        [
          "| \(row.name) | pen | \(cells(row.pen)) "
            + "| \((row.ratio * 100).rounded() / 100) |",
          "| | keys | \(cells(row.keys)) | |",
        ]
      }
  }

  var json: JSON {
    func json(_ f: Figures) -> JSON {
      .object([
        ("turns", .number(Double(f.count))), ("wall_ms", f.wall.json(scale: 1e3)),
        ("processor_ms", f.processor.json(scale: 1e3)),
      ])
    }
    return .list(
      rows.map { row in
        .object([
          ("name", .text(row.name)), ("pen", json(row.pen)), ("keys", json(row.keys)),
          ("longest_at_a_processor_pen_to_keys", .number(row.ratio)),
        ])
      })
  }
}
