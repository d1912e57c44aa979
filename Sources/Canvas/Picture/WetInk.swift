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

  mutating func note(_ changed: Set<WetTileKey>) {
    for key in changed {
      if serials[key] == nil { order.append(key) }
      serials[key, default: 0] += 1
    }
  }
}
