import CGtk

/// Watches a folder: tells that something in it was made, changed, moved or removed, by whatever program.
///
/// By inotify, where there is no more to be known than that; network folders tell what they can.
@MainActor public final class FolderMonitor {
  private let monitor: UnsafeMutablePointer<GFileMonitor>?
  private var subscription: Subscription?

  /// - Parameter body: Called for each change, on the main loop; several in a row are not put together.
  public init(_ path: String, _ body: @escaping () -> Void) {
    let file = g_file_new_for_path(path)
    monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
    if let file { g_object_unref(file.raw) }
    if let monitor { subscription = Signal<Void>(monitor, "changed").subscribe { body() } }
  }

  isolated deinit {
    guard let monitor else { return }
    subscription?.cancel()
    g_file_monitor_cancel(monitor)
    g_object_unref(monitor.raw)
  }
}
