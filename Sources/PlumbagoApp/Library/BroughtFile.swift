import Glibc
import InkModel
import InkStore

/// A file of another format that is brought into a folder of drawings.
nonisolated enum BroughtFile {
  /// Makes a drawing of it under the file's name; the file itself is only read.
  ///
  /// - Returns: What the drawing does without, in sentences.
  @concurrent static func makeDrawing(of path: String, in folder: String) async throws -> [String] {
    let name = DrawingFolder.fileName(for: ForeignFile.title(of: path))
    let target =
      DrawingFolder(folder).unusedPath(for: name)
      ?? FilePaths.unused("\(folder)/\(FilePaths.split(Library.newPath()).name)")
    guard ForeignFile.isForeign(path) else {
      return try await ExchangeFile.makeDrawing(of: path, at: target)
    }
    // Half a drawing is none.
    let draft = FilePaths.temporary(beside: target)
    defer { unlink(draft) }
    try await ForeignDrawing.make(from: path, at: draft, password: "")
    try await DocumentStore.move(draft, to: target)
    return []
  }
}
