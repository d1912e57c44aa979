import Gtk

/// When writing is read that nobody waits for: never while somebody draws or is about to.
nonisolated enum ReadingPause {
  /// Seconds from one check to the next while a pen is near and somebody waits for what is read.
  static let shortTime = 0.3
  /// The same while nobody does.
  ///
  /// Each check wakes the main loop. Shorter: it does so between reports of the pen; longer: reading begins later. Who
  /// begins to search does not wait for it: the reading begins anew then.
  static let longTime = 5.0
  /// The same on battery, where nothing is read for hours perhaps.
  static let batteryTime = 30.0
  /// Seconds between two lines, so that reading never takes a processor for itself.
  private static let breath = 0.02

  /// Waits until something may be read; false where the task is cancelled before.
  ///
  /// - Parameters:
  ///   - isAsked: Whether somebody waits for it: then the battery does not count.
  ///   - time: Seconds until it may, as far as is known; 0 for now.
  @concurrent static func wait(
    isAsked: @escaping @MainActor @Sendable () -> Bool,
    for time: @escaping @MainActor @Sendable () -> Double
  ) async -> Bool {
    // All at once, since each visit of the main actor wakes the main loop.
    let check: @MainActor @Sendable () -> (isAsked: Bool, mayDrain: Bool, time: Double) = {
      (isAsked(), Settings.shared[.readsOnBattery], time())
    }
    while !Task.isCancelled {
      let now = await check()
      let waitsForPower = !now.isAsked && !now.mayDrain && PowerSupply.isOnBattery
      let time = waitsForPower ? batteryTime : now.time
      if time <= 0 {
        if !now.isAsked { try? await Task.sleep(for: .seconds(breath)) }
        return !Task.isCancelled
      }
      try? await Task.sleep(for: .seconds(time))
    }
    return false
  }
}
