import Glibc

/// Sleeps until regular times on the monotonic clock, which do not drift.
struct Pacer {
  let start: Double

  init(start: Double = now()) { self.start = start }

  /// Sleeps until `offset` seconds after the start; returns that moment.
  func wait(until offset: Double) -> Double {
    let due = start + offset
    var t = timespec(tv_sec: Int(due), tv_nsec: Int((due - due.rounded(.down)) * 1e9))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nil) == EINTR {}
    return due
  }
}

/// Sleeps the calling thread.
public func pause(_ seconds: Double) {
  _ = Pacer().wait(until: seconds)
}
