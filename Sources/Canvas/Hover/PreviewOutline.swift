import InkModel
import InkRendering

extension HoverPreview {
  /// Fainter than this against what is there, a mark gets an outline (WCAG 2's level for graphics),
  /// and no outline is (S27).
  public static let leastContrast = 3.0
  /// Of the paper's own colour, what shows through dry colour at the force of a preview.
  private static let dryCover = 0.6
  /// How much of an outline's colour is in it at least, 0 … 1.
  private static let leastOutline = 0.55

  /// The outline that a mark needs to be seen on what lies there, `nil` where it is seen by itself.
  ///
  /// As much of black or white as it takes, so that it stands out from its surroundings and looks no
  /// harder than it has to.
  ///
  /// - Parameters:
  ///   - color: Of the mark, as it is painted; its alpha counts.
  ///   - ground: What is there, opaque.
  public static func outline(of color: Color, _ family: BrushFamily, on ground: Color) -> Color? {
    let cover = Double(color.alpha) / 255 * (family.texture == nil ? 1 : dryCover)
    let seen = ground.mixed(color.opaque, cover)
    guard seen.contrast(against: ground) < leastContrast else { return nil }
    let edge =
      ground.contrast(against: .black) > ground.contrast(against: .white) ? Color.black : .white
    // Where grain leaves gaps in the mark the outline lies on the ground itself.
    let amount = stride(from: leastOutline, to: 1, by: 0.05).first { amount in
      [seen, ground].allSatisfy {
        // A little more than it takes: edges are smoothed.
        $0.mixed(edge, amount).contrast(against: ground) >= leastContrast * 1.05
      }
    }
    return edge.with(alpha: amount ?? 1)
  }
}
