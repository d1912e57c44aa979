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

  /// - Parameter options: Meson's, beside the stand-ins.
  init(_ options: [String] = []) throws {
    folder = try TemporaryFolder()
    let library = try folder.write(Self.standInBinary, to: "library-built")
    let build = try Self.setUp(in: folder, ["-Dim_library=\(library.path)"] + options)
    let destination = folder.url.appending(path: "destination")
    _ = try Self.succeed(
      ["meson", "install", "-C", build], environment: ["DESTDIR": destination.path])
    files = Repository.files(below: destination).map { "/\($0)" }
  }

  /// Configures a build in a folder, with stand-ins for the programs.
  ///
  /// - Returns: The path of the build.
  private static func setUp(in folder: TemporaryFolder, _ options: [String]) throws -> String {
    let binary = try folder.write(standInBinary, to: "plumbago-built", executable: true)
    let reader = try folder.write(standInBinary, to: "reader-built", executable: true)
    let build = folder.url.appending(path: "build").path
    _ = try succeed(
      [
        "meson", "setup", build, Repository.root.path, "--prefix=\(prefix)",
        "-Dbinary=\(binary.path)", "-Dreader_binary=\(reader.path)",
      ] + options)
    return build
  }

  /// What Meson would install without an input-method module that is already built, with paths
  /// from `/`: nothing is built for it.
  static func planned(_ options: [String]) throws -> Set<String> {
    let folder = try TemporaryFolder()
    let build = try setUp(in: folder, options)
    let run = try succeed(["meson", "introspect", build, "--installed"])
    return Set(
      try JSONDecoder().decode([String: String].self, from: Data(run.standardOutput.utf8)).values)
  }

  private static func succeed(
    _ step: [String], environment: [String: String] = [:]
  ) throws -> Command {
    let run = try Command.run(step, environment: environment)
    guard run.status == 0 else { throw InstallationError.failed("\(run)") }
    return run
  }

  /// Removes it as Meson does; the files that are left.
  func uninstall() throws -> [String] {
    let build = folder.url.appending(path: "build").path
    let destination = folder.url.appending(path: "destination")
    _ = try Self.succeed(
      ["ninja", "-C", build, "uninstall"], environment: ["DESTDIR": destination.path])
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
