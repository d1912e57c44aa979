import Foundation
import RepositoryFiles
import Testing

/// What scripts/run and scripts/screenshot say before anything is built.
@Suite("Running from the tree") struct RunScriptTests {
  private let noDisplay = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]

  @Test(arguments: [[], ["Drawing.plumbago"]])
  func `without a display a sentence offers the picture`(arguments: [String]) throws {
    let run = try Command.run(["scripts/run"] + arguments, environment: noDisplay)
    #expect(run.status == 1 && run.standardOutput.isEmpty)
    #expect(run.standardError.contains("scripts/run --demo OUT.png"), "\(run)")
  }

  /// The commands that the app's help names; none of them opens a window.
  private static var commands: [String] {
    get throws {
      let text = try Repository.text("Sources/PlumbagoApp/CommandLine/Command.swift")
      return Set(text.matches(of: #/"plumbago ([a-z]+) /#).map { String($0.1) }).sorted()
    }
  }

  @Test func `without a display each command that needs none goes on to be built`() throws {
    let folder = try TemporaryFolder()
    // The build is as far as this goes.
    try folder.write("#!/bin/sh\necho no Swift here; exit 9\n", to: "swift", executable: true)
    let path = folder.url.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let environment = noDisplay.merging(["PATH": path]) { $1 }
    let commands = try Self.commands
    #expect(commands.count >= 5 && commands.contains("recognize"))
    for command in commands + ["--help", "-h", "--version"] {
      let run = try Command.run(["scripts/run", command, "x"], environment: environment)
      #expect(run.standardError.contains("no Swift here"), "\(command): \(run)")
      #expect(!run.standardError.contains("display"), "\(command): \(run)")
    }
    let run = try Command.run(["scripts/run", "recogniz"], environment: environment)
    #expect(run.standardError.contains("There is no display here"), "\(run)")
  }

  @Test(arguments: [["--demo"], ["--demo", "a.png", "b.png"]])
  func `the picture needs one name`(arguments: [String]) throws {
    let run = try Command.run(["scripts/run"] + arguments, environment: noDisplay)
    #expect(run.status == 2 && run.standardError.contains("usage:"), "\(run)")
  }

  @Test(arguments: [["--frame"], ["--size"], ["--size", "wide"], ["--scale", "1.5"]])
  func `a picture that cannot be taken is refused before the work`(arguments: [String]) throws {
    let run = try Command.run(["scripts/screenshot"] + arguments)
    #expect(run.status == 2 && !run.standardError.isEmpty, "\(run)")
  }
}
