import Foundation
import RepositoryFiles
import Testing

/// scripts/test in a tree that is made up, with a `swift` whose tests come out as they are told to.
@Suite("Running the tests") struct TestScriptTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["test", "suites", "requirements", "stability"] {
      try folder.write(
        try Repository.text("scripts/\(name)"), to: "scripts/\(name)", executable: true)
    }
    for name in ["setup", "protocols", "resources"] {
      try folder.write("#!/bin/sh\n", to: "scripts/\(name)", executable: true)
    }
    // They fail as often as there are lines in the file of that name.
    for name in ["bench", "fuzz"] {
      try folder.write(
        """
        #!/bin/sh
        echo "\(name) $@" >> "$MADE_UP/asked"
        if [ -s "$MADE_UP/\(name)" ]; then sed -i 1d "$MADE_UP/\(name)"; exit 1; fi
        """, to: "scripts/\(name)", executable: true)
    }
    try folder.write(
      "**1 of 1 met, 0 partly; 1 of 1 parts proved.**\n\n| S1 | One. | 1 of 1 | met |\n",
      to: "Tests/REQUIREMENTS.md")
    try folder.write(
      "## S1 One.\n\n- All of it.\n  - SomeTests: number 1\n", to: "Tests/REQUIREMENTS-PARTS.md")
    // Its quotes are put in here, so that it is not taken for a test of this file.
    try folder.write(
      "@Test func ˋS1 number 1ˋ() {}\n".replacing("ˋ", with: "`"),
      to: "Tests/SomeTests/SomeTests.swift")
    try folder.write(
      "#!/bin/sh\nshift\nexec \"$@\"\n", to: "bin/dbus-run-session", executable: true)
    try folder.write(
      #"""
      #!/bin/sh
      echo "$@" >> "$MADE_UP/asked"
      """#, to: "bin/swift", executable: true)
    // Five tests without a screen, one of a core, two suites on a screen. Those in the file `once` fail in the first run,
    // those in `always` in each, those in `traps` end their process; it tells what it is asked.
    try folder.write(
      #"""
      #!/usr/bin/env python3
      import json, os, pathlib, re, signal, sys
      root = pathlib.Path(os.environ["MADE_UP"])
      arguments = sys.argv[1:]
      suites = {n: "SomeTests.Suite" for n in "12345"}
      suites |= {"6": "InkModelTests.Suite"}
      suites |= {"7": "CompositorTests.Paper/TapTests", "8": "CompositorTests.Paper/LibraryTests"}
      names = {n: ("S1 " if n == "1" else "") + "number " + n for n in suites}
      tests = {n: f"{suites[n]}/`{names[n]}`()" for n in suites}
      if "--list-tests" in arguments:
          print("".join(test + "\n" for test in tests.values()), end="")
          sys.exit()
      with open(root / "asked", "a") as file:
          file.write("tests " + " ".join(arguments) + "\n")
      path = pathlib.Path(arguments[arguments.index("--event-stream-output-path") + 1])
      wanted = re.compile(arguments[arguments.index("--filter") + 1])
      def named(file):
          return (root / file).read_text().split() if (root / file).exists() else []
      broken = set(named("always")) | (set() if "-again" in path.name else set(named("once")))
      planned = {n: f"{test}/File.swift:{n}:1" for n, test in tests.items()}
      planned = {n: identifier for n, identifier in planned.items() if wanted.search(identifier)}
      with open(path, "w") as stream:
          def tell(record, **payload):
              stream.write(json.dumps({"kind": record, "payload": payload}) + "\n")
              stream.flush()
          for n, identifier in planned.items():
              tell("test", kind="function", name=f"`{names[n]}`()", id=identifier)
          for n, identifier in planned.items():
              tell("event", kind="testStarted", testID=identifier)
              if n in named("traps"):
                  os.kill(os.getpid(), signal.SIGKILL)
              if n in broken:
                  tell("event", kind="issueRecorded", testID=identifier, issue={})
                  print(f'✘ Test "{names[n]}" recorded an issue at File.swift:{n}:1: it is not so')
                  print(f'✘ Test "{names[n]}" failed after 0.1 seconds with 1 issue.')
              tell("event", kind="testEnded", testID=identifier)
      print("Test run ended.")
      sys.exit(1 if broken & planned.keys() else 0)
      """#, to: ".build/tested/release/plumbagoPackageTests.xctest", executable: true)
  }

  /// Runs a script of the tree.
  ///
  /// - Parameters:
  ///   - once: the tests that fail in the first run only.
  ///   - always: those that fail again.
  ///   - traps: those that end their process.
  private func run(
    _ arguments: [String], once: [Int] = [], always: [Int] = [], traps: [Int] = []
  ) throws -> (run: Command, lastLines: [String]) {
    for (name, numbers) in [("once", once), ("always", always), ("traps", traps)] {
      try folder.write(numbers.map { "\($0)\n" }.joined(), to: name)
    }
    let run = try Command.run(
      [folder.url.appending(path: "scripts/\(arguments[0])").path] + arguments.dropFirst(),
      environment: [
        "MADE_UP": folder.url.path,
        "PATH": folder.url.appending(path: "bin").path + ":"
          + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      ])
    return (run, run.standardOutput.split(separator: "\n").map(String.init))
  }

  private var asked: String {
    get throws { try String(contentsOf: folder.url.appending(path: "asked"), encoding: .utf8) }
  }

  @Test func `what passes is green, in one line at the end`() throws {
    let (run, lines) = try run(["test"])
    #expect(run.status == 0, "\(run)")
    #expect(lines.last == "Tests: all passed")
    #expect(
      run.standardOutput.contains("Requirements: 1 of 1 met, 0 partly; 1 of 1 parts proved.\n"))
  }

  @Test(arguments: [[2], [2, 3, 4]])
  func `up to three that pass when run alone are named in the last lines`(once: [Int]) throws {
    let (run, lines) = try run(["test"], once: once)
    #expect(run.status == 0, "\(run)")
    #expect(lines.last == "Tests: all passed, but for those that are unsteady")
    #expect(
      lines.suffix(once.count + 2).dropLast()
        == ["Unsteady: failed, then passed alone, and proves nothing in this run:"]
        + once.map { "  SomeTests: number \($0)" })
    // Only what failed ran again.
    let pattern = try #require(try asked.split(separator: "\n").last { $0.contains("tests-again") })
    #expect(pattern.contains("number 2") && !pattern.contains("number 5"))
  }

  @Test func `more than three are red, and with --strict one is`() throws {
    let many = try run(["test"], once: [2, 3, 4, 5])
    #expect(many.run.status == 1 && many.lastLines.last == "Tests: FAILED (4 unsteady)")
    let strict = try run(["test", "--strict"], once: [2])
    #expect(strict.run.status == 1 && strict.lastLines.last == "Tests: FAILED (1 unsteady)")
    let some = try run(["test", "--strict", "--filter", "SomeTests"], once: [2])
    #expect(some.run.status == 1 && some.lastLines.last == "Tests: FAILED (1 unsteady)")
    #expect(try run(["test", "--strict"]).run.status == 0)
  }

  @Test func `an unsteady test proves nothing in that run`() throws {
    let (run, _) = try run(["test"], once: [1])
    #expect(run.status == 0, "\(run)")
    #expect(
      run.standardOutput.contains(
        "Requirements: 0 of 1 met, 0 partly; 0 of 1 parts proved. "
          + "Not proved in this run, by unsteady tests: S1."))
  }

  @Test func `what fails twice is red, and said again at the end`() throws {
    let (run, lines) = try run(["test"], once: [3], always: [2])
    #expect(run.status == 1 && lines.last == "Tests: FAILED (Tests)")
    #expect(lines.contains("  SomeTests: number 3"))
    #expect(lines.suffix(8).contains { $0.contains("“number 2”") || $0.contains("\"number 2\"") })
  }

  @Test(arguments: [
    ["--frob"], ["InkModelTests"], ["--filter"], ["--filter", ""], ["--skip"],
    ["--quick", "--filter", "InkModelTests"], ["--filter", "InkModelTests", "--quick"],
  ])
  func `what it cannot do is refused in a sentence, before anything is built`(arguments: [String])
    throws
  {
    let (run, _) = try run(["test"] + arguments)
    #expect(run.status == 2 && run.standardOutput.isEmpty)
    #expect(run.standardError.contains("scripts/test: ") && run.standardError.hasSuffix("\n"))
    #expect(throws: (any Error).self) { try asked }
  }

  @Test func `in a hurry one build is made, and only some tests run`() throws {
    let (run, lines) = try run(["test", "--quick"])
    #expect(run.status == 0, "\(run)")
    #expect(lines.last == "Tests: all passed")
    let commands = try asked.split(separator: "\n").map(String.init)
    #expect(commands.count { $0.hasPrefix("build ") } == 1, "\(commands)")
    let tested = commands.filter { $0.hasPrefix("tests ") }
    #expect(tested.count == 2, "\(commands)")
    #expect(tested.contains { $0.contains("InkModelTests") })
    #expect(tested.contains { $0.contains("TapTests") })
  }

  @Test func `a suite on a screen has a process of its own, and so has a target without`() throws {
    #expect(try run(["test"]).run.status == 0)
    let tested = try asked.split(separator: "\n").filter { $0.hasPrefix("tests ") }
    #expect(tested.count == 4, "\(tested)")
    for name in [#"SomeTests\."#, #"InkModelTests\."#, "/TapTests/", "/LibraryTests/"] {
      #expect(tested.count { $0.contains(name) } == 1, "\(name): \(tested)")
    }
  }

  @Test func `a process that a test ends takes no other suite along`() throws {
    let (run, lines) = try run(["test"], traps: [8])
    #expect(run.status == 1 && lines.last == "Tests: FAILED (Tests)")
    #expect(
      lines.contains {
        $0.hasPrefix("✘ ") && $0.contains("LibraryTests") && $0.hasSuffix("signal 9")
      })
    // All but that one counted, and it alone ran again.
    #expect(lines.contains("Not passed: CompositorTests.Paper/LibraryTests"), "\(run)")
    let again = try asked.split(separator: "\n").filter { $0.contains("tests-again") }
    #expect(again.count == 1 && again[0].contains("/LibraryTests/"), "\(again)")
  }

  @Test func `the short checks are over before what failed has the machine to itself`() throws {
    #expect(try run(["test"], once: [2]).run.status == 0)
    let commands = try asked.split(separator: "\n").map(String.init)
    let again = try #require(commands.firstIndex { $0.contains("tests-again") })
    for name in ["format lint ", "fuzz --short ", "bench --built "] {
      let check = try #require(commands.firstIndex { $0.hasPrefix(name) }, "\(name): \(commands)")
      #expect(check < again, "\(commands)")
    }
  }

  @Test(arguments: [1, 2])
  func `a benchmark that fails beside the tests is unsteady, and red if it fails alone as well`(
    failures: Int
  ) throws {
    try folder.write(String(repeating: "once more\n", count: failures), to: "bench")
    let (run, lines) = try run(["test"])
    #expect(run.status == failures - 1, "\(run)")
    #expect(
      lines.last
        == (failures == 1
          ? "Tests: all passed, but for those that are unsteady"
          : "Tests: FAILED (The benchmark, in short)"))
    #expect(lines.contains("  scripts/bench --short") == (failures == 1))
    #expect(try asked.split(separator: "\n").count { $0.hasPrefix("bench ") } == 2)
  }

  @Test func `what fuzzing found once is red, and it is not run again`() throws {
    try folder.write("once\n", to: "fuzz")
    let (run, lines) = try run(["test"])
    #expect(run.status == 1 && lines.last == "Tests: FAILED (Fuzzing, in short)")
    #expect(try asked.split(separator: "\n").count { $0.hasPrefix("fuzz ") } == 1)
  }

  @Test func `the suites that are begun first are there`() throws {
    let script = try Repository.text("scripts/suites")
    let list = try #require(
      script.split(separator: "LONG = [").last?.split(separator: "]").first)
    let names = list.split(separator: "\"").filter { $0.hasSuffix("Tests") }
    #expect(names.count > 5)
    let sources = try Repository.files(under: "Tests/CompositorTests", suffix: "Tests.swift")
      .map(Repository.text)
    for name in names {
      #expect(sources.contains { $0.contains("@Suite struct \(name) {") }, "\(name)")
    }
  }

  @Test func `runs are repeated, and what was unsteady is summed up`() throws {
    let (run, lines) = try run(["stability", "2", "--filter", "SomeTests"], once: [2, 4])
    #expect(run.status == 1)
    #expect(lines.count { $0.hasPrefix("Run ") && $0.contains(": red, ") } == 2)
    #expect(
      lines.count { $0.hasPrefix("Run 1 of 2, quiet") || $0.hasPrefix("Run 2 of 2, busy") } == 2)
    #expect(lines.contains { $0.hasSuffix("2 \"number 2\"") }, "\(run)")
    #expect(lines.last == "Stability: 0 of 2 runs were green")
    let green = try self.run(["stability", "1"])
    #expect(green.run.status == 0 && green.lastLines.last == "Stability: 1 of 1 runs were green")
    let refused = try self.run(["stability", "many"])
    #expect(refused.run.status == 2 && refused.run.standardError.contains("whole number"))
  }
}
