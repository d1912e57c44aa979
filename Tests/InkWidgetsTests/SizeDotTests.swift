import CGtk
import Canvas
import Glibc
import InkModel
import InkRendering
import Testing

@testable import InkWidgets

/// The dots of sizes as pixels, on the cards that they are chosen on.
@MainActor @Suite struct SizeDotTests {
  private static let side = 48
  /// Between pixels, as buttons may have it.
  private static let center = Point(24.25, 23.5)

  /// What is seen of a dot on a ground, row by row.
  private func paint(
    _ color: Color, diameter: Double, _ appearance: PickerAppearance, on ground: Color
  ) -> [Color] {
    let side = Self.side
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(side), Int32(side))!
    let cr = cairo_create(surface)!
    cr.set(ground)
    cairo_paint(cr)
    SizeDot.paint(color, diameter: diameter, at: Self.center, appearance, on: cr)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    let pixels = cairo_image_surface_get_data(surface)!.withMemoryRebound(
      to: UInt32.self, capacity: stride * side
    ) { data in (0..<side * side).map { data[$0 / side * stride + $0 % side] } }
    cairo_destroy(cr)
    cairo_surface_destroy(surface)
    return pixels.map { Color(rgba: $0 << 8 | 0xFF) }
  }

  /// The picker's appearance while it has a brush in hand.
  private func appearance(
    of brush: BrushFamily, isDark: Bool, paper: PaperStyle
  ) -> PickerAppearance {
    var picker = ToolPicker()
    picker.select(.brush(brush.name))
    return PickerAppearance(isDark: isDark, paper: paper).forColors(of: picker)
  }

  @Test(arguments: PaperStyle.allCases, [false, true])
  func `S27 the dots of sizes stand out by 3 to 1 all the way round, whatever their color`(
    paper: PaperStyle, isDark: Bool
  ) {
    let kinds = [
      (StockBrushes.pen, DefaultPalette.colors),
      (StockBrushes.highlighter, HighlighterPalette.colors),
    ]
    for (brush, colors) in kinds {
      let appearance = self.appearance(of: brush, isDark: isDark, paper: paper)
      let card = appearance.card.opaque
      // The chosen one is tinted.
      let grounds = [card, card.mixed(isDark ? .white : .black, 0.11)]
      let sizes = [2.5, 6.2, 13, 30]
      for (color, k) in colors.flatMap({ c in (0..<8).map { (c, $0) } }) {
        let (ground, diameter) = (grounds[k / 4], sizes[k % 4])
        let seen = paint(color, diameter: diameter, appearance, on: ground)
        for i in 0..<48 {
          let normal = Vector(angle: Double(i) / 48 * 2 * .pi)
          // From a point outside of the edge to two inside.
          let most = stride(from: -2.0, through: 1, by: 0.25).map { offset in
            let p = Self.center + normal * max(diameter / 2 + offset, 0)
            return seen[Int(p.y) * Self.side + Int(p.x)].contrast(against: ground)
          }.max()
          #expect(most ?? 0 >= 3, "\(brush.name) \(color) of \(diameter) at \(i)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `a highlighter's sizes have its hue, on dark paper too`(isDark: Bool) {
    let appearance = self.appearance(
      of: StockBrushes.highlighter, isDark: isDark, paper: isDark ? .dark : .light)
    for color in HighlighterPalette.colors {
      let seen = paint(color, diameter: 30, appearance, on: appearance.card.opaque)
      #expect(seen[Int(Self.center.y) * Self.side + Int(Self.center.x)] == color.opaque)
    }
  }
}
