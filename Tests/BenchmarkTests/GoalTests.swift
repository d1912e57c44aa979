import RepositoryFiles
import Testing

@testable import InkBenchmarks

/// What a report says of its goals, of figures that no run measured.
@Suite("The benchmark's goals") struct GoalTests {
  private func report(isShort: Bool = false) -> Report {
    Report(strokes: 10_000, rate: 237, rounds: 3, isShort: isShort)
  }

  /// Turns in a field, each “WALL/PROCESSOR” in microseconds; those by keys are short.
  private func turns(_ pen: [String: String]) throws -> MainLoopTurns {
    MainLoopTurns(
      rows: try pen.sorted { $0.key < $1.key }.map { name, turns in
        try MainLoopTurns.Row(
          name, pen: try MainLoopTurns.Turns(turns), keys: try MainLoopTurns.Turns("900/800"))
      })
  }

  /// Words in a field that are text at once, and lines of people of which a part is when the pen lifts.
  private func writing(early: Double) throws -> WritingInFields {
    let soon = try #require(Spread([0.001]))
    return WritingInFields(word: soon, line: soon, early: 1, earlyInLines: early)
  }

  // MARK: Turns of the main loop

  @Test func `each row's longest turn by pen is held to a frame`() throws {
    var report = report()
    report.turns = try turns(["a word": "500/400 12000/10000", "a tap": "20500/20000 700/600"])
    let goals = report.goals.filter { $0.ratio != nil }
    #expect(goals.count == 2 && goals.allSatisfy { $0.limit == 1 })
    let word = try #require(goals.first { $0.name.hasPrefix("a word:") })
    let tap = try #require(goals.first { $0.name.hasPrefix("a tap:") })
    // 10 and 20 ms of 16.7.
    #expect(abs((word.ratio ?? 0) - 0.6) < 1e-6 && word.isMet == true)
    #expect(abs((tap.ratio ?? 0) - 1.2) < 1e-6 && tap.isMet == false)
    let lines = report.table().split(separator: "\n")
    #expect(lines.contains("| \(word.name) | 0.60 | 1.00 |"))
    #expect(lines.contains("| \(tap.name) | 1.20 (missed) | 1.00 |"))
  }

  @Test func `the time of other programs makes no turn too long`() throws {
    var report = report()
    report.turns = try turns(["a word": "90000/16000"])
    #expect(report.misses == [])
    report.turns = try turns(["a word": "17000/17000"])
    #expect(report.misses.count == 1)
  }

  @Test func `a turn that is too long is so in the short form as well`() throws {
    var report = report(isShort: true)
    report.turns = try turns(["a word": "18000/17000"])
    #expect(report.misses.count == 1)
  }

  // MARK: The short form

  @Test func `too few lines are told of as that, and miss nothing`() throws {
    // 43 % of the words, where 85 % are the least.
    let early = try writing(early: 0.43)
    var (whole, short) = (report(), report(isShort: true))
    whole.writing = early
    short.writing = early
    #expect(whole.table().contains(" | 1.98 (missed) | 1.00 |"))
    #expect(whole.misses.count == 1)
    #expect(short.table().contains(" | 1.98 (too few lines to tell) | 1.00 |"))
    #expect(!short.table().contains("(missed)"))
    #expect(short.misses == [])
    // Neither met nor missed to a program that reads it.
    #expect(whole.json().text().contains("\"met\": false"))
    #expect(!short.json().text().contains("\"met\": false"))
  }

  @Test func `what is measured on a small page is not missed there`() throws {
    let fast = OpeningResult(time: 1, first: 1, peakMemory: 1)
    let slow = OpeningResult(time: 2, first: 2, peakMemory: 1)
    for isShort in [false, true] {
      var report = report(isShort: isShort)
      report.openings[Report.Key(contestant: .plumbago, page: .full)] = [slow]
      report.openings[Report.Key(contestant: .xournal, page: .full)] = [fast]
      #expect(report.misses.isEmpty == isShort)
      #expect(report.table().contains("2.00 (too few strokes to tell)") == isShort)
    }
  }

  @Test(arguments: [0, 0.5, 1, 1.01, 30])
  func `a goal that lacks something is met or unknown, never missed`(ratio: Double) {
    let whole = Goal(name: "some time", ratio: ratio, limit: 1)
    let few = whole.lacking("words")
    #expect(whole.isMet == (ratio <= 1))
    #expect(few.isMet == (ratio <= 1 ? true : nil))
    #expect(whole.mark == (ratio <= 1 ? "" : " (missed)"))
    #expect(few.mark == (ratio <= 1 ? "" : " (too few words to tell)"))
  }

  @Test func `what was not measured is neither met nor missed`() {
    let goal = Goal(name: "some time", ratio: nil, limit: 1)
    #expect(goal.isMet == nil && goal.mark == "")
    #expect(report().misses == [] && report().status(isStrict: true) == 0)
  }

  // MARK: The exit status

  @Test func `a missed goal ends a strict run with 1, and no other`() throws {
    for (early, isStrict, status) in [
      (0.43, true, 1), (0.43, false, 0), (0.9, true, 0), (0.9, false, 0),
    ] {
      var report = report()
      report.writing = try writing(early: early)
      #expect(Int(report.status(isStrict: isStrict)) == status, "\(early), \(isStrict)")
    }
  }

  @Test func `a run is strict where that is asked for alone`() throws {
    #expect(try Options(["--strict"]).isStrict)
    #expect(try Options(["--strict", "--rounds", "2"]).isStrict)
    #expect(try !Options([]).isStrict)
    let short = try Options(["--short"])
    #expect(short.isShort && !short.isStrict)
    #expect(Options.help.contains("\n--strict "))
    // Nobody's machine is quiet while the tests run.
    #expect(try !Repository.text("scripts/test").contains("--short --strict"))
  }

  // MARK: The document

  @Test func `the document says of the figures what the report says of them`() throws {
    let machine = Machine(processor: "one", processors: 1, system: "Linux", day: "2026-11-29")
    let text = report().page(of: machine)
    func meaning(_ page: String) -> Substring? {
      page.firstRange(of: "## How they are measured").map { page[..<$0.lowerBound] }
    }
    let told = try #require(meaning(text))
    #expect(told.contains("No turn by pen"))
    #expect(try told == meaning(Repository.text("docs/benchmarks.md")))
  }
}
