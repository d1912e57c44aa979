import CGtk

/// The desktop's list of files that were open lately, in all programs.
public enum RecentFiles {
  public struct File {
    public var path: String
    public var title: String
    /// When the program opened it last, in seconds since 1970.
    public var time: Int64
  }

  private static var manager: OpaquePointer? { gtk_recent_manager_get_default()?.opaque }

  /// Told when the list has changed.
  public static func onChange(_ body: @escaping () -> Void) {
    if let manager { Signal<Void>(manager, "changed").connect(body) }
  }

  /// Files on this computer that a program has opened, in no order.
  ///
  /// - Parameter includingGone: Those that are not there, too.
  public static func files(of program: String, includingGone: Bool = false) -> [File] {
    guard let manager else { return [] }
    let list = gtk_recent_manager_get_items(manager.cast())
    defer { g_list_free(list) }
    var found: [File] = []
    var next = list
    while let node = next {
      next = node.pointee.next
      guard let data = node.pointee.data else { continue }
      let info = OpaquePointer(data)
      defer { gtk_recent_info_unref(info) }
      guard gtk_recent_info_has_application(info, program) != 0,
        includingGone || gtk_recent_info_exists(info) != 0,
        let path = takeString(g_filename_from_uri(gtk_recent_info_get_uri(info), nil, nil))
      else { continue }
      // Not when the entry was changed, as ``move(_:to:)`` does.
      var stamp: OpaquePointer?
      gtk_recent_info_get_application_info(info, program, nil, nil, &stamp)
      let time = stamp.map { g_date_time_to_unix($0) } ?? 0
      found.append(
        File(
          path: path, title: String(cString: gtk_recent_info_get_display_name(info)),
          time: Int64(time)))
    }
    return found
  }

  /// - Parameters:
  ///   - program: What opens it, with `command`, where `%u` stands for the file.
  public static func add(
    _ path: String, title: String, mimeType: String, program: String, command: String
  ) {
    guard let manager, let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return }
    // The list keeps copies of its own.
    let parts = [title, mimeType, program, command].map { (s: String) in g_strdup(s) }
    defer { for part in parts { g_free(part) } }
    var data = GtkRecentData()
    data.display_name = parts[0]
    data.mime_type = parts[1]
    data.app_name = parts[2]
    data.app_exec = parts[3]
    gtk_recent_manager_add_full(manager.cast(), uri, &data)
  }

  /// Has the entry of a file be of another path, to which it was moved; does nothing where there is none.
  public static func move(_ path: String, to target: String) {
    guard let manager, let uri = takeString(g_filename_to_uri(path, nil, nil)),
      let new = takeString(g_filename_to_uri(target, nil, nil))
    else { return }
    // One that the target has already is newer.
    if gtk_recent_manager_has_item(manager.cast(), new) != 0 {
      gtk_recent_manager_remove_item(manager.cast(), uri, nil)
    } else {
      gtk_recent_manager_move_item(manager.cast(), uri, new, nil)
    }
  }

  public static func remove(_ path: String) {
    guard let manager, let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return }
    gtk_recent_manager_remove_item(manager.cast(), uri, nil)
  }
}
