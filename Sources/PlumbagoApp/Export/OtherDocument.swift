import ForeignReading
import Glibc
import InkModel
import ReaderProtocol

/// A document whose pages are written into another.
nonisolated struct OtherDocument: Sendable {
  let blob: BlobID
  let bytes: [UInt8]
  /// Of its pages.
  let sizes: [ForeignSize]
  let password: String

  /// Bytes of all of them, at most.
  static let room = ReaderLimits.documentBytes / 2

  /// Reads a document in a drawing.
  ///
  /// - Parameter room: The bytes that it may have; what it has is taken from them.
  /// - Returns: `nil` where it is not known, or too large.
  static func read(
    _ blob: BlobID, _ documents: DocumentAccess, room: inout Int
  ) async throws(ForeignError) -> OtherDocument? {
    guard let file = await documents.file(blob) else { return nil }
    defer { close(file) }
    let password = documents.password(blob)
    let summary = try await ReaderProcess.inspect(
      into: file, program: Installation.reader, password: password)
    var bytes: [UInt8] = []
    while bytes.count <= room,
      case .success(let part) = await StoredBytes.read(file, at: bytes.count), !part.isEmpty
    { bytes += part }
    guard bytes.count <= room else { return nil }
    room -= bytes.count
    return OtherDocument(blob: blob, bytes: bytes, sizes: summary.sizes, password: password)
  }
}

/// How the documents in a drawing are had.
nonisolated struct DocumentAccess: Sendable {
  /// What opens a document; empty where none is known.
  var password: @Sendable (BlobID) -> String
  /// A file that has a document's bytes, for the caller to close.
  var file: @Sendable (BlobID) async -> Int32?
}
