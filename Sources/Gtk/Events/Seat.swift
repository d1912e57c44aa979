import CGtk

/// A seat: the input devices of one user.
nonisolated public struct Seat: ObjectHandle {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Seat {
  /// A GdkDevice has been unplugged.
  public var deviceRemoved: Signal<Void, Object?> { Signal(self, "device-removed") }
  /// A GdkDeviceTool was removed.
  public var toolRemoved: Signal<Void, Object?> { Signal(self, "tool-removed") }
}

extension WidgetProtocol {
  /// That of its display, which lives as long.
  public var seat: Seat? {
    gdk_display_get_default_seat(gtk_widget_get_display(cast())).map { Seat($0) }
  }
}
