import CGtk
import Glibc
import LineOutput

/// The turns of the main loop: each is what runs from the end of one wait for events to the beginning of the next one.
///
/// As long as a turn takes, the program answers nothing and paints nothing.
enum Turns {
  private struct Moment {
    var time = Turns.seconds(CLOCK_MONOTONIC)
    /// How long the main thread has been at a processor.
    var processor = Turns.seconds(CLOCK_THREAD_CPUTIME_ID)
  }

  private static var poll: GPollFunc?
  private static var start: Moment?
  /// Seconds of each turn that has ended since they were told last.
  private static var all: [(time: Double, processor: Double)] = []

  /// Measures all that follow.
  static func measure() {
    all.reserveCapacity(100_000)
    poll = g_main_context_get_poll_func(nil)
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      Turns.end()
      let ready = Turns.poll?(descriptors, count, timeout) ?? -1
      Turns.start = Moment()
      return ready
    }
  }

  private static func end() {
    guard let start else { return }
    let end = Moment()
    all.append((end.time - start.time, end.processor - start.processor))
  }

  /// Prints “turns WALL/PROCESSOR …”: those since it was called last, in microseconds, without that which tells it.
  static func tell() {
    let turns = all.map { "\(microseconds($0.time))/\(microseconds($0.processor))" }
    say("turns " + turns.joined(separator: " "))
    all.removeAll(keepingCapacity: true)
    start = nil
  }

  private static func microseconds(_ seconds: Double) -> Int { Int((seconds * 1e6).rounded()) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var t = timespec()
    clock_gettime(clock, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9
  }
}
