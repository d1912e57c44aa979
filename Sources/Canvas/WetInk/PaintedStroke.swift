import InkModel
import InkRendering

/// What is painted of a stroke, in the pixels of one view, and how often each tile of it changed.
struct PaintedStroke {
  let renderer: WetInkRenderer
  /// Points of the stroke's path that are painted.
  private(set) var count = 0
  private var serials: [WetTileKey: Int] = [:]
  /// The tiles in the order in which they first got ink.
  ///
  /// GSK compares the nodes of two frames in order: so each tile is where it was, and new
  /// ones are at the end.
  private var order: [WetTileKey] = []

  /// Settled points that may wait for those after them, and device pixels that they may stretch over.
  ///
  /// Until they are painted the tail shows them: a few at once cost hardly more than one.
  private static let most = (points: 6, pixels: 24.0)

  /// Nothing yet; `nil` where there is no memory.
  ///
  /// - Parameters:
  ///   - paper: That the ink is resolved for.
  ///   - band: Where it is shown, below the dry ink or above it.
  init?(_ ink: Ink, in pixels: PicturePixels, on paper: PaperStyle, _ band: LayerBand) {
    guard
      let renderer = try? WetInkRenderer(
        ink: ink, paper: paper, deviceFromCanvas: pixels.deviceFromCanvas,
        visible: pixels.visible, band: band)
    else { return nil }
    self.renderer = renderer
  }

  /// Paints the settled points of a stroke that are not painted yet, once there are enough.
  ///
  /// - Parameter points: All that are settled.
  mutating func grow(_ points: [StrokePoint]) {
    // A tail of any other medium is expensive.
    if count > 0, renderer.isEven, points.count - count < Self.most.points,
      let last = points.last,
      last.position.distance(to: points[count - 1].position)
        * renderer.deviceFromCanvas.meanScale < Self.most.pixels
    {
      return
    }
    // Without memory for its pixels a stroke shows its tail alone until it is dry.
    if let changed = try? renderer.append(points[count...]) { note(changed) }
    count = points.count
  }

  /// Paints the rest of a stroke that is complete.
  ///
  /// - Parameter points: All of its path, beginning with the points that were settled.
  mutating func finish(_ points: [StrokePoint]) {
    if let changed = try? renderer.finish(with: points[min(count, points.count)...]) {
      note(changed)
    }
    count = points.count
  }

  /// Appends what a frame shows of it.
  ///
  /// - Parameter tail: Its end, which is appended too.
  func append(to layers: inout PictureLayers, with tail: WetTail? = nil) {
    if let tail { layers.tails.append(tail) }
    for key in order {
      guard let tile = renderer.tiles[key] else { continue }
      layers.wet.append(
        .init(tile: tile, serial: serials[key] ?? 0, replaced: tail?.replaced ?? .empty))
    }
  }

  private mutating func note(_ changed: Set<WetTileKey>) {
    for key in changed {
      if serials[key] == nil { order.append(key) }
      serials[key, default: 0] += 1
    }
  }
}
