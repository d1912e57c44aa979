import CGtk

/// Takes what is dropped on a widget as files or as bytes of some formats (GtkDropTargetAsync); no toolkit parses them.
nonisolated public struct DropTarget: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension DropTarget {
  /// - Parameter mimeTypes: The formats of bytes that are taken, the best first; files are taken always.
  public init(_ mimeTypes: [String]) {
    let builder = gdk_content_formats_builder_new()
    for type in ReadStream.fileTypes + mimeTypes {
      gdk_content_formats_builder_add_mime_type(builder, type)
    }
    // The target takes the formats over.
    let formats = gdk_content_formats_builder_free_to_formats(builder)
    self.init(gtk_drop_target_async_new(formats, GDK_ACTION_COPY))
  }

  /// Whether something that is dragged over the widget is taken; asked when it enters.
  public func onAccept(_ accepts: @escaping () -> Bool) {
    Signal<Bool, UnsafeMutableRawPointer?>(self, "accept").connect { drop in
      // GTK asks nobody else, nor whether the formats match.
      guard let drop, accepts() else { return false }
      return gdk_content_formats_match(
        gtk_drop_target_async_get_formats(self.opaque), gdk_drop_get_formats(OpaquePointer(drop)))
        != 0
    }
  }

  /// Something was dropped, at a position in the widget's points; ``Drop/finish(_:)`` has to follow.
  public func onDrop(_ body: @escaping (Drop, _ x: Double, _ y: Double) -> Void) {
    Signal<Bool, UnsafeMutableRawPointer?, Double, Double>(self, "drop").connect { drop, x, y in
      guard let drop else { return false }
      body(Drop(OpaquePointer(drop)), x, y)
      return true
    }
  }
}

/// What was dropped, until ``finish(_:)``.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Drop: OfferedContent {
  private let drop: OpaquePointer

  init(_ drop: OpaquePointer) {
    self.drop = drop
    g_object_ref(drop.raw)
  }

  isolated deinit { g_object_unref(drop.raw) }

  public func has(_ mimeType: String) -> Bool {
    gdk_content_formats_contain_mime_type(gdk_drop_get_formats(drop), mimeType) != 0
  }

  public func files() async -> [String] {
    await withCheckedContinuation { continuation in
      gdk_drop_read_value_async(
        drop, gdk_file_list_get_type(), CInt(G_PRIORITY_DEFAULT), nil,
        { source, result, data in
          let value = gdk_drop_read_value_finish(source?.opaque, result, nil)
          let paths = ReadStream.paths(in: value)
          ReadStream.Continuation<[String]>.from(data)?.value.resume(returning: paths)
          ReadStream.Continuation<[String]>.release(data)
        }, Retained(continuation).retained())
    }
  }

  public func bytes(_ mimeType: String, limit: Int) async -> [UInt8]? {
    guard has(mimeType) else { return nil }
    let address: UInt = await withCheckedContinuation { continuation in
      let name = g_strdup(mimeType)
      var names: [UnsafePointer<CChar>?] = [UnsafePointer(name), nil]
      gdk_drop_read_async(
        drop, &names, CInt(G_PRIORITY_DEFAULT), nil,
        { source, result, data in
          let stream = gdk_drop_read_finish(source?.opaque, result, nil, nil)
          ReadStream.Continuation<UInt>.from(data)?.value.resume(
            returning: UInt(bitPattern: stream))
          ReadStream.Continuation<UInt>.release(data)
        }, Retained(continuation).retained())
      g_free(name)
    }
    guard let stream = UnsafeMutablePointer<GInputStream>(bitPattern: address) else { return nil }
    defer { g_object_unref(stream.raw) }
    return await ReadStream.bytes(of: stream, limit: limit)
  }

  /// Tells the other program whether it was taken.
  public func finish(_ wasTaken: Bool) {
    gdk_drop_finish(drop, wasTaken ? GDK_ACTION_COPY : GdkDragAction(0))
  }
}
