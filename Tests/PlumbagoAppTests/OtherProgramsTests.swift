import Foundation
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// The file by which handwriting comes into other programs.
@Suite("Handwriting in other programs") struct OtherProgramsTests {
  /// A prefix and a home of their own.
  private struct Installation {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }
    var prefix: String { folder.url.path + "/prefix" }
    var configuration: String { folder.url.path + "/home/.config" }
    var file: String { configuration + "/environment.d/90-plumbago-handwriting.conf" }

    func install(in libraries: String = "lib/x86_64-linux-gnu") throws {
      let modules = "\(prefix)/\(libraries)/gtk-4.0/4.0.0/immodules"
      try FileManager.default.createDirectory(atPath: modules, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: modules + "/libim-plumbago.so"))
    }

    func put(_ text: String) throws {
      try FileManager.default.createDirectory(
        atPath: configuration + "/environment.d", withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: file))
    }

    var text: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    func programs(standard: String = "/usr") -> OtherPrograms {
      OtherPrograms(configuration: configuration, prefixes: [prefix], standard: standard)
    }
  }

  /// What systemd makes of a file of environment.d, by its rules that this one needs (environment.d(5)).
  private func environment(
    after text: String, _ before: [String: String] = [:]
  ) throws -> [String: String] {
    let folder = try TemporaryFolder()
    let script = folder.url.appending(path: "env")
    // Those rules are a shell's, but for words that a space ends.
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    try Data((lines.joined(separator: "\n") + "\nenv\n").utf8).write(to: script)
    let out = try Command.run(
      ["env", "-i", "PATH=/usr/bin:/bin"] + before.map { "\($0.key)=\($0.value)" } + [
        "sh", "-a", script.path,
      ])
    return Dictionary(
      out.standardOutput.split(separator: "\n").map {
        let parts = $0.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }, uniquingKeysWith: { $1 })
  }

  @Test func `where the module is not installed, nothing is written`() throws {
    let installation = try Installation()
    #expect(installation.programs().state == .missing)
    #expect(throws: OtherPrograms.Failure.isMissing) { try installation.programs().turnOn() }
    #expect(installation.text == nil)
    try installation.programs().turnOff()
  }

  @Test(arguments: ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"])
  func `switched on, the session names the module and where it is; switched off, the file is gone`(
    libraries: String
  ) throws {
    let installation = try Installation()
    try installation.install(in: libraries)
    #expect(installation.programs().state == .off)
    try installation.programs().turnOn()
    #expect(installation.programs().state == .on)
    let text = try #require(installation.text)
    let path = "\(installation.prefix)/\(libraries)/gtk-4.0"
    var variables = try environment(after: text)
    #expect(variables["GTK_IM_MODULE"] == "plumbago")
    #expect(variables["GTK_PATH"] == path)
    // What was chosen before comes next.
    variables = try environment(after: text, ["GTK_IM_MODULE": "ibus", "GTK_PATH": "/opt/gtk"])
    #expect(variables["GTK_IM_MODULE"] == "plumbago:ibus")
    #expect(variables["GTK_PATH"] == path + ":/opt/gtk")
    // Once more changes nothing.
    try installation.programs().turnOn()
    #expect(installation.text == text)
    try installation.programs().turnOff()
    #expect(installation.text == nil)
    #expect(installation.programs().state == .off)
  }

  @Test func `in GTK's own folder the module needs no path`() throws {
    let installation = try Installation()
    try installation.install()
    try installation.programs(standard: installation.prefix).turnOn()
    let text = try #require(installation.text)
    #expect(try environment(after: text)["GTK_PATH"] == nil)
    #expect(try environment(after: text)["GTK_IM_MODULE"] == "plumbago")
  }

  @Test func `a file with anything else in it is never overwritten or removed`() throws {
    let installation = try Installation()
    try installation.install()
    try installation.programs().turnOn()
    let own = try #require(installation.text)
    for text in [
      "", "GTK_IM_MODULE=ibus\n", own + "EDITOR=vi\n", "EDITOR=vi\n" + own,
      own.replacingOccurrences(of: "plumbago$", with: "ibus$"),
    ] {
      try installation.put(text)
      #expect(installation.programs().state == .foreign)
      #expect(throws: OtherPrograms.Failure.isForeign) { try installation.programs().turnOn() }
      #expect(throws: OtherPrograms.Failure.isForeign) { try installation.programs().turnOff() }
      #expect(installation.text == text)
    }
    // A link of somebody's that leads nowhere.
    try FileManager.default.removeItem(atPath: installation.file)
    try FileManager.default.createSymbolicLink(
      atPath: installation.file, withDestinationPath: installation.prefix + "/nowhere")
    #expect(installation.programs().state == .foreign)
    #expect(throws: OtherPrograms.Failure.isForeign) { try installation.programs().turnOn() }
    #expect(!FileManager.default.fileExists(atPath: installation.prefix + "/nowhere"))
  }

  @Test func `what another installation switched on can be switched off without the module`() throws
  {
    let installation = try Installation()
    try installation.install()
    try installation.programs().turnOn()
    try FileManager.default.removeItem(atPath: installation.prefix)
    #expect(installation.programs().state == .on)
    try installation.programs().turnOff()
    #expect(installation.text == nil)
  }

  @Test func `a folder that cannot be written in is told of`() throws {
    let installation = try Installation()
    try installation.install()
    try FileManager.default.createDirectory(
      atPath: installation.folder.url.path + "/home", withIntermediateDirectories: true)
    // A file instead of the folder stops even an administrator.
    try Data().write(to: URL(filePath: installation.configuration))
    #expect(throws: OtherPrograms.Failure.self) { try installation.programs().turnOn() }
  }
}
