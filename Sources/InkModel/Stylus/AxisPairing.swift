/// Gives each position of a stroke the axes and the time that belong to it.
///
/// GDK 4 on Wayland delivers a motion with the axes that were current when the motion came. With a
/// compositor that sends a frame as motion, pressure, tilt (Mutter does), every axis is one sample
/// late, and the time, which closes a frame, is late with every compositor. So a
/// position waits for the report after it; meanwhile it is the stroke's tip.
///
/// The first motion of a stroke shows which kind of compositor it is: a touch-down report
/// comes after its own axes, so where axes are late the motion after it repeats them exactly.
/// Until a stroke has shown it, axes are taken to be late.
///
/// Where the touch-down has no force, the first position waits one motion longer and
/// takes the second one's force: a stroke does not begin with force 0.
///
/// Invariants:
/// 1. Every position is returned once, in order.
/// 2. One position waits, with the first one of the stroke before it at most, and only between
///    ``begin(_:)`` and ``end(_:)``.
public struct AxisPairing: Sendable {
  /// What is known about the compositor: the same for all strokes of a session.
  public private(set) var axesAreLate: Bool

  private var waiting: StylusSample?
  /// The stroke's first position, settled but for its force.
  private var forceless: StylusSample?
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
    forceless = nil
    isFirstMotion = true
    forceSeen = report.force.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The tool moved; returns the samples that this settles.
  public mutating func move(_ report: StylusSample) -> [StylusSample] {
    guard let earlier = waiting else { return [] }
    let isFirst = isFirstMotion
    isFirstMotion = false
    if isFirst, let a = earlier.force, let b = report.force, a > 0 { axesAreLate = a == b }
    var next = report
    // The guess for the newest position: the last force above 0, so that it never drops to 0.
    if let force = report.force, force > 0 { forceSeen = force }
    if next.force == 0, let forceSeen { next.force = forceSeen }
    waiting = next
    let settled = settle(earlier, by: report)
    if isFirst, settled.force == 0 {
      forceless = settled
      return []
    }
    return withForceless(settled)
  }

  /// The tool lifted; returns the last samples.
  ///
  /// `report` is `nil` where the tool left without one.
  public mutating func end(_ report: StylusSample?) -> [StylusSample] {
    defer { reset() }
    guard let last = waiting else { return [] }
    return withForceless(report.map { settle(last, by: $0) } ?? last)
  }

  /// Forgets the stroke.
  public mutating func reset() {
    waiting = nil
    forceless = nil
    forceSeen = nil
  }

  /// The sample that waited for its force, and the one that has it.
  private mutating func withForceless(_ sample: StylusSample) -> [StylusSample] {
    guard var first = forceless else { return [sample] }
    forceless = nil
    first.force = sample.force
    return [first, sample]
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
    // In contact a force of 0 means that the first pressure event has not come yet.
    if settled.force == 0 { settled.force = sample.force }
    return settled
  }
}
