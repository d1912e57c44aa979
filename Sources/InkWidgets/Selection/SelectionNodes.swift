import CGtk
import Canvas
import Glibc
import Gtk
import InkModel

/// Paints the selection's frame with its handles, or the outline that is being drawn.
///
/// In two tones, so that it is visible on any paper and any ink. The dashes do not move: a selection must not
/// distract from the ink.
final class SelectionNodes {
  /// Everything that the frame's picture depends on.
  private struct Shown: Hashable {
    var handles: SelectionHandles
    var isPlain: Bool
    var appearance: PickerAppearance
  }

  /// Everything that the glow depends on.
  private struct Glow: Hashable {
    var elements: [ElementID]
    var view: Viewport
    var appearance: PickerAppearance
  }

  private var frame: (shown: Shown, node: RenderNode)?
  /// The text of documents that is selected, in widget points.
  private var text: (shown: [Quad], node: RenderNode?)?
  private let crop = CropNodes()
  private var glow: (shown: Glow, node: RenderNode?)?

  /// Points of the selected strokes in all, above which there is no glow: painting it would take too long.
  private static let mostPoints = 20_000
  /// Widget points of glow on either side of a line.
  private static let breadth = 3.5

  func append(_ session: CanvasSession, _ appearance: PickerAppearance, to snapshot: OpaquePointer)
  {
    append(session.selectedTextAreas, session.viewport, appearance, to: snapshot)
    if let outline = session.selectionOutline {
      append(outline, session.viewport, appearance, to: snapshot)
    }
    if let cropped = session.crop {
      return crop.append(cropped, session.viewport, appearance, to: snapshot)
    }
    crop.clear()
    guard let shape = session.shownSelectionFrame else {
      frame = nil
      return
    }
    let shown = Shown(
      handles: session.handles(of: shape),
      // A drawing that cannot be changed has no handles.
      isPlain: session.isReadOnly, appearance: appearance)
    if frame?.shown != shown { frame = paint(shown).map { (shown, $0) } }
    frame?.node.append(to: snapshot, at: .zero)
  }

  static func tones(_ appearance: PickerAppearance) -> (line: Color, under: Color) {
    let isDark = appearance.paper == .dark
    if appearance.isHighContrast { return isDark ? (.white, .black) : (.black, .white) }
    return isDark
      ? (Color(rgba: 0x78AE_EDFF), Color(rgba: 0x1012_16D0))
      : (Color(rgba: 0x1C71_D8FF), Color(rgba: 0xFFFF_FFD8))
  }

  // MARK: The frame

  private func paint(_ shown: Shown) -> RenderNode? {
    let handles = shown.handles
    let (line, under) = Self.tones(shown.appearance)
    let bold = shown.appearance.isHighContrast ? 2.5 : 1.5
    return RenderNode.painted(in: handles.bounds.outset(by: 14)) { cr in
      cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
      cr.addPolygon(handles.corners.map { ($0.x, $0.y) })
      cairo_save(cr)
      cr.set(under)
      cairo_set_line_width(cr, bold + 1.5)
      cairo_stroke_preserve(cr)
      cairo_set_dash(cr, [6, 4], 2, 0)
      cr.stroke(line, bold)
      cairo_restore(cr)
      guard !shown.isPlain else { return }
      cairo_move_to(cr, handles.turnFoot.x, handles.turnFoot.y)
      cairo_line_to(cr, handles.turn.x, handles.turn.y)
      cr.set(under)
      cairo_set_line_width(cr, bold + 1.5)
      cairo_stroke_preserve(cr)
      cr.stroke(line, bold)
      for corner in handles.corners { Self.knob(cr, corner, 6.5, line, under, bold) }
      Self.knob(cr, handles.turn, 9.5, line, under, bold)
      Self.arrow(cr, handles.turn, line)
    }
  }

  static func knob(
    _ cr: OpaquePointer, _ p: Point, _ radius: Double, _ line: Color, _ under: Color, _ bold: Double
  ) {
    cairo_new_sub_path(cr)
    cairo_arc(cr, p.x, p.y, radius, 0, 2 * .pi)
    cr.set(under)
    cairo_set_line_width(cr, bold + 3)
    cairo_stroke_preserve(cr)
    cr.set(under.opaque)
    cairo_fill_preserve(cr)
    cr.stroke(line, bold + 0.5)
  }

  /// The arrow in the handle that turns.
  private static func arrow(_ cr: OpaquePointer, _ p: Point, _ line: Color) {
    let r = 4.2
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
    cairo_new_sub_path(cr)
    cairo_arc(cr, p.x, p.y, r, -0.5 * .pi, 0.95 * .pi)
    cr.stroke(line, 1.4)
    cr.addPolygon([(p.x + 0.6, p.y - r - 2.4), (p.x + 0.6, p.y - r + 2.4), (p.x - 2.6, p.y - r)])
    cr.fill(line)
  }

  // MARK: The glow

  /// Appends a glow around the strokes that are selected: the frame alone does not tell them from others in it.
  ///
  /// There is none while they move.
  func appendGlow(
    _ session: CanvasSession, _ appearance: PickerAppearance, to snapshot: OpaquePointer
  ) {
    guard let selection = session.selection, !session.isMovingSelection, session.crop == nil else {
      glow = nil
      return
    }
    let view = session.viewport
    let shown = Glow(elements: selection.elements.map(\.id), view: view, appearance: appearance)
    if glow?.shown != shown { glow = (shown, paintGlow(selection, view, appearance)) }
    glow?.node?.append(to: snapshot, at: .zero)
  }

  private func paintGlow(
    _ selection: Selection, _ view: Viewport, _ appearance: PickerAppearance
  ) -> RenderNode? {
    var lines: [(points: [[Point]], width: Double)] = []
    var count = 0
    for element in selection.elements where element.bounds.intersects(view.visibleCanvas) {
      let highlight = element.highlight(after: view.widgetFromCanvas)
      count += highlight.lines.reduce(0) { $0 + $1.count }
      guard count <= Self.mostPoints else { return nil }
      lines.append((highlight.lines, 2 * (highlight.radius + Self.breadth)))
    }
    let box = view.widgetFromCanvas(selection.bounds).outset(by: 2 * Self.breadth)
      .intersection(view.widgetBounds)
    guard !box.isEmpty else { return nil }
    return RenderNode.painted(in: box) { cr in
      cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
      cairo_clip(cr)
      // In a group, so that crossings are no brighter.
      cairo_push_group(cr)
      cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
      cr.set(Self.tones(appearance).line)
      for line in lines {
        for points in line.points {
          cairo_new_sub_path(cr)
          for p in points { cairo_line_to(cr, p.x, p.y) }
          if points.count == 1 { cairo_close_path(cr) }
        }
        cairo_set_line_width(cr, line.width)
        cairo_stroke(cr)
      }
      cairo_pop_group_to_source(cr)
      cairo_paint_with_alpha(cr, appearance.isHighContrast ? 0.22 : 0.3)
    }
  }

  // MARK: The text of documents

  private func append(
    _ areas: [Quad], _ view: Viewport, _ appearance: PickerAppearance, to snapshot: OpaquePointer
  ) {
    let shown = areas.map { $0.mapped(by: view.widgetFromCanvas) }
    let box = shown.reduce(Rect.empty) { $0.union($1.bounds) }.intersection(view.widgetBounds)
    guard !box.isEmpty else {
      text = nil
      return
    }
    if let text, text.shown == shown {
      text.node?.append(to: snapshot, at: .zero)
      return
    }
    // Documents are light whatever the app is.
    let tone = Self.tones(PickerAppearance()).line
      .with(alpha: appearance.isHighContrast ? 0.45 : 0.3)
    let node = RenderNode.painted(in: box) { cr in
      for area in shown { cr.addPolygon(area.corners.map { ($0.x, $0.y) }) }
      cr.fill(tone)
    }
    text = (shown, node)
    node?.append(to: snapshot, at: .zero)
  }

  // MARK: The outline

  private func append(
    _ outline: SelectionOutline, _ view: Viewport, _ appearance: PickerAppearance,
    to snapshot: OpaquePointer
  ) {
    let line: [Point]
    switch outline {
    case .lasso(let points): line = points.map(view.widgetFromCanvas.callAsFunction)
    case .box(let a, let b):
      line =
        Rect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
        .corners
    }
    let box = Rect(
      minX: line.map(\.x).min() ?? 0, minY: line.map(\.y).min() ?? 0,
      maxX: line.map(\.x).max() ?? 0, maxY: line.map(\.y).max() ?? 0
    ).outset(by: 4).intersection(view.widgetBounds)
    guard !box.isEmpty else { return }
    let (tone, under) = Self.tones(appearance)
    let node = RenderNode.painted(in: box) { cr in
      cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
      for p in line { cairo_line_to(cr, p.x, p.y) }
      cairo_close_path(cr)
      cr.set(tone.with(alpha: 0.08))
      cairo_fill_preserve(cr)
      cr.set(under)
      cairo_set_line_width(cr, 3)
      cairo_stroke_preserve(cr)
      cairo_set_dash(cr, [6, 4], 2, 0)
      cr.stroke(tone, 1.5)
    }
    node?.append(to: snapshot, at: .zero)
  }
}
