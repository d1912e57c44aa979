import CGtk
import InkModel

/// One widget with others over it.
nonisolated public struct Overlay: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Overlay {
  public init() { self.init(gtk_overlay_new()) }

  public var child: Widget? {
    get { gtk_overlay_get_child(cast()).map { Widget($0) } }
    nonmutating set { gtk_overlay_set_child(cast(), newValue?.cast()) }
  }

  public func setChild(_ child: some WidgetProtocol) { gtk_overlay_set_child(cast(), child.cast()) }

  public func addOverlay(_ child: some WidgetProtocol) {
    gtk_overlay_add_overlay(cast(), child.cast())
  }
  /// Whether an overlay child's size counts for that of all; else only the child's below does.
  public func setMeasures(_ child: some WidgetProtocol, _ measures: Bool) {
    gtk_overlay_set_measure_overlay(cast(), child.cast(), measures ? 1 : 0)
  }
  public func removeOverlay(_ child: some WidgetProtocol) {
    gtk_overlay_remove_overlay(cast(), child.cast())
  }

  /// Called for the frame of an overlay child, in the overlay's points; `nil` leaves it to GTK.
  public func onChildPosition(_ body: @escaping (Widget) -> Rect?) {
    // The second argument is an out parameter.
    Signal<Bool, Widget?, UnsafeMutableRawPointer?>(self, "get-child-position").connect {
      child, out in
      guard let child, let out, let frame = body(child) else { return false }
      out.assumingMemoryBound(to: GdkRectangle.self).pointee = frame.gdk
      return true
    }
  }
}
