import Foundation
import RepositoryFiles

/// Plumbago installed by Meson into a temporary folder, once for all tests that look at it.
///
/// The binary is a stand-in, so that nothing of Swift is built again for it.
final class Installation: Sendable {
  static let prefix = "/usr"
  static let standInBinary = "#!/bin/sh\necho stand-in\n"

  static let shared = Result { try Installation() }

  private let folder: TemporaryFolder
  /// What lies below DESTDIR, with paths from `/` as an installed system would have them, sorted.
  let files: [String]

  init() throws {
    folder = try TemporaryFolder()
    let library = try folder.write(Self.standInBinary, to: "library-built")
    let binary = try folder.write(Self.standInBinary, to: "plumbago-built", executable: true)
    let reader = try folder.write(Self.standInBinary, to: "reader-built", executable: true)
    let build = folder.url.appending(path: "build").path
    let steps = [
      [
        "meson", "setup", build, Repository.root.path, "--prefix=\(Self.prefix)",
        "-Dbinary=\(binary.path)", "-Dim_library=\(library.path)",
        "-Dreader_binary=\(reader.path)",
      ],
      ["meson", "install", "-C", build],
    ]
    let destination = folder.url.appending(path: "destination")
    for step in steps {
      let run = try Command.run(step, environment: ["DESTDIR": destination.path])
      guard run.status == 0 else { throw InstallationError.failed("\(run)") }
    }
    files = Repository.files(below: destination).map { "/\($0)" }
  }

  /// Removes it as Meson does; the files that are left.
  func uninstall() throws -> [String] {
    let build = folder.url.appending(path: "build").path
    let destination = folder.url.appending(path: "destination")
    let run = try Command.run(
      ["ninja", "-C", build, "uninstall"], environment: ["DESTDIR": destination.path])
    guard run.status == 0 else { throw InstallationError.failed("\(run)") }
    return Repository.files(below: destination)
  }

  /// Where a file of the installed system really lies.
  func url(_ path: String) -> URL { folder.url.appending(path: "destination" + path) }

  func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }
}

enum InstallationError: Error {
  /// A step of Meson's failed; what it printed.
  case failed(String)
}
