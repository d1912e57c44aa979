import Gtk
import InkModel

/// The tabs of a window, below its header: GTK's notebook, whose pages are empty.
///
/// What a tab shows lies beside the strip, so that no event of a pen on the paper passes through the notebook.
final class TabStrip {
  let notebook = Notebook().styled("tab-strip")
  /// Told when the user has chosen the tab at a position, and whether that was by the keyboard.
  var onSelect: (_ position: Int, _ byKey: Bool) -> Void = { _, _ in }
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
  /// What a press that goes on began on.
  private var press: Press?

  private enum Press {
    case tab
    case button
  }

  init() {
    notebook.isScrollable = true
    notebook.showsBorder = false
    notebook.setAccessibleName(tr("Tabs"))
    notebook.switched.connect { [weak self] _, position in
      guard let self, !self.isChanging else { return }
      if self.press == .button {
        self.stayOnSelected()
      } else {
        self.onSelect(position, self.press == nil)
      }
    }
    observePresses()
    connectMoving()
    notebook.reordered.connect { [weak self] page, position in
      guard let self, let page, let from = self.position(of: page) else { return }
      self.tabs.insert(self.tabs.remove(at: from), at: position)
      self.onMove(from, position)
    }
  }

  /// GTK selects a tab as it is pressed, on its button, too.
  private func observePresses() {
    let gesture = ClickGesture()
    gesture.phase = .capture
    gesture.pressed.connect { [weak self] _, x, y in
      guard let self else { return }
      self.press = self.isOnButton(Point(x, y)) ? .button : .tab
    }
    gesture.released.connect { [weak self] _, _, _ in self?.press = nil }
    notebook.add(gesture)
  }

  private func isOnButton(_ position: Point) -> Bool {
    guard let target = notebook.pick(position) else { return false }
    return tabs.contains { target.isSame(as: $0.close) || target.isInside($0.close) }
  }

  /// The tab that was selected stays so, before the next frame.
  private func stayOnSelected() {
    let selected = notebook.selected
    guard tabs.indices.contains(selected) else { return }
    let page = tabs[selected].page
    MainLoop.after(0) { [weak self] in
      guard let self, let now = self.position(of: page) else { return }
      self.select(now)
    }
  }

  // MARK: Moving

  /// Widget points of a finger's travel along the strip from which on it moves a tab.
  private static let moveThreshold = 16.0

  /// Moves a tab with a finger, which GTK's notebook does with a mouse or a pen alone.
  ///
  /// On the strip, which stands still: offsets are in the points of the gesture's widget.
  private func connectMoving() {
    let drag = DragGesture(phase: .capture)
    var (start, page, isMoving): (Double, Box?, Bool) = (0, nil, false)
    drag.began.connect { [weak self] x, y in
      (start, page, isMoving) = (x, nil, false)
      guard let self, drag.currentEvent?.touchSequence != nil, !self.isOnButton(Point(x, y)) else {
        return drag.deny()
      }
      page =
        self.tabs.first { self.frame(of: $0).map { $0.minX <= x && x < $0.maxX } ?? false }?
        .page
    }
    drag.updated.connect { [weak self] dx, _ in
      guard let self, let page, isMoving || abs(dx) >= Self.moveThreshold else { return }
      if !isMoving { drag.claim() }
      isMoving = true
      self.move(page, towards: start + dx)
    }
    notebook.add(drag)
  }

  /// Moves a tab past a neighbor whose middle a finger has passed.
  private func move(_ page: Box, towards x: Double) {
    guard let position = position(of: page) else { return }
    let right = notebook.direction == .rightToLeft ? -1 : 1
    for (step, isPast) in [(right, { x > $0 }), (-right, { x < $0 })] as [(Int, (Double) -> Bool)]
    where tabs.indices.contains(position + step) {
      if let frame = frame(of: tabs[position + step]), isPast(frame.center.x) {
        return notebook.move(page, to: position + step)
      }
    }
  }

  private func position(of page: some GObjectPointer) -> Int? {
    tabs.firstIndex { $0.page.isSame(as: page) }
  }

  private func frame(of tab: Tab) -> Rect? { tab.face.frame(in: notebook) }

  // MARK: Tabs

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
    let close = { [weak self] in
      guard let self, let now = self.position(of: page) else { return }
      self.onClose(now)
    }
    tab.close.clicked.connect(close)
    let press = ClickGesture()
    press.setButton(ClickGesture.middleButton)
    press.released.connect { _, _, _ in close() }
    tab.face.add(press)
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
