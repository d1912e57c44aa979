import CGtk

/// Lines to type in.
nonisolated public struct TextView: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension TextView {
  public init() { self.init(gtk_text_view_new()) }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(cast()) }

  /// Items that its context menu has behind GTK's own.
  public func setExtraMenu(_ menu: Menu) { gtk_text_view_set_extra_menu(cast(), menu.model) }

  public var text: String {
    get { buffer?.string("text") ?? "" }
    nonmutating set { gtk_text_buffer_set_text(buffer, newValue, -1) }
  }
}
