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

  /// Paints what is settled of a stroke and not painted yet.
  ///
  /// - Parameter points: All that are settled.
  mutating func grow(_ points: [StrokePoint]) {
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
