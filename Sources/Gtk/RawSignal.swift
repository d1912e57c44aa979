import CGtk
import InkModel

/// Connects closures by the types of the arguments; to be removed once all callers use ``Signal``.
///
/// A closure lives as long as its object; capture windows and controllers weakly.
public enum RawSignal {
  /// For `void (object, data)`.
  @discardableResult
  public static func connect(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping () -> Void
  ) -> UInt {
    typealias Handler = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    let handler: Handler = { _, data in Retained<() -> Void>.from(data)?.value() }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Retained(body))
  }

  /// For `void (object, pointer, data)`, where the pointer is a GParamSpec, an object, and so on.
  @discardableResult
  public static func connect1(
    _ object: some GObjectPointer, _ name: String,
    _ body: @escaping (UnsafeMutableRawPointer?) -> Void
  ) -> UInt {
    typealias Body = (UnsafeMutableRawPointer?) -> Void
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Void
    let handler: Handler = { _, argument, data in Retained<Body>.from(data)?.value(argument) }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Retained(body))
  }

  /// For `void (object, int, data)`, as a dialog's response.
  @discardableResult
  public static func connectInt(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping (Int32) -> Void
  ) -> UInt {
    typealias Body = (Int32) -> Void
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, CInt, UnsafeMutableRawPointer?
      ) -> Void
    let handler: Handler = { _, argument, data in Retained<Body>.from(data)?.value(argument) }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Retained(body))
  }

  /// For `void (object, double, double, data)`, as a gesture's position.
  @discardableResult
  public static func connectPosition(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping (Double, Double) -> Void
  ) -> UInt {
    typealias Body = (Double, Double) -> Void
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?
      ) -> Void
    let handler: Handler = { _, x, y, data in Retained<Body>.from(data)?.value(x, y) }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Retained(body))
  }

  /// For `gboolean (object, data)`, as a window's close-request; true stops it.
  @discardableResult
  public static func connectQuestion(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping () -> Bool
  ) -> UInt {
    typealias Body = () -> Bool
    typealias Handler =
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) ->
      gboolean
    let handler: Handler = { _, data in Retained<Body>.from(data)?.value() == true ? 1 : 0 }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Retained(body))
  }

  /// For `gboolean (object, double, double, data)`, as a scroll.
  @discardableResult
  public static func connectPositionQuestion(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping (Double, Double) -> Bool
  ) -> UInt {
    typealias Body = (Double, Double) -> Bool
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?
      ) -> gboolean
    let handler: Handler = { _, x, y, data in Retained<Body>.from(data)?.value(x, y) == true ? 1 : 0
    }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Retained(body))
  }

  /// For `gboolean (object, pointer, data)`, as a raw event; true stops it.
  @discardableResult
  public static func connectEvent(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping (OpaquePointer) -> Bool
  ) -> UInt {
    typealias Body = (OpaquePointer) -> Bool
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?
      ) -> gboolean
    let handler: Handler = { _, event, data in
      guard let event else { return 0 }
      return Retained<Body>.from(data)?.value(event) == true ? 1 : 0
    }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Retained(body))
  }

  /// For `gboolean (object, key value, key code, modifiers, data)`, as a key; true stops it.
  ///
  /// For a released key, too, where GTK ignores the result.
  @discardableResult
  public static func connectKey(
    _ object: some GObjectPointer, _ name: String,
    _ body: @escaping (_ keyValue: UInt32, _ state: GdkModifierType) -> Bool
  ) -> UInt {
    typealias Body = (UInt32, GdkModifierType) -> Bool
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, CUnsignedInt, CUnsignedInt, GdkModifierType,
        UnsafeMutableRawPointer?
      ) -> gboolean
    let handler: Handler = { _, key, _, state, data in
      Retained<Body>.from(data)?.value(key, state) == true ? 1 : 0
    }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Retained(body))
  }

  private static func connect(
    _ object: some GObjectPointer, _ name: String, _ handler: @escaping GCallback, _ box: AnyObject
  ) -> UInt {
    g_signal_connect_data(
      object.raw, name, handler, Unmanaged.passRetained(box).toOpaque(),
      { data, _ in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } },
      GConnectFlags(0))
  }

  public static func disconnect(_ object: some GObjectPointer, _ id: UInt) {
    g_signal_handler_disconnect(object.raw, id)
  }
}

extension RawSignal {
  /// For GtkOverlay's `get-child-position`: where a child is to be, `nil` to leave it to GTK.
  public static func connectChildPosition(
    _ overlay: some GObjectPointer, _ body: @escaping (UnsafeMutablePointer<GtkWidget>) -> Rect?
  ) {
    typealias Body = (UnsafeMutablePointer<GtkWidget>) -> Rect?
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<GtkWidget>?,
        UnsafeMutablePointer<GdkRectangle>?, UnsafeMutableRawPointer?
      ) -> gboolean
    let handler: Handler = { _, child, out, data in
      guard let child, let out, let r = Retained<Body>.from(data)?.value(child) else { return 0 }
      out.pointee = r.gdk
      return 1
    }
    g_signal_connect_data(
      overlay.raw, "get-child-position", unsafeBitCast(handler, to: GCallback.self),
      Retained(body).retained(), { data, _ in Retained<Body>.release(data) }, GConnectFlags(0))
  }
}

extension RawSignal {
  /// For `pressed` of a click gesture: where.
  public static func connectPress(
    _ gesture: some GObjectPointer, _ body: @escaping (Double, Double) -> Void
  ) {
    typealias Body = (Double, Double) -> Void
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, CInt, Double, Double, UnsafeMutableRawPointer?
      ) -> Void
    let handler: Handler = { _, _, x, y, data in Retained<Body>.from(data)?.value(x, y) }
    g_signal_connect_data(
      gesture.raw, "pressed", unsafeBitCast(handler, to: GCallback.self), Retained(body).retained(),
      { data, _ in Retained<Body>.release(data) }, GConnectFlags(0))
  }
}

/// To be removed once no widget is a raw pointer any more.
nonisolated extension UnsafeMutablePointer: ObjectHandle where Pointee == GtkWidget {
  public init(raw: UnsafeMutableRawPointer) { self = raw.assumingMemoryBound(to: GtkWidget.self) }
}
extension UnsafeMutablePointer: @MainActor WidgetProtocol where Pointee == GtkWidget {}
