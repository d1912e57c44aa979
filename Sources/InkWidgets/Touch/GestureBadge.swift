import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Shows what a gesture is about to do, and its progress (S71): a badge over the paper with a ring that fills.
///
/// Until it is full the gesture can be taken back. Painted by the canvas, so it takes no input.
final class GestureBadge {
  private let fading: Fading
  private var shown: GestureProgress?
  /// Whether what it shows can be done now.
  private var isPossible = true

  /// Widget points.
  private static let radius = 38.0
  /// Seconds that the badge stays after the gesture, and that it takes to fade.
  private static let holdTime = 0.3
  private static let fadeTime = 0.2

  init(on widget: some WidgetProtocol) {
    fading = Fading(on: widget, duration: Self.fadeTime)
  }

  /// Shows the progress of a gesture; `nil` fades the badge.
  func show(_ progress: GestureProgress?, isPossible: Bool) {
    guard let progress else { return fading.fade(after: 0) }
    shown = progress
    self.isPossible = isPossible
    fading.show()
  }

  /// Shows for a moment what was done.
  func flash(_ effect: Gesture.Effect) {
    show(GestureProgress(effect, 1), isPossible: true)
    fading.fade(after: Self.holdTime)
  }

  /// Hides the badge at once: a tool draws, and nothing may cover its ink.
  func hide() { fading.hide() }

  // MARK: Painting

  /// The badge's centre: above the middle, where neither the hand nor the picker is.
  private static func center(in room: Rect) -> Point {
    let y = room.minY + max(room.height * 0.24, radius + 12)
    return Point(room.center.x, min(y, room.center.y))
  }

  /// - Parameter room: The part of the paper beside the tools (``ViewController/clearRoom``).
  func append(to snapshot: OpaquePointer, in room: @autoclosure () -> Rect) {
    let opacity = fading.opacity
    guard opacity > 0, let shown else { return }
    let center = Self.center(in: room())
    RenderNode.painted(in: Rect(center: center, radius: Self.radius + 10)) { cr in
      cairo_push_group(cr)
      paint(shown, at: center, on: cr)
      cairo_pop_group_to_source(cr)
      cairo_paint_with_alpha(cr, opacity)
    }?.append(to: snapshot, at: .zero)
  }

  private func paint(_ progress: GestureProgress, at c: Point, on cr: OpaquePointer) {
    let r = Self.radius
    // A soft shadow, so that it stands out on white and on black paper alike.
    for (i, shade) in [0.05, 0.05, 0.06].enumerated() {
      cairo_arc(cr, c.x, c.y + 2, r + 7 - Double(i) * 2.5, 0, 2 * .pi)
      cairo_set_source_rgba(cr, 0, 0, 0, shade)
      cairo_fill(cr)
    }
    let isFull = progress.isComplete && isPossible
    cairo_arc(cr, c.x, c.y, r, 0, 2 * .pi)
    if isFull {
      cairo_set_source_rgba(cr, 0.21, 0.45, 0.86, 1)
    } else {
      cairo_set_source_rgba(cr, 0.16, 0.17, 0.2, 0.96)
    }
    cairo_fill_preserve(cr)
    cairo_set_source_rgba(cr, 1, 1, 1, 0.22)
    cairo_set_line_width(cr, 1)
    cairo_stroke(cr)
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
    if !isFull {
      cairo_set_line_width(cr, 4)
      cairo_arc(cr, c.x, c.y, r - 6, 0, 2 * .pi)
      cairo_set_source_rgba(cr, 1, 1, 1, 0.14)
      cairo_stroke(cr)
      // A shorter arc than its line is wide would be a dot.
      if progress.value > 0.02, isPossible {
        // In the direction of the fingers: undo goes to the left.
        let sweep = 2 * .pi * progress.value
        if progress.effect == .undo || progress.effect == .copy {
          cairo_arc_negative(cr, c.x, c.y, r - 6, -.pi / 2, -.pi / 2 - sweep)
        } else {
          cairo_arc(cr, c.x, c.y, r - 6, -.pi / 2, -.pi / 2 + sweep)
        }
        cairo_set_source_rgba(cr, 0.5, 0.72, 1, 1)
        cairo_stroke(cr)
      }
    }
    cairo_set_source_rgba(cr, 1, 1, 1, isPossible ? 0.96 : 0.35)
    cairo_set_line_width(cr, 3)
    switch progress.effect {
    case .copy, .paste: Self.sheets(cr, c, isPaste: progress.effect == .paste)
    default: Self.arrow(cr, c, isBack: progress.effect == .undo)
    }
  }

  /// The arrow of undo's icon; mirrored for redo.
  private static func arrow(_ cr: OpaquePointer, _ c: Point, isBack: Bool) {
    cairo_save(cr)
    cairo_translate(cr, c.x, c.y)
    if !isBack { cairo_scale(cr, -1, 1) }
    cairo_move_to(cr, -11, -4)
    cairo_line_to(cr, 4, -4)
    cairo_arc(cr, 4, 3.5, 7.5, -.pi / 2, .pi / 2)
    cairo_line_to(cr, -5, 11)
    cairo_stroke(cr)
    cairo_move_to(cr, -5, -11)
    cairo_line_to(cr, -12, -4)
    cairo_line_to(cr, -5, 3)
    cairo_stroke(cr)
    cairo_restore(cr)
  }

  /// Two sheets for copy; one sheet with an arrow down for paste.
  private static func sheets(_ cr: OpaquePointer, _ c: Point, isPaste: Bool) {
    cairo_rectangle(cr, c.x - 4, c.y - 4, 15, 17)
    cairo_stroke(cr)
    if isPaste {
      cairo_move_to(cr, c.x - 9, c.y - 14)
      cairo_line_to(cr, c.x - 9, c.y + 1)
      cairo_move_to(cr, c.x - 14, c.y - 4)
      cairo_line_to(cr, c.x - 9, c.y + 1)
      cairo_line_to(cr, c.x - 4, c.y - 4)
      cairo_stroke(cr)
    } else {
      cairo_move_to(cr, c.x - 4, c.y + 6)
      cairo_line_to(cr, c.x - 11, c.y + 6)
      cairo_line_to(cr, c.x - 11, c.y - 12)
      cairo_line_to(cr, c.x + 4, c.y - 12)
      cairo_line_to(cr, c.x + 4, c.y - 4)
      cairo_stroke(cr)
    }
  }
}
