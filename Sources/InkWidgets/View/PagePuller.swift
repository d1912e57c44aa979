import Canvas
import Gtk
import InkModel

/// Follows pulls beyond the last page: by fingers from their landing to their lifting, by wheel and touchpad as long as
/// they scroll on.
public final class PagePuller {
  /// Told how far a pull is, 0 … 1; 0 where there is none any more.
  public var onPull: (Double) -> Void = { _ in }
  /// Told that a pull was let go, and a page is to be added.
  public var onAdd: () -> Void = {}

  private let session: CanvasSession
  private var pull: PagePull?
  private var isScrolling = false
  private var rest: Timer?
  private var shown = 0.0

  /// Seconds without scrolling after which the wheel or the touchpad has let go.
  private static let restTime = 0.4

  init(_ session: CanvasSession) { self.session = session }

  /// Fingers begin to move the view.
  func begin() {
    rest = nil
    isScrolling = false
    pull = session.isReadOnly ? nil : PagePull(from: session.viewport, of: session.settings.layout)
    show()
  }

  /// The view has moved.
  func moved() {
    pull?.moved(to: session.viewport)
    show()
  }

  /// The movement ends.
  ///
  /// - Returns: Whether a page was added.
  @discardableResult
  func end() -> Bool {
    let isArmed = pull?.isArmed ?? false
    cancel()
    if isArmed { onAdd() }
    return isArmed
  }

  /// What pulls was no movement, or was taken back.
  func cancel() {
    pull = nil
    isScrolling = false
    rest = nil
    show()
  }

  /// The view is about to be scrolled by a wheel or a touchpad; ``moved()`` follows.
  func scrolls() {
    if !isScrolling {
      begin()
      isScrolling = true
    }
    rest = Timer(after: Self.restTime) { [weak self] in self?.end() }
  }

  private func show() {
    let progress = pull?.progress ?? 0
    guard progress != shown else { return }
    shown = progress
    onPull(progress)
  }
}
