import InkModel
import TabletCompositor
import Testing

extension AppFixture {
  /// Watches a stroke on paper: see ``TabletCompositor/Screen``'s function of this name.
  func expectSeamless(
    _ points: [Point], _ situation: Comment, ends: Int = 40,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try screen.expectSeamless(points, situation, ends: ends, sourceLocation: sourceLocation)
  }
}

extension Screen {
  /// Watches a stroke from its last report until all is dry, and holds every commit's picture
  /// against the ones before the pen lifted and after.
  ///
  /// - Parameter ends: How many logical pixels the end of the line has, which is modelled anew when
  ///   the pen lifts.
  func expectSeamless(
    _ points: [Point], _ situation: Comment, ends: Int = 40,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bounds = points.reduce(Rect.empty) { $0.union(Rect(center: $1, radius: 1)) }
    let box = PixelBox(covering: bounds.outset(by: 8))
    let bare = screenshot(of: box)
    pen.down(at: points[0], force: 0.7)
    pen.move(along: Array(points.dropFirst()))
    // Until nothing foretold shows any more.
    try waitUntilStill(for: 0.1)
    let wet = screenshot(of: box)
    clearLog()
    watch(box)
    pen.up()
    let dry = try waitUntilStill(for: 0.2)
    watch(nil)
    let final = screenshot(of: box)
    #expect(dry.width > 0)
    let inked = wet.difference(from: bare).count
    #expect(inked > 200, situation, sourceLocation: sourceLocation)
    for capture in captures {
      // Nothing missing, nothing doubled: every pixel between what it was and what it will be, but
      // for the rounding of edges that are painted in pieces or at once.
      let off = worst(capture.picture, between: wet, and: final)
      #expect(off <= 16, situation, sourceLocation: sourceLocation)
    }
    // The very end of a line, and that is all.
    let changed = final.difference(from: wet, tolerance: 16).count
    let k = scale
    #expect(changed < ends * k * k, situation, sourceLocation: sourceLocation)
  }

  /// How far a picture strays, at its worst pixel and channel, from what lies between two others.
  private func worst(_ picture: Picture, between a: Picture, and b: Picture) -> Int {
    var worst = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for channel in [\Pixel.red, \.green, \.blue] {
          let (p, q) = (Int(a[x, y][keyPath: channel]), Int(b[x, y][keyPath: channel]))
          let v = Int(picture[x, y][keyPath: channel])
          worst = max(worst, min(p, q) - v, v - max(p, q))
        }
      }
    }
    return worst
  }
}
