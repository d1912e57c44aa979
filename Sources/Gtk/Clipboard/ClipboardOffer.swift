import CGtk

/// Contents for the clipboard or a drag in several formats, each made on demand.
///
/// A GdkContentProvider implemented in Swift. GTK 4.8 has none that makes its bytes on demand.
public struct ClipboardOffer {
  /// One of its formats.
  public struct Format {
    public var mimeType: String
    /// Makes the bytes, `nil` where that fails.
    public var make: () async -> [UInt8]?
    /// Whether it can be made, asked each time that the contents are offered.
    var isOffered: () -> Bool = { true }

    public init(_ mimeType: String, _ make: @escaping () async -> [UInt8]?) {
      self.mimeType = mimeType
      self.make = make
    }
  }

  /// The best first.
  public var formats: [Format]

  public init(_ formats: [Format]) { self.formats = formats }

  private static let key = "plumbago-offer"

  private static let type: GType = {
    let parent = gdk_content_provider_get_type()
    var query = GTypeQuery()
    g_type_query(parent, &query)
    return g_type_register_static_simple(
      parent, "PlumbagoClipboardOffer", query.class_size,
      { gclass, _ in
        guard let gclass else { return }
        let c = gclass.assumingMemoryBound(to: GdkContentProviderClass.self)
        c.pointee.ref_formats = { provider in
          guard let builder = gdk_content_formats_builder_new() else { return nil }
          for format in ClipboardOffer.of(provider)?.formats ?? [] where format.isOffered() {
            gdk_content_formats_builder_add_mime_type(builder, format.mimeType)
          }
          return gdk_content_formats_builder_free_to_formats(builder)
        }
        c.pointee.write_mime_type_async = {
          provider, mimeType, stream, priority, cancellable, callback, data in
          guard let provider, let mimeType, let stream else { return }
          ClipboardOffer.write(
            provider, String(cString: mimeType), to: stream, priority,
            g_task_new(provider.raw, cancellable, callback, data))
        }
        c.pointee.write_mime_type_finish = { _, result, error in
          guard let result else { return 0 }
          return g_task_propagate_boolean(result, error)
        }
      }, query.instance_size, nil, GTypeFlags(0))
  }()

  private static func of(_ provider: UnsafeMutablePointer<GdkContentProvider>?) -> ClipboardOffer? {
    provider.flatMap { Retained<ClipboardOffer>.from(g_object_get_data($0.object, key))?.value }
  }

  /// Takes the task over.
  private static func write(
    _ provider: UnsafeMutablePointer<GdkContentProvider>, _ mimeType: String,
    to stream: UnsafeMutablePointer<GOutputStream>, _ priority: CInt, _ task: OpaquePointer?
  ) {
    guard let task, let format = of(provider)?.formats.first(where: { $0.mimeType == mimeType })
    else { return fail(task) }
    g_object_ref(stream.raw)
    Task {
      defer { g_object_unref(stream.raw) }
      guard let bytes = await format.make() else { return fail(task) }
      let all = g_bytes_new(bytes, gsize(bytes.count))
      // The task keeps what is being written, and ends with it.
      g_task_set_task_data(task, UnsafeMutableRawPointer(all), { g_bytes_unref(OpaquePointer($0)) })
      var size: gsize = 0
      let start = g_bytes_get_data(all, &size)
      g_output_stream_write_all_async(
        stream, UnsafeMutableRawPointer(mutating: start), size, priority,
        g_task_get_cancellable(task),
        { stream, result, data in
          guard let data else { return }
          var error: UnsafeMutablePointer<GError>?
          let output = stream?.raw.assumingMemoryBound(to: GOutputStream.self)
          if g_output_stream_write_all_finish(output, result, nil, &error) != 0 {
            g_task_return_boolean(OpaquePointer(data), 1)
          } else {
            g_task_return_error(OpaquePointer(data), error)
          }
          g_object_unref(data)
        }, task.raw)
    }
  }

  private static func fail(_ task: OpaquePointer?) {
    guard let task else { return }
    g_task_return_error(
      task, g_error_new_literal(g_io_error_quark(), CInt(G_IO_ERROR_FAILED.rawValue), "no bytes"))
    g_object_unref(task.raw)
  }

  /// Puts it on the clipboard of the display that shows a widget.
  public func put(onClipboardOf widget: some WidgetProtocol) {
    withProvider { _ = gdk_clipboard_set_content(gtk_widget_get_clipboard(widget.widget), $0) }
  }

  /// A provider of these contents, for as long as `body` runs or whoever gets it keeps it.
  func withProvider(_ body: (UnsafeMutablePointer<GdkContentProvider>) -> Void) {
    guard let made = g_object_new_with_properties(Self.type, 0, nil, nil) else { return }
    g_object_set_data_full(
      made, Self.key, Retained(self).retained(), { Retained<ClipboardOffer>.release($0) })
    body(made.cast())
    g_object_unref(made.raw)
  }
}
