import CGtk
import Canvas
import Glibc
import InkModel
import InkRendering

/// A line drawn with an ink on its paper, by the renderer that paints drawings.
final class MarkArt: PickerArt {
  struct Shown: Hashable {
    var ink = Ink.standard
    var appearance = PickerAppearance()
  }

  var shown = Shown() {
    didSet { if shown != oldValue { changed() } }
  }

  private static let points = 96

  override func paint(_ cr: OpaquePointer) {
    cr.addRounded(Rect(x: 0, y: 0, width: size.width, height: size.height), radius: 10)
    cairo_clip(cr)
    cr.set(shown.appearance.paper.color)
    cairo_paint(cr)
    // The line of a broad ink is flatter, so that it does not run together.
    let room = size.height / 2 - 6
    let rise = max(room - shown.ink.size / 2, room / 3)
    let inset = 16 + min(shown.ink.size / 2, 14)
    let points = (0...Self.points).map { i in
      let t = Double(i) / Double(Self.points)
      return StrokePoint(
        x: Float(inset + t * (size.width - 2 * inset)),
        y: Float(size.height / 2 - sin(t * 2 * .pi) * rise * (0.5 + 0.5 * sin(t * .pi))),
        force: Float(0.18 + 0.55 * sin(t * .pi)), timeOffset: Float(t))
    }
    let stroke = Stroke(
      content: ContentID(1), ink: shown.ink, path: StrokePath(points), seed: 1)
    let element = Element(id: ElementID(1), order: .first, kind: .stroke(stroke))
    ElementPainter(paper: shown.appearance.paper).paint(
      element, on: cr, deviceFromCanvas: .scale(1))
  }
}

/// A size to choose: a dot as large as the mark.
final class DotArt: PickerArt {
  struct Shown: Hashable {
    /// Widget points.
    var diameter = 4.0
    /// `nil` is a ring, for erasers.
    var color: Color?
    var appearance = PickerAppearance()
  }

  var shown = Shown() {
    didSet { if shown != oldValue { changed() } }
  }

  override func paint(_ cr: OpaquePointer) {
    SizeDot.paint(
      shown.color, diameter: shown.diameter, at: Point(size.width / 2, size.height / 2),
      shown.appearance, on: cr)
  }
}

/// The dot of a size to choose.
///
/// On the picker's cards it is seen whatever its colour is: where that does not stand out, as a highlighter's on a light
/// card or black ink for light paper on a dark one, it has an edge that does.
enum SizeDot {
  private static let edgeWidth = 1.5
  /// With less contrast than this against the card a dot has an edge.
  ///
  /// More than it needs there: the chosen dot lies on a tint that takes up to a quarter of it.
  private static let leastContrast = 1.4 * HoverPreview.leastContrast

  /// Paints a dot.
  ///
  /// - Parameters:
  ///   - color: Of the ink; `nil` is a ring, for erasers.
  ///   - diameter: In widget points.
  ///   - appearance: With the paper on which the colour is resolved.
  static func paint(
    _ color: Color?, diameter: Double, at center: Point, _ appearance: PickerAppearance,
    on cr: OpaquePointer
  ) {
    let edge = (appearance.isDark ? Color.white : .black)
      .with(alpha: appearance.isHighContrast ? 1 : 0.75)
    cairo_new_sub_path(cr)
    cairo_arc(cr, center.x, center.y, diameter / 2, 0, 2 * .pi)
    guard let shown = color?.opaque.resolved(on: appearance.paper) else {
      cr.stroke(edge, edgeWidth)
      return
    }
    cr.fill(shown)
    guard shown.contrast(against: appearance.card.opaque) < leastContrast else { return }
    // Within the dot, so that it is as large as the others.
    let radius = max(diameter - edgeWidth, 1) / 2
    cairo_arc(cr, center.x, center.y, radius, 0, 2 * .pi)
    cr.stroke(edge, edgeWidth)
  }
}
