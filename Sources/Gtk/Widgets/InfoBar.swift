import CGtk

/// A bar with a message.
nonisolated public struct InfoBar: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension InfoBar {
  public init() { self.init(gtk_info_bar_new()) }

  public func append(_ child: some WidgetProtocol) { gtk_info_bar_add_child(cast(), child.cast()) }
  public func addButton(_ label: String, _ response: Response) {
    let button = gtk_info_bar_add_button(cast(), label, CInt(response.rawValue))
    button.map { Button($0) }?.nameWithoutMnemonic()
  }

  public var responded: Signal<Void, Int> { Signal(self, "response") }

  public var isRevealed: Bool {
    get { gtk_info_bar_get_revealed(cast()) != 0 }
    nonmutating set { gtk_info_bar_set_revealed(cast(), newValue ? 1 : 0) }
  }

  public var hasCloseButton: Bool {
    get { gtk_info_bar_get_show_close_button(cast()) != 0 }
    nonmutating set { gtk_info_bar_set_show_close_button(cast(), newValue ? 1 : 0) }
  }
}
