import CGtk
import InkModel

/// What a widget that Swift paints can do.
///
/// One object serves one widget and lives as long as it.
public protocol WidgetPainter: AnyObject {
  /// Appends the widget's picture. Widget points, the widget's own size.
  func snapshot(_ snapshot: OpaquePointer)
  /// The widget has a new size, in widget points.
  func resized(width: Int, height: Int)
  /// The surface is there; its scale and frame clock are known.
  func realized()
  /// The surface is about to be destroyed.
  func unrealized()
  /// Whether a position, in widget points, is part of the widget; what is not is part of what lies
  /// below. `nil` leaves it to GTK, which uses the bounds and their rounded corners.
  func contains(_ position: Point) -> Bool?
}

// What most painters have nothing to do for.
extension WidgetPainter {
  public func resized(width: Int, height: Int) {}
  public func realized() {}
  public func unrealized() {}
  public func contains(_ position: Point) -> Bool? { nil }
}

/// A GtkWidget whose drawing and sizing are Swift's.
nonisolated public struct PaintedWidget: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension PaintedWidget {
  private static let key = g_quark_from_string("plumbago-painter")

  private static let type: GType = {
    let parent = gtk_widget_get_type()
    var query = GTypeQuery()
    g_type_query(parent, &query)
    return g_type_register_static_simple(
      parent, "PlumbagoPaintedWidget", query.class_size,
      { gclass, _ in
        guard let gclass else { return }
        let c = gclass.assumingMemoryBound(to: GtkWidgetClass.self)
        c.pointee.snapshot = { widget, snapshot in
          guard let widget, let snapshot else { return }
          PaintedWidget.painter(of: widget)?.snapshot(snapshot)
        }
        c.pointee.size_allocate = { widget, width, height, _ in
          guard let widget else { return }
          PaintedWidget.painter(of: widget)?.resized(width: Int(width), height: Int(height))
        }
        c.pointee.contains = { widget, x, y in
          guard let widget else { return 0 }
          let isInside = PaintedWidget.painter(of: widget)?.contains(Point(x, y))
          return isInside.map { $0 ? 1 : 0 }
            ?? PaintedWidget.parentClass.pointee.contains?(widget, x, y) ?? 0
        }
        c.pointee.realize = { widget in
          guard let widget else { return }
          PaintedWidget.parentClass.pointee.realize?(widget)
          PaintedWidget.painter(of: widget)?.realized()
        }
        c.pointee.unrealize = { widget in
          guard let widget else { return }
          PaintedWidget.painter(of: widget)?.unrealized()
          PaintedWidget.parentClass.pointee.unrealize?(widget)
        }
        gtk_widget_class_set_accessible_role(c, GTK_ACCESSIBLE_ROLE_IMG)
      }, query.instance_size, nil, GTypeFlags(0))
  }()

  private static var parentClass: UnsafeMutablePointer<GtkWidgetClass> {
    g_type_class_peek(gtk_widget_get_type()).assumingMemoryBound(to: GtkWidgetClass.self)
  }

  private static func painter(of widget: UnsafeMutablePointer<GtkWidget>) -> (any WidgetPainter)? {
    Retained<any WidgetPainter>.from(g_object_get_qdata(widget.object, key))?.value
  }

  /// A new widget, floating, that keeps `painter` alive; a screen reader knows it as a picture, or as what
  /// `role` says.
  public init(_ painter: any WidgetPainter, role: AccessibleRole? = nil) {
    guard let made = g_object_new_with_properties(Self.type, 0, nil, nil) else {
      preconditionFailure("GLib could not make a widget of a registered type")
    }
    g_object_set_qdata_full(
      made, Self.key, Retained<any WidgetPainter>(painter).retained(),
      { Retained<any WidgetPainter>.release($0) })
    if let role { made.set("accessible-role", role, gtk_accessible_role_get_type()) }
    self.init(made)
  }

  /// Whether a widget is one.
  public static func paints(_ widget: some WidgetProtocol) -> Bool { widget.isA(type) }

  /// Shows or hides it without a new layout of its parent, which `isVisible` queues.
  ///
  /// The caller allocates what it shows.
  public func setVisibleInPlace(_ isVisible: Bool) {
    // What GtkWidget's own handlers of “show” and “hide” do is all that a child needs.
    let handler = isVisible ? Self.parentClass.pointee.show : Self.parentClass.pointee.hide
    handler?(cast())
  }
}
