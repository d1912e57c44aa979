import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen.ScribbleTests {
  /// A program with a field of each kind, which says what is in them.
  final class Fields {
    let screen: Screen
    let app: Program
    let window: Window
    let tree: AccessibleTree

    /// - Parameters:
    ///   - program: The one beside the tests that has the fields.
    ///   - opening: Seconds that the recogniser takes to open.
    ///   - variables: Of its environment.
    ///   - hasInputMethod: Whether the desktop has one, which GTK uses for its fields.
    ///   - blinks: Whether carets do.
    init(
      _ program: String = "TextFields", scale: Int = 1, opening: Double? = nil,
      variables: [String: String] = [:], hasInputMethod: Bool = false, blinks: Bool = true
    ) throws {
      screen = try Screen(
        size: PixelSize(width: 640, height: 780), scale: scale, hasInputMethod: hasInputMethod)
      let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: program).path
      var variables = variables
      if !blinks {
        try App.stopCaret(on: screen)
        variables["GSETTINGS_BACKEND"] = "keyfile"
      }
      app = try screen.launch(
        binary, opening.map { ["\($0)"] } ?? [],
        environment: App.resources.merging(variables) { $1 }.mapValues { .some($0) })
      window = try screen.waitForWindow { $0.title == "Fields" }
      try screen.waitUntilStill()
      tree = try AccessibleTree(screen)
    }

    /// Where a field is, on the screen.
    func box(_ name: String, isWhole: Bool = false) throws -> Rect {
      let box = try tree.box(tree.wait(for: name, isWhole: isWhole))
      let corner = window.point(box.minX, box.minY)
      return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
    }

    /// What a field said last that it holds, nil where it never changed.
    func said(_ name: String) -> String? {
      app.standardOutput.split(separator: "\n").last { $0.hasPrefix(name + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }

    func wait(for text: String, in name: String) throws {
      let end = Date().addingTimeInterval(10)
      while said(name) != text, Date() < end { pause(0.02) }
      #expect(said(name) == text, "in \(name), after \(app.standardOutput.suffix(200))")
      try screen.waitUntilStill()
    }

    /// Empties a field that has the keyboard.
    func clear(_ name: String) throws {
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("Delete")
      try wait(for: "", in: name)
    }

    /// No field was told of to the desktop's keyboard since that forgot what it was told before.
    func expectUnasked(_ what: String) throws {
      try screen.settle()
      let told = screen.inputMethod.told
      #expect(told.allSatisfy { $0 == nil }, "\(what)")
    }

    /// Gives the keyboard to something else, which ends the editing of a label; the desktop's keyboard forgets what it was
    /// told.
    func leave() throws {
      try InputOnScreen.TextGesturesTests.Page.leave(self)
      screen.inputMethod.forget()
    }

    /// A tap of the pen, which stays near.
    func tap(at p: Point) {
      screen.pen.hover(at: p)
      screen.pen.down(at: p)
      pause(0.03)
      screen.pen.up()
    }

    /// Draws a stroke; what part of it is dark on the screen before the pen lifts.
    func inked(_ stroke: [Point]) throws -> Double {
      screen.pen.hover(at: stroke[0])
      screen.pen.down(at: stroke[0])
      screen.pen.move(along: Array(stroke.dropFirst()))
      let picture = try screen.waitUntilStill()
      screen.pen.up()
      screen.pen.proximityOut()
      let k = Double(screen.scale)
      let dark = stroke.count { p in
        let pixel = picture[Int(p.x * k), Int(p.y * k)]
        return Int(pixel.red) + Int(pixel.green) + Int(pixel.blue) < 300
      }
      return Double(dark) / Double(stroke.count)
    }

    func done() throws {
      try app.expectQuiet()
      window.close()
      #expect(try app.waitForExit() == .exited(0))
      screen.close()
    }
  }

  /// Words by three people that fields are known to get as they were written, narrow enough for most.
  static let legibleWords = ["coffee", "really", "world"]

  /// The strokes of a word by somebody's hand, about as high and where letters of a size are on a line.
  ///
  /// - Parameter position: The left end of the line.
  static func recorded(_ text: String, at position: Point, size: Double = 18) throws -> [[Point]] {
    recorded(try RecordedWriting.word(text), at: position, size: size)
  }

  /// The word in the middle of a field's height, from a distance behind its start on.
  static func recorded(
    _ text: String, in box: Rect, from start: Double = 14, size: Double = 18
  ) throws -> [[Point]] {
    try recorded(text, at: Point(box.minX + start, box.center.y + size / 2), size: size)
  }

  /// The words “world” and “call” by two people, one behind the other on a line.
  ///
  /// - Returns: Their strokes, and which of these begins the second word.
  static func recordedPair(
    at position: Point, size: Double = 18
  ) throws -> (ink: [[Point]], second: Int) {
    let first = try recorded("world", at: position, size: size)
    // A gap that tells by itself that a word begins, and after which it is still of the same line.
    let end = Rect(around: first.joined()).maxX
    let second = try recorded("call", at: Point(end + 3.5 * size, position.y), size: size)
    return (first + second, first.count)
  }

  /// The strokes of anything that somebody wrote, likewise.
  static func recorded(
    _ writing: RecordedWriting, at position: Point, size: Double = 18
  ) -> [[Point]] {
    // Half as high again as small letters, around their middle: a line that tall and low letters share.
    let height = size * 1.5
    let box = Rect(
      x: position.x, y: position.y - size / 2 - height / 2, width: 10 * height, height: height)
    return writing.strokes(in: box).map(dense)
  }

  static func write(_ strokes: [[Point]], with pen: Pen) {
    for stroke in strokes {
      pen.hover(at: stroke[0])
      pen.stroke(stroke)
    }
    pen.proximityOut()
  }

  /// Writes strokes, and calls a closure after each.
  static func write(
    _ strokes: [[Point]], with pen: Pen, check: () throws -> Void
  ) rethrows {
    for stroke in strokes {
      pen.hover(at: stroke[0])
      pen.stroke(stroke)
      try check()
    }
    pen.proximityOut()
  }

  /// Writes a word by somebody's hand, in a box of the height of a line of writing.
  ///
  /// - Parameter corner: The upper left one of the box.
  static func writeRecorded(
    _ text: String, at corner: Point, width: Double = 140, with pen: Pen
  ) throws {
    let box = Rect(x: corner.x, y: corner.y, width: width, height: 28)
    writeQuickly(try RecordedWriting.word(text).strokes(in: box), with: pen)
  }

  /// A stroke with its points about 2 apart, as a quick hand makes them: told 240 times a second, about 500 a second.
  private static func dense(_ stroke: [Point]) -> [Point] {
    var samples = [stroke[0]]
    for (a, b) in zip(stroke, stroke.dropFirst()) {
      let steps = max(1, Int((a.distance(to: b) / 2).rounded()))
      samples += (1...steps).map { a.lerp(to: b, Double($0) / Double(steps)) }
    }
    return samples
  }

  /// Writes strokes as fast as a plausible hand, with the time that it takes from one to the next (``WritingPace``).
  static func writePlausibly(_ strokes: [[Point]], with pen: Pen) {
    var lift: Point?
    for stroke in strokes {
      let samples = dense(stroke)
      if let lift { pause(WritingPace.time(fromLiftAt: lift, toTouchAt: samples[0])) }
      pen.hover(at: samples[0])
      pen.stroke(samples)
      lift = samples.last
    }
    pen.proximityOut()
  }

  /// Writes strokes as a quick hand does, with hardly any time between them.
  static func writeQuickly(_ strokes: [[Point]], with pen: Pen) {
    for stroke in strokes {
      let samples = dense(stroke)
      pen.hover(at: samples[0])
      pen.stroke(samples)
      pause(0.02)
    }
    pen.proximityOut()
  }
}
