import CGtk
import Gtk
import InkModel

/// Keeps the frame of a field while it is written in, whatever the program lays out meanwhile.
///
/// A program that knows of handwriting moves fields at a pause (``ScribbleController/performAtPause(_:)``). Others show a
/// banner or a panel in the middle of a word. GTK allocates a window's widgets before each frame that needs it; after that,
/// each widget from the window's child down to the field is allocated again as it was when writing began, and what lies
/// beside them moves. When writing has ended, all are laid out anew.
///
/// Invariants:
/// 1. In each frame before ``end()`` every held widget has the origin in its parent that it had, and the size, or where it
///    now needs more its least size.
/// 2. After ``end()`` nothing is held, and where something was, a new layout is queued.
///
/// What a widget scrolls is not held, nor what is scaled, turned, or laid out by a ``PaintedWidget``. But a viewport does not
/// scroll meanwhile to the field that gets the focus with its text.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class HeldFrame {
  private struct HeldWidget {
    let widget: Kept<Widget>
    let parent: Kept<Widget>
    /// In the parent's points.
    let origin: Point
    /// What was allocated, with its border, padding and margins, in points.
    let width: Int
    let height: Int
    let baseline: Int?
    /// From the origin that is allocated to the widget's own, inside margins, border and padding.
    var inset = Vector(0, 0)
  }

  /// From the window's or popover's child down to the field.
  private var held: [HeldWidget] = []
  /// The viewports around the field that scroll to what has the focus, as their program has them, until the focus moves.
  private var viewports: [Kept<Widget>] = []
  private var focus: Subscription?
  private var layout: Subscription?
  /// Whether a widget has been allocated otherwise than its program had it.
  private var holds = false

  /// - Parameters:
  ///   - field: The outermost widget that is the field.
  ///   - native: The window or popover that it is in.
  init(_ field: Widget, in native: Widget, _ surface: OpaquePointer) {
    var path: [HeldWidget] = []
    var widget = field
    let hasFocus = field.window?.focus.map { $0.isSame(as: field) || $0.isInside(field) } ?? false
    while !widget.isSame(as: native), let parent = widget.parent {
      if PaintedWidget.paints(parent) {
        path = []
      } else if let each = Self.held(widget, in: parent) {
        path.append(each)
      }
      // Where it has the focus already, only somebody who goes on to another widget moves that.
      if !hasFocus, parent.isA(gtk_viewport_get_type()),
        gtk_viewport_get_scroll_to_focus(parent.opaque) != 0
      {
        gtk_viewport_set_scroll_to_focus(parent.opaque, 0)
        viewports.append(Kept(parent))
      }
      widget = parent
    }
    if !viewports.isEmpty {
      // After the viewports' own handlers of it.
      focus = field.window?.notify("focus-widget").subscribe { [weak self] in
        MainLoop.after(0) { self?.releaseViewports() }
      }
    }
    held = path.reversed()
    guard !held.isEmpty else { return }
    // The window's own handler is the first: it allocates.
    layout = Signal<Void, Int, Int>(surface, "layout").subscribe { [weak self] _, _ in
      self?.hold()
    }
  }

  private static func held(_ widget: Widget, in parent: Widget) -> HeldWidget? {
    guard !parent.isScrollable, let origin = origin(of: widget, in: parent) else { return nil }
    return HeldWidget(
      widget: Kept(widget), parent: Kept(parent), origin: origin, width: widget.allocatedWidth,
      height: widget.allocatedHeight, baseline: widget.allocatedBaseline)
  }

  /// The origin of a widget in its parent; `nil` where it is scaled or turned.
  private static func origin(of widget: Widget, in parent: Widget) -> Point? {
    // A distance that floats divide without a rest.
    let far = 1024.0
    guard let origin = widget.point(Point(0, 0), in: parent),
      let corner = widget.point(Point(far, far), in: parent),
      (corner - origin - Vector(far, far)).length < 0.01
    else { return nil }
    return origin
  }

  private func hold() {
    for i in held.indices {
      let widget = held[i].widget.object
      guard widget.parent?.isSame(as: held[i].parent.object) == true, widget.isMapped,
        let origin = Self.origin(of: widget, in: held[i].parent.object)
      else { return }
      let isAtOrigin = (held[i].origin - origin).length < 0.01
      guard
        !isAtOrigin || widget.allocatedWidth != held[i].width
          || widget.allocatedHeight != held[i].height
      else { continue }
      let width = max(held[i].width, widget.measure(.horizontal).minimum)
      let height = max(held[i].height, widget.measure(.vertical, for: width).minimum)
      guard
        !isAtOrigin || width != widget.allocatedWidth || height != widget.allocatedHeight
      else { continue }
      holds = true
      allocate(i, width, height)
      guard let now = Self.origin(of: widget, in: held[i].parent.object) else { return }
      let rest = held[i].origin - now
      guard rest.length >= 0.01 else { continue }
      held[i].inset = held[i].inset - rest
      allocate(i, width, height)
    }
  }

  private func allocate(_ i: Int, _ width: Int, _ height: Int) {
    let origin = held[i].origin - held[i].inset
    held[i].widget.object.allocate(
      width: width, height: height, .translation(origin - Point(0, 0)), baseline: held[i].baseline)
  }

  private func releaseViewports() {
    focus = nil
    for viewport in viewports { gtk_viewport_set_scroll_to_focus(viewport.object.opaque, 1) }
    viewports = []
  }

  /// Lets the program's layout apply again.
  func end() {
    layout = nil
    releaseViewports()
    // All that it lies in is allocated with it.
    if holds, let field = held.last?.widget.object, field.isMapped { field.queueResize() }
    held = []
    holds = false
  }
}
