import CGtk

/// Signals on the path of each report of a pen, with a C handler of the signal's own type.
///
/// GLib passes their arguments in registers, where ``Signal`` has GLib collect them in GValues first.
public enum DirectSignal {
  /// Connects a handler of an event, as long as the object lives; true stops the event's propagation.
  ///
  /// `gboolean (object, GdkEvent *, data)`
  @discardableResult
  public static func connectEvent(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping (Event) -> Bool
  ) -> UInt {
    typealias Body = (Event) -> Bool
    typealias Handler =
      @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) ->
      gboolean
    let handler: Handler = { _, event, data in
      guard let event else { return 0 }
      return Retained<Body>.from(data)?.value(Event(event)) == true ? 1 : 0
    }
    return g_signal_connect_data(
      object.raw, name, unsafeBitCast(handler, to: GCallback.self), Retained(body).retained(),
      { data, _ in Retained<Body>.release(data) }, GConnectFlags(0))
  }

  /// Connects a handler of a position, as long as the object lives.
  ///
  /// `void (object, double, double, data)`
  public static func connectPosition(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping (Double, Double) -> Void
  ) {
    typealias Body = (Double, Double) -> Void
    typealias Handler =
      @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> Void
    let handler: Handler = { _, x, y, data in Retained<Body>.from(data)?.value(x, y) }
    g_signal_connect_data(
      object.raw, name, unsafeBitCast(handler, to: GCallback.self), Retained(body).retained(),
      { data, _ in Retained<Body>.release(data) }, GConnectFlags(0))
  }

  /// Disconnects a handler; its object must be alive.
  public static func disconnect(_ object: some GObjectPointer, _ id: UInt) {
    g_signal_handler_disconnect(object.raw, id)
  }
}
