import CGtk
import Gtk
import GtkInk
import InkModel

/// Settings of the C library's memory allocator for this process.
nonisolated enum ProcessMemory {
  /// Blocks of at least this size, in bytes, are mapped by themselves, and as much free memory stays at a pool's end.
  ///
  /// More than what GTK's software renderer allocates for a frame and frees after it: pixels of each node that cairo
  /// paints, up to the view's. Mapped anew, each page of them costs two faults and a message to every processor,
  /// half of the time of a frame while a page scrolls (9.2 ms, and 4.3 ms with this).
  private static let largestBlock: Int32 = 16 << 20
  /// The allocator's arenas, which threads share.
  private static let pools: Int32 = 2

  /// Sets how large blocks are allocated; call it before any is.
  ///
  /// By default the C library has an arena for each thread, and what any worker allocates is then scattered over all
  /// of them between small blocks that stay. Pixels of tiles, which stay for long, are mapped by themselves.
  static func start() {
    mallopt(M_MMAP_THRESHOLD, largestBlock)
    mallopt(M_TRIM_THRESHOLD, largestBlock)
    mallopt(M_ARENA_MAX, pools)
  }

  /// Seconds between a change and the trim after it, and at least between two trims.
  @MainActor private static let (rest, interval) = (1.0, 30.0)
  @MainActor private static var lastTime = 0.0
  @MainActor private static var isComing = false

  /// Returns free pages between used ones to the system, ``rest`` seconds later.
  ///
  /// Allocations of an hour's work leave holes that nothing else fills: of 42 MiB 1.4 to 3 after each half minute of
  /// drawing and zooming. A trim takes up to 20 ms, and using a hole again costs as much as new memory, so trims are
  /// rare, and never while a tool is down.
  ///
  /// On GLib's clock, as all timers.
  ///
  /// - Parameter isBusy: Whether a tool is down, which puts the trim off.
  @MainActor static func tidySoon(unless isBusy: @escaping () -> Bool) {
    let now = MonotonicClock.system.now
    guard !isComing, now - lastTime > interval else { return }
    isComing = true
    MainLoop.after(rest) {
      isComing = false
      guard !isBusy() else { return }
      malloc_trim(0)
      lastTime = MonotonicClock.system.now
    }
  }
}
