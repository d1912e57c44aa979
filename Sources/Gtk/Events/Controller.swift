import CGtk

/// Hears events on their way through a widget; lives as long as the widget that it was added to.
public protocol ControllerProtocol: ObjectHandle {}

extension ControllerProtocol {
  /// When on their way it hears them.
  public var phase: PropagationPhase {
    get { gtk_event_controller_get_propagation_phase(cast()) }
    nonmutating set { gtk_event_controller_set_propagation_phase(cast(), newValue) }
  }

  /// The one that is being handled.
  public var currentEvent: Event? {
    gtk_event_controller_get_current_event(cast()).map { Event($0) }
  }
  public var currentModifiers: Modifiers {
    Modifiers(gtk_event_controller_get_current_event_state(cast()))
  }
  /// In milliseconds.
  public var currentTime: UInt32 { gtk_event_controller_get_current_event_time(cast()) }
  public var currentDevice: OpaquePointer? {
    gtk_event_controller_get_current_event_device(cast())
  }

  /// The widget that it was added to.
  public var attachedWidget: Widget? { gtk_event_controller_get_widget(cast()).map { Widget($0) } }
  public func reset() { gtk_event_controller_reset(cast()) }
}

/// A controller that knows a series of events for one thing.
public protocol GestureProtocol: ControllerProtocol {}

extension GestureProtocol {
  /// It was taken by somebody else, or given up.
  public var cancelled: Signal<Void> { Signal(self, "cancel") }

  /// Nobody else gets what it is made of.
  public func claim() { gtk_gesture_set_state(cast(), GTK_EVENT_SEQUENCE_CLAIMED) }
  /// Others get it.
  public func deny() { gtk_gesture_set_state(cast(), GTK_EVENT_SEQUENCE_DENIED) }

  /// The button that it is made with; 0 for any.
  public func setButton(_ button: UInt32) { gtk_gesture_single_set_button(cast(), button) }
  public var currentButton: UInt32 { gtk_gesture_single_get_current_button(cast()) }
  public func setTouchOnly(_ isTouchOnly: Bool) {
    gtk_gesture_single_set_touch_only(cast(), isTouchOnly ? 1 : 0)
  }
}
