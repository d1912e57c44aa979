import CGtk
import InkModel

/// A GdkEvent: a handle, valid while the handler runs that it was given to.
///
/// Positions are those of the surface; ``WidgetProtocol/point(ofSurface:)`` makes a widget's of them.
nonisolated public struct Event: PointerValue {
  public let pointer: OpaquePointer

  @inlinable public init(_ pointer: OpaquePointer) { self.pointer = pointer }
  public init(signalPointer: UnsafeMutableRawPointer) { pointer = OpaquePointer(signalPointer) }

  public var type: GdkEventType { gdk_event_get_event_type(pointer) }

  /// `nil` for events without a position, as keys.
  public var position: Point? {
    var (x, y) = (0.0, 0.0)
    return gdk_event_get_position(pointer, &x, &y) != 0 ? Point(x, y) : nil
  }

  /// On the sender's clock; 0 where it is not known.
  public var milliseconds: UInt32 { gdk_event_get_time(pointer) }
  /// ``milliseconds`` in seconds.
  public var time: Double { Double(milliseconds) / 1000 }

  public var modifiers: Modifiers { Modifiers(gdk_event_get_modifier_state(pointer)) }

  /// Whether it is a press or a release of a button.
  public var isButton: Bool {
    let type = type
    return type == .buttonPress || type == .buttonRelease
  }

  /// Of presses and releases.
  public var button: UInt32 { gdk_button_event_get_button(pointer) }

  /// The tablet's tool, `nil` for mice and fingers.
  public var deviceTool: OpaquePointer? { gdk_event_get_device_tool(pointer) }
  public var device: OpaquePointer? { gdk_event_get_device(pointer) }
  public var surface: OpaquePointer? { gdk_event_get_surface(pointer) }

  /// Identifies a finger, as long as it is down.
  public var touchSequence: OpaquePointer? { gdk_event_get_event_sequence(pointer) }

  /// Whether it is a press that GTK has made up, for widgets that see a sequence which a gesture gives up.
  ///
  /// It says what was pressed before, has no axes, and nothing is pressed anew (`_gtk_widget_emulate_press` in GTK 4).
  public var isEmulatedPress: Bool {
    type == .buttonPress && deviceTool != nil && !hasAxes
  }

  private var hasAxes: Bool {
    var axes: UnsafeMutablePointer<Double>?
    var count: guint = 0
    return gdk_event_get_axes(pointer, &axes, &count) != 0 && axes != nil
  }

  /// One axis of a tablet's tool; `nil` where the event lacks it.
  public func axis(_ use: GdkAxisUse) -> Double? {
    // GDK reads the axes of an event that has none, too.
    guard hasAxes else { return nil }
    var value = 0.0
    return gdk_event_get_axis(pointer, use, &value) != 0 ? value : nil
  }
}

/// Swipes and pinches of several fingers on a touchpad.
nonisolated extension Event {
  public var touchpadPhase: GdkTouchpadGesturePhase {
    gdk_touchpad_event_get_gesture_phase(pointer)
  }
  public var touchpadFingers: Int { Int(gdk_touchpad_event_get_n_fingers(pointer)) }
  /// The fingers' offset since the event before.
  public var touchpadDelta: Vector {
    var (dx, dy) = (0.0, 0.0)
    gdk_touchpad_event_get_deltas(pointer, &dx, &dy)
    return Vector(dx, dy)
  }
  /// Of a pinch, since it began.
  public var pinchScale: Double { gdk_touchpad_event_get_pinch_scale(pointer) }
  /// Of a pinch, radians since the event before.
  public var pinchTurn: Double { gdk_touchpad_event_get_pinch_angle_delta(pointer) }
}

nonisolated extension GdkTouchpadGesturePhase {
  public static var begin: Self { GDK_TOUCHPAD_GESTURE_PHASE_BEGIN }
  public static var update: Self { GDK_TOUCHPAD_GESTURE_PHASE_UPDATE }
  public static var end: Self { GDK_TOUCHPAD_GESTURE_PHASE_END }
  public static var cancel: Self { GDK_TOUCHPAD_GESTURE_PHASE_CANCEL }
}

nonisolated extension GdkEventType {
  public static var motion: Self { GDK_MOTION_NOTIFY }
  public static var buttonPress: Self { GDK_BUTTON_PRESS }
  public static var buttonRelease: Self { GDK_BUTTON_RELEASE }
  public static var keyPress: Self { GDK_KEY_PRESS }
  public static var keyRelease: Self { GDK_KEY_RELEASE }
  public static var enter: Self { GDK_ENTER_NOTIFY }
  public static var leave: Self { GDK_LEAVE_NOTIFY }
  public static var scroll: Self { GDK_SCROLL }
  public static var proximityIn: Self { GDK_PROXIMITY_IN }
  public static var proximityOut: Self { GDK_PROXIMITY_OUT }
  public static var grabBroken: Self { GDK_GRAB_BROKEN }
  public static var touchBegin: Self { GDK_TOUCH_BEGIN }
  public static var touchUpdate: Self { GDK_TOUCH_UPDATE }
  public static var touchEnd: Self { GDK_TOUCH_END }
  public static var touchCancel: Self { GDK_TOUCH_CANCEL }
  public static var touchpadSwipe: Self { GDK_TOUCHPAD_SWIPE }
  public static var touchpadPinch: Self { GDK_TOUCHPAD_PINCH }
  public static var touchpadHold: Self { GDK_TOUCHPAD_HOLD }
  /// The desktop asks the window to close.
  public static var delete: Self { GDK_DELETE }
}
