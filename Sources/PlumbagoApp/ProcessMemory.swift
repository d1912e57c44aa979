import CGtk
import Gtk
import GtkInk
import InkModel

/// Settings of the C library's memory allocator for this process.
nonisolated enum ProcessMemory {
  /// Blocks of at least this size, in bytes, are mapped by themselves: the pixels of a tile or a mask.
  private static let pageBlock: Int32 = 128 << 10
  /// The allocator's arenas, which threads share.
  private static let pools: Int32 = 2

  /// Returns large blocks to the system as soon as they are freed.
  ///
  /// By default the C library raises the threshold for mapped blocks to the size of the first such block that is
  /// freed, and has an arena for each thread: tiles, painted by any worker, are then scattered over all arenas
  /// between small blocks that stay, and half of the memory is holes (44 of 89 MiB after eight minutes of drawing
  /// and zooming, and growing). Call it before anything large is allocated.
  static func start() {
    mallopt(M_MMAP_THRESHOLD, pageBlock)
    mallopt(M_TRIM_THRESHOLD, pageBlock)
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
