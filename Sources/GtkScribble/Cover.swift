import CGtk
import Gtk
import InkModel

/// A painted widget above all contents of a window or a popover.
///
/// The last child of the window, or of the popover's contents, over their whole area: GTK paints children in order, and
/// the layout of the other children does not depend on it. It takes no input and no focus, and is not exposed to screen
/// readers.
///
/// It is parented and unparented while GTK takes it for hidden, and so the window is not resized for it. Where a window is
/// allocated in one frame with a text below that alone needs an allocation, GTK 4.8 drops what the text's scroll bars
/// queue in the middle of it, and from then on the text is neither allocated nor painted: `gtk_widget_allocate` clears
/// `alloc_needed_on_child` when the children have set it.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class Cover {
  /// The window or popover.
  let native: Kept<Object>
  /// `nil` once it has ended.
  private(set) var widget: Kept<PaintedWidget>?
  /// To the surface's layout: a window allocates only its own child, so this widget is allocated here.
  private var layout: Subscription?
  /// A window that closes ends its cover with it.
  private var unmapped: Subscription?

  init(over native: UnsafeMutablePointer<GtkWidget>, painter: any WidgetPainter) {
    self.native = Kept(Object(native))
    let widget = PaintedWidget(painter, role: .presentation)
    self.widget = Kept(widget)
    widget.canTarget = false
    widget.canFocus = false
    widget.isVisible = false
    unmapped = Widget(native).unmapped.subscribe { [weak self] in self?.end() }
    if native.isA(gtk_popover_get_type()), let contents = gtk_widget_get_first_child(native) {
      // Its layout gives each child its whole area.
      widget.setParent(Widget(contents))
      widget.isVisible = true
    } else {
      widget.setParent(Widget(native))
      widget.setVisibleInPlace(true)
      allocate()
      // A new widget counts as queued for drawing already, so GTK does not tell its window of it.
      gtk_widget_queue_draw(native)
      guard let surface = gtk_native_get_surface(native.opaque) else { return }
      layout = Signal<Void, Int, Int>(surface, "layout").subscribe { [weak self] _, _ in
        self?.allocate()
      }
    }
  }

  private func allocate() {
    guard let widget = widget?.object.widget else { return }
    let window = native.object.widget
    gtk_widget_allocate(
      widget, gtk_widget_get_width(window), gtk_widget_get_height(window), -1, nil)
  }

  func queueDraw() {
    if let widget = widget?.object.widget { gtk_widget_queue_draw(widget) }
  }

  /// The origin of the window or popover, in the widget's points; `nil` where it is not known.
  var origin: Point? {
    guard let widget = widget?.object.widget else { return nil }
    var zero = graphene_point_t()
    var corner = graphene_point_t()
    guard gtk_widget_compute_point(native.object.widget, widget, &zero, &corner) != 0 else {
      return nil
    }
    return Point(Double(corner.x), Double(corner.y))
  }

  /// Device pixels for a point.
  var scale: Double { Double(gtk_widget_get_scale_factor(native.object.widget)) }

  /// Removes the widget, for good.
  func end() {
    (layout, unmapped) = (nil, nil)
    guard let widget else { return }
    self.widget = nil
    widget.object.setVisibleInPlace(false)
    widget.object.unparent()
  }
}
