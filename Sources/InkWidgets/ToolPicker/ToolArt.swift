import CGtk
import Canvas
import Gtk
import InkModel

/// A picture of a tool: its tip has the colour and the breadth of its mark; the chosen one stands out from
/// its row.
final class ToolArt: PickerArt {
  struct Shown: Hashable {
    var tool = Tool.eraser
    var ink = Ink.standard
    var eraser = Eraser(.stroke)
    var selectionKind = SelectionKind.lasso
    /// As on light paper.
    var textColor = Color.ink
    /// The edge at which the tip points.
    var tips = PickerPlacement.Edge.top
    var appearance = PickerAppearance()
    /// Shown slanted in the middle, as on the button of a folded picker.
    var isAlone = false
  }

  var shown = Shown() {
    didSet { if shown != oldValue { changed() } }
  }

  /// 0 in its row … 1 chosen.
  private(set) var lift = 0.0
  private var goal = 0.0
  private var rising: FrameAnimation?

  /// Seconds that rising and sinking take.
  private static let duration = 0.16

  /// Rises or sinks; at once where the desktop wants no animations.
  func setLifted(_ isLifted: Bool, animated: Bool) {
    let new = isLifted ? 1.0 : 0
    guard new != goal else { return }
    goal = new
    guard animated else { return finish() }
    let start = lift
    rising = FrameAnimation(on: widget, duration: Self.duration) { [weak self] t in
      guard let self else { return }
      // Eased out, cubically.
      self.lift = start + (self.goal - start) * (1 - (1 - t) * (1 - t) * (1 - t))
      self.changed()
    }
  }

  /// Ends the animation at its goal: nothing moves while a pen draws.
  func finish() {
    rising = nil
    guard lift != goal else { return }
    lift = goal
    changed()
  }

  override func paint(_ cr: OpaquePointer) {
    let (w, h) = size
    if shown.isAlone {
      cairo_translate(cr, w / 2, h / 2)
      cairo_rotate(cr, .pi / 5)
      cairo_translate(cr, 0, -22)
      cairo_scale(cr, 0.9, 0.9)
      return ToolDrawing(shown, cr).draw(length: 80)
    }
    // From here on tips point up and the cell's middle is x = 0.
    switch shown.tips {
    case .top: cairo_translate(cr, w / 2, 0)
    case .bottom:
      cairo_translate(cr, w / 2, h)
      cairo_rotate(cr, .pi)
    case .left:
      cairo_translate(cr, 0, h / 2)
      cairo_rotate(cr, -.pi / 2)
    case .right:
      cairo_translate(cr, w, h / 2)
      cairo_rotate(cr, .pi / 2)
    }
    let isUpright = shown.tips == .top || shown.tips == .bottom
    let (length, pitch) = isUpright ? (h, w) : (w, h)
    let scale = min(pitch / 36, 1) * min(length / PickerLayout.thickness + 0.12, 1)
    // The chosen one stands out far; the others show their tips only.
    let top = (0.31 - 0.21 * lift) * length
    cairo_translate(cr, 0, top)
    cairo_scale(cr, scale, scale)
    ToolDrawing(shown, cr).draw(length: (length - top) / scale + 2)
  }
}
