import Canvas
import Gtk
import InkModel
import InkWidgets

/// The bar over the paper by which words are found in the drawing.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class SearchBar {
  let card = Box(.horizontal, spacing: 2).styled("message-card", "search-bar")
  /// Told when other words are to be found.
  var onText: (String) -> Void = { _ in }
  /// Told to look at the next hit, or at the one before.
  var onStep: (_ forward: Bool) -> Void = { _ in }
  var onClose: () -> Void = {}

  private let entry = SearchEntry()
  private let count = Label().styled("search-count")
  private let previous = Button(icon: "go-up-symbolic").styled("flat")
  private let next = Button(icon: "go-down-symbolic").styled("flat")
  private let hiding: PressSafeHiding
  private let overlay: CanvasOverlay
  /// The card's, in the overlay's points.
  private(set) var frame = Rect.empty { didSet { if frame != oldValue { onFrame() } } }
  /// Told when ``frame`` has changed: what lies beside it is to be laid out anew.
  var onFrame: () -> Void = {}

  private static let greatestWidth = 460.0
  /// Points from the edges of the paper and from the tools.
  private static let margin = 12.0

  init(over overlay: CanvasOverlay) {
    self.overlay = overlay
    hiding = PressSafeHiding(card)
    entry.placeholder = tr("Find in the drawing")
    entry.setAccessibleName(tr("Find in the drawing"))
    entry.expandsHorizontally = true
    entry.widthInCharacters = 8
    // What the sentence beside it leaves, though it may be a long one.
    entry.maximumWidthInCharacters = 8
    count.setAccessibleRole(.status)
    // In a narrow window it has room for half of a sentence in a line, and wraps.
    (count.lineLimit, count.ellipsis) = (2, .end)
    let close = Button(icon: "window-close-symbolic").styled("flat")
    close.name(tr("Close"))
    previous.setAction("win.find-previous")
    previous.name(CommandTable["win.find-previous"].title)
    next.setAction("win.find-next")
    next.name(CommandTable["win.find-next"].title)
    for button in [previous, next, close] {
      button.focusesOnClick = false
      button.verticalAlign = .center
    }
    card.append(entry, count, previous, next, close)
    card.isVisible = false
    close.clicked.connect { [weak self] in self?.onClose() }
    entry.searchChanged.connect { [weak self] in
      guard let self else { return }
      // Who empties the field by its button goes on with other words.
      if self.entry.text.isEmpty, self.isShown { self.entry.grabFocus() }
      self.onText(self.entry.text)
    }
    entry.activated.connect { [weak self] in self?.onStep(true) }
    entry.searchStopped.connect { [weak self] in self?.onClose() }
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard key == .enter, modifiers.contains(.shift) else { return false }
      self?.onStep(false)
      return true
    }
    entry.add(keys)
  }

  var isShown: Bool { hiding.isShown }

  /// Puts words into the field.
  func fill(_ words: String) { entry.text = words }

  /// Shows the bar with the keyboard in it, its text selected.
  func show() {
    hiding.isShown = true
    if !overlay.canvas.coveringWidgets.contains(where: { $0.isSame(as: card) }) {
      overlay.canvas.coveringWidgets.append(Widget(card))
    }
    arrange()
    entry.grabFocus()
    entry.select()
  }

  func hide() {
    overlay.canvas.coveringWidgets.removeAll { $0.isSame(as: card) }
    hiding.isShown = false
    frame = .empty
  }

  /// Says how many hits there are, and which of them is looked at, counted from 1.
  func tell(_ sentence: String, isMissing: Bool) {
    count.text = sentence
    entry.setClass("error", isMissing)
  }

  /// The card's frame for a layout of the overlay, as high as its content is by now: the field grows while a pen is near.
  func frameForLayout() -> Rect {
    guard isShown, !frame.isEmpty else { return frame }
    let height = height(for: frame.width)
    guard height != frame.height else { return frame }
    // What lies beside the card is not laid out within a layout.
    MainLoop.after(0) { [weak self] in self?.arrange() }
    return Rect(x: frame.minX, y: frame.minY, width: frame.width, height: height)
  }

  /// Lays the card out anew: the window has another size, or the tools another position.
  func arrange() {
    let paper = overlay.widget.bounds
    guard isShown, paper.width > 1, paper.height > 1 else { return }
    frame = MessagePosition.frame(
      at: .top, in: paper.outset(by: -Self.margin), beside: overlay.toolFrames,
      width: Self.greatestWidth, distance: Self.margin, height)
    // In the height of a field that has grown it would do so where there is room for a line, too.
    count.wraps = frame.width < Self.greatestWidth
    card.queueResize()
  }

  /// The height of the card at a width, in points.
  private func height(for width: Double) -> Double {
    Double(card.measure(.vertical, for: Int(width)).natural)
  }
}
