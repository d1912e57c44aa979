import Foundation
import InkModel
import InkStore
import InkTestSupport

@testable import Canvas

/// A drawing being worked on and kept, as a window does it.
@MainActor final class KeptDrawing {
  let session: CanvasSession
  let keeper: DocumentKeeper
  private(set) var events: [DocumentKeeper.Event] = []

  private init(_ session: CanvasSession, _ keeper: DocumentKeeper) {
    self.session = session
    self.keeper = keeper
    session.viewport.width = 800
    session.viewport.height = 600
    keeper.retryInterval = 0.02
    keeper.watchInterval = 0.05
    keeper.onHistoryLost = { session.forgetHistory() }
    keeper.onEvent = { [weak self] in self?.events.append($0) }
  }

  /// A drawing that is made with its first stroke.
  convenience init(at path: String, _ folders: DocumentFolders) {
    self.init(CanvasSession(.empty), DocumentKeeper(creatingAt: path, folders: folders))
  }

  /// A drawing that is there.
  static func open(_ path: String, _ folders: DocumentFolders) async throws -> KeptDrawing {
    let file = try await DocumentFile.open(path, in: folders)
    let session = CanvasSession(try await file.store.load())
    session.isReadOnly = file.obstacle != nil
    return KeptDrawing(session, DocumentKeeper(file, folders: folders))
  }

  func take(_ update: CanvasUpdate) { keeper.keep(update.commands) }

  func draw(_ points: [Point], with tool: StylusTool = StylusTool(.pen)) {
    let contact = ContactID(tool)
    let samples = points.enumerated().map {
      StylusSample(position: $1, time: Double($0) / 240, force: 0.5)
    }
    take(session.handle(.down(contact, tip: samples[0])))
    take(session.handle(.move(contact, settled: samples, tip: nil)))
    take(session.handle(.up(contact, settled: [])))
  }

  /// A horizontal line at a height.
  func line(_ y: Double) { draw((0...10).map { Point(100 + Double($0) * 5, y) }) }

  /// Reads the edits that undo and redo need, as a window does.
  func fetch() async throws {
    guard let store = keeper.store else { return }
    for step in session.wantedSteps {
      take(session.provide(try await store.edit(step: step), for: step))
    }
  }

  func undo() async throws {
    try await fetch()
    take(session.undo())
  }

  func redo() async throws {
    try await fetch()
    take(session.redo())
  }

  func close() async {
    _ = await keeper.flush()
    await keeper.close()
  }
}

/// A folder for a test with folders in it, gone when the test is.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "plumbago-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  subscript(name: String) -> String { url.path + "/" + name }

  var folders: DocumentFolders {
    DocumentFolders(working: self["working"], library: self["library"])
  }

  /// Folders of which "distant" takes no files beside a drawing.
  var distantFolders: DocumentFolders {
    var folders = folders
    let distant = self["distant/"]
    folders.editing = {
      $0.hasPrefix(distant) ? .workingCopy(.folder) : EditingLocation(for: $0)
    }
    return folders
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: self[name], withIntermediateDirectories: true)
  }

  /// What is in the folder or in one below it, hidden or not, sorted.
  func names(_ below: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: self[below])) ?? []).sorted()
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: self[name])) }

  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: self[name], toPath: self[other])
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self[name]) }

  /// A good drawing of `count` lines.
  @MainActor func drawing(_ name: String, lines count: Int = 3) async throws {
    let drawing = KeptDrawing(at: self[name], folders)
    for i in 0..<count { drawing.line(Double(i) * 20) }
    await drawing.close()
  }

  /// How many strokes a file shows.
  func strokes(_ name: String) async throws -> Int {
    try await DocumentStore.inspect(self[name]).strokes
  }
}
