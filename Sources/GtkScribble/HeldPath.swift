import CGtk
import Gtk
import InkModel

/// Keeps a widget's frame in its window or popover, whatever the program lays out there meanwhile.
///
/// GTK allocates the widgets of a surface before each frame that needs it; after that, each widget from the window's or
/// popover's child down to this one is allocated again as it was at first, and what lies beside them moves.
///
/// Invariants:
/// 1. In each frame before ``end()`` every held widget has the origin in its parent that it had, and the size, or where it
///    now needs more its least size.
/// 2. After ``end()`` nothing is held, and where something was, a new layout is queued.
///
/// What a widget scrolls is not held, nor what is scaled, turned, or laid out by a ``PaintedWidget``.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class HeldPath {
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

  /// From the window's or popover's child down to the widget.
  private var held: [HeldWidget] = []
  private var layout: Subscription?
  /// Whether a widget has been allocated otherwise than its program had it.
  private var holds = false

  /// - Parameters:
  ///   - widget: The innermost that is held.
  ///   - native: The window or popover that it is in, or it is itself: then nothing is held.
  init(from widget: Widget, to native: Widget, _ surface: OpaquePointer) {
    var path: [HeldWidget] = []
    var inner = widget
    while !inner.isSame(as: native), let parent = inner.parent {
      if PaintedWidget.paints(parent) {
        path = []
      } else if let each = Self.held(inner, in: parent) {
        path.append(each)
      }
      inner = parent
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

  /// Lets the program's layout apply again.
  func end() {
    layout = nil
    // All that it lies in is allocated with it.
    if holds, let widget = held.last?.widget.object, widget.isMapped { widget.queueResize() }
    held = []
    holds = false
  }
}
