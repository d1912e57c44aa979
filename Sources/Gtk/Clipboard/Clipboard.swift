import CGtk

/// The clipboard's contents, from any program.
public struct Clipboard: OfferedContent {
  private let clipboard: OpaquePointer?

  /// The clipboard of the display that shows a widget.
  public init(of widget: some WidgetProtocol) {
    clipboard = gtk_widget_get_clipboard(widget.widget)
  }

  public func has(_ mimeType: String) -> Bool {
    gdk_content_formats_contain_mime_type(gdk_clipboard_get_formats(clipboard), mimeType) != 0
  }

  /// Puts a text on it.
  public func write(_ text: String) { gdk_clipboard_set_text(clipboard, text) }

  public func bytes(_ mimeType: String, limit: Int) async -> [UInt8]? {
    guard has(mimeType), let stream = await open(mimeType) else { return nil }
    defer { g_object_unref(stream.raw) }
    return await ReadStream.bytes(of: stream, limit: limit)
  }

  public func files() async -> [String] {
    guard hasFiles else { return [] }
    return await withCheckedContinuation { continuation in
      gdk_clipboard_read_value_async(
        clipboard, gdk_file_list_get_type(), CInt(G_PRIORITY_DEFAULT), nil,
        { source, result, data in
          let value = gdk_clipboard_read_value_finish(source?.opaque, result, nil)
          let paths = ReadStream.paths(in: value)
          ReadStream.Continuation<[String]>.from(data)?.value.resume(returning: paths)
          ReadStream.Continuation<[String]>.release(data)
        }, Retained(continuation).retained())
    }
  }

  private typealias Continuation<T> = ReadStream.Continuation<T>

  private func open(_ mimeType: String) async -> UnsafeMutablePointer<GInputStream>? {
    // As a number, since pointers are not Sendable.
    let address: UInt = await withCheckedContinuation { continuation in
      let name = g_strdup(mimeType)
      var names: [UnsafePointer<CChar>?] = [UnsafePointer(name), nil]
      gdk_clipboard_read_async(
        clipboard, &names, CInt(G_PRIORITY_DEFAULT), nil,
        { source, result, data in
          let stream = gdk_clipboard_read_finish(source?.opaque, result, nil, nil)
          Continuation<UInt>.from(data)?.value.resume(returning: UInt(bitPattern: stream))
          Continuation<UInt>.release(data)
        }, Retained(continuation).retained())
      g_free(name)
    }
    return UnsafeMutablePointer(bitPattern: address)
  }
}
