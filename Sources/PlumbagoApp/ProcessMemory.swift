import CGtk

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
}
