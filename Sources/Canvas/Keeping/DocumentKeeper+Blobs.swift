import InkModel
import InkStore

/// Bytes of pictures and documents, for the steps that refer to them.
extension DocumentKeeper {
  /// Puts bytes into the drawing's file, which is made where there is none yet; when it returns they are on the disk.
  ///
  /// The caller keeps the step that refers to them next, before it lets anything else happen.
  ///
  /// - Parameters:
  ///   - type: Their media type.
  ///   - read: Gives the next bytes, some at a time; none at the end. `nil` where they cannot be read, which gives up.
  /// - Returns: `nil` where they could not be read.
  public func keepBlob(
    type: String, read: () async -> [UInt8]?
  ) async throws(DocumentStoreError) -> BlobID? {
    let store = try await madeStore()
    let draft = try await store.beginBlob(type: type)
    do throws(DocumentStoreError) {
      while let bytes = await read() {
        if bytes.isEmpty { return try await store.finish(draft) }
        try await store.append(bytes, to: draft)
      }
    } catch {
      await store.cancel(draft)
      throw error
    }
    await store.cancel(draft)
    return nil
  }

  /// Makes the drawing's file where there is none yet, before anything is drawn.
  public func makeFile() async throws(DocumentStoreError) { _ = try await madeStore() }

  private func madeStore() async throws(DocumentStoreError) -> DocumentStore {
    if let store { return store }
    guard !isHalted else { throw .closed }
    let (folders, beginning, path) = (folders, beginning, path)
    try await replaceFile { file throws(DocumentStoreError) in
      // A command may have made it meanwhile.
      if file != nil { return file }
      if path.hasPrefix(folders.library + "/") { try FilePaths.makeFolder(folders.library) }
      return try await DocumentFile.create(
        FilePaths.unused(path), in: folders, beginning: beginning)
    }
    onEvent(.created)
    guard let store else { throw .closed }
    return store
  }
}
