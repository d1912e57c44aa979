import Glibc

/// A circle unrolled to the x axis, where a stroke along it is smoothed and predicted.
///
/// On the circle itself a smoothed tip would be inside of it, and that of a quick hand would not go around the centre.
///
/// 1. ``unroll(_:)`` gives each sample its position on the axis, from where the stroke began.
/// 2. ``roll(_:from:flatness:)`` puts the points that were made of them back onto the circle.
///
/// A copy does the same for a tail, which is valid for one frame.
struct UnrolledCircle: Sendable {
  /// Radians between two points of a path, at most.
  private static let widest = 0.1
  /// Parts between two points of a path, at most: more than any hand makes.
  private static let most = 1000.0

  private let center: Point
  private let radius: Double
  /// The angle at which the stroke began, in radians.
  private var start: Double?
  /// The angle from there to the last sample, whole turns included.
  private var turned = 0.0
  /// The last point that was put back, and its angle from the start.
  private var last: (point: StrokePoint, angle: Double)?

  /// `nil` where the guide is no circle.
  init?(_ guide: StrokeGuide?) {
    guard case .circle(let center, let radius)? = guide, radius > 0 else { return nil }
    self.center = center
    self.radius = radius
  }

  /// A sample on the circle as it is on the axis: the shorter way from the one before.
  mutating func unroll(_ sample: StylusSample) -> StylusSample {
    let arm = sample.position - center
    let angle = atan2(arm.dy, arm.dx)
    let start = self.start ?? angle
    self.start = start
    turned += (angle - start - turned).remainder(dividingBy: 2 * .pi)
    var sample = sample
    sample.position = Point(turned * radius, 0)
    return sample
  }

  /// Puts points of the axis back onto the circle, beginning at an index, and more between them, so that no line cuts
  /// across it.
  ///
  /// - Parameter flatness: How far the line may stray from the circle, in canvas points; no less than a settled line.
  mutating func roll(_ points: inout [StrokePoint], from first: Int, flatness: Double = 0) {
    guard let start, first < points.count else { return }
    let flat = Array(points[first...])
    points.removeLast(flat.count)
    // An arc strays from its chord by an eighth of its radius times the square of its angle.
    let allowed = max(flatness, CurveStage.flatness)
    let step = min(Self.widest, (8 * allowed / radius).squareRoot())
    for point in flat {
      let angle = Double(point.x) / radius
      if let last {
        let turn = angle - last.angle
        let parts = min(Self.most, (abs(turn) / step).rounded(.up))
        for part in stride(from: 1, to: parts, by: 1) {
          let between = last.point.blended(with: point, Float(part / parts))
          points.append(placed(between, at: start + last.angle + turn * part / parts))
        }
      }
      let end = placed(point, at: start + angle)
      points.append(end)
      last = (end, angle)
    }
  }

  private func placed(_ point: StrokePoint, at angle: Double) -> StrokePoint {
    let position = center + Vector(angle: angle) * radius
    var point = point
    point.x = Float(position.x)
    point.y = Float(position.y)
    return point
  }
}
