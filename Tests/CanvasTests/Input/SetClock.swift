import InkModel

@testable import Canvas

/// Seconds that pass when a test says so.
final class SetClock: @unchecked Sendable {
  var now = 0.0
}

extension Bench {
  /// Has the session read a clock that the test sets.
  func setClock() -> SetClock {
    let clock = SetClock()
    session.clock = MonotonicClock { clock.now }
    return clock
  }
}
