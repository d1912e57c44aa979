import Glibc
import InkModel
import InkTestSupport
import TabletCompositor

/// A hand that does at random what people do with the app, from a seed.
///
/// It stays within a part of the canvas that no button covers.
struct Hand {
  /// What it can do; each with how often, in relation to the others.
  enum Action: String, CaseIterable {
    case draw
    case scribble
    case dot
    case erase
    case undo
    case redo
    case zoom
    case pan
    case turn
    case original
    case fit

    var weight: Int {
      switch self {
      case .draw: 12
      case .scribble, .undo: 4
      case .dot, .redo, .zoom, .pan: 2
      case .erase: 9
      case .turn, .original, .fit: 1
      }
    }
  }

  let screen: Screen
  let eraser: Pen
  var generator: SeededGenerator
  /// Where it draws, on the screen.
  var area = Rect(x: 180, y: 140, width: 600, height: 380)
  private(set) var counts: [Action: Int] = [:]

  init(_ screen: Screen, seed: UInt64) {
    self.screen = screen
    eraser = screen.makeTool(.eraser, serial: 77)
    generator = SeededGenerator(seed: seed)
  }

  /// Does something; says what it was.
  @discardableResult
  mutating func act() throws -> Action {
    var left = Int.random(
      in: 0..<Action.allCases.reduce(0) { $0 + $1.weight }, using: &generator)
    let action = Action.allCases.first {
      left -= $0.weight
      return left < 0
    }
    try perform(action ?? .draw)
    return action ?? .draw
  }

  mutating func perform(_ action: Action) throws {
    counts[action, default: 0] += 1
    switch action {
    case .draw: draw(length: Int.random(in: 3...40, using: &generator), wildness: 0.4)
    case .scribble: draw(length: Int.random(in: 60...160, using: &generator), wildness: 1.4)
    case .dot: draw(length: 1, wildness: 0)
    case .erase: erase()
    case .undo:
      for _ in 0..<Int.random(in: 1...5, using: &generator) { try press("z", [.control]) }
    case .redo:
      for _ in 0..<Int.random(in: 1...5, using: &generator) { try press("y", [.control]) }
    case .zoom:
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        try press(generator.once(in: 2) ? "plus" : "minus", [.control])
      }
    case .pan:
      screen.mouse.move(to: randomPoint())
      screen.mouse.scroll(Int.random(in: -4...4, using: &generator))
      screen.mouse.scroll(0, horizontal: Int.random(in: -4...4, using: &generator))
      screen.mouse.leave()
    case .turn: try press(generator.once(in: 2) ? "bracketright" : "bracketleft", [.control])
    case .original: try press("0", [.control])
    case .fit: try press("1", [.control])
    }
  }

  func press(_ key: String, _ modifiers: Set<Keyboard.Modifier> = []) throws {
    try screen.keyboard.press(key, modifiers)
  }

  private mutating func randomPoint() -> Point {
    Point(
      Double.random(in: area.minX..<area.maxX, using: &generator),
      Double.random(in: area.minY..<area.maxY, using: &generator))
  }

  /// A wandering line of so many points.
  private mutating func line(_ count: Int, step: ClosedRange<Double>, wildness: Double) -> [Point] {
    var p = randomPoint()
    var heading = Double.random(in: 0..<2 * .pi, using: &generator)
    return (0..<count).map { _ in
      defer {
        heading += Double.random(in: -1...1, using: &generator) * wildness
        p = p + Vector(angle: heading) * Double.random(in: step, using: &generator)
        p.x = min(max(p.x, area.minX), area.maxX)
        p.y = min(max(p.y, area.minY), area.maxY)
      }
      return p
    }
  }

  private mutating func draw(length: Int, wildness: Double) {
    let pen = screen.pen
    pen.tilt(
      x: Double.random(in: -50...50, using: &generator),
      y: Double.random(in: -50...50, using: &generator))
    var force = Double.random(in: 0.1...0.9, using: &generator)
    for (i, p) in line(length, step: 1...12, wildness: wildness).enumerated() {
      force = min(max(force + Double.random(in: -0.1...0.1, using: &generator), 0.02), 1)
      if i == 0 { pen.down(at: p, force: force) } else { pen.move(to: p, force: force) }
      pause(0.002)
    }
    pen.up()
    if generator.once(in: 3) { pen.proximityOut() }
  }

  private mutating func erase() {
    screen.pen.proximityOut()
    let length = Int.random(in: 2...40, using: &generator)
    for (i, p) in line(length, step: 4...25, wildness: 0.5).enumerated() {
      if i == 0 { eraser.down(at: p) } else { eraser.move(to: p) }
      pause(0.002)
    }
    eraser.up()
    eraser.proximityOut()
  }

  /// Takes all ink away, and some tool in the hand: a page that grows needs memory that grows.
  ///
  /// An eraser sees the view alone, and most of what was drawn lies beyond it.
  mutating func clear() throws {
    try press("a", [.control])
    try press("Delete")
    // Selecting has taken a tool of its own.
    try press("pfnmhbc".randomElement(using: &generator).map(String.init) ?? "p")
  }
}
