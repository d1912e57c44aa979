extension DocumentStore {
  /// Puts the bytes that a clip's elements show into the drawing's file.
  ///
  /// Keep the step that refers to them at once.
  public func keep(_ blobs: [InkClip.Blob]) throws(DocumentStoreError) {
    for blob in blobs {
      let draft = try beginBlob(type: blob.type)
      try append(blob.bytes, to: draft)
      _ = try finish(draft)
    }
  }
}
