import Gtk

/// An update once GTK is out of the middle of a change, one for all changes until then.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class DeferredUpdate {
  private let update: () -> Void
  private var isRequested = false

  init(_ update: @escaping () -> Void) { self.update = update }

  func request() {
    guard !isRequested else { return }
    isRequested = true
    MainLoop.after(0) { [weak self] in
      self?.isRequested = false
      self?.update()
    }
  }
}
