import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles

/// The app's command line, run as from a terminal on a machine without a display.
enum Plumbago {
  /// `PLUMBAGO_BINARY`, else the product that was built beside these tests.
  static let binary: String =
    ProcessInfo.processInfo.environment["PLUMBAGO_BINARY"]
    ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "plumbago").path

  /// Runs it to its end with nothing on standard input.
  static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Command {
    try shell("exec \"$plumbago\" \"$@\"", arguments, in: folder)
  }

  /// Runs a shell script in which `$plumbago` is the binary.
  static func shell(
    _ script: String, _ arguments: [String] = [], in folder: TemporaryFolder
  ) throws -> Command {
    try Command.run(
      [
        "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "-u", "LANGUAGE", "sh", "-c", script, "sh",
      ] + arguments,
      environment: [
        "plumbago": binary, "LC_ALL": "C.UTF-8", "HOME": folder.url.path,
        "XDG_DATA_HOME": folder.url.path + "/data",
      ], in: folder.url)
  }

  /// A recording that stands in the repository.
  static let recording = Repository.url("Tests/Fixtures/stylus/demo.stylus").path
}

extension TemporaryFolder {
  func path(_ name: String) -> String { url.path + "/" + name }

  /// What is in the folder, hidden or not, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

  /// Makes a drawing of a few strokes, some steps of which are undone, in one transaction.
  @discardableResult
  func drawing(
    _ name: String, seed: UInt64 = 1, steps: Int = 30, changesSettings: Bool = false
  ) async throws -> RandomDocument {
    var document = RandomDocument(seed: seed)
    document.changesSettings = changesSettings
    var commands: [StoreCommand] = []
    for _ in 0..<steps {
      switch document.next() {
      case .commit(let step, let edit): commands.append(.commit(step: step, edit: edit))
      case .moveHead(let step): commands.append(.moveHead(to: step))
      }
    }
    let store = try await DocumentStore.open(path(name))
    try await store.perform(commands)
    try await store.close()
    return document
  }

  /// Makes a drawing in which nothing is drawn.
  func emptyDrawing(_ name: String) async throws {
    try await DocumentStore.open(path(name)).close()
  }
}

/// What `plumbago info --json` prints.
struct Info: Decodable, Equatable {
  struct Box: Decodable, Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }
  struct Layer: Decodable, Equatable {
    var name: String
    var hidden: Bool
    var locked: Bool
    var opacity: Double
  }
  struct Pages: Decodable, Equatable {
    var count: Int
    var width: Double
    var height: Double
    var labels: [String?]
  }
  var format: Int
  var title: String?
  var strokes: Int
  var pictures: Int
  var texts: Int
  var shapes: Int
  var layers: [Layer]
  var pages: Pages?
  var unknownElements: Int
  var samples: Int
  var bounds: Box?
  var undo: Int
  var redo: Int

  init(of file: String, in folder: TemporaryFolder) throws {
    let run = try Plumbago.run(["info", "--json", file], in: folder)
    self = try JSONDecoder().decode(Self.self, from: Data(run.standardOutput.utf8))
  }
}
