import Gtk

/// A message at the top of a window, over the canvas so that no ink moves when it appears.
final class Banner {
  private let revealer = Revealer()
  private let label = Label()
  /// As many buttons as any message needs.
  private let buttons = (0..<2).map { _ in Button(mnemonic: "") }
  private var acts: [() -> Void] = []
  /// Told when it appears, disappears or shows another message.
  var onChange: () -> Void = {}

  /// What the banner is about; a later message of the same kind replaces it.
  enum Subject {
    case saving
    case readOnly
    case notice
    case keyboardPen
    case hand
  }
  private(set) var subject: Subject?

  var widget: Widget { Widget(revealer) }

  init() {
    let close = Button(icon: "window-close-symbolic").styled("flat")
    close.tooltip = tr("Close")
    label.wraps = true
    label.xAlign = 0
    label.expandsHorizontally = true
    let box = Box(.horizontal, spacing: 12).styled("banner")
    for part in [Widget(label)] + buttons.map({ Widget($0) }) + [Widget(close)] {
      part.verticalAlign = .center
      box.append(part)
    }
    revealer.setChild(box)
    revealer.verticalAlign = .start
    // A revealer that is closed takes no input, but its empty box would.
    revealer.isVisible = false
    close.clicked.connect { [weak self] in self?.hide() }
    for (i, button) in buttons.enumerated() {
      button.clicked.connect { [weak self] in self?.acts[i]() }
    }
  }

  /// Moves it to the bottom of the window, where something else is at the top.
  var isAtBottom: Bool {
    get { revealer.verticalAlign == .end }
    set { revealer.verticalAlign = newValue ? .end : .start }
  }

  /// Shows a message, with buttons for what can be done about it.
  func show(_ subject: Subject, _ sentence: String, actions: [(String, () -> Void)] = []) {
    self.subject = subject
    label.text = sentence
    acts = actions.map(\.1)
    for (i, button) in buttons.enumerated() {
      button.isVisible = actions.indices.contains(i)
      if actions.indices.contains(i) { button.label = actions[i].0 }
    }
    revealer.isVisible = true
    revealer.isRevealed = true
    onChange()
  }

  /// Its height in a window of this width, in widget points.
  func height(forWidth width: Int) -> Double {
    guard subject != nil, let box = revealer.child else { return 0 }
    return Double(box.measure(.vertical, for: width).minimum)
  }

  func hide() {
    subject = nil
    revealer.isRevealed = false
    revealer.isVisible = false
    onChange()
  }

  /// Hides the banner where it is about `subject`.
  func hide(_ subject: Subject) {
    if self.subject == subject { hide() }
  }
}
