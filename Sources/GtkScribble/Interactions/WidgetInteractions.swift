import CGtk
import Gtk

/// What was put on a widget that has to do with handwriting; the widget owns it.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class WidgetInteractions {
  private static let key = g_quark_from_string("plumbago-interactions")

  var direct: ScribbleInteraction?
  var indirect: IndirectScribbleInteraction?
  var input: (any ScribbleTextInput)?

  /// That of a widget, if something was put on it.
  static func find(_ widget: UnsafeMutablePointer<GtkWidget>) -> WidgetInteractions? {
    Retained<WidgetInteractions>.from(g_object_get_qdata(widget.object, key))?.value
  }

  /// That of a widget, made where there is none.
  static func of(_ widget: UnsafeMutablePointer<GtkWidget>) -> WidgetInteractions {
    if let known = find(widget) { return known }
    let new = WidgetInteractions()
    g_object_set_qdata_full(
      widget.object, key, Retained(new).retained(), { Retained<WidgetInteractions>.release($0) })
    return new
  }

  /// Those of a widget and of all that it lies in, the innermost first.
  static func around(_ widget: UnsafeMutablePointer<GtkWidget>) -> [WidgetInteractions] {
    var all: [WidgetInteractions] = []
    var next: UnsafeMutablePointer<GtkWidget>? = widget
    while let each = next {
      if let own = find(each) { all.append(own) }
      next = gtk_widget_get_parent(each)
    }
    return all
  }
}

/// Who is told of one writing.
struct WritingListener {
  let willBegin: @MainActor () -> Void
  let shouldDelayFocus: @MainActor () -> Bool
  let didFinish: @MainActor () -> Void
}
