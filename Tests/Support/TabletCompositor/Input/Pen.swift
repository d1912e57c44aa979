import Glibc
import InkModel

/// A tool on the tablet, in the hand of a test.
///
/// Points are on the screen, in logical pixels. Axes that a call does not name stay what they
/// were. A tool that is asked to touch or hover comes near by itself.
///
///     screen.pen.tilt(x: 30, y: 0)
///     screen.pen.down(at: Point(100, 100), force: 0.4)
///     screen.pen.move(along: points, rate: 240)
///     screen.pen.up()
///
/// Unchecked: ``axes`` and ``position`` are for one thread at a time, the test's.
public final class Pen: @unchecked Sendable {
  private let thread: ServerThread
  private let number: Int
  public let description: ToolDescription
  /// How the tool is held; sent with the next call that sends anything.
  public var axes = ToolAxes()
  public private(set) var position = Point.zero

  init(_ thread: ServerThread, _ description: ToolDescription) {
    self.thread = thread
    self.description = description
    number = thread.run { server in
      server.tablets.addTool { ToolDevice(server, number: $0, description) }.number
    }
  }

  private func send(_ body: (ToolDevice) -> Void) {
    thread.run { body($0.tablets.tools[number]) }
  }

  /// The cursor that the program under it has set; `nil` where it set none.
  public var cursor: Cursor? {
    thread.run { server in server.tablets.tools[number].cursor.cursor(on: server) }
  }

  /// Whether it touches the tablet.
  public var isTouching: Bool { thread.run { $0.tablets.tools[number].isTouching } }

  // MARK: Near

  /// Comes near, or moves near the surface; `distance` 0…1 is as high as the tablet can tell.
  public func hover(at p: Point, distance: Double = 0.5) {
    position = p
    axes.force = 0
    axes.distance = distance
    let time = now()
    send { $0.move(to: p, axes, time: time) }
  }

  /// Leaves proximity; a stroke in progress ends.
  public func proximityOut() {
    let time = now()
    send { $0.leave(time: time) }
  }

  // MARK: Touching

  /// Touches; `force` 0…1.
  public func down(at p: Point, force: Double = 0.5) {
    position = p
    axes.force = force
    axes.distance = 0
    let time = now()
    send { $0.touch(p, axes, time: time) }
  }

  /// Moves, touching or near, as it was.
  public func move(to p: Point, force: Double? = nil) { move(to: p, force: force, time: now()) }

  private func move(to p: Point, force: Double?, time: Double) {
    position = p
    if let force { axes.force = force }
    send { $0.move(to: p, axes, time: time) }
  }

  /// Moves through `points`, one every 1/`rate` seconds, and returns when the last was sent.
  ///
  /// `force` gives the pressure for a part 0…1 of the path.
  public func move(
    along points: [Point], rate: Double = 240, force: ((Double) -> Double)? = nil
  ) {
    let pacer = Pacer()
    for (i, p) in points.enumerated() {
      let time = pacer.wait(until: Double(i + 1) / rate)
      let part = points.count > 1 ? Double(i) / Double(points.count - 1) : 1
      move(to: p, force: force?(part), time: time)
    }
  }

  /// Lifts, staying near.
  public func up() {
    let time = now()
    send { $0.lift(time: time) }
    axes.force = 0
  }

  /// A whole stroke through `points`: down at the first, along the others, up at the last.
  public func stroke(
    _ points: [Point], rate: Double = 240, force: Double = 0.5
  ) {
    guard let first = points.first else { return }
    down(at: first, force: force)
    move(along: Array(points.dropFirst()), rate: rate)
    up()
  }

  // MARK: Held differently

  /// Leans the tool; degrees from upright, −90…90, right and down are positive.
  public func tilt(x: Double, y: Double) {
    axes.tiltX = x
    axes.tiltY = y
  }

  /// Presses a button on the barrel and lets it go.
  public func press(_ button: Button) {
    setButton(button, pressed: true)
    setButton(button, pressed: false)
  }

  /// Presses a button on the barrel, or lets it go.
  ///
  /// The tool must be near.
  public func setButton(_ button: Button, pressed: Bool) {
    let time = now()
    send { $0.button(button.rawValue, pressed: pressed, time: time) }
  }

  /// Turns the wheel of a mouse.
  public func wheel(degrees: Double, clicks: Int) {
    let time = now()
    send { $0.wheel(degrees: degrees, clicks: clicks, time: time) }
  }

  /// Takes the tool from the system while the tablet stays.
  public func remove(politely: Bool = true) {
    let time = now()
    thread.run { $0.tablets.remove($0.tablets.tools[number], politely: politely, time: time) }
  }

  /// Buttons on the barrel, by their codes in linux/input-event-codes.h.
  public enum Button: UInt32, Hashable, Sendable {
    /// BTN_STYLUS, the one nearer to the tip.
    case lower = 0x14B
    /// BTN_STYLUS2.
    case upper = 0x14C
    /// BTN_STYLUS3.
    case third = 0x149
  }

  // MARK: Recordings

  /// Applies one record of a recording, its position through `transform`.
  func play(_ record: StylusRecording.Record, through transform: AffineTransform, time: Double) {
    let sample = record.sample
    axes.force = sample.force.map(Double.init) ?? (record.phase == .hover ? 0 : 1)
    axes.distance = sample.distance.map(Double.init) ?? 0
    if let altitude = sample.altitude, let azimuth = sample.azimuth {
      let tilt = Tilt(altitude: Double(altitude), azimuth: Double(azimuth))
      axes.tiltX = tilt.x
      axes.tiltY = tilt.y
    }
    if let roll = sample.roll { axes.rotation = Double(roll) * 180 / .pi }
    if let slider = sample.slider { axes.slider = Double(slider) }
    if record.phase != .out { position = transform(sample.position) }
    let p = position
    switch record.phase {
    case .hover: send { $0.move(to: p, axes, time: time) }
    case .down: send { $0.touch(p, axes, time: time) }
    case .move: send { $0.move(to: p, axes, time: time) }
    case .up: send { $0.lift(time: time) }
    case .out: send { $0.leave(time: time) }
    }
  }
}

/// The lean of a tool as tablets tell it: two angles from upright, degrees.
struct Tilt {
  var x: Double
  var y: Double

  /// `altitude` 0 flat … π/2 upright, `azimuth` from +x towards +y, radians.
  init(altitude: Double, azimuth: Double) {
    // tan(tilt) is how far the body leans over a unit of height, along each axis.
    let lean = altitude >= .pi / 2 ? 0 : 1 / tan(max(altitude, 1e-3))
    x = atan(lean * cos(azimuth)) * 180 / .pi
    y = atan(lean * sin(azimuth)) * 180 / .pi
  }
}
