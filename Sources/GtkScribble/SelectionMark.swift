import CGtk
import Gtk
import InkModel
import Scribble

/// The background of what the pen selects in a field that shows a selection only with the focus, until it has that.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class SelectionMark: WidgetPainter {
  /// How much of the colour of selections lies over the text.
  private static let opacity: Float = 0.35

  private let field: any TextField
  /// The window or popover.
  private let native: UnsafeMutablePointer<GtkWidget>
  private var cover: Cover?
  private var changes: [Subscription] = []
  /// What is seen of the selected characters, in the points of the window or popover.
  private var frames: [Rect] = []

  init(in field: any TextField, on native: UnsafeMutablePointer<GtkWidget>) {
    self.field = field
    self.native = native
    cover = Cover(over: native, painter: self)
    let deferred = DeferredUpdate { [weak self] in self?.update() }
    let update: () -> Void = { deferred.request() }
    changes =
      field.subscribe(toLayoutIn: native, update) + field.subscribe(toSelection: update)
    self.update()
  }

  /// Removes it, for good.
  func end() {
    changes = []
    cover?.end()
    cover = nil
  }

  private func update() {
    guard cover != nil else { return }
    let former = frames
    frames = field.isOpen && field.needsFocusForText ? selectedFrames() : []
    if frames != former { cover?.queueDraw() }
  }

  private func selectedFrames() -> [Rect] {
    let selection = field.text(in: native, .none).selection
    let text = field.textInSight(in: native, .ends(of: selection))
    let visible = visibleFrame
    return text.frames(of: selection).map { $0.intersection(visible) }.filter { !$0.isEmpty }
  }

  /// What of the field is in sight: what lies outside a view that scrolls it is not.
  private var visibleFrame: Rect {
    var visible = field.frame(in: native)
    var ancestor = gtk_widget_get_parent(field.paper)
    while let each = ancestor, each != native {
      if each.isA(gtk_scrolled_window_get_type()) {
        visible = visible.intersection(Widget(each).frame(in: Widget(native)) ?? .empty)
      }
      ancestor = gtk_widget_get_parent(each)
    }
    return visible
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard let origin = cover?.origin else { return }
    let color = Widget(field.widget).themeColor("theme_selected_bg_color") ?? field.color
    var source = color.gdk
    source.alpha = Self.opacity
    for frame in frames {
      let node = RenderNode.painted(in: frame) { cr in
        gdk_cairo_set_source_rgba(cr, &source)
        cairo_paint(cr)
      }
      node?.append(to: snapshot, at: origin)
    }
  }
}
