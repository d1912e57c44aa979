import CGtk

/// The clipboard's contents, from any program.
public enum Clipboard {
  /// Whether the clipboard offers a format.
  public static func has(
    _ mimeType: String, of widget: some WidgetProtocol
  ) -> Bool {
    let formats = gdk_clipboard_get_formats(gtk_widget_get_clipboard(widget.widget))
    return gdk_content_formats_contain_mime_type(formats, mimeType) != 0
  }

  /// Puts a text on the clipboard.
  public static func write(_ text: String, of widget: some WidgetProtocol) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget.widget), text)
  }

  /// Reads the clipboard in one format; `nil` where it has none such, or more than `limit` bytes.
  public static func read(
    _ mimeType: String, limit: Int, of widget: some WidgetProtocol
  ) async -> [UInt8]? {
    let clipboard = gtk_widget_get_clipboard(widget.widget)
    guard has(mimeType, of: widget), let stream = await open(clipboard, mimeType) else {
      return nil
    }
    defer { g_object_unref(stream.raw) }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      guard let part = await next(of: stream) else { return nil }
      if part.isEmpty { return bytes }
      bytes += part
    }
    return nil
  }

  private typealias Continuation<T> = Retained<CheckedContinuation<T, Never>>

  private static func open(
    _ clipboard: OpaquePointer?, _ mimeType: String
  ) async -> UnsafeMutablePointer<GInputStream>? {
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
}
