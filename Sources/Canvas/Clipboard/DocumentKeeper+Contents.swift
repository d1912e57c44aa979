import InkModel
import InkStore

extension DocumentKeeper {
  /// What strokes were made from, from the file or from commands that are not written yet.
  ///
  /// Contents that cannot be read are left out.
  public func contents(_ ids: Set<ContentID>) async -> [ContentID: StrokeContent] {
    var found: [ContentID: StrokeContent] = [:]
    for content in queue.flatMap(\.contents) where ids.contains(content.id) {
      found[content.id] = content
    }
    guard let store else { return found }
    for id in ids where found[id] == nil {
      if let content = try? await store.content(id) { found[id] = content }
    }
    return found
  }

  /// The bytes that elements show, as far as a clip takes them (``InkStore/InkClip/mostBlobBytes``).
  ///
  /// Those that cannot be read are left out.
  public func blobs(of elements: [Element]) async -> [BlobID: InkClip.Blob] {
    var found: [BlobID: InkClip.Blob] = [:]
    var room = InkClip.mostBlobBytes
    guard let store else { return found }
    for id in elements.flatMap(\.kind.blobs) where found[id] == nil {
      guard let blob = try? await store.clipBlob(id, limit: room) else { continue }
      room -= Int64(blob.bytes.count)
      found[id] = blob
    }
    return found
  }

  /// Puts the bytes of a clip into the drawing's file, where it does not have them; when it returns they are on the
  /// disk.
  ///
  /// Paste the clip before anything else happens.
  public func keepBlobs(of clip: InkClip) async throws(DocumentStoreError) {
    for blob in clip.blobs {
      if let store, try await store.blob(blob.id) != nil { continue }
      var rest = blob.bytes[...]
      _ = try await keepBlob(type: blob.type) {
        let part = rest.prefix(1 << 20)
        rest = rest.dropFirst(part.count)
        return Array(part)
      }
    }
  }
}
