import Foundation
import RepositoryFiles
import Testing

@Suite struct UsageTests {
  @Test func `help and version are said on standard output`() throws {
    let folder = try TemporaryFolder()
    for arguments in [["--help"], ["-h"], ["info", "--help"], ["export", "a", "--help"]] {
      let run = try Plumbago.run(arguments, in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty)
      for word in ["info", "export", "replay", "recover", "recognize", "--version"] {
        #expect(run.standardOutput.contains(word))
      }
    }
    let version = try Plumbago.run(["--version"], in: folder)
    #expect(version.status == 0)
    #expect(version.standardOutput.wholeMatch(of: /plumbago \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [
    (["--frobnicate"], "There is no option “--frobnicate”."),
    (["info", "--frobnicate", "a"], "There is no option “--frobnicate”."),
    (["info", "-j", "a"], "There is no option “-j”."),
    (["info"], "“info” is used like this: plumbago info [--json] FILE"),
    (["info", "a", "b"], "“info” is used like this: plumbago info [--json] FILE"),
    (["replay", "a"], "“replay” is used like this: plumbago replay RECORDING FILE"),
    (["recover", "a"], "“recover” is used like this: plumbago recover FILE NEWFILE"),
    (
      ["export", "a"],
      "“export” is used like this: plumbago export FILE OUT.{png,svg,pdf} [--scale N] [--dark] [--transparent] [--margins grow|clip] [--no-pattern] [--no-text] [--page P] [--password-file F]"
    ),
    (
      ["export", "a", "b.gif"],
      "“b.gif” names no kind of picture; it should end in .png, .svg or .pdf."
    ),
    (["export", "a", "b.pdf", "--transparent"], "“--transparent” is for PNG and SVG."),
    (["export", "a", "b.png", "--scale"], "The option “--scale” needs a value."),
    (
      ["export", "a", "b.png", "--scale", "big"],
      "The scale must be a number above 0 and at most 64, not “big”."
    ),
    (
      ["export", "a", "b.png", "--scale=0"],
      "The scale must be a number above 0 and at most 64, not “0”."
    ),
    (
      ["export", "a", "b.pdf", "--margins", "burn"],
      "“--margins” is “grow” or “clip”, not “burn”."
    ),
    (
      ["export", "a", "b.png", "--scale=nan"],
      "The scale must be a number above 0 and at most 64, not “nan”."
    ),
  ])
  func `what is asked wrongly is refused with a sentence and 2`(
    arguments: [String], sentence: String
  ) throws {
    let folder = try TemporaryFolder()
    let run = try Plumbago.run(arguments, in: folder)
    #expect(run.status == 2)
    #expect(run.standardOutput.isEmpty)
    #expect(
      run.standardError
        == "plumbago: \(sentence)\nplumbago: “plumbago --help” tells more.\n")
    #expect(folder.names.isEmpty)
  }

  @Test func `files may be called what subcommands and options are called`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("info")
    try await folder.drawing("--json")
    for arguments in [
      ["info", "info"], ["info", "./info"], ["info", "--", "--json"], ["info", "--json", "info"],
      ["info", "--json", "--", "info"],
    ] {
      let run = try Plumbago.run(arguments, in: folder)
      #expect(run.status == 0, "\(run)")
    }
    // After "--", and with a path, a first word is a file to open: for that there is no display.
    for arguments in [["--", "info", "x"], ["./info"], ["export.plumbago"]] {
      let run = try Plumbago.run(arguments, in: folder)
      #expect(run.status == 1)
      #expect(run.standardError.contains("There is no display"))
    }
  }

  @Test(arguments: [
    ("missing.plumbago", "There is no file “missing.plumbago”."),
    ("no/where.plumbago", "There is no folder “no”."),
    ("folder", "“folder” is a folder."),
    ("empty.plumbago", "“empty.plumbago” is not a Plumbago drawing."),
    ("text.plumbago", "“text.plumbago” is not a Plumbago drawing."),
    (
      "newer.plumbago",
      "“newer.plumbago” was made by a newer version of Plumbago. Please update to open it."
    ),
    (
      "short.plumbago",
      "“short.plumbago” is damaged. It was left as it is; what it still holds can be recovered "
        + "into a new drawing."
    ),
  ])
  func `a file that is no good is refused with a sentence and 1, and left as it is`(
    name: String, sentence: String
  ) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("folder"), withIntermediateDirectories: false)
    try folder.write("", to: "empty.plumbago")
    try folder.write("A letter to a friend, not a drawing.", to: "text.plumbago")
    try await folder.drawing("whole.plumbago")
    var bytes = try folder.bytes("whole.plumbago")
    try bytes.prefix(bytes.count - 4096).write(to: folder.url.appending(path: "short.plumbago"))
    // The user version stands at offset 60 of an SQLite file, big-endian.
    bytes[63] = 99
    try bytes.write(to: folder.url.appending(path: "newer.plumbago"))
    let names = folder.names
    let before = try names.filter { $0 != "folder" }.map(folder.bytes)
    for command in [
      ["info", name], ["info", "--json", name], ["export", name, "out.png"],
      ["replay", Plumbago.recording, name],
    ] {
      if command[0] == "replay", name == "missing.plumbago" { continue }
      let run = try Plumbago.run(command, in: folder)
      #expect(run.status == 1)
      #expect(run.standardOutput.isEmpty)
      #expect(run.standardError == "plumbago: \(sentence)\n", "\(command)")
    }
    #expect(folder.names == names)
    #expect(try names.filter { $0 != "folder" }.map(folder.bytes) == before)
  }

  @Test func `a file that may not be read, or only read, is refused with a sentence`() async throws
  {
    let folder = try TemporaryFolder()
    try await folder.drawing("secret.plumbago")
    try await folder.drawing("fixed.plumbago")
    chmod(folder.path("secret.plumbago"), 0)
    chmod(folder.path("fixed.plumbago"), 0o444)
    // Rights mean nothing to root; whoever runs this as root lends them to nobody.
    let become =
      getuid() == 0
      ? "exec setpriv --reuid 65534 --regid 65534 --clear-groups -- \"$plumbago\" \"$@\""
      : "exec \"$plumbago\" \"$@\""
    chmod(folder.url.path, 0o777)
    let secret = try Plumbago.shell(become, ["info", "secret.plumbago"], in: folder)
    #expect(secret.status == 1)
    #expect(
      secret.standardError
        == "plumbago: You are not allowed to read or change “secret.plumbago”.\n")
    let fixed = try Plumbago.shell(
      become, ["replay", Plumbago.recording, "fixed.plumbago"], in: folder)
    #expect(fixed.status == 1)
    #expect(
      fixed.standardError == "plumbago: “fixed.plumbago” can be read but not changed here.\n")
    #expect(
      try Plumbago.shell(become, ["info", "fixed.plumbago"], in: folder).status == 0)
    #expect(folder.names == ["fixed.plumbago", "secret.plumbago"])
  }
}
