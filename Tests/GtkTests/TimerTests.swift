import CGtk
import Gtk
import Testing

/// Serialized: they all run GLib's one main loop.
@MainActor @Suite(.serialized) struct TimerTests {
  /// Runs the main loop until something is so, a second at most.
  private func run(until isDone: () -> Bool) {
    let end = g_get_monotonic_time() + 1_000_000
    while !isDone(), g_get_monotonic_time() < end {
      if g_main_context_iteration(nil, 0) == 0 { g_usleep(1000) }
    }
  }

  private func run(for seconds: Double) {
    let end = g_get_monotonic_time() + Int(seconds * 1e6)
    run { g_get_monotonic_time() >= end }
  }

  @Test func `it comes once, not before its time`() {
    let begin = g_get_monotonic_time()
    var count = 0
    let timer = Timer(after: 0.03) { count += 1 }
    #expect(timer.isRunning)
    run { count > 0 }
    #expect(g_get_monotonic_time() - begin >= 30_000)
    run(for: 0.08)
    #expect(count == 1)
    #expect(!timer.isRunning)
  }

  @Test func `one that repeats comes until it is cancelled`() {
    var count = 0
    var timer: Timer?
    timer = Timer(after: 0.005, repeats: true) {
      count += 1
      if count == 3 { timer?.cancel() }
    }
    run { count >= 3 }
    run(for: 0.05)
    #expect(count == 3)
    #expect(timer?.isRunning == false)
  }

  @Test func `one that is let go never comes, and lets go of what it captured`() {
    final class Captured {}
    weak var captured: Captured?
    do {
      let strong = Captured()
      captured = strong
      _ = Timer(after: 0.005) {
        _ = strong
        Issue.record("it was let go")
      }
    }
    #expect(captured == nil)
    run(for: 0.03)
  }
}
