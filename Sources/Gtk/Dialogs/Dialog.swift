import CGtk

/// A window with buttons that give a response.
public protocol DialogProtocol: WindowProtocol {}

nonisolated public struct Dialog: DialogProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Dialog {
  /// With its buttons in a header bar.
  public init(useHeaderBar: Bool) {
    var value = GValue()
    g_value_init(&value, .int)
    g_value_set_int(&value, useHeaderBar ? 1 : 0)
    defer { g_value_unset(&value) }
    let name = g_strdup("use-header-bar")
    defer { g_free(name) }
    var names: [UnsafePointer<CChar>?] = [UnsafePointer(name)]
    guard let made = g_object_new_with_properties(gtk_dialog_get_type(), 1, &names, &value) else {
      preconditionFailure("GLib aborts before it returns no object")
    }
    self.init(made)
  }
}

extension DialogProtocol {
  /// A button was pressed, or the dialog closed: a ``Response``'s raw value, or one that a button was given.
  public var responded: Signal<Void, Int> { Signal(self, "response") }

  /// Calls `body` with each response.
  public func onResponse(_ body: @escaping (Response) -> Void) {
    responded.connect { body(Response(rawValue: CInt($0))) }
  }

  @discardableResult
  public func addButton(_ label: String, _ response: Response) -> Button? {
    let button = gtk_dialog_add_button(cast(), label, response.rawValue).map { Button($0) }
    button?.nameWithoutMnemonic()
    return button
  }

  public func setDefaultResponse(_ response: Response) {
    gtk_dialog_set_default_response(cast(), response.rawValue)
  }

  public func setResponseSensitive(_ response: Response, _ isSensitive: Bool) {
    gtk_dialog_set_response_sensitive(cast(), response.rawValue, isSensitive ? 1 : 0)
  }

  public func respond(_ response: Response) { gtk_dialog_response(cast(), response.rawValue) }

  public var contentArea: Box { Box(gtk_dialog_get_content_area(cast())) }
  public func widget(for response: Response) -> Widget? {
    gtk_dialog_get_widget_for_response(cast(), response.rawValue).map { Widget($0) }
  }
}
