import Glibc
import InkModel

/// Bytes all at once: those on the clipboard, which are in memory anyway, and those that become a file of their own.
extension DocumentStore {
  /// All bytes of a blob; `nil` where the document has none of this identity, or more than `limit`.
  public func clipBlob(_ id: BlobID, limit: Int64) throws(DocumentStoreError) -> InkClip.Blob? {
    guard let facts = try blob(id), facts.length <= limit else { return nil }
    return InkClip.Blob(id, type: facts.type, bytes: try bytes(of: id, in: 0..<facts.length))
  }

  /// Writes the bytes of a blob, as they came, to a file, which appears whole or not at all.
  ///
  /// Another file of this name is replaced; a drawing is not (``DocumentStoreError/alreadyExists(_:)``).
  public func write(_ id: BlobID, to path: String) throws(DocumentStoreError) {
    let file = try untouchedFile()
    guard let facts = try blob(id) else { throw .invalid("there is no blob \(id)") }
    let target = FilePaths.canonical(path)
    if Self.isDrawing(target) {
      throw .alreadyExists(StoreFailure(message: "it is a drawing", call: target))
    }
    if FilePaths.isFolder(target) {
      throw .alreadyExists(StoreFailure(message: "it is a folder", call: target))
    }
    let replacement = FileReplacement(
      target: target, fallbackFolder: FilePaths.split(file.path).folder)
    try replacement.replace { draft throws(DocumentStoreError) in
      let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw .system(call: "open \(draft)") }
      defer { Glibc.close(descriptor) }
      let size = Int64(BlobRow.chunkSize)
      for start in stride(from: 0, to: facts.length, by: Int(size)) {
        let part = try bytes(of: id, in: start..<min(start + size, facts.length))
        var rest = part[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw .system(call: "write \(draft)") }
          rest = rest.dropFirst(count)
        }
      }
      guard fsync(descriptor) == 0 else { throw .system(call: "fsync \(draft)") }
    }
  }
}
