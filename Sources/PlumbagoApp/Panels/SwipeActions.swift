import Gtk
import InkModel

/// A row whose buttons come from its end by a swipe of a finger or a pen towards its start, and go by one back.
///
/// Everything that they do is in menus, too (S69, S75).
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class SwipeActions {
  let widget = Box(.horizontal)
  /// Whether there is anything for the buttons to do; a swipe does nothing otherwise.
  var isEnabled = true { didSet { if !isEnabled { isShown = false } } }
  /// The buttons come into view.
  var onShow: () -> Void = {}
  /// They are out of view again.
  var onHide: () -> Void = {}

  /// Made when they are needed: a list has many rows.
  private let makeButtons: () -> [Button]
  private var revealer: Revealer?

  /// Widget points of travel along the row from which on a press is a swipe, the least travel of a drag in GTK, too
  /// (`gtk-dnd-drag-threshold`); less, and fingers that tap would swipe, more, and a pen would scroll the list.
  private static let threshold = 8.0
  /// Of a travel's length to its height, at the least; less, and scrolling would swipe.
  private static let flatness = 2.0

  init(around content: some WidgetProtocol, _ makeButtons: @escaping () -> [Button]) {
    self.makeButtons = makeButtons
    content.expandsHorizontally = true
    widget.append(content)
    let drag = DragGesture(phase: .capture)
    drag.updated.connect { [weak self] dx, dy in
      guard let self, self.isEnabled, let event = drag.currentEvent else { return }
      guard abs(dx) >= Self.threshold, abs(dx) > Self.flatness * abs(dy) else { return }
      // A mouse that presses and moves drags the row itself.
      guard event.touchSequence != nil || event.deviceTool != nil else { return drag.deny() }
      drag.claim()
      self.isShown = (dx < 0) == (self.widget.direction != .rightToLeft)
    }
    widget.add(drag)
  }

  var isShown: Bool {
    get { revealer.map { $0.isRevealed && $0.isVisible } ?? false }
    set {
      guard newValue != isShown else { return }
      if newValue {
        let revealer = revealer ?? makeRevealer()
        revealer.isVisible = true
        revealer.isRevealed = true
        onShow()
      } else {
        revealer?.isRevealed = false
        // Not in the order of the keyboard while they are out of view.
        revealer?.isVisible = false
        onHide()
      }
    }
  }

  private func makeRevealer() -> Revealer {
    let box = Box(.horizontal, spacing: 2)
    for button in makeButtons() {
      button.focusesOnClick = false
      button.verticalAlign = .center
      box.append(button)
    }
    let revealer = Revealer()
    revealer.slidesFromEnd()
    revealer.setChild(box)
    widget.append(revealer)
    self.revealer = revealer
    return revealer
  }
}
