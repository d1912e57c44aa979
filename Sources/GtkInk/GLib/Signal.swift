import CGtk

/// Connects Swift closures to GObject signals, by the shape of the signal's arguments.
///
/// A closure lives as long as its object; capture windows and controllers weakly.
public enum Signal {
  /// For `void (object, data)`.
  @discardableResult
  public static func connect(
    _ object: some GObjectPointer, _ name: String, _ body: @escaping () -> Void
  ) -> UInt {
    typealias Handler = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    let handler: Handler = { _, data in Box<() -> Void>.from(data)?.value() }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Box(body))
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
    let handler: Handler = { _, argument, data in Box<Body>.from(data)?.value(argument) }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Box(body))
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
    let handler: Handler = { _, argument, data in Box<Body>.from(data)?.value(argument) }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Box(body))
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
    let handler: Handler = { _, x, y, data in Box<Body>.from(data)?.value(x, y) }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Box(body))
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
    let handler: Handler = { _, data in Box<Body>.from(data)?.value() == true ? 1 : 0 }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Box(body))
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
    let handler: Handler = { _, x, y, data in Box<Body>.from(data)?.value(x, y) == true ? 1 : 0 }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Box(body))
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
      return Box<Body>.from(data)?.value(event) == true ? 1 : 0
    }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Box(body))
  }

  /// For `gboolean (object, key value, key code, modifiers, data)`, as a key; true stops it.
  ///
  /// Good for a released key, too: nobody reads what is answered there.
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
      Box<Body>.from(data)?.value(key, state) == true ? 1 : 0
    }
    return connect(object, name, unsafeBitCast(handler, to: GCallback.self), Box(body))
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

/// A pointer to a GObject in either of the shapes that C headers give it in Swift.
nonisolated public protocol GObjectPointer {
  var raw: UnsafeMutableRawPointer { get }
}
nonisolated extension OpaquePointer: GObjectPointer {
  public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}
nonisolated extension UnsafeMutablePointer: GObjectPointer {
  public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}
nonisolated extension UnsafeMutableRawPointer: GObjectPointer {
  public var raw: UnsafeMutableRawPointer { self }
}
nonisolated extension GObjectPointer {
  /// The same object as another of its types; the caller vouches for it.
  public func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: type)
  }
  public var widget: UnsafeMutablePointer<GtkWidget> { cast() }
  public var object: UnsafeMutablePointer<GObject> { cast() }
  public var opaque: OpaquePointer { OpaquePointer(raw) }
}
