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
}
