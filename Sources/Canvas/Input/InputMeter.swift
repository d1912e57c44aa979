import InkModel

/// What one device reports, for a person who wants to know what it can do.
///
/// From every report, it keeps the last value of each axis and the range so far, how
/// many reports come in a second and how late they are.
public struct InputMeter: Sendable {
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// 0 … 1, while the tool touches.
    case pressure
    /// Radians, 0 flat … π/2 upright.
    case altitude
    /// Radians, 0 ..< 2π.
    case azimuth
    /// Degrees from upright, −90 … 90, positive to the right.
    case tiltX
    /// Degrees from upright, −90 … 90, positive towards the hand.
    case tiltY
    /// 0 touching … 1 farthest.
    case distance
    /// Radians, 0 ..< 2π.
    case rotation
    /// −1 … 1.
    case slider

    /// All values that the axis can have.
    public var range: ClosedRange<Double> {
      switch self {
      case .pressure, .distance: 0...1
      case .altitude: 0...(.pi / 2)
      case .azimuth, .rotation: 0...(2 * .pi)
      case .tiltX, .tiltY: -90...90
      case .slider: -1...1
      }
    }
  }

  /// The tool that reported last.
  public private(set) var tool: StylusTool?
  /// Its position, in widget points.
  public private(set) var position: Point?
  public private(set) var isTouching = false
  /// Buttons that are down.
  public private(set) var buttons: Set<StylusButton> = []
  /// Reports since this tool came.
  public private(set) var reports = 0
  private var values: [Axis: Double] = [:]
  private var seen: [Axis: ClosedRange<Double>] = [:]
  /// Times of the reports of the last second, and how late each was.
  private var times: [Double] = []
  private var delays: [Double] = []

  /// Seconds without a report after which the count begins anew.
  static let pause = 0.1

  public init() {}

  /// The axis's last value; `nil` where the tool does not have it.
  public func value(_ axis: Axis) -> Double? { values[axis] }

  /// The least and the greatest value so far.
  public func seen(_ axis: Axis) -> ClosedRange<Double>? { seen[axis] }

  /// Reports a second, `nil` while too few have come.
  public var rate: Double? {
    guard times.count > 4, let first = times.first, let last = times.last, last > first else {
      return nil
    }
    return Double(times.count - 1) / (last - first)
  }

  /// Seconds from a report to its arrival here, the recent mean; `nil` where the device's clock is
  /// another than ours.
  public var delay: Double? {
    guard delays.count > 4 else { return nil }
    return delays.sorted()[delays.count / 2]
  }

  /// A tool reported.
  ///
  /// - Parameter now: Seconds on the clock of samples, when the report arrived here.
  public mutating func take(
    _ tool: StylusTool, _ sample: StylusSample, isTouching: Bool, at now: Double
  ) {
    if tool != self.tool { self = InputMeter() }
    self.tool = tool
    self.isTouching = isTouching
    position = sample.position
    reports += 1
    // In proximity some devices repeat that of the last contact.
    note(.pressure, isTouching ? sample.force : nil)
    note(.altitude, sample.altitude)
    note(.azimuth, sample.azimuth)
    note(.distance, sample.distance)
    note(.rotation, sample.roll)
    note(.slider, sample.slider)
    let tilt = sample.tilt
    note(.tiltX, tilt?.x)
    note(.tiltY, tilt?.y)
    count(sample.time, now)
  }

  public mutating func press(_ button: StylusButton, isDown: Bool) {
    if isDown { buttons.insert(button) } else { buttons.remove(button) }
  }

  /// The tool lifted.
  public mutating func lift() {
    isTouching = false
    values[.pressure] = nil
  }

  /// The tool left; its values stay to be read.
  public mutating func leave() {
    isTouching = false
    buttons = []
    times = []
  }

  private mutating func note(_ axis: Axis, _ value: Float?) {
    note(axis, value.map { Double($0) })
  }

  private mutating func note(_ axis: Axis, _ value: Double?) {
    values[axis] = value
    guard let value else { return }
    let old = seen[axis] ?? value...value
    seen[axis] = min(old.lowerBound, value)...max(old.upperBound, value)
  }

  private mutating func count(_ time: Double, _ now: Double) {
    if let last = times.last, time - last > Self.pause || time < last { times = [] }
    times.append(time)
    times.removeAll { $0 < time - 1 }
    let delay = now - time
    guard delay >= 0, delay < 1 else { return }
    delays.append(delay)
    if delays.count > 60 { delays.removeFirst() }
  }
}
