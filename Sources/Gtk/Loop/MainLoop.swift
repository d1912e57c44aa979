import CGtk
import Dispatch
import Glibc

// libdispatch exports both for exactly this purpose (Core Foundation's run loop), but no header
// declares them.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
nonisolated private func dispatchMainQueueHandle() -> CInt
@_silgen_name("_dispatch_main_queue_callback_4CF")
nonisolated private func dispatchMainQueueCallback(_ message: UnsafeMutableRawPointer?)

/// Makes Swift's main actor run under GLib's main loop, without polling.
public enum MainLoop {
  private static var isAttached = false

  /// Call once, on the main thread, before any main-actor task is started.
  public static func attach() {
    guard !isAttached else { return }
    isAttached = true
    // Above the priority of redraws, so that a task's result is in the next frame.
    _ = g_unix_fd_add_full(
      CInt(G_PRIORITY_DEFAULT), dispatchMainQueueHandle(), G_IO_IN,
      { handle, _, _ in
        // Read first: until it is drained the descriptor stays ready, GLib spins, and GTK's
        // frame clock never runs.
        var count: UInt64 = 0
        _ = read(handle, &count, 8)
        dispatchMainQueueCallback(nil)
        return 1
      }, nil, nil)
  }

  /// Runs one iteration, blocking: for programs without a GtkApplication.
  public static func step() { g_main_context_iteration(nil, 1) }

  /// Runs `body` on the main loop after `seconds`, once.
  @discardableResult
  public static func after(_ seconds: Double, _ body: @escaping () -> Void) -> UInt32 {
    g_timeout_add_full(
      CInt(G_PRIORITY_DEFAULT), UInt32(max(seconds, 0) * 1000),
      { data in
        Retained<() -> Void>.from(data)?.value()
        return 0
      }, Retained(body).retained(), { Retained<() -> Void>.release($0) })
  }
}
