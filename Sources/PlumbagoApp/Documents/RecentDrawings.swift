import CGtk
import Gtk
import GtkInk

/// The drawings that were open lately, by the desktop's own list.
final class RecentDrawings {
  /// A live menu of them; each item opens its file.
  let menu = Menu()
  private let manager = gtk_recent_manager_get_default()!
  static let mimeType = "application/vnd.plumbago.drawing"
  private static let most = 10

  init() {
    RawSignal.connect(manager, "changed") { [weak self] in self?.refill() }
    refill()
  }

  func add(_ path: String, title: String) {
    guard let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return }
    // The list keeps copies of its own.
    let parts = [title, Self.mimeType, "plumbago", "plumbago %u"].map { (s: String) in g_strdup(s) }
    defer { for part in parts { g_free(part) } }
    var data = GtkRecentData()
    data.display_name = parts[0]
    data.mime_type = parts[1]
    data.app_name = parts[2]
    data.app_exec = parts[3]
    gtk_recent_manager_add_full(manager, uri, &data)
  }

  func remove(_ path: String) {
    guard let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return }
    gtk_recent_manager_remove_item(manager, uri, nil)
  }

  private func refill() {
    g_menu_remove_all(menu.model)
    var found: [(title: String, path: String, time: Int64)] = []
    let list = gtk_recent_manager_get_items(manager)
    var next = list
    while let node = next {
      let info = OpaquePointer(node.pointee.data)!
      if gtk_recent_info_has_application(info, "plumbago") != 0,
        gtk_recent_info_exists(info) != 0,
        let path = takeString(
          g_filename_from_uri(gtk_recent_info_get_uri(info), nil, nil))
      {
        let time = gtk_recent_info_get_modified(info).map { g_date_time_to_unix($0) } ?? 0
        found.append(
          (String(cString: gtk_recent_info_get_display_name(info)), path, Int64(time)))
      }
      gtk_recent_info_unref(info)
      next = node.pointee.next
    }
    g_list_free(list)
    for item in found.sorted(by: { $0.time > $1.time }).prefix(Self.most) {
      // An underscore in a name is no mnemonic.
      let label = item.title.split(separator: "_", omittingEmptySubsequences: false)
        .joined(separator: "__")
      menu.item(label, "app.open-file", target: item.path)
    }
  }
}
