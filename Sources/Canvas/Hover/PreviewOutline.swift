import InkModel
import InkRendering

extension HoverPreview {
  /// With less contrast than this against its ground, a mark gets an outline (WCAG 2's level for graphics),
  /// and no outline has less (S27).
  public static let leastContrast = 3.0

  /// The width of an outline in widget points on a screen of this scale, which lies within the mark.
  ///
  /// Two pixels or more: wherever it lies between them, one of those across it is covered by
  /// ``leastOutlineCover``.
  public static func outlineWidth(deviceScale: Double) -> Double { max(1, 2 / deviceScale) }

  /// The share of the most covered pixel across an outline, 0 … 1.
  private static let leastOutlineCover = 0.85
  /// The least share of an outline's colour in it, 0 … 1.
  private static let leastOutline = 0.55

  /// The outline that a mark needs to be visible on its ground, `nil` where it needs none.
  ///
  /// Of the mark's own colour where that stands out and only the grain leaves gaps; else as much of black or
  /// white as is needed, so that it stands out from its surroundings and is no harder than necessary.
  ///
  /// - Parameters:
  ///   - color: Of the mark, as it is painted; its alpha counts.
  ///   - flow: The mark's amount of colour, 0 or more.
  ///   - ground: The colour below it, opaque.
  public static func outline(
    of color: Color, _ family: BrushFamily, flow: Double = 1, on ground: Color
  ) -> Color? {
    let alpha = Double(color.alpha) / 255
    let seen = ground.mixed(color.opaque, alpha * family.medium.cover * min(flow, 1))
    if family.medium == .ink, seen.contrast(against: ground) >= leastContrast { return nil }
    // Where grain leaves gaps in the mark the outline is on the ground itself, elsewhere on all of the colour.
    let below = [ground, seen, ground.mixed(color.opaque, alpha)]
    func contrast(_ edge: Color, _ amount: Double) -> Double {
      below.map { $0.mixed(edge, amount * leastOutlineCover).contrast(against: ground) }.min() ?? 1
    }
    let ends = [Color.black, .white].sorted { contrast($0, 1) > contrast($1, 1) }
    for edge in [color.opaque, ends[0]] {
      // A little more than needed: channels are rounded.
      let amount = stride(from: leastOutline, through: 1, by: 0.05).first {
        contrast(edge, $0) >= leastContrast * 1.05
      }
      if let amount { return edge.with(alpha: amount) }
    }
    return ends[0]
  }

  /// The radius, in device pixels, at which the ends of a bar stand out from any ground in black or white.
  private static let sufficientRadius = 0.95

  /// The least share of the most covered pixel in a disc, 0 … 1: where the middle is a corner of pixels.
  ///
  /// - Parameter radius: In device pixels.
  private static func leastCover(ofRadius radius: Double) -> Double {
    if radius >= 1.5 { return 1 }
    // Discs are painted as polygons, of a little less than their area.
    let covered = min(radius, 1)
    return 0.95 * Double.pi / 4 * covered * covered
  }

  /// The dot that is painted for a mark of about two pixels or less, which need not cover any pixel's middle.
  ///
  /// It has the mark's own colour where that stands out by ``leastContrast``, and is no broader than it needs to be
  /// for that; else it is black or white.
  ///
  /// - Parameters:
  ///   - color: Of the mark, as it is painted; its alpha counts.
  ///   - ground: The colour below it, opaque.
  ///   - radius: The least that it may have, in device pixels.
  /// - Returns: The colour and the radius (device pixels) to paint it with.
  public static func fineMark(
    of color: Color, _ family: BrushFamily, on ground: Color, radius: Double
  ) -> (color: Color, radius: Double) {
    func contrast(_ paint: Color, _ amount: Double, _ radius: Double) -> Double {
      ground.mixed(paint, amount * leastCover(ofRadius: radius)).contrast(against: ground)
    }
    let broadest = max(radius, sufficientRadius)
    let radii = Array(stride(from: radius, to: broadest, by: 0.05)) + [broadest]
    let black = contrast(.black, 1, broadest) > contrast(.white, 1, broadest)
    let end = black ? Color.black : .white
    let own = family.medium == .ink ? max(Double(color.alpha) / 255, leastOutline) : leastOutline
    for (paint, least) in [(color.opaque, own), (end, leastOutline)] {
      let amounts = Array(stride(from: least, to: 1, by: 0.05)) + [1]
      for radius in radii {
        // A little more than needed: channels are rounded.
        let amount = amounts.first { contrast(paint, $0, radius) >= leastContrast * 1.05 }
        if let amount { return (paint.with(alpha: amount), radius) }
      }
    }
    return (end, broadest)
  }
}
