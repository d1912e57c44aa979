import CGtk

/// A toplevel window; lives until ``destroy()``.
public protocol WindowProtocol: WidgetProtocol {}

nonisolated public struct Window: WindowProtocol, PointerValue {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Window {
  public init() { self.init(gtk_window_new()) }
}

/// A window of an application, which has actions under `win.`.
nonisolated public struct ApplicationWindow: WindowProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ApplicationWindow {
  public init(_ application: UnsafeMutablePointer<GtkApplication>) {
    self.init(gtk_application_window_new(application))
  }

  public func setHelpOverlay(_ window: some WindowProtocol) {
    gtk_application_window_set_help_overlay(cast(), window.cast())
  }
}

extension WindowProtocol {
  public func present() { gtk_window_present(cast()) }
  /// As its close button does: ``closeRequested`` may stop it.
  public func close() { gtk_window_close(cast()) }
  public func destroy() { gtk_window_destroy(cast()) }

  /// Shows it, and runs the main loop until it is destroyed: for programs of one window, without a GtkApplication.
  public func run() {
    var isOpen = true
    destroyed.connect { isOpen = false }
    present()
    while isOpen { MainLoop.step() }
  }

  /// Asked before it closes; true stops that.
  public var closeRequested: Signal<Bool> { Signal(self, "close-request") }

  public var title: String {
    get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_window_set_title(cast(), newValue) }
  }

  /// The icon that the desktop shows for it.
  public var iconName: String {
    get { gtk_window_get_icon_name(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_window_set_icon_name(cast(), newValue) }
  }

  public var child: Widget? {
    get { gtk_window_get_child(cast()).map { Widget($0) } }
    nonmutating set { gtk_window_set_child(cast(), newValue?.cast()) }
  }

  public func setChild(_ child: some WidgetProtocol) { gtk_window_set_child(cast(), child.cast()) }

  public var titlebar: Widget? {
    get { gtk_window_get_titlebar(cast()).map { Widget($0) } }
    nonmutating set { gtk_window_set_titlebar(cast(), newValue?.cast()) }
  }

  public func setTitlebar(_ titlebar: some WidgetProtocol) {
    gtk_window_set_titlebar(cast(), titlebar.cast())
  }

  public var isModal: Bool {
    get { gtk_window_get_modal(cast()) != 0 }
    nonmutating set { gtk_window_set_modal(cast(), newValue ? 1 : 0) }
  }

  public var isResizable: Bool {
    get { gtk_window_get_resizable(cast()) != 0 }
    nonmutating set { gtk_window_set_resizable(cast(), newValue ? 1 : 0) }
  }

  public var hidesOnClose: Bool {
    get { gtk_window_get_hide_on_close(cast()) != 0 }
    nonmutating set { gtk_window_set_hide_on_close(cast(), newValue ? 1 : 0) }
  }

  public var goesWithParent: Bool {
    get { gtk_window_get_destroy_with_parent(cast()) != 0 }
    nonmutating set { gtk_window_set_destroy_with_parent(cast(), newValue ? 1 : 0) }
  }

  /// The window that it is transient for.
  public func setTransient(for parent: (some WindowProtocol)?) {
    gtk_window_set_transient_for(cast(), parent?.cast())
  }

  /// The size that it opens with, or last had while it was neither maximized nor fullscreen; -1 for what it needs.
  public var defaultSize: (width: Int, height: Int) {
    get {
      var (width, height): (CInt, CInt) = (0, 0)
      gtk_window_get_default_size(cast(), &width, &height)
      return (Int(width), Int(height))
    }
    nonmutating set {
      gtk_window_set_default_size(cast(), CInt(newValue.width), CInt(newValue.height))
    }
  }

  public var isActive: Bool { gtk_window_is_active(cast()) != 0 }
  public var isMaximized: Bool { gtk_window_is_maximized(cast()) != 0 }
  public func maximize() { gtk_window_maximize(cast()) }

  public var isFullscreen: Bool {
    get { gtk_window_is_fullscreen(cast()) != 0 }
    nonmutating set { newValue ? gtk_window_fullscreen(cast()) : gtk_window_unfullscreen(cast()) }
  }

  /// The widget that has the keyboard.
  public var focus: Widget? {
    get { gtk_root_get_focus(cast()).map { Widget($0) } }
    nonmutating set { gtk_root_set_focus(cast(), newValue?.cast()) }
  }

  public func setDefaultWidget(_ widget: (some WidgetProtocol)?) {
    gtk_window_set_default_widget(cast(), widget?.cast())
  }

  public func setFocusVisible(_ isVisible: Bool) {
    gtk_window_set_focus_visible(cast(), isVisible ? 1 : 0)
  }
}
