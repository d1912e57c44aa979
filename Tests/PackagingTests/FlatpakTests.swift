import Foundation
import RepositoryFiles
import Testing

/// The Flatpak manifest, as far as it can be checked where no runtime is.
@Suite("The Flatpak") struct FlatpakTests {
  private struct Manifest: Decodable {
    struct Module: Decodable {
      struct Source: Decodable {
        var type: String
        var path: String?
        var url: String?
        var sha256: String?
      }
      var name: String
      var buildsystem: String
      var sources: [Source]
      var configOptions: [String]?

      enum CodingKeys: String, CodingKey {
        case name, buildsystem, sources
        case configOptions = "config-opts"
      }
    }
    var id: String
    var runtime: String
    var sdk: String
    var command: String
    var permissions: [String]
    var modules: [Module]

    enum CodingKeys: String, CodingKey {
      case id, runtime, sdk, command, modules
      case permissions = "finish-args"
    }
  }

  private static let path = "packaging/flatpak/org.plumbago.Plumbago.json"

  private func manifest() throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(try Repository.text(Self.path).utf8))
  }

  @Test
  func `S103 the sandbox has a window and nothing else: files through portals, no network`() throws
  {
    let manifest = try manifest()
    #expect(
      manifest.permissions.sorted() == [
        "--device=dri", "--share=ipc", "--socket=fallback-x11", "--socket=wayland",
      ])
    #expect(manifest.runtime == "org.gnome.Platform" && manifest.sdk == "org.gnome.Sdk")
  }

  /// The sandbox's bus shows the names of portals alone; what is done without an answer from any other one is tested
  /// where it is decided.
  @Test func `what the app follows on the session's bus is a portal, or it does without an answer`()
    throws
  {
    var names: Set<String> = []
    for file in Repository.files(under: "Sources", suffix: ".swift") {
      for call in try Repository.text(file).matches(of: /DBusProxy\.reach\(\s*"([^"]+)"/) {
        names.insert(String(call.1))
      }
    }
    let others = names.filter { !$0.hasPrefix("org.freedesktop.portal.") }
    // A screen reader may be there: ScreenReaderTests.
    #expect(others == ["org.a11y.Bus"])
    #expect(names.count > others.count, "\(names)")
  }

  @Test func `it is this program, built by Meson from this folder with options that it has`() throws
  {
    let manifest = try manifest()
    let desktop = try Repository.text("data/org.plumbago.Plumbago.desktop.in")
    #expect(desktop.contains("\nExec=\(manifest.command) "))
    #expect(
      Repository.files(under: "data", suffix: ".desktop.in") == ["data/\(manifest.id).desktop.in"])
    let module = try #require(manifest.modules.last)
    #expect(module.name == "plumbago" && module.buildsystem == "meson")
    // Nothing is fetched: the build has no network.
    #expect(module.sources.map(\.type) == ["dir"])
    let source = Repository.url(Self.path).deletingLastPathComponent()
      .appending(path: try #require(module.sources[0].path)).standardizedFileURL.path
    #expect(source == Repository.root.standardizedFileURL.path)
    let options = try Repository.text("meson_options.txt")
    for option in try #require(module.configOptions) {
      let name = try #require(option.firstMatch(of: /^-D(\w+)=/)?.1)
      #expect(options.contains("option('\(name)'"), "\(option)")
    }
  }

  /// The runtime has gdk-pixbuf, librsvg, libxml2 and zlib.
  @Test func `its reader has the libraries that the runtime lacks, each fetched by its sum`() throws
  {
    let modules = try manifest().modules
    #expect(modules.last?.configOptions?.contains("-Dreader=enabled") == true)
    let libraries = modules.dropLast()
    #expect(libraries.map(\.name) == ["poppler-data", "poppler", "qpdf"])
    for source in libraries.flatMap(\.sources) {
      #expect(source.type == "archive" && source.url?.hasPrefix("https://") == true)
      #expect(source.sha256?.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    }
  }

  @Test func `flatpak-builder can read the manifest`() throws {
    let check = try Command.run([Repository.url("scripts/flatpak").path, "--check"])
    #expect(check.status == 0, "\(check)")
  }
}
