import InkModel

/// Bytes all at once, for those that are in memory anyway: on the clipboard.
extension DocumentStore {
  /// Keeps bytes, unless the document has them already; when it returns they are on the disk.
  public func keep(_ bytes: [UInt8], type: String) throws(DocumentStoreError) -> BlobID {
    let draft = try beginBlob(type: type)
    do throws(DocumentStoreError) {
      try append(bytes, to: draft)
      return try finish(draft)
    } catch {
      cancel(draft)
      throw error
    }
  }

  /// All bytes of a blob; `nil` where the document has none of this identity, or more than `limit`.
  public func clipBlob(_ id: BlobID, limit: Int64) throws(DocumentStoreError) -> InkClip.Blob? {
    guard let facts = try blob(id), facts.length <= limit else { return nil }
    return InkClip.Blob(id, type: facts.type, bytes: try bytes(of: id, in: 0..<facts.length))
  }
}
