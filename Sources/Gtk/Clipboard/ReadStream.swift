import CGtk

/// Bytes that another program sends: of the clipboard, or dropped.
enum ReadStream {
  /// The formats in which files come, by their names or through a portal.
  static let fileTypes = [
    "application/vnd.portal.filetransfer", "application/vnd.portal.files", "text/uri-list",
  ]

  typealias Continuation<T> = Retained<CheckedContinuation<T, Never>>

  /// All bytes up to the end; `nil` after a failure, and where there are more than `limit`.
  static func bytes(
    of stream: UnsafeMutablePointer<GInputStream>, limit: Int
  ) async -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      guard let part = await next(of: stream) else { return nil }
      if part.isEmpty { return bytes }
      bytes += part
    }
    return nil
  }

  /// The next bytes, none at the end, `nil` after a failure.
  private static func next(of stream: UnsafeMutablePointer<GInputStream>) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      g_input_stream_read_bytes_async(
        stream, 1 << 16, CInt(G_PRIORITY_DEFAULT), nil,
        { source, result, data in
          let stream = source?.raw.assumingMemoryBound(to: GInputStream.self)
          let continuation = Continuation<[UInt8]?>.from(data)?.value
          Continuation<[UInt8]?>.release(data)
          guard let bytes = g_input_stream_read_bytes_finish(stream, result, nil) else {
            continuation?.resume(returning: nil)
            return
          }
          var size: gsize = 0
          let start = g_bytes_get_data(bytes, &size)
          let part = [UInt8](
            UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(size)))
          g_bytes_unref(bytes)
          continuation?.resume(returning: part)
        }, Retained(continuation).retained())
    }
  }

  /// The paths of the files in a value of the type `GdkFileList`; those that have none are left out.
  static func paths(in value: UnsafePointer<GValue>?) -> [String] {
    guard let value, let list = g_value_get_boxed(value) else { return [] }
    let files = gdk_file_list_get_files(OpaquePointer(list))
    defer { g_slist_free(files) }
    var paths: [String] = []
    var node = files
    while let here = node {
      if let file = here.pointee.data, let path = takePath(g_file_get_path(file.opaque)) {
        paths.append(path)
      }
      node = here.pointee.next
    }
    return paths
  }
}
