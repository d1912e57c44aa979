import CGtk

/// A slider.
nonisolated public struct Scale: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Scale {
  public init(_ orientation: Orientation, _ range: ClosedRange<Double>, step: Double) {
    self.init(
      gtk_scale_new_with_range(orientation, range.lowerBound, range.upperBound, step))
  }

  public var valueChanged: Signal<Void> { Signal(self, "value-changed") }

  public var value: Double {
    get { gtk_range_get_value(cast()) }
    nonmutating set { gtk_range_set_value(cast(), newValue) }
  }

  public func setRange(_ range: ClosedRange<Double>) {
    gtk_range_set_range(cast(), range.lowerBound, range.upperBound)
  }

  /// What an arrow key moves it by, and Page Up and Down.
  public func setIncrements(step: Double, page: Double) {
    gtk_range_set_increments(cast(), step, page)
  }

  public var drawsValue: Bool {
    get { gtk_scale_get_draw_value(cast()) != 0 }
    nonmutating set { gtk_scale_set_draw_value(cast(), newValue ? 1 : 0) }
  }

  public var hasOrigin: Bool {
    get { gtk_scale_get_has_origin(cast()) != 0 }
    nonmutating set { gtk_scale_set_has_origin(cast(), newValue ? 1 : 0) }
  }

  /// Leaves the wheel to what the slider is in, which scrolls: a page that is scrolled must not change what the pointer
  /// happens to be over.
  public func leaveScrolling() {
    let controllers = gtk_widget_observe_controllers(cast())
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for i in (0..<g_list_model_get_n_items(controllers)).reversed() {
      guard let item = g_list_model_get_item(controllers, i) else { continue }
      defer { g_object_unref(item) }
      if g_type_check_instance_is_a(
        item.assumingMemoryBound(to: GTypeInstance.self), gtk_event_controller_scroll_get_type())
        != 0
      {
        gtk_widget_remove_controller(cast(), OpaquePointer(item))
      }
    }
  }

  /// - Parameter markup: Pango's; other text is escaped before: ``escapedMarkup(_:)``.
  public func addMark(at value: Double, _ side: PositionType, markup: String?) {
    gtk_scale_add_mark(cast(), value, side, markup)
  }
}

/// Text with what Pango's markup gives a meaning escaped.
public func escapedMarkup(_ text: String) -> String {
  takeString(g_markup_escape_text(text, -1)) ?? ""
}
