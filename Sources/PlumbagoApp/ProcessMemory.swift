import CGtk
import Gtk
import GtkInk
import InkModel

/// How the C library keeps memory for this process.
nonisolated enum ProcessMemory {
  /// Blocks from this size on, in bytes, are pages of their own: a tile's or a mask's pixels.
  private static let pageBlock: Int32 = 128 << 10
  /// Pools that threads share.
  private static let pools: Int32 = 2

  /// Gives what is large back to the system as soon as it is free.
  ///
  /// By itself the C library raises the size from which blocks are pages of their own to that of the
  /// first such block it sees again, and keeps a pool for each thread: tiles, painted by whichever
  /// worker is free, then lie scattered over all pools between small things that stay, and half of the
  /// memory is holes (44 of 89 MiB after eight minutes of drawing and zooming, and growing). To be
  /// called before anything large is asked for.
  static func start() {
    mallopt(M_MMAP_THRESHOLD, pageBlock)
    mallopt(M_TRIM_THRESHOLD, pageBlock)
    mallopt(M_ARENA_MAX, pools)
  }

  /// Seconds between a change and the tidying up after it, and at least between two of those.
  @MainActor private static let (rest, interval) = (1.0, 30.0)
  @MainActor private static var lastTime = 0.0
  @MainActor private static var isComing = false

  /// Gives pages that lie free between others back to the system, some time after this was asked.
  ///
  /// What comes and goes in the course of an hour leaves holes that nothing else fills: of 42 MiB 1.4 to 3
  /// after each half minute of drawing and zooming. It takes up to 20 ms, and filling a hole again costs as
  /// much as new memory, so this is for now and then, and never while a tool is down.
  ///
  /// GLib's clock, as for all timers.
  ///
  /// - Parameter isBusy: A tool is down: another time, then.
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
