import CGtk

/// Lets a widget be dragged to others and to other programs, as the file that it stands for (GtkDragSource).
nonisolated public struct DragSource: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension DragSource {
  /// What is dragged shows the widget as it is when the drag begins.
  public init() {
    self.init(gtk_drag_source_new())
    let source = opaque
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    Signal<Void, UnsafeMutableRawPointer?>(self, "drag-begin").connect { [self] _ in
      guard let widget = attachedWidget else { return }
      let picture = gtk_widget_paintable_new(widget.widget)
      // Its current image: the widget may show something else soon.
      let still = gdk_paintable_get_current_image(picture)
      gtk_drag_source_set_icon(source, still, 24, 24)
      if let still { g_object_unref(still.raw) }
      if let picture { g_object_unref(picture.raw) }
    }
  }

  /// The file that is dragged, absolute; `nil` for none.
  public func setFile(_ path: String?) {
    guard let path, let file = g_file_new_for_path(path) else {
      return gtk_drag_source_set_content(opaque, nil)
    }
    var files: [OpaquePointer?] = [file]
    let list = gdk_file_list_new_from_array(&files, 1)
    var value = GValue()
    g_value_init(&value, gdk_file_list_get_type())
    g_value_take_boxed(&value, list.map { UnsafeMutableRawPointer($0) })
    let content = gdk_content_provider_new_for_value(&value)
    gtk_drag_source_set_content(opaque, content)
    g_value_unset(&value)
    if let content { g_object_unref(content.raw) }
    g_object_unref(file.raw)
  }
}
