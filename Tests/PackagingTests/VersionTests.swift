import RepositoryFiles
import Testing

/// One version, wherever it is written.
@Suite("The version") struct VersionTests {
  private var built: String {
    get throws {
      let build = try Repository.text("meson.build")
      return String(try #require(build.firstMatch(of: /version: '([0-9.]+)'/)).1)
    }
  }

  @Test func `the newest release of the metainfo is the version that Meson builds`() throws {
    let metainfo = try Repository.text("data/org.plumbago.Plumbago.metainfo.xml.in")
    let release = try #require(metainfo.firstMatch(of: /<release version="([^"]+)"/)?.1)
    #expect(try built == release)
  }

  @Test func `the app says the version that Meson builds`() throws {
    let run = try Command.run([AppBinary.path, "--version"])
    #expect(run.status == 0, "\(run)")
    #expect(run.standardOutput == "plumbago \(try built)\n")
  }

  @Test func `the change log and the manual are of the version that Meson builds`() throws {
    let log = try Repository.text("CHANGELOG.md")
    #expect(try built == String(try #require(log.firstMatch(of: #/\n## ([0-9.]+) /#)?.1)))
    let manual = try Repository.text("data/plumbago.1")
    #expect(try built == String(try #require(manual.firstMatch(of: /"Plumbago ([0-9.]+)"/)?.1)))
  }

  @Test func `the manual has every subcommand and option that the help has`() throws {
    let help = try Command.run([AppBinary.path, "--help"]).standardOutput
    let manual = try Repository.text("data/plumbago.1").replacing("\\-", with: "-")
    let subcommands = help.matches(of: #/\n +plumbago ([a-z]+) /#).map { String($0.1) }
    #expect(
      Set(subcommands) == [
        "info", "export", "thumbnail", "replay", "recover", "convert", "annotate",
        "recognize", "index", "search",
      ])
    for name in subcommands {
      #expect(manual.contains("\n.B plumbago \(name)\n"), "\(name)")
      #expect(manual.contains("\n.B \(name)\n"), "\(name)")
    }
    let options = Set(help.matches(of: /--[a-z-]+/).map { String($0.0) })
    #expect(options.count > 8)
    for option in options { #expect(manual.contains(option), "\(option)") }
  }
}
