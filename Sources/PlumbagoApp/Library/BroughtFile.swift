import Glibc
import InkModel
import InkStore

/// A file of another format of which a drawing is made in a folder.
nonisolated enum BroughtFile {
  /// A file of which no drawing can be made.
  struct Unknown: Error {
    var file: String
  }

  /// Makes a drawing of it; the file itself is only read.
  ///
  /// - Parameters:
  ///   - path: The drawing's, in a folder that is there. Where another comes to have it meanwhile, a number is added.
  ///   - password: Of the file; `ForeignContentError/needsPassword` tells of another one.
  /// - Returns: The drawing's path, and what it does without, in sentences.
  @concurrent static func makeDrawing(
    of file: String, at path: String, password: String = ""
  ) async throws -> (path: String, sentences: [String]) {
    // Half a drawing is none.
    let draft = FilePaths.temporary(beside: path)
    defer { unlink(draft) }
    var sentences: [String] = []
    // In the order in which it is asked where a file is opened.
    if ExchangeFile.isExchange(file) {
      sentences = try await ExchangeFile.makeDrawing(of: file, at: draft)
    } else if ForeignFile.isForeign(file) {
      try await ForeignDrawing.make(from: file, at: draft, password: password)
    } else {
      throw Unknown(file: file)
    }
    var target = path
    while true {
      do throws(DocumentStoreError) {
        try await DocumentStore.move(draft, to: target)
        return (target, sentences)
      } catch {
        guard case .alreadyExists = error else { throw error }
        target = FilePaths.unused(path)
      }
    }
  }
}
