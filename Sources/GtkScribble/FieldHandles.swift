import CGtk
import Gtk
import InkModel
import Scribble

/// The handles of a selection that the pen has made in a field, above all contents of a window or a
/// popover.
///
/// GTK 4.8 shows handles of its own only for what a finger has selected, and programs cannot ask
/// for them.
///
/// Invariants:
/// 1. They are there as long as the selection is the pen's own, the field takes text and has the
///    focus or gets it at the pause, and GTK shows no handles of its own there.
/// 2. They follow the text where it moves.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class FieldHandles: WidgetPainter {
  /// The window or popover.
  let native: UnsafeMutablePointer<GtkWidget>
  let field: any TextField
  private let awaitsFocus: () -> Bool
  private let onInvalid: () -> Void
  private var handles: TextHandles
  private var cover: Cover?
  private var changes: [Subscription] = []

  /// The width of the rim that parts a handle from what it lies over, in points.
  private static let rim = 1.0
  /// What lies over the one that is dragged.
  private static let shade = Color(rgba: 0x0000_0040)
  /// Seconds after which GTK has shown its own handles, if it does.
  private static let frame = 0.1

  /// `nil` where something else is selected, or invariant 1 does not hold.
  ///
  /// - Parameters:
  ///   - awaitsFocus: Whether the field gets the focus at the pause.
  ///   - onInvalid: Called when invariant 1 no longer holds, to end them.
  init?(
    of range: Range<Int>, in field: any TextField, on native: UnsafeMutablePointer<GtkWidget>,
    awaitsFocus: @escaping () -> Bool, onInvalid: @escaping () -> Void
  ) {
    guard FieldHandles.mayBe(in: field, awaitsFocus),
      let handles = TextHandles(
        of: field.textInSight(in: native, .ends(of: range)), seen: field.frame(in: native),
        within: FieldHandles.bounds(in: native)), handles.range == range
    else { return nil }
    self.native = native
    self.field = field
    self.awaitsFocus = awaitsFocus
    self.onInvalid = onInvalid
    self.handles = handles
    cover = Cover(over: native, painter: self)
    let deferred = DeferredUpdate { [weak self] in self?.update() }
    let update: () -> Void = { deferred.request() }
    changes =
      field.subscribe(toLayoutIn: native, update) + field.subscribe(toSelection: update)
    if let window = Widget(field.widget).window {
      changes.append(window.notify("focus-widget").subscribe(update))
    }
    MainLoop.after(Self.frame, update)
  }

  /// Removes them, for good.
  func end() {
    changes = []
    cover?.end()
    cover = nil
  }

  // MARK: Following the text

  private static func mayBe(in field: any TextField, _ awaitsFocus: () -> Bool) -> Bool {
    field.isOpen && (Widget(field.widget).containsFocus || awaitsFocus())
      && !TextFields.hasHandle(of: field.widget)
  }

  /// What handles may lie in: all of a window, of a popover what is within its arrow and shadow.
  private static func bounds(in native: UnsafeMutablePointer<GtkWidget>) -> Rect {
    let window = Widget(native)
    let area = window.isA(gtk_popover_get_type()) ? window.firstChild : window
    return area?.frame(in: window) ?? .empty
  }

  private func update() {
    guard cover != nil else { return }
    let former = handles.shown
    guard Self.mayBe(in: field, awaitsFocus),
      handles.update(
        of: field.textInSight(in: native, .ends(of: handles.range)),
        seen: field.frame(in: native), within: Self.bounds(in: native))
    else { return onInvalid() }
    if handles.shown != former { cover?.queueDraw() }
  }

  // MARK: Dragging

  /// Whether a handle is at a position of the window or popover.
  func isHandle(at position: Point) -> Bool {
    update()
    return cover != nil && handles.handle(at: position) != nil
  }

  /// The pen drags from now on, which came down at a position of the window or popover; false where
  /// no handle is there.
  func begin(at position: Point) -> Bool {
    update()
    guard cover != nil else { return false }
    guard handles.begin(at: position) else { return false }
    cover?.queueDraw()
    return true
  }

  func move(to position: Point) {
    guard cover != nil, field.isOpen,
      let range = handles.move(
        to: position,
        in: field.textInSight(in: native, TextRegion.around(handles.target(of: position))))
    else { return }
    // Where it waits for the focus, it does so until the pause after this.
    field.select(range, takesFocus: false)
    update()
  }

  func lift() {
    handles.end()
    cover?.queueDraw()
  }

  // MARK: Painting

  func snapshot(_ snapshot: OpaquePointer) {
    guard let origin = cover?.origin else { return }
    let widget = Widget(field.widget)
    // As GTK's own, with a rim of the field's background: there are buttons of the same colour.
    let color = widget.themeColor("theme_selected_bg_color") ?? field.color
    let background = widget.themeColor("theme_base_color")
    for handle in handles.shown {
      let node = RenderNode.painted(in: handle.frame) { cr in
        let center = handle.frame.center
        cairo_translate(cr, center.x, center.y)
        // A corner at the tip.
        cairo_scale(cr, handle.tip.x < center.x ? 1 : -1, handle.tip.y < center.y ? 1 : -1)
        let radius = TextHandles.size / 2
        if let background { Self.paint(radius, background, on: cr) }
        Self.paint(radius - Self.rim, color, on: cr)
        if handle.end == handles.dragged { Self.paint(radius - Self.rim, Self.shade, on: cr) }
      }
      node?.append(to: snapshot, at: origin)
    }
  }

  /// Paints a disc around the origin whose upper left quarter is square.
  private static func paint(_ radius: Double, _ color: Color, on cr: OpaquePointer) {
    var source = color.gdk
    gdk_cairo_set_source_rgba(cr, &source)
    cairo_move_to(cr, -radius, -radius)
    cairo_line_to(cr, 0, -radius)
    cairo_arc(cr, 0, 0, radius, -Double.pi / 2, Double.pi)
    cairo_close_path(cr)
    cairo_fill(cr)
  }
}
