import InkModel
import InkRendering

/// A stroke's wet ink, and how often each piece of it changed.
struct WetInk {
  var renderer: WetInkRenderer
  /// Points of the stroke's path that are painted.
  var painted = 0
  var serials: [WetTileKey: Int] = [:]
  /// The pieces in the order in which ink came to them.
  ///
  /// A renderer that compares two frames in order finds each piece in its old place, and new
  /// ones at the end.
  var order: [WetTileKey] = []

  /// Settled points that may wait for those after them, and device pixels that they may stretch over.
  ///
  /// Until they are painted the tail shows them: a few at once cost hardly more than one.
  private static let most = (points: 6, pixels: 24.0)

  /// Paints what is settled of a stroke and not painted yet, once it is worth it.
  ///
  /// - Parameter points: All that are settled.
  mutating func grow(_ points: [StrokePoint]) {
    // Dry colour is costly for a tail.
    if painted > 0, !renderer.isDry, points.count - painted < Self.most.points,
      let last = points.last,
      last.position.distance(to: points[painted - 1].position)
        * renderer.deviceFromCanvas.meanScale < Self.most.pixels
    {
      return
    }
    // Without memory for its pixels a stroke shows its tail alone until it is dry.
    if let changed = try? renderer.append(points[painted...]) { note(changed) }
    painted = points.count
  }

  mutating func note(_ changed: Set<WetTileKey>) {
    for key in changed {
      if serials[key] == nil { order.append(key) }
      serials[key, default: 0] += 1
    }
  }
}
