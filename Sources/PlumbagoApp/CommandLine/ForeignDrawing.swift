import Canvas
import ForeignReading
import Glibc
import InkModel
import InkStore
import ReaderProtocol

/// Drawings that are made of a document or a picture without a window.
nonisolated enum ForeignDrawing {
  /// Makes a drawing at a path where there is no file: a page for each of the document's, with ink of ours as ink again.
  static func make(from path: String, at output: String, password: String) async throws {
    let file = FilePaths.openPlain(path)
    guard file >= 0 else { throw ForeignContentError.unreadable(errno: errno) }
    defer { close(file) }
    try await make(
      of: file, password: password, at: output,
      [
        .setMetadata(.title, ForeignFile.title(of: path)),
        .setMetadata(.source, FilePaths.canonical(path)),
      ])
  }

  /// The same of bytes that are in no file.
  static func make(of bytes: [UInt8], titled title: String, at output: String) async throws {
    guard let file = StoredBytes.unnamedFile() else {
      throw ForeignContentError.unreadable(errno: errno)
    }
    defer { close(file) }
    guard StoredBytes.write(bytes[...], to: file) else {
      throw ForeignContentError.unreadable(errno: errno)
    }
    try await make(of: file, password: "", at: output, [.setMetadata(.title, title)])
  }

  private static func make(
    of file: Int32, password: String, at output: String, _ metadata: [StoreCommand]
  ) async throws {
    guard FilePaths.size(of: output) == nil else {
      throw DocumentStoreError.alreadyExists(
        StoreFailure(systemError: EEXIST, message: output, call: output))
    }
    let lifted = await ForeignContent.ink(in: file, password)
    defer { if let lifted { close(lifted.file) } }
    let bytes = lifted?.file ?? file
    let summary: ForeignSummary
    do throws(ForeignError) {
      summary = try await ReaderProcess.inspect(
        into: bytes, program: Installation.reader, password: password)
    } catch {
      throw ForeignContentError.foreign(error)
    }
    let store = try await DocumentStore.open(output, mode: .readWrite)
    do {
      let blob = try await keep(bytes, type: summary.facts.mediaType, in: store)
      try await begin(
        store, with: TakenContent(blob: blob, facts: summary.facts, sizes: summary.sizes),
        lifted?.ink ?? PDFInk(), metadata)
      try await store.close()
    } catch {
      await store.abandon()
      unlink(output)
      throw error
    }
  }

  private static func begin(
    _ store: DocumentStore, with taken: TakenContent, _ ink: PDFInk, _ metadata: [StoreCommand]
  ) async throws {
    try await store.keep(ink.pieces.flatMap(\.clip.blobs))
    var contents = DocumentContents.empty
    let pages = taken.pages(from: 1, after: nil, before: nil)
    contents.settings.layout = PageLayout(pages)
    if !ink.layers.isEmpty { contents.settings.layers = ink.layers }
    let clips = ink.placed(on: pages, taken.sizes, keepsLayers: true)
    let begin = CanvasSession(contents).begin(with: clips)
    try await store.perform([begin] + metadata)
  }

  private static func keep(
    _ file: Int32, type: String, in store: DocumentStore
  ) async throws -> BlobID {
    let draft = try await store.beginBlob(type: type)
    var position = 0
    while true {
      switch await StoredBytes.read(file, at: position) {
      case .failure(let error): throw ForeignContentError.unreadable(errno: error.number)
      case .success(let bytes) where bytes.isEmpty: return try await store.finish(draft)
      case .success(let bytes):
        try await store.append(bytes, to: draft)
        position += bytes.count
      }
    }
  }
}
