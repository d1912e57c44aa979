import Gtk

/// When writing is read that nobody waits for: never while somebody draws or is about to.
nonisolated enum ReadingPause {
  /// Seconds from one check to the next while a pen is near.
  static let shortTime = 0.3
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
    while !Task.isCancelled {
      let isAsked = await isAsked()
      let isHeld = !isAsked && PowerSupply.isOnBattery
      let waitsForPower = isHeld ? await !mayDrain : false
      let time = waitsForPower ? batteryTime : await time()
      if time <= 0 {
        if !isAsked { try? await Task.sleep(for: .seconds(breath)) }
        return !Task.isCancelled
      }
      try? await Task.sleep(for: .seconds(time))
    }
    return false
  }

  @MainActor private static var mayDrain: Bool { Settings.shared[.readsOnBattery] }
}
