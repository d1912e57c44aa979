/// Gives each position of a stroke the axes and the time that belong to it.
///
/// GDK 4 on Wayland hands out a motion with the axes that were current when the motion came. A
/// compositor that sends a frame as motion, pressure, tilt (Mutter does) is then heard one sample
/// late on every axis, and the time, which closes a frame, is late with every compositor. So a
/// position has to wait for the report after it; meanwhile it is the stroke's tip.
///
/// Which kind of compositor it is shows at the first motion of a stroke: a touch-down report
/// comes after its own axes, so where axes are late the motion after it repeats them exactly.
/// Until a stroke has shown it, axes are taken to be late.
///
/// Invariants:
/// 1. Every position that came in goes out once, in order.
/// 2. At most one position waits, and only between ``begin(_:)`` and ``end(_:)``.
public struct AxisPairing: Sendable {
  /// What is known about the compositor: it holds for all strokes of a session.
  public private(set) var axesAreLate: Bool

  private var waiting: StylusSample?
  private var isFirstMotion = false
  private var forceSeen: Float?

  public init(axesAreLate: Bool = true) {
    self.axesAreLate = axesAreLate
  }

  /// The position whose axes are still to come, with the best guess at them.
  public var tip: StylusSample? { waiting }

  /// The tool touched.
  ///
  /// Nothing is settled yet.
  public mutating func begin(_ report: StylusSample) {
    waiting = report
    isFirstMotion = true
    forceSeen = report.force.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The tool moved; returns the sample that this settles.
  public mutating func move(_ report: StylusSample) -> StylusSample? {
    guard let earlier = waiting else { return nil }
    if isFirstMotion, let a = earlier.force, let b = report.force, a > 0 {
      axesAreLate = a == b
    }
    isFirstMotion = false
    var next = report
    // The guess for the newest position: what is known by now, never a drop back to nothing.
    if let force = report.force, force > 0 { forceSeen = force }
    if next.force == 0, let forceSeen { next.force = forceSeen }
    waiting = next
    return settle(earlier, by: report)
  }

  /// The tool lifted; returns the last sample.
  ///
  /// `report` may be `nil` where the tool just vanished.
  public mutating func end(_ report: StylusSample?) -> StylusSample? {
    defer {
      waiting = nil
      forceSeen = nil
    }
    guard let last = waiting else { return nil }
    guard let report else { return last }
    return settle(last, by: report)
  }

  /// Forgets the stroke.
  public mutating func reset() {
    waiting = nil
    forceSeen = nil
  }

  private func settle(_ sample: StylusSample, by report: StylusSample) -> StylusSample {
    var settled = sample
    settled.time = max(report.time, sample.time)
    guard axesAreLate else { return settled }
    settled.force = report.force
    settled.altitude = report.altitude
    settled.azimuth = report.azimuth
    settled.roll = report.roll
    settled.slider = report.slider
    settled.distance = report.distance
    // In contact a force of nothing means that the first pressure is still under way.
    if settled.force == 0 { settled.force = sample.force }
    return settled
  }
}
