import Glibc

/// The machine on which a report was measured.
struct Machine {
  /// The processor's name as the kernel gives it.
  var processor: String
  var processors: Int
  /// The distribution's own name for itself.
  var system: String
  /// The day, as "2026-11-23".
  var day: String

  /// This machine, today.
  static func here() -> Machine {
    func field(_ name: String, of path: String, separator: Character) -> String? {
      guard let file = fopen(path, "re") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 4096)
      while fgets(&line, CInt(line.count), file) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let parts = text.split(separator: separator, maxSplits: 1)
        guard parts.count == 2, trimmed(parts[0]) == name else { continue }
        return trimmed(parts[1])
      }
      return nil
    }
    var now = time(nil)
    var date = tm()
    gmtime_r(&now, &date)
    func two(_ n: CInt) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return Machine(
      processor: field("model name", of: "/proc/cpuinfo", separator: ":") ?? "unknown processor",
      processors: sysconf(CInt(_SC_NPROCESSORS_ONLN)),
      system: field("PRETTY_NAME", of: "/etc/os-release", separator: "=") ?? "Linux",
      day: "\(date.tm_year + 1900)-\(two(date.tm_mon + 1))-\(two(date.tm_mday))")
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let blank: Set<Character> = [" ", "\t", "\n", "\""]
    return String(
      text.drop { blank.contains($0) }.reversed().drop { blank.contains($0) }.reversed())
  }
}

extension Report {
  /// All of `docs/benchmarks.md`: what the figures mean, how they were measured, and the tables.
  func page(of machine: Machine) -> String {
    """
    # Benchmarks

    Written by `scripts/bench --report`; do not edit it by hand.

    ## What the figures mean

    **Predicted ink.** While the pen moves, Plumbago draws ahead of its last report: the end of a stroke in progress
    reaches to where the pen is expected to be when the picture is seen. That end is replaced with every report and is
    never kept. "Ink latency" is the time from a sample of the pen until the program hands the compositor a picture
    with ink within 3 pixels of that sample. Where predicted ink is there already it is 0, so a figure of 0.00 means
    that the prediction was right, not that painting took no time. "Next picture" counts without prediction: how soon
    after a sample the next changed picture came, whatever it showed. "Behind the pen" is the age of the position that
    the drawn tip has reached, at each refresh. "To the screen" adds the wait for the next refresh.

    What prediction costs in wrong ink is told in `Sources/InkModel/InkModel.docc/Prediction.md`.

    **CPU** is all processor time of the program's process during one scribble of five and a half seconds. On a machine
    that others use it varies by a factor of two from one round to the next: compare within one run, and believe sums
    of many rounds. **Peak memory** is the largest resident set.

    **Turns of the main loop.** A turn is what a program does from the end of one wait for events to the beginning of the
    next one: until it ends, the program answers nothing and paints nothing. A frame at 60 Hz has 16.7 ms. A window with one
    field measures its own turns, at the function with which GLib waits, while words and gestures are written in it; then
    the same is typed, chosen and deleted there by keyboard and mouse. What GTK takes to lay out a line of 20,000 characters
    anew is in both: the ratio tells what handwriting adds. "At a processor" counts the time of the main thread alone, which
    other programs make no longer. The recogniser opens with the first word; the other cases begin after one. No turn by pen
    is to take longer at a processor than a frame; by the clock none can be held to that, as on a machine that others use a
    turn there holds their time as well.

    ## How they are measured

    The release build runs in the compositor of the tests: a pen at \(Int(rate)) samples a second scribbles ten waves at
    1,500 pixels a second on a window of 1280 × 800 at 60 Hz, on an empty page and on one of \(strokes) small strokes.
    Beside it run a bare GTK 4 window that does nothing but show a line, which is the least that a GTK program can cost,
    and Xournal++ where it is installed, with the same strokes on a page of its own. The programs take turns, and each
    figure is the median over \(rounds) round\(rounds == 1 ? "" : "s"). "By frames" is Plumbago with its layer for ink in
    progress switched off.

    \(machine.day), \(machine.processors) × \(machine.processor), \(machine.system).

    ## Results

    \(table())

    `scripts/bench --json OUT` writes each round and single steps too. `scripts/bench --short` takes two minutes and
    says only whether measuring works; `scripts/test` runs that one. With `--strict` a missed goal ends the run with 1.

    """
  }
}
