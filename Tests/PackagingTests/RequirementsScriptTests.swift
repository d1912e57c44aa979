import Foundation
import RepositoryFiles
import Testing

/// scripts/requirements, given made-up results: nothing but tests that ran and passed meets a requirement.
@Suite("The table of requirements") struct RequirementsScriptTests {
  private enum Outcome {
    case passed, failed, skipped, crashed, warned
  }

  private static let table = """
    **0 of 3 met, 0 partly.**

    | Number | Requirement | Tests | State |
    |---|---|---|---|
    | S1 | One. | – | open |
    | S2 | Two. | – | open |
    | S3 | Three. | – | open |

    | Number | Still open |
    |---|---|
    | S3 | The rest of three. |

    """

  /// The table as the script leaves it, and what it printed.
  private func rebuilt(
    _ tests: [(name: String, outcome: Outcome)], suite: String = "Suite", table: String = table,
    check: Bool = false
  ) throws -> (table: String, run: Command) {
    let folder = try TemporaryFolder()
    let file = try folder.write(table, to: "table.md")
    var lines = [record("test", ["kind": "suite", "name": suite, "id": "SomeTests.Suite"])]
    for (name, outcome) in tests {
      let id = "SomeTests.Suite/`\(name)`()/File.swift:1:1"
      lines.append(record("test", ["kind": "function", "name": "`\(name)`()", "id": id]))
      let kinds: [String]
      switch outcome {
      case .passed: kinds = ["testStarted", "testEnded"]
      case .failed: kinds = ["testStarted", "issueRecorded", "testEnded"]
      case .warned: kinds = ["testStarted", "warning", "testEnded"]
      case .skipped: kinds = ["testSkipped"]
      case .crashed: kinds = ["testStarted"]
      }
      for kind in kinds {
        var payload: [String: Any] = ["kind": kind, "testID": id]
        if kind == "issueRecorded" { payload["issue"] = ["isKnown": false, "severity": "error"] }
        if kind == "warning" {
          payload["kind"] = "issueRecorded"
          payload["issue"] = ["isKnown": false, "severity": "warning"]
        }
        lines.append(record("event", payload))
      }
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "results/tests.jsonl")
    let run = try Command.run(
      [
        "scripts/requirements", "--results", folder.url.appending(path: "results").path,
        "--table", file.path,
      ] + (check ? ["--check"] : []))
    return (try String(contentsOf: file, encoding: .utf8), run)
  }

  private func record(_ kind: String, _ payload: [String: Any]) -> String {
    let object: [String: Any] = ["kind": kind, "payload": payload, "version": 0]
    let data = try? JSONSerialization.data(withJSONObject: object)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  @Test func `a requirement whose test passed is met, and the test is named`() throws {
    let (table, run) = try rebuilt([("S1 it is so", .passed)])
    #expect(table.contains("| S1 | One. | SomeTests: it is so | met |"))
    #expect(table.contains("| S2 | Two. | – | open |"))
    #expect(table.contains("**1 of 3 met, 0 partly.**"))
    #expect(run.standardOutput == "Requirements: 1 of 3 met, 0 partly.\n")
  }

  @Test(arguments: [[Outcome.failed], [.skipped], [.crashed], [.passed, .failed], []])
  private func `it is not met by tests that did not pass`(outcomes: [Outcome]) throws {
    let tests = outcomes.enumerated().map { ("S1 test \($0.offset)", $0.element) }
    let (table, _) = try rebuilt(tests + [("another", .passed)])
    #expect(table.contains(/\| S1 \| One\. \| .* \| open \|/))
  }

  @Test func `a skipped test takes nothing from one that passed`() throws {
    let (table, _) = try rebuilt([("S1 here", .passed), ("S1 elsewhere", .skipped)])
    #expect(table.contains("| S1 | One. | SomeTests: here | met |"))
  }

  @Test func `a warning is no failure`() throws {
    let (table, _) = try rebuilt([("S1 here", .warned)])
    #expect(table.contains("| S1 | One. | SomeTests: here | met |"))
  }

  @Test func `a requirement with a part still open is met partly`() throws {
    let (table, _) = try rebuilt([("S3 most of it", .passed)])
    #expect(table.contains("| S3 | Three. | SomeTests: most of it | partly |"))
    #expect(table.contains("| S3 | The rest of three. |"))
    #expect(table.contains("**0 of 3 met, 1 partly.**"))
  }

  @Test func `one test may prove several, and a suite's number counts for its tests`() throws {
    let (table, _) = try rebuilt([("S1, S2 both", .passed)], suite: "S3 all of these")
    #expect(table.contains("| S1 | One. | SomeTests: both | met |"))
    #expect(table.contains("| S2 | Two. | SomeTests: both | met |"))
    #expect(table.contains("| S3 | Three. | SomeTests: both | partly |"))
  }

  @Test func `rebuilding again changes nothing, and an old table is reported`() throws {
    let tests = [("S2 b", Outcome.passed), ("S2 a", .passed), ("S1 c", .passed)]
    let (first, _) = try rebuilt(tests)
    let again = try rebuilt(tests.reversed(), table: first, check: true)
    #expect(again.table == first && again.run.status == 0)
    let stale = try rebuilt(tests, check: true)
    #expect(stale.table == Self.table && stale.run.status == 1)
    #expect(stale.run.standardError.contains("run scripts/requirements and commit it"))
  }

  @Test func `a number that no requirement has is refused`() throws {
    let (table, run) = try rebuilt([("S104 what", .passed)])
    #expect(run.status == 1 && run.standardError.contains("no such requirement: S104"))
    #expect(table == Self.table)
  }

  @Test func `the real table lists all hundred and three once, in order`() throws {
    let text = try Repository.text("Tests/REQUIREMENTS.md")
    let rows = text.matches(of: /\n\| S(\d+) \| [^|\n]+ \| .* \| (met|partly|open) \|(?=\n)/)
    #expect(rows.compactMap { Int($0.1) } == Array(1...103))
  }
}
