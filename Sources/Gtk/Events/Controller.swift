import CGtk

/// An event controller of a widget; lives as long as the widget that it was added to.
public protocol ControllerProtocol: ObjectHandle {}

extension ControllerProtocol {
  /// The propagation phase in which it gets events.
  public var phase: PropagationPhase {
    get { gtk_event_controller_get_propagation_phase(cast()) }
    nonmutating set { gtk_event_controller_set_propagation_phase(cast(), newValue) }
  }

  /// The event that is being handled.
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

  /// Whether no press of a pen's tip beside a field of text is its business, though it gets them.
  ///
  /// Of a controller that only watches, or that is for another part of its widget, as for a grip. What
  /// is written beside a field of text begins in that only where nothing takes presses.
  public var leavesTip: Bool {
    get { g_object_get_data(object, leftTip) != nil }
    nonmutating set { g_object_set_data(object, leftTip, newValue ? raw : nil) }
  }

  /// The widget that it was added to.
  public var attachedWidget: Widget? { gtk_event_controller_get_widget(cast()).map { Widget($0) } }
  public func reset() { gtk_event_controller_reset(cast()) }
}

/// The key of a controller's mark.
nonisolated private let leftTip = "plumbago-leaves-tip"

extension WidgetProtocol {
  /// Whether one of the widget's controllers meets a condition.
  public func hasController(where condition: (UnsafeMutableRawPointer) -> Bool) -> Bool {
    guard let controllers = gtk_widget_observe_controllers(cast()) else { return false }
    defer { g_object_unref(controllers.raw) }
    for i in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, i) else { continue }
      defer { g_object_unref(controller) }
      if condition(controller) { return true }
    }
    return false
  }
}

/// A controller that recognises a sequence of events.
public protocol GestureProtocol: ControllerProtocol {}

extension GestureProtocol {
  /// Another gesture claimed the sequence, or it was denied.
  public var cancelled: Signal<Void> { Signal(self, "cancel") }

  /// Claims the sequence: no other gesture gets its events.
  public func claim() { gtk_gesture_set_state(cast(), GTK_EVENT_SEQUENCE_CLAIMED) }
  /// Denies the sequence: other gestures get its events.
  public func deny() { gtk_gesture_set_state(cast(), GTK_EVENT_SEQUENCE_DENIED) }

  /// The button of the gesture; 0 for any.
  public func setButton(_ button: UInt32) { gtk_gesture_single_set_button(cast(), button) }
  public var currentButton: UInt32 { gtk_gesture_single_get_current_button(cast()) }
  public func setTouchOnly(_ isTouchOnly: Bool) {
    gtk_gesture_single_set_touch_only(cast(), isTouchOnly ? 1 : 0)
  }
}
