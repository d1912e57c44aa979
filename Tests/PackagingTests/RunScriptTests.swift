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
