import Gtk
import InkModel
import InkWidgets

/// The header of a drawing over its paper, while the window fills the screen: GTK shows no title bar then.
///
/// It comes when a pen or the mouse hovers at the upper edge, or a finger touches there, and goes with the next stroke, as
/// tools that hide do. Tools at the upper edge stand below it.
///
/// Invariant: the header is either here or in the window's title bar.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class FullscreenBar {
  private let host = Box(.vertical)
  private let hiding: PressSafeHiding
  private let overlay: CanvasOverlay
  /// Without a parent for a moment, on its way from one to the other.
  private let header: Kept<CachedBin>

  init(_ header: CachedBin, over overlay: CanvasOverlay) {
    self.overlay = overlay
    self.header = Kept(header)
    host.isVisible = false
    hiding = PressSafeHiding(host)
    overlay.add(host) { [weak self] in self?.frame }
    overlay.canvas.coveringWidgets.append(Widget(host))
    overlay.topInset = { [weak self] in
      guard let self, self.hiding.isShown else { return 0 }
      return self.height
    }
    overlay.onTopEdge = { [weak self] in self?.reveal() ?? false }
  }

  /// Takes the header from the title bar, or gives it back.
  func update(isFullscreen: Bool, in toplevel: TabbedWindow) {
    guard isFullscreen != isInUse else { return }
    if isFullscreen {
      toplevel.setHeader(header.object, isInTitlebar: false)
      host.append(header.object)
    } else {
      hide()
      host.remove(header.object)
      toplevel.setHeader(header.object, isInTitlebar: true)
    }
  }

  func hide() { setShown(false) }

  private var isInUse: Bool { header.object.parent?.isSame(as: host) ?? false }

  /// Shows the header; false where it is shown already, or in the title bar.
  @discardableResult func reveal() -> Bool {
    guard isInUse, !hiding.isShown else { return false }
    setShown(true)
    return true
  }

  private func setShown(_ isShown: Bool) {
    guard hiding.isShown != isShown else { return }
    hiding.isShown = isShown
    overlay.topInsetChanged()
  }

  /// In widget points; 0 while it is hidden.
  private var height: Double { Double(host.measure(.vertical).natural) }

  /// Over the whole width of the paper.
  private var frame: Rect {
    Rect(x: 0, y: 0, width: overlay.canvas.widget.bounds.width, height: height)
  }
}
