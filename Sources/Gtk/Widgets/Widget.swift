import CGtk
import InkModel

/// A handle of a widget: see ``ObjectHandle`` for who keeps it alive.
///
/// Properties have the names of GTK's, with `is`, `has` or `can` where they are flags; they are set through constants,
/// too, as they change the widget and not the handle. Lengths are widget points.
public protocol WidgetProtocol: ObjectHandle {}

/// Any widget.
@frozen nonisolated public struct Widget: WidgetProtocol, PointerValue {
  public let raw: UnsafeMutableRawPointer
  @inlinable public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension WidgetProtocol {
  // MARK: Showing

  public var isVisible: Bool {
    get { gtk_widget_get_visible(cast()) != 0 }
    nonmutating set { gtk_widget_set_visible(cast(), newValue ? 1 : 0) }
  }

  /// Whether it and all that it lies in is on the screen.
  public var isMapped: Bool { gtk_widget_get_mapped(cast()) != 0 }
  public var isRealized: Bool { gtk_widget_get_realized(cast()) != 0 }

  /// Whether its parent shows it; what is not laid out is not.
  public var isChildVisible: Bool {
    get { gtk_widget_get_child_visible(cast()) != 0 }
    nonmutating set { gtk_widget_set_child_visible(cast(), newValue ? 1 : 0) }
  }

  /// 0 … 1.
  public var opacity: Double {
    get { gtk_widget_get_opacity(cast()) }
    nonmutating set { gtk_widget_set_opacity(cast(), newValue) }
  }

  /// Whether what its children paint beyond its bounds, or its rounded corners, is cut off.
  public var clipsChildren: Bool {
    get { gtk_widget_get_overflow(cast()) == GTK_OVERFLOW_HIDDEN }
    nonmutating set {
      gtk_widget_set_overflow(cast(), newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
    }
  }

  public var tooltip: String? {
    get { gtk_widget_get_tooltip_text(cast()).map { String(cString: $0) } }
    nonmutating set { gtk_widget_set_tooltip_text(cast(), newValue) }
  }

  /// By its CSS name, as `"crosshair"`; `nil` for the one of what it lies in.
  public func setCursor(named name: String?) { gtk_widget_set_cursor_from_name(cast(), name) }

  /// Sets or removes the state in which a widget is while it is pressed.
  public func setActive(_ isActive: Bool) {
    if isActive {
      gtk_widget_set_state_flags(cast(), GTK_STATE_FLAG_ACTIVE, 0)
    } else {
      gtk_widget_unset_state_flags(cast(), GTK_STATE_FLAG_ACTIVE)
    }
  }

  /// Whether it or a widget in it is pressed.
  public var isPressed: Bool {
    gtk_widget_get_state_flags(cast()).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0
  }

  /// Whether it has the keyboard focus, and shows that.
  public var showsFocus: Bool {
    gtk_widget_get_state_flags(cast()).rawValue & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0
  }

  public func queueDraw() { gtk_widget_queue_draw(cast()) }
  public func queueAllocate() { gtk_widget_queue_allocate(cast()) }
  public func queueResize() { gtk_widget_queue_resize(cast()) }

  // MARK: Style

  public func addClass(_ name: String) { gtk_widget_add_css_class(cast(), name) }
  public func removeClass(_ name: String) { gtk_widget_remove_css_class(cast(), name) }
  public func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(cast(), name) != 0 }
  public func setClass(_ name: String, _ isOn: Bool) {
    isOn ? addClass(name) : removeClass(name)
  }

  /// The same widget, with CSS classes: `Label("Colours").styled("heading")`.
  @discardableResult
  public func styled(_ classes: String...) -> Self {
    for name in classes { addClass(name) }
    return self
  }

  // MARK: Using

  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(cast()) != 0 }
    nonmutating set { gtk_widget_set_sensitive(cast(), newValue ? 1 : 0) }
  }

  /// Whether it and all that it lies in is sensitive.
  public var isEffectivelySensitive: Bool { gtk_widget_is_sensitive(cast()) != 0 }

  /// Whether pointers reach it; through one that they do not reach they reach what is below.
  public var canTarget: Bool {
    get { gtk_widget_get_can_target(cast()) != 0 }
    nonmutating set { gtk_widget_set_can_target(cast(), newValue ? 1 : 0) }
  }

  /// Activates it, as by a mnemonic.
  @discardableResult
  public func activate() -> Bool { gtk_widget_activate(cast()) != 0 }

  /// Activates an action of this widget or an ancestor by its full name, as `"win.save"`, with a parameter.
  @discardableResult
  public func activateAction(_ name: String, _ parameter: OpaquePointer? = nil) -> Bool {
    gtk_widget_activate_action_variant(cast(), name, parameter) != 0
  }

  public func insertActionGroup(_ name: String, _ group: ActionGroup?) {
    gtk_widget_insert_action_group(cast(), name, group?.pointer.cast())
  }

  public func add(_ controller: some ControllerProtocol) {
    gtk_widget_add_controller(cast(), controller.cast())
  }

  public func remove(_ controller: some ControllerProtocol) {
    gtk_widget_remove_controller(cast(), controller.cast())
  }

  // MARK: Keyboard

  public var isFocusable: Bool {
    get { gtk_widget_get_focusable(cast()) != 0 }
    nonmutating set { gtk_widget_set_focusable(cast(), newValue ? 1 : 0) }
  }

  /// Whether it or what lies in it may have the keyboard.
  public var canFocus: Bool {
    get { gtk_widget_get_can_focus(cast()) != 0 }
    nonmutating set { gtk_widget_set_can_focus(cast(), newValue ? 1 : 0) }
  }

  /// Whether a click gives it the keyboard.
  public var focusesOnClick: Bool {
    get { gtk_widget_get_focus_on_click(cast()) != 0 }
    nonmutating set { gtk_widget_set_focus_on_click(cast(), newValue ? 1 : 0) }
  }

  public var hasFocus: Bool { gtk_widget_has_focus(cast()) != 0 }
  /// Whether it or something in it has the keyboard focus of its window.
  public var containsFocus: Bool {
    window?.focus.map { $0.isSame(as: self) || $0.isInside(self) } ?? false
  }
  /// Whether it has the focus and shows that.
  public var hasVisibleFocus: Bool { gtk_widget_has_visible_focus(cast()) != 0 }

  @discardableResult
  public func grabFocus() -> Bool { gtk_widget_grab_focus(cast()) != 0 }

  /// Moves the keyboard focus within it; whether a widget there took it.
  @discardableResult
  public func moveFocus(_ direction: FocusDirection) -> Bool {
    gtk_widget_child_focus(cast(), direction) != 0
  }

  // MARK: Signals

  public var destroyed: Signal<Void> { Signal(self, "destroy") }
  public var mapped: Signal<Void> { Signal(self, "map") }
  public var unmapped: Signal<Void> { Signal(self, "unmap") }
  public var realized: Signal<Void> { Signal(self, "realize") }
  public var unrealized: Signal<Void> { Signal(self, "unrealize") }
  public var shown: Signal<Void> { Signal(self, "show") }
  public var hidden: Signal<Void> { Signal(self, "hide") }
  /// Gives the flags before.
  public var stateFlagsChanged: Signal<Void, Int> { Signal(self, "state-flags-changed") }

  // MARK: Accessibility

  /// What a screen reader calls it; where its text does not say.
  public func setAccessibleName(_ text: String) { Accessible.name(self, text) }
  /// What a screen reader says beside the name.
  public func setAccessibleDescription(_ text: String) { Accessible.describe(self, text) }
  /// Before it is shown for the first time.
  public func setAccessibleRole(_ role: AccessibleRole) {
    set("accessible-role", role, gtk_accessible_role_get_type())
  }

  /// Names it, for the eye by a tooltip and for a screen reader.
  public func name(_ text: String) {
    tooltip = text
    setAccessibleName(text)
  }
}
