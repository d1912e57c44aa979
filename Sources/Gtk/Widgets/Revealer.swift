import CGtk

/// Shows and hides its child with an animation.
nonisolated public struct Revealer: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Revealer {
  public init() { self.init(gtk_revealer_new()) }

  public var child: Widget? {
    get { gtk_revealer_get_child(cast()).map { Widget($0) } }
    nonmutating set { gtk_revealer_set_child(cast(), newValue?.cast()) }
  }

  public func setChild(_ child: some WidgetProtocol) {
    gtk_revealer_set_child(cast(), child.cast())
  }

  /// The child slides in from where a line of text ends.
  public func slidesFromEnd() {
    gtk_revealer_set_transition_type(cast(), GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT)
  }

  public var isRevealed: Bool {
    get { gtk_revealer_get_reveal_child(cast()) != 0 }
    nonmutating set { gtk_revealer_set_reveal_child(cast(), newValue ? 1 : 0) }
  }
}
