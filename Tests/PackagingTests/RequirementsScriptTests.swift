import Foundation
import RepositoryFiles
import Testing

/// scripts/requirements, given made-up results: nothing but tests that ran and passed at once meets a requirement.
@Suite("The table of requirements") struct RequirementsScriptTests {
  private enum Outcome {
    case passed, failed, skipped, crashed, warned
  }

  /// A test of an event stream: its name, and how it came out.
  private typealias Result = (name: String, outcome: Outcome)

  private static let table = """
    **0 of 3 met, 0 partly; 0 of 5 parts proved.**

    | Number | Requirement | Parts | State |
    |---|---|---|---|
    | S1 | One. | 0 of 1 | open |
    | S2 | Two. | 0 of 2 | open |
    | S3 | Three. | 0 of 2 | open |

    """

  private static let parts = """
    # Parts

    ## S1 One.

    - All of one.
      - SomeTests: it is so

    ## S2 Two.

    - The beginning of two,
      and on to its middle.
      - SomeTests: two begins
    - The end of two.
      - SomeTests: two ends
      - SomeTests: two ends well

    ## S3 Three.

    - What is there of three.
      - SomeTests: three
    - The rest of three.

    """

  /// Every test of `parts` passed.
  private static let all: [Result] = [
    ("S1 it is so", .passed), ("S2 two begins", .passed), ("S2 two ends", .passed),
    ("S2 and S3 two ends well", .passed), ("S3 three", .passed),
  ]

  /// `parts`, with the test that has two numbers under both of them.
  private static let complete = parts.replacing(
    "  - SomeTests: three\n", with: "  - SomeTests: three\n  - SomeTests: two ends well\n")

  /// The table as the script leaves it, and what it printed.
  ///
  /// - Parameter again: the stream of what ran once more.
  private func rebuilt(
    _ tests: [Result], again: [Result] = [], suite: String = "Suite", table: String = table,
    parts: String = complete, options: [String] = []
  ) throws -> (table: String, run: Command) {
    let folder = try TemporaryFolder()
    let file = try folder.write(table, to: "table.md")
    let partsFile = try folder.write(parts, to: "parts.md")
    try folder.write(stream(tests, suite: suite), to: "results/tests.jsonl")
    if !again.isEmpty {
      try folder.write(stream(again, suite: suite), to: "results/tests-again.jsonl")
    }
    let run = try Command.run(
      [
        "scripts/requirements", "--results", folder.url.appending(path: "results").path,
        "--table", file.path, "--parts", partsFile.path,
      ] + options)
    return (try String(contentsOf: file, encoding: .utf8), run)
  }

  private func stream(_ tests: [Result], suite: String) -> String {
    var lines = [record("test", ["kind": "suite", "name": suite, "id": "SomeTests.Suite"])]
    for (name, outcome) in tests {
      let id = "SomeTests.Suite/`\(name)`()/File.swift:1:1"
      lines.append(record("test", ["kind": "function", "name": "`\(name)`()", "id": id]))
      let kinds: [String]
      switch outcome {
      case .passed: kinds = ["testStarted", "testEnded"]
      case .failed, .warned: kinds = ["testStarted", "issueRecorded", "testEnded"]
      case .skipped: kinds = ["testSkipped"]
      case .crashed: kinds = ["testStarted"]
      }
      for kind in kinds {
        var payload: [String: Any] = ["kind": kind, "testID": id]
        if kind == "issueRecorded" {
          payload["issue"] = [
            "isKnown": false, "severity": outcome == .warned ? "warning" : "error",
          ]
        }
        lines.append(record("event", payload))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func record(_ kind: String, _ payload: [String: Any]) -> String {
    let object: [String: Any] = ["kind": kind, "payload": payload, "version": 0]
    let data = try? JSONSerialization.data(withJSONObject: object)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// All tests, of which one came out otherwise.
  private func all(but name: String, _ outcome: Outcome) -> [Result] {
    Self.all.map { $0.name == name ? (name, outcome) : $0 }
  }

  @Test func `a requirement is met when all its parts are proved, and partly when some are`() throws
  {
    let (table, run) = try rebuilt(Self.all)
    #expect(table.contains("| S1 | One. | 1 of 1 | met |"), "\(run)")
    #expect(table.contains("| S2 | Two. | 2 of 2 | met |"))
    #expect(table.contains("| S3 | Three. | 1 of 2 | partly |"))
    #expect(table.contains("**2 of 3 met, 1 partly; 4 of 5 parts proved.**"))
    #expect(
      run.standardOutput == "Requirements: 2 of 3 met, 1 partly; 4 of 5 parts proved.\n")
  }

  @Test(arguments: [Outcome.failed, .skipped, .crashed])
  private func `nothing is proved by a test that did not pass`(outcome: Outcome) throws {
    let (alone, run) = try rebuilt(all(but: "S1 it is so", outcome))
    #expect(alone.contains("| S1 | One. | 0 of 1 | open |"), "\(run)")
    let (partly, _) = try rebuilt(all(but: "S2 two begins", outcome))
    #expect(partly.contains("| S2 | Two. | 1 of 2 | partly |"))
  }

  @Test func `one of several tests of a part that fails leaves it unproved`() throws {
    let (table, _) = try rebuilt(all(but: "S2 two ends", .failed))
    #expect(table.contains("| S2 | Two. | 1 of 2 | partly |"))
  }

  @Test func `a skipped test takes nothing from one that passed`() throws {
    let (table, _) = try rebuilt(all(but: "S2 two ends", .skipped))
    #expect(table.contains("| S2 | Two. | 2 of 2 | met |"))
  }

  @Test func `a warning is no failure`() throws {
    let (table, _) = try rebuilt(all(but: "S1 it is so", .warned))
    #expect(table.contains("| S1 | One. | 1 of 1 | met |"))
  }

  @Test func `what failed and then passed alone is unsteady, and proves nothing in this run`()
    throws
  {
    let first = all(but: "S1 it is so", .failed)
    let again: [Result] = [("S1 it is so", .passed)]
    let named = try rebuilt(first, again: again, options: ["--unsteady"]).run
    #expect(named.standardOutput == "SomeTests: it is so\n", "\(named)")
    let failed = try rebuilt(first, again: again, options: ["--failed"]).run
    #expect(failed.standardOutput == "\n")
    let (table, run) = try rebuilt(first, again: again)
    #expect(
      run.standardOutput
        == "Requirements: 1 of 3 met, 1 partly; 3 of 5 parts proved. "
        + "Not proved in this run, by unsteady tests: S1.\n")
    // The table is of the tests that there are; this run says nothing against it.
    #expect(table.contains("| S1 | One. | 1 of 1 | met |"))
  }

  @Test func `an unsteady test that leaves its requirement partly met is told all the same`() throws
  {
    // Of three parts one is open, one proved, and one proved only by the test that is unsteady.
    let parts = Self.complete + "- The very end of three.\n  - SomeTests: three ends\n"
    let ends = "S3 three ends"
    let (table, run) = try rebuilt(
      Self.all + [(ends, .failed)], again: [(ends, .passed)], parts: parts)
    #expect(table.contains("| S3 | Three. | 2 of 3 | partly |"), "\(run)")
    #expect(run.standardOutput.contains("4 of 6 parts proved."))
    #expect(run.standardOutput.hasSuffix("by unsteady tests: S3.\n"))
  }

  @Test(arguments: [Outcome.failed, .crashed])
  private func `what failed twice is broken, not unsteady`(outcome: Outcome) throws {
    let first = all(but: "S1 it is so", outcome)
    let again: [Result] = [("S1 it is so", .failed)]
    #expect(
      try rebuilt(first, again: again, options: ["--unsteady"]).run.standardOutput.isEmpty)
    #expect(
      try rebuilt(first, again: again, options: ["--failed"]).run.standardOutput
        .contains(#"it\ is\ so"#))
    #expect(try rebuilt(first, again: again).table.contains("| S1 | One. | 0 of 1 | open |"))
  }

  @Test func `a suite's number counts for its tests`() throws {
    let parts = Self.complete.replacing(
      "- What is there of three.\n",
      with: "- What is there of three.\n"
        + [
          "it is so", "two begins", "two ends",
        ].map { "  - SomeTests: \($0)\n" }.joined())
    #expect(try rebuilt(Self.all, suite: "S3 all of these", parts: parts).run.status == 0)
    let run = try rebuilt(Self.all, suite: "S3 all of these").run
    #expect(run.status == 1)
    #expect(run.standardError.contains("S3: “SomeTests: it is so” stands under no part."))
  }

  @Test func `a test with a number stands under a part of it`() throws {
    let (table, run) = try rebuilt(Self.all + [("S1 as well", .passed)])
    #expect(run.status == 1)
    #expect(run.standardError.contains("S1: “SomeTests: as well” stands under no part."))
    #expect(table == Self.table)
    // Under one of another requirement is not enough.
    let elsewhere = try rebuilt(Self.all, parts: Self.parts).run
    #expect(
      elsewhere.standardError.contains("S3: “SomeTests: two ends well” stands under no part."))
  }

  @Test func `a test that is named under a part exists`() throws {
    let run = try rebuilt(Self.all.filter { $0.name != "S3 three" }).run
    #expect(run.status == 1)
    #expect(run.standardError.contains("S3: there is no test “SomeTests: three”."))
  }

  @Test func `every requirement has parts, and every section a requirement`() throws {
    let without = Self.complete.replacing("## S1 One.", with: "## S4 Four.")
    let run = try rebuilt(Self.all, parts: without).run
    #expect(run.status == 1)
    #expect(run.standardError.contains("S1 has no section."))
    #expect(run.standardError.contains("There is no such requirement: S4."))
    let stray = try rebuilt(Self.all, parts: Self.complete + "Stray words.\n").run
    #expect(stray.status == 1 && stray.standardError.contains("neither a part nor a test"))
    let number = try rebuilt(Self.all + [("S104 what", .passed)]).run
    #expect(number.status == 1)
    #expect(number.standardError.contains("There is no such requirement: S104"))
  }

  @Test func `rebuilding again changes nothing, and an old table is reported`() throws {
    let (first, _) = try rebuilt(Self.all)
    let again = try rebuilt(Self.all.reversed(), table: first, options: ["--check"])
    #expect(again.table == first && again.run.status == 0)
    let stale = try rebuilt(Self.all, options: ["--check"])
    #expect(stale.table == Self.table && stale.run.status == 1)
    #expect(stale.run.standardError.contains("run scripts/requirements and commit it"))
  }

  @Test func `the real table lists all hundred and three once, in order, and each has its parts`()
    throws
  {
    let text = try Repository.text("Tests/REQUIREMENTS.md")
    let row = #/\n\| S(\d+) \| [^|\n]+ \| \d+ of \d+ \| (met|partly|open) \|(?=\n)/#
    let rows = text.matches(of: row)
    #expect(rows.compactMap { Int($0.1) } == Array(1...103))
    let parts = try Repository.text("Tests/REQUIREMENTS-PARTS.md")
    let sections = parts.matches(of: #/\n## S(\d+) [^\n]+\n\n- /#)
    #expect(sections.compactMap { Int($0.1) } == Array(1...103))
  }

  @Test func `names and parts are compared without a run, before one`() throws {
    let check = { (parts: String) in
      try Command.run(["scripts/requirements", "--names", "--parts", parts])
    }
    let real = try check(Repository.url("Tests/REQUIREMENTS-PARTS.md").path)
    #expect(real.status == 0, "\(real.standardError)")
    // Without one of the lines there its test stands under no part.
    let title =
      "CanvasTests: a drag inside moves what is selected by just that, as one step that undoes"
    let text = try Repository.text("Tests/REQUIREMENTS-PARTS.md")
    let folder = try TemporaryFolder()
    let less = try check(
      folder.write(text.replacing("  - \(title)\n", with: ""), to: "less.md").path)
    #expect(less.status == 1)
    #expect(less.standardError.contains("S76: “\(title)” stands under no part."))
    // And one more names a test that does not exist.
    let more = try check(
      folder.write(text + "  - CanvasTests: nothing of the kind\n", to: "more.md").path)
    #expect(more.status == 1)
    #expect(
      more.standardError.contains("S103: there is no test “CanvasTests: nothing of the kind”."))
  }
}
