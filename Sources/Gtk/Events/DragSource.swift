import CGtk

/// Lets a widget be dragged to others and to other programs (GtkDragSource).
nonisolated public struct DragSource: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension DragSource {
  /// What is dragged shows the picture that `picture` makes, or the widget as it is when the drag begins.
  ///
  /// - Parameter picture: The bytes of a PNG picture, which is shown with its middle at the pointer.
  public init(showing picture: @escaping () -> [UInt8]? = { nil }) {
    self.init(gtk_drag_source_new())
    let source = opaque
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    Signal<Void, UnsafeMutableRawPointer?>(self, "drag-begin").connect { [self] _ in
      if let texture = picture().flatMap({ Self.texture($0) }) {
        gtk_drag_source_set_icon(
          source, texture, gdk_texture_get_width(texture) / 2, gdk_texture_get_height(texture) / 2)
        return g_object_unref(texture.raw)
      }
      guard let widget = attachedWidget else { return }
      let picture = gtk_widget_paintable_new(widget.widget)
      // Its current image: the widget may show something else soon.
      let still = gdk_paintable_get_current_image(picture)
      gtk_drag_source_set_icon(source, still, 24, 24)
      if let still { g_object_unref(still.raw) }
      if let picture { g_object_unref(picture.raw) }
    }
  }

  private static func texture(_ png: [UInt8]) -> OpaquePointer? {
    let bytes = g_bytes_new(png, gsize(png.count))
    defer { g_bytes_unref(bytes) }
    return gdk_texture_new_from_bytes(bytes, nil)
  }

  /// What is dragged; `nil` for nothing.
  public func setContent(_ offer: ClipboardOffer?) {
    guard let offer else { return gtk_drag_source_set_content(opaque, nil) }
    offer.withProvider { gtk_drag_source_set_content(opaque, $0) }
  }
}
