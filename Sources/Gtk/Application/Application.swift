import CGtk
import Glibc

/// A program with windows, of which one instance runs at a time.
nonisolated public struct Application: ObjectHandle {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Application {
  /// One that opens files.
  ///
  /// It is kept for as long as the process runs.
  public init(id: String) { self.init(gtk_application_new(id, G_APPLICATION_HANDLES_OPEN)) }

  /// Whether there is a display; call before anything else of GTK's.
  public static func connectToDisplay() -> Bool { gtk_init_check() != 0 }

  /// The version of GTK that runs, and the kind of display: `GTK 4.8.3, Wayland`.
  public static var toolkitVersion: String {
    let version = [gtk_get_major_version(), gtk_get_minor_version(), gtk_get_micro_version()]
      .map { String($0) }.joined(separator: ".")
    let type = gdk_display_get_default().flatMap {
      g_type_name_from_instance($0.raw.assumingMemoryBound(to: GTypeInstance.self))
    }
    // GdkWaylandDisplay, GdkX11Display.
    let display = type.map { String(cString: $0).dropFirst("Gdk".count).dropLast("Display".count) }
    return "GTK \(version), \(display ?? "no display")"
  }

  /// What the desktop calls the program, and what people call it.
  public static func setNames(program: String, shown: String) {
    g_set_prgname(program)
    g_set_application_name(shown)
  }

  /// Everything that windows need can be made now.
  public var started: Signal<Void> { Signal(self, "startup") }
  /// The program was started without files, perhaps once more.
  public var activated: Signal<Void> { Signal(self, "activate") }

  /// A file that is to be opened.
  public enum File {
    case path(String)
    /// One that is on no path of this computer.
    case uri(String)
  }

  /// Told of files to open.
  public func onOpen(_ body: @escaping ([File]) -> Void) {
    Signal<Void, UnsafeMutableRawPointer?, Int>(self, "open").connect { files, count in
      guard let files = files?.assumingMemoryBound(to: OpaquePointer?.self) else { return }
      body(
        (0..<count).compactMap { i in
          takePath(g_file_get_path(files[i])).map { .path($0) }
            ?? takeString(g_file_get_uri(files[i])).map { .uri($0) }
        })
    }
  }

  /// Finds out whether an instance runs already, without running.
  public func isElsewhere() -> Bool {
    g_application_register(cast(), nil, nil) != 0 && g_application_get_is_remote(cast()) != 0
  }

  /// Activates an action in the instance that runs already, and waits until the message is sent.
  public func activateElsewhere(_ action: String) {
    g_action_group_activate_action(cast(), action, nil)
    g_dbus_connection_flush_sync(g_application_get_dbus_connection(cast()), nil, nil)
  }

  /// Has the program run without a window until it is activated, as the session's bus starts it.
  ///
  /// - Parameter time: Milliseconds that it stays once nothing holds it.
  public func becomeService(stayingFor time: Int) {
    g_application_set_flags(
      cast(),
      GApplicationFlags(
        rawValue: G_APPLICATION_HANDLES_OPEN.rawValue | G_APPLICATION_IS_SERVICE.rawValue))
    g_application_set_inactivity_timeout(cast(), CUnsignedInt(time))
  }

  /// Ends at once.
  public func quit() { g_application_quit(cast()) }

  /// Runs until the last window has closed; the exit code.
  ///
  /// - Parameter arguments: The first is the program's name.
  public func run(_ arguments: [String]) -> Int32 {
    var texts: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
    defer { for text in texts { g_free(text) } }
    return g_application_run(cast(), CInt(texts.count), &texts)
  }

  public var activeWindow: Window? {
    gtk_application_get_active_window(cast()).map { Window($0) }
  }

  /// Runs on until ``release()``, even without a window.
  public func hold() { g_application_hold(cast()) }
  public func release() { g_application_release(cast()) }

  /// The application that runs in this process.
  public static var running: Application? {
    g_application_get_default().map { Application($0) }
  }

  /// - Parameter action: A detailed name, as `"win.tool::pen"`.
  public func setAccelerators(_ keys: [String], for action: String) {
    var texts: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(cast(), action, &texts)
    for text in texts { g_free(UnsafeMutableRawPointer(mutating: text)) }
  }

  /// Adds a folder to the icon theme's search path.
  public static func addIcons(_ folder: String) {
    guard let display = gdk_display_get_default() else { return }
    gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), folder)
  }
}

extension MainLoop {
  /// Calls back on the main loop for each Unix signal of a number, as SIGTERM.
  public static func onSystemSignal(_ number: CInt, _ body: @escaping () -> Void) {
    g_unix_signal_add_full(
      CInt(G_PRIORITY_DEFAULT), number,
      { data in
        Retained<() -> Void>.from(data)?.value()
        return 1
      }, Retained(body).retained(), { Retained<() -> Void>.release($0) })
  }
}

extension ApplicationWindow {
  /// A window with actions under the prefix `win.`; the application runs as long as it is open.
  public init(of application: Application) {
    self.init(raw: gtk_application_window_new(application.cast()).raw)
  }
}
