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
    return await ReadStream.bytes(of: stream, limit: limit)
  }

  /// The paths of the files on the clipboard, as a file manager copies them; those without a path are left out.
  public static func files(of widget: some WidgetProtocol) async -> [String] {
    let clipboard = gtk_widget_get_clipboard(widget.widget)
    guard ReadStream.fileTypes.contains(where: { has($0, of: widget) }) else { return [] }
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
}
