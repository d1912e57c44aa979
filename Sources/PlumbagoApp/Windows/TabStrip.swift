import Gtk
import InkModel

/// The tabs of a window, below its header: GTK's notebook, whose pages are empty.
///
/// What a tab shows lies beside the strip, so that no event of a pen on the paper passes through the notebook.
final class TabStrip {
  let notebook = Notebook().styled("tab-strip")
  /// Told when the user has chosen the tab at a position.
  var onSelect: (Int) -> Void = { _ in }
  var onClose: (Int) -> Void = { _ in }
  /// Told when the user has moved the tab from a position to another.
  var onMove: (_ from: Int, _ to: Int) -> Void = { _, _ in }

  private struct Tab {
    let page = Box(.vertical)
    let title = Label()
    let face = Box(.horizontal)
    let close = Button(icon: "window-close-symbolic").styled("flat", "tab-close")
  }

  private var tabs: [Tab] = []
  /// Whether the strip is changed by code, which is not told of it.
  private var isChanging = false
  /// Whether a press that goes on began on a button that closes a tab.
  private var isClosing = false

  init() {
    notebook.isScrollable = true
    notebook.showsBorder = false
    notebook.setAccessibleName(tr("Tabs"))
    notebook.switched.connect { [weak self] _, position in
      guard let self, !self.isChanging else { return }
      self.isClosing ? self.stayOnSelected() : self.onSelect(position)
    }
    observePresses()
    notebook.reordered.connect { [weak self] page, position in
      guard let self, let page, let from = self.tabs.firstIndex(where: { $0.page.isSame(as: page) })
      else { return }
      self.tabs.insert(self.tabs.remove(at: from), at: position)
      self.onMove(from, position)
    }
  }

  /// GTK selects a tab as it is pressed, on its button, too.
  private func observePresses() {
    let press = ClickGesture()
    press.phase = .capture
    press.pressed.connect { [weak self] _, x, y in
      guard let self else { return }
      let target = self.notebook.pick(Point(x, y))
      self.isClosing =
        target.map { target in
          self.tabs.contains { target.isSame(as: $0.close) || target.isInside($0.close) }
        } ?? false
    }
    notebook.add(press)
  }

  /// The tab that was selected stays so, before the next frame.
  private func stayOnSelected() {
    let selected = notebook.selected
    MainLoop.after(0) { [weak self] in
      guard let self, self.tabs.indices.contains(selected) else { return }
      self.select(selected)
    }
  }

  /// Widget points of a finger's travel along the strip from which on it moves a tab.
  private static let moveThreshold = 16.0

  /// Moves a tab with a finger, which GTK's notebook does with a mouse or a pen alone.
  private func connectMoving(of tab: Tab) {
    let drag = DragGesture()
    var (start, isMoving) = (0.0, false)
    drag.began.connect { [weak self] x, _ in
      guard let self, drag.currentEvent?.touchSequence != nil else { return drag.deny() }
      isMoving = false
      start = tab.face.point(Point(x, 0), in: self.notebook)?.x ?? 0
    }
    drag.updated.connect { [weak self] dx, _ in
      guard let self, isMoving || abs(dx) >= Self.moveThreshold else { return }
      if !isMoving { drag.claim() }
      isMoving = true
      let x = start + dx
      let target = self.tabs.firstIndex { other in
        guard let frame = other.face.frame(in: self.notebook) else { return false }
        return !other.page.isSame(as: tab.page) && frame.minX <= x && x < frame.maxX
      }
      if let target { self.notebook.move(tab.page, to: target) }
    }
    tab.face.add(drag)
  }

  /// Characters of a title that show at the least; what has no room is scrolled to.
  private static let leastCharacters = 6

  /// Adds a tab.
  func insert(_ title: String, at index: Int) {
    let tab = Tab()
    tab.title.ellipsis = .end
    tab.title.isSingleLine = true
    tab.title.widthInCharacters = Self.leastCharacters
    tab.title.expandsHorizontally = true
    // A click must not take the keyboard focus from the canvas.
    tab.close.focusesOnClick = false
    tab.face.append(tab.title, tab.close)
    let page = tab.page
    func position() -> Int? { tabs.firstIndex { $0.page.isSame(as: page) } }
    tab.close.clicked.connect { [weak self] in
      if let self, let position = position() { self.onClose(position) }
    }
    let press = ClickGesture()
    press.setButton(ClickGesture.middleButton)
    press.released.connect { [weak self] _, _, _ in
      if let self, let position = position() { self.onClose(position) }
    }
    tab.face.add(press)
    connectMoving(of: tab)
    tabs.insert(tab, at: index)
    change { notebook.insert(page, tab: tab.face, at: index) }
    setTitle(title, at: index)
  }

  func remove(at position: Int) {
    let tab = tabs.remove(at: position)
    change { notebook.remove(tab.page) }
  }

  func select(_ position: Int) {
    change { notebook.selected = position }
  }

  func setTitle(_ title: String, at position: Int) {
    let tab = tabs[position]
    tab.title.text = title
    tab.face.tooltip = title
    // GTK calls each “Tab”.
    tab.face.parent?.setAccessibleName(title)
    tab.close.name(tr("Close “{drawing}”").filled("drawing", title))
  }

  private func change(_ body: () -> Void) {
    isChanging = true
    body()
    isChanging = false
  }
}
