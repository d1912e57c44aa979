import CGtk

/// Files as other programs are handed them (GdkFileList).
enum FileList {
  /// The formats in which they can be, the best first.
  ///
  /// GTK looks for the desktop's portal of documents when this is asked first, and has the portal's formats as soon as that
  /// has answered.
  static var formats: [String] {
    let builder = gdk_content_formats_builder_new()
    gdk_content_formats_builder_add_gtype(builder, gdk_file_list_get_type())
    let files = gdk_content_formats_builder_free_to_formats(builder)
    // It takes those over.
    let all = gdk_content_formats_union_serialize_mime_types(files)
    defer { gdk_content_formats_unref(all) }
    return ReadStream.fileTypes.filter { gdk_content_formats_contain_mime_type(all, $0) != 0 }
  }

  /// Files of absolute paths in a format; `nil` where that fails.
  ///
  /// In a portal's format these are a key, for which the portal gives the files to a program in a sandbox.
  static func bytes(of paths: [String], in format: String) async -> [UInt8]? {
    guard let stream = g_memory_output_stream_new_resizable() else { return nil }
    defer { g_object_unref(stream.raw) }
    let isWritten: Bool = await withCheckedContinuation { continuation in
      var files: [OpaquePointer?] = paths.map { g_file_new_for_path($0) }
      var value = GValue()
      g_value_init(&value, gdk_file_list_get_type())
      let list = gdk_file_list_new_from_array(&files, gsize(files.count))
      g_value_take_boxed(&value, list.map { UnsafeRawPointer($0) })
      // The list and GTK have what they need of their own.
      for case let file? in files { g_object_unref(file.raw) }
      gdk_content_serialize_async(
        stream, format, &value, CInt(G_PRIORITY_DEFAULT), nil,
        { _, result, data in
          let isDone = gdk_content_serialize_finish(result, nil) != 0
          ReadStream.Continuation<Bool>.from(data)?.value.resume(returning: isDone)
          ReadStream.Continuation<Bool>.release(data)
        }, Retained(continuation).retained())
      g_value_unset(&value)
    }
    guard isWritten, g_output_stream_close(stream, nil, nil) != 0 else { return nil }
    let count = g_memory_output_stream_get_data_size(stream.cast())
    let start = g_memory_output_stream_get_data(stream.cast())
    return [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
  }
}

extension ClipboardOffer.Format {
  /// Files in all formats: as a list of names, and by the desktop's portal of documents where there is one, since a program
  /// in a sandbox reads no file by its name.
  ///
  /// - Parameter make: Makes the files and returns their absolute paths; `nil` where that fails.
  public static func files(_ make: @escaping () async -> [String]?) -> [ClipboardOffer.Format] {
    // So that the portal has answered by the time that a drag begins.
    _ = FileList.formats
    return ReadStream.fileTypes.map { type in
      var format = ClipboardOffer.Format(type) {
        guard let paths = await make(), !paths.isEmpty else { return nil }
        return await FileList.bytes(of: paths, in: type)
      }
      format.isOffered = { FileList.formats.contains(type) }
      return format
    }
  }
}
