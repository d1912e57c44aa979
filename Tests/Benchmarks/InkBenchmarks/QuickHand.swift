import InkModel
import TabletCompositor

/// A quick hand: 500 points a second, and a twentieth of a second from one stroke to the next.
extension Pen {
  private static let reports = 240.0
  private static let speed = 500.0

  /// Draws strokes one after the other.
  ///
  /// - Returns: When it was lifted from the last one.
  @discardableResult func write(_ strokes: [[Point]]) -> Double {
    var lifted = now()
    for stroke in strokes {
      hover(at: stroke[0])
      down(at: stroke[0])
      move(along: Array(Self.even(stroke).dropFirst()), rate: Self.reports)
      up()
      lifted = now()
      sleep(until: now() + 0.05)
    }
    return lifted
  }

  /// The stroke with a point at each report.
  private static func even(_ stroke: [Point]) -> [Point] {
    var points = [stroke[0]]
    let step = speed / reports
    for (a, b) in zip(stroke, stroke.dropFirst()) {
      let count = max(1, Int((a.distance(to: b) / step).rounded()))
      points += (1...count).map { a.lerp(to: b, Double($0) / Double(count)) }
    }
    return points
  }
}
