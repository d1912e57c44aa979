import CGtk
import Glibc

/// Opening files in other programs, through the desktop's portal where the app runs in a sandbox.
public enum FileLaunch {
  /// Opens a file in the program that the desktop has for its kind; `then` is told whether that succeeded.
  ///
  /// Without a parent window: GTK 4.8 warns where the compositor cannot tell other programs of it.
  public static func open(_ path: String, _ then: @escaping (Bool) -> Void) {
    guard let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return then(false) }
    open(uri: uri, then)
  }

  /// Opens an address in the program that the desktop has for its scheme; `then` is told whether that succeeded.
  public static func open(uri: String, _ then: @escaping (Bool) -> Void) {
    g_app_info_launch_default_for_uri_async(
      uri, nil, nil,
      { _, result, data in
        defer { Retained<(Bool) -> Void>.release(data) }
        let isOpen = g_app_info_launch_default_for_uri_finish(result, nil) != 0
        Retained<(Bool) -> Void>.from(data)?.value(isOpen)
      }, Retained(then).retained())
  }

  /// Shows a file among the others of its folder, in the desktop's file manager; `then` is told whether that succeeded.
  ///
  /// By org.freedesktop.FileManager1, else by the portal's OpenDirectory, which a sandbox has instead, else by opening
  /// the folder.
  public static func showInFolder(_ path: String, _ then: @escaping (Bool) -> Void) {
    guard let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return then(false) }
    let uris = uri.withCString { g_variant_new_strv([$0], 1) }
    call(
      "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
      "org.freedesktop.FileManager1", "ShowItems", [uris, "".variant]
    ) { isShown in
      if isShown { return then(true) }
      askPortal(for: path) { isShown in
        if isShown { return then(true) }
        let folder = takeString(g_path_get_dirname(path)) ?? path
        open(folder, then)
      }
    }
  }

  private static func askPortal(for path: String, _ then: @escaping (Bool) -> Void) {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0, let list = g_unix_fd_list_new() else { return then(false) }
    defer { g_object_unref(list) }
    // The list has a copy of its own.
    let index = g_unix_fd_list_append(list, file, nil)
    close(file)
    guard index >= 0 else { return then(false) }
    let options = g_variant_parse(nil, "@a{sv} {}", nil, nil, nil)
    call(
      "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.OpenURI", "OpenDirectory",
      ["".variant, g_variant_new_handle(index), options], files: list, then)
  }

  /// Calls a method on the session's bus, which starts the program that has it.
  private static func call(
    _ name: String, _ object: String, _ interface: String, _ method: String,
    _ arguments: [OpaquePointer?], files: UnsafeMutablePointer<GUnixFDList>? = nil,
    _ then: @escaping (Bool) -> Void
  ) {
    let tuple = g_variant_new_tuple(arguments, gsize(arguments.count))
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else {
      g_variant_unref(g_variant_ref_sink(tuple))
      return then(false)
    }
    g_dbus_connection_call_with_unix_fd_list(
      bus, name, object, interface, method, tuple, nil, G_DBUS_CALL_FLAGS_NONE, 5000, files, nil,
      { source, result, data in
        defer { Retained<(Bool) -> Void>.release(data) }
        guard let source else { return }
        let reply = g_dbus_connection_call_with_unix_fd_list_finish(
          source.cast(), nil, result, nil)
        if let reply { g_variant_unref(reply) }
        Retained<(Bool) -> Void>.from(data)?.value(reply != nil)
      }, Retained(then).retained())
    g_object_unref(bus.raw)
  }
}

/// The account's folders.
nonisolated public enum UserFolders {
  /// The account's own folder.
  public static var home: String { String(cString: g_get_home_dir()) }

  /// Of what programs keep for the user, `~/.local/share`.
  public static var data: String { String(cString: g_get_user_data_dir()) }

  /// Of what programs keep from one run to the next, as which windows were open, `~/.local/state`.
  public static var state: String { String(cString: g_get_user_state_dir()) }

  /// Of what programs can make again, `~/.cache`.
  public static var cache: String { String(cString: g_get_user_cache_dir()) }

  /// For configurations of programs, `~/.config`.
  public static var configuration: String { String(cString: g_get_user_config_dir()) }

  /// For documents; `nil` where there is none.
  public static var documents: String? {
    g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS).map { String(cString: $0) }
  }
}
