import InkModel
import InkRendering

extension HoverPreview {
  /// With less contrast than this against its ground, a mark gets an outline (WCAG 2's level for graphics),
  /// and no outline has less (S27).
  public static let leastContrast = 3.0
  /// The least share of an outline's colour in it, 0 … 1.
  private static let leastOutline = 0.55

  /// The outline that a mark needs to be visible on its ground, `nil` where it needs none.
  ///
  /// As much of black or white as is needed, so that it stands out from its surroundings and is no
  /// harder than necessary.
  ///
  /// - Parameters:
  ///   - color: Of the mark, as it is painted; its alpha counts.
  ///   - ground: The colour below it, opaque.
  public static func outline(of color: Color, _ family: BrushFamily, on ground: Color) -> Color? {
    let cover = Double(color.alpha) / 255 * family.medium.cover
    let seen = ground.mixed(color.opaque, cover)
    guard seen.contrast(against: ground) < leastContrast else { return nil }
    let edge =
      ground.contrast(against: .black) > ground.contrast(against: .white) ? Color.black : .white
    // Where grain leaves gaps in the mark the outline is on the ground itself.
    let amount = stride(from: leastOutline, to: 1, by: 0.05).first { amount in
      [seen, ground].allSatisfy {
        // A little more than needed: edges are smoothed.
        $0.mixed(edge, amount).contrast(against: ground) >= leastContrast * 1.05
      }
    }
    return edge.with(alpha: amount ?? 1)
  }
}
