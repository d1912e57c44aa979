import CGtk
import Glibc
import InkModel
import InkRendering
import InkTestSupport
import Testing

@testable import Canvas
@testable import InkWidgets

/// Previews as pixels: what is seen of them all the way round.
@MainActor @Suite struct PreviewPixelTests {
  /// A preview on an even ground, painted as on a screen of this scale.
  private struct Sight {
    /// Widget points to each side of the position.
    static let reach = 90.0
    let width: Int
    private let words: [UInt32]

    @MainActor init(_ preview: HoverPreview, on ground: Color, paper: PaperStyle, scale: Int) {
      width = Int(2 * Self.reach) * scale
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(width))!
      let cr = cairo_create(surface)!
      cr.set(ground)
      cairo_paint(cr)
      cairo_scale(cr, Double(scale), Double(scale))
      let view = Viewport(width: 2 * Self.reach, height: 2 * Self.reach)
      let picture = PreviewPicture(
        preview: preview, view: view, paper: paper, deviceScale: Double(scale))
      PreviewPainter().paint(picture, on: cr)
      cairo_surface_flush(surface)
      let stride = Int(cairo_image_surface_get_stride(surface)) / 4
      let count = width
      words = cairo_image_surface_get_data(surface)!.withMemoryRebound(
        to: UInt32.self, capacity: stride * count
      ) { data in (0..<count * count).map { data[$0 / count * stride + $0 % count] } }
      cairo_destroy(cr)
      cairo_surface_destroy(surface)
    }

    subscript(x: Int, y: Int) -> Color {
      guard (0..<width).contains(x), (0..<width).contains(y) else { return .white }
      return Color(rgba: words[y * width + x] << 8 | 0xFF)
    }
  }

  /// A brush held in some way over some ground.
  private struct Hold: CustomStringConvertible {
    var ink: Ink
    var point: StrokePoint
    var paper: PaperStyle
    /// Ink below, all over the paper.
    var ground: HoverPreview.Ground?
    var scale: Int

    var description: String {
      "\(ink.brush) of \(ink.size) in \(ink.color) at \(point.altitude), \(point.azimuth) "
        + "on \(paper) \(ground.map { "\($0)" } ?? "") × \(scale)"
    }

    /// The colour below the mark.
    ///
    /// Highlighters keep their hue on dark paper, at six tenths of their opacity.
    private var below: Color {
      guard let ground else { return paper.color }
      let isGlow = paper == .dark && ground.band == .below
      let color = isGlow ? ground.color : ground.color.resolved(on: paper)
      let alpha = Double(color.alpha) / 255 * (isGlow ? 0.6 : 1)
      return paper.color.mixed(color.with(alpha: 1), alpha)
    }

    var mark: BrushMark { StockBrushes.family(of: ink).mark(ink, at: point) }

    /// The least contrast with the ground, around the mark's edge, of the pixel across it that has the most.
    @MainActor func leastContrast() -> (contrast: Double, angle: Double) {
      let below = self.below
      var preview = HoverPreview(
        shape: .mark(ink, point), position: point.position, opacity: 1)
      preview.grounds = ground.map { [$0] } ?? []
      let sight = Sight(preview, on: below, paper: paper, scale: scale)
      let (k, radius) = (Double(scale), mark.radius)
      // A bar with round ends: its edge is as far from the bar's spine as the ends' radius is.
      return (0..<96).map { i in
        let angle = Double(i) / 96 * 2 * .pi
        let normal = Vector(angle: angle)
        // Both ends of the spine where the normal is perpendicular to it, the nearer one elsewhere.
        let along = normal.dx * mark.edge.dx + normal.dy * mark.edge.dy
        let t = mark.edge == .zero || abs(along) < 1e-9 ? 0 : (along > 0 ? 1.0 : -1)
        let edge = point.position + mark.edge * t + normal * radius
        return (most(across: edge, normal, sight, below, k), angle)
      }.appending(sides(sight, below, k)).min { $0.0 < $1.0 } ?? (0, 0)
    }

    /// The same along both straight sides.
    @MainActor private func sides(
      _ sight: Sight, _ below: Color, _ k: Double
    ) -> [(Double, Double)] {
      guard mark.edge != .zero else { return [] }
      let length = mark.edge.length
      let normal = Vector(-mark.edge.dy / length, mark.edge.dx / length)
      return (-12...12).flatMap { i in
        [1.0, -1].map { side in
          let edge =
            point.position + mark.edge * (Double(i) / 12) + normal * (mark.radius * side)
          return (most(across: edge, normal * side, sight, below, k), .nan)
        }
      }
    }

    /// The most contrast from a point outside of the edge to two points inside of it.
    @MainActor private func most(
      across edge: Point, _ normal: Vector, _ sight: Sight, _ below: Color, _ k: Double
    ) -> Double {
      stride(from: -2.0, through: 1, by: 0.3).map { depth in
        let p = edge + normal * depth
        return sight[Int((p.x * k).rounded(.down)), Int((p.y * k).rounded(.down))]
          .contrast(against: below)
      }.max() ?? 0
    }
  }

  /// Inks of every brush: as they come, broader, too fine to be seen, and in colours that hardly stand out.
  private static func inks(on paper: PaperStyle) -> [Ink] {
    let palette = DefaultPalette.colors[1]
    return StockBrushes.inks.flatMap { ink -> [Ink] in
      let kinds: [(size: Double, color: Color)] = [
        (1, ink.color), (2.7, ink.color), (2, palette), (0.3, ink.color), (0.3, palette),
        (2.3, Color(rgba: 0xF5E6_A0FF)), (2.3, Color(rgba: 0x8080_80FF)),
      ]
      return kinds.map { kind in
        var ink = ink
        ink.size *= kind.size
        ink.color = kind.color.with(alpha: Double(ink.color.alpha) / 255)
        return ink
      }
    }
  }

  /// Bare paper, ink of the same colour that covers it, and the same ink where it does not.
  private static func grounds(for ink: Ink) -> [HoverPreview.Ground?] {
    let opaque = HoverPreview.Ground(color: ink.color.with(alpha: 1))
    guard ink.color.alpha < 255 else { return [nil, opaque] }
    let band = StockBrushes.family(of: ink).band
    return [nil, opaque, HoverPreview.Ground(color: ink.color, band: band)]
  }

  @Test(arguments: PaperStyle.allCases, [1, 2])
  func `S27 all the way round, a preview or its outline stands out by 3 to 1 in pixels`(
    paper: PaperStyle, scale: Int
  ) {
    var random = SeededGenerator(seed: UInt64(scale))
    for ink in Self.inks(on: paper) {
      for altitude in [Float.pi / 2, 0.9, 0.6, 0.35] {
        for ground in Self.grounds(for: ink) {
          let middle = Float(Sight.reach)
          let point = StrokePoint(
            x: middle + Float.random(in: 0...1, using: &random),
            y: middle + Float.random(in: 0...1, using: &random), force: HoverPreview.force,
            altitude: altitude, azimuth: Float.random(in: 0...6.28, using: &random))
          let hold = Hold(ink: ink, point: point, paper: paper, ground: ground, scale: scale)
          let least = hold.leastContrast()
          #expect(least.contrast >= 3, "\(least) around \(hold)")
        }
      }
    }
  }
}

extension Array {
  fileprivate func appending(_ others: [Element]) -> [Element] { self + others }
}
