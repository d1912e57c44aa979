import Glibc

/// The clock of the running app: seconds since an arbitrary moment, never decreasing.
///
/// GLib's and GDK's monotonic times and frame times are on the same one. Code that measures time is given a
/// clock; tests give one that they set.
public struct MonotonicClock: Sendable {
  private let read: @Sendable () -> Double

  /// - Parameter read: Returns seconds that never decrease.
  public init(_ read: @escaping @Sendable () -> Double) { self.read = read }

  public var now: Double { read() }

  /// The system's (`CLOCK_MONOTONIC`), in steps of a nanosecond.
  public static let system = MonotonicClock {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
