import Gtk
import InkModel
import InkWidgets

/// What a ``SidePanel`` shows: one of its panels.
protocol PanelContent: AnyObject {
  /// Its name in the settings and in the command that opens it; no person reads it.
  var id: String { get }
  var title: String { get }
  /// The widget, made once. It expands.
  var widget: Widget { get }
  /// The part of the paper's height that it covers as a sheet, 0 … 1.
  var sheetPart: Double { get }
  /// It comes into view; the keyboard focus goes to what it gives it to.
  func opened()
  /// It went out of view.
  func closed()
  /// Opens the menu of what in it has the keyboard focus; false where nothing has.
  func showMenuAtFocus() -> Bool
}

extension PanelContent {
  /// The paper that the panel is about is seen above it.
  var sheetPart: Double { 0.6 }
  func showMenuAtFocus() -> Bool { false }
}

/// A column beside the paper that shows one of several panels; in a compact window a sheet over the paper's lower part.
///
/// 1. Made around the overlay of a window; ``root`` goes into the window in its place.
/// 2. ``add(_:)`` each panel; then ``open`` is the one that is shown.
/// 3. ``onChange`` tells that another one, or none, is open.
///
/// Invariants:
/// 1. The drawing stays where it is on the screen: the column is at the right in every language, so that the upper left
///    corner of the paper, which everything on it is relative to, does not move.
/// 2. One panel at most is open, in one of the two hosts.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class SidePanel {
  /// What the window shows: the paper with everything over it, and the column.
  let root = Box(.horizontal)
  /// Told when ``open`` has changed.
  var onChange: () -> Void = {}
  /// Gives the keyboard focus back to the paper.
  var onLeave: () -> Void = {}

  /// The panel that is shown; `nil` while there is none.
  private(set) var open: (any PanelContent)?
  private var panels: [any PanelContent] = []

  private let overlay: CanvasOverlay
  private let card: Kept<Box>
  private let title = Label().styled("side-panel-title")
  private let head = Box(.horizontal, spacing: 6).styled("head")
  private let content = Box(.vertical)
  private let column = Box(.vertical).styled("side-panel")
  private let sheet = Box(.vertical).styled("side-panel", "sheet")
  /// Runs until the window has the size that the panel is arranged for.
  private var arranging: FrameTicks?
  private let columnHiding: PressSafeHiding
  private let sheetHiding: PressSafeHiding

  /// The width of the column, in widget points.
  static let width = 224
  /// Below this width of the window the panel is a sheet: paper and tools would have too little room beside a column.
  private static let leastWidth = 640

  init(around overlay: CanvasOverlay) {
    self.overlay = overlay
    columnHiding = PressSafeHiding(column)
    sheetHiding = PressSafeHiding(sheet)
    title.horizontalAlign = .start
    title.expandsHorizontally = true
    title.ellipsis = .end
    let close = Button(icon: "window-close-symbolic").styled("flat", "panel-button")
    close.name(tr("Close"))
    close.focusesOnClick = false
    content.expandsVertically = true
    head.append(title, close)
    card = Kept(Box(.vertical, head, content))
    card.object.expandsVertically = true
    close.clicked.connect { [weak self] in self?.close() }
    column.setMinimumSize(width: Self.width)
    // What is in it takes all the width that it has, and no more.
    column.expandsHorizontally = false
    column.isVisible = false
    sheet.isVisible = false
    // Of the row alone: the column is at the right whatever the text's direction is.
    root.direction = .leftToRight
    root.append(overlay.widget, column)
    overlay.add(sheet) { [weak self] in self?.sheetFrame }
    overlay.canvas.coveringWidgets.append(Widget(sheet))
    let keys = KeyController()
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard key == .escape, modifiers.isDisjoint(with: .shortcut) else { return false }
      self?.escape()
      return true
    }
    card.object.add(keys)
    connectSwipe()
  }

  func add(_ panel: any PanelContent) {
    panels.append(panel)
    panel.widget.isVisible = false
    content.append(panel.widget)
  }

  /// Shows a panel, and gives it the keyboard focus; `nil` closes the one that is open.
  ///
  /// - Parameter focuses: Whether the panel gets the keyboard focus.
  func show(_ id: String?, focuses: Bool = true) {
    let next = panels.first { $0.id == id }
    guard next !== open else { return }
    let hadFocus = hasFocus
    let last = open
    open = next
    last?.widget.isVisible = false
    last?.closed()
    if let next {
      title.text = next.title
      next.widget.isVisible = true
    }
    arrange()
    if let next, focuses { next.opened() }
    if next == nil, hadFocus { onLeave() }
    onChange()
  }

  func close() { show(nil) }

  /// Opens a panel, or closes it where it is open.
  func toggle(_ id: String) { show(open?.id == id ? nil : id) }

  /// Whether the keyboard focus is in it.
  private var hasFocus: Bool {
    card.object.window?.focus.map { $0.isInside(card.object) } ?? false
  }

  /// Escape closes a sheet, which hides the paper; from a column it leads back to the paper.
  private func escape() {
    if isSheet { close() } else { onLeave() }
  }

  // MARK: Geometry

  /// Whether the window is too narrow for a column.
  var isSheet: Bool {
    (root.width > 0 ? root.width : root.window.map(Self.expectedWidth) ?? 0) < Self.leastWidth
  }

  /// The width that a window will have once it is shown: one that will be maximized is as wide as the screen, and none is
  /// wider.
  private static func expectedWidth(of window: Window) -> Int {
    let width = window.defaultSize.width
    guard let widest = Monitor.all.map(\.frame.width).max() else { return width }
    return WindowSize.ofNext.isMaximized ? Int(widest) : min(width, Int(widest))
  }

  /// Puts the open panel into its host, outside of an allocation.
  private func arrange() {
    let host = open == nil ? nil : isSheet ? sheet : column
    if let host, card.object.parent?.isSame(as: host) != true {
      for old in [sheet, column] where card.object.parent?.isSame(as: old) == true {
        old.remove(card.object)
      }
      host.append(card.object)
    }
    for (box, hiding) in [(sheet, sheetHiding), (column, columnHiding)] {
      let isShown = host?.isSame(as: box) ?? false
      if hiding.isShown != isShown { hiding.isShown = isShown }
    }
    if open == nil { sheetOffset = 0 }
    overlay.widget.queueAllocate()
  }

  /// Puts the open panel into its host before the next frame: the window may have another size.
  ///
  /// This may be called within an allocation. It waits until that one's frame is painted: a window that comes may be frozen
  /// in between, and goes on without another layout then, so that a sheet would be open and not be seen.
  func arrangeSoon() {
    guard arranging == nil else { return }
    arranging = FrameTicks(on: overlay.widget) { [weak self] _ in
      self?.arranging = nil
      self?.arrange()
      return false
    }
  }

  // MARK: A swipe down from the head of a sheet

  /// How far the sheet is below its position at rest, in widget points.
  private var sheetOffset = 0.0 { didSet { overlay.widget.queueAllocate() } }
  private var settling: FrameAnimation?

  /// Of the sheet's height: a sheet that is left farther down goes away.
  private static let dismissal = 0.3
  /// Widget points of travel from which on a press is a swipe: GTK's own for drags (`gtk-dnd-drag-threshold`).
  private static let swipeThreshold = 8.0
  /// Seconds until the sheet is at rest again, or gone.
  private static let settlingTime = 0.15

  /// By any pointing device; on what stands still, so that the travel does not depend on the sheet's own.
  private func connectSwipe() {
    let drag = DragGesture(phase: .capture)
    // It is for the head of the sheet, where there is no field.
    drag.leavesTip = true
    drag.began.connect { [weak self] x, y in
      guard let self, self.open != nil, self.isSheet else { return drag.deny() }
      let frame = self.sheetFrame
      guard y >= frame.minY, y < frame.minY + Double(self.head.height) else { return drag.deny() }
    }
    drag.updated.connect { [weak self] _, dy in
      guard let self, dy > Self.swipeThreshold || self.sheetOffset > 0 else { return }
      drag.claim()
      self.settling = nil
      self.sheetOffset = max(0, dy)
    }
    drag.ended.connect { [weak self] _, _ in self?.settle() }
    drag.cancelled.connect { [weak self] in self?.settle() }
    overlay.widget.add(drag)
  }

  private func settle() {
    guard sheetOffset > 0 else { return }
    let start = sheetOffset
    let height = sheetFrame.height
    let isLeaving = start > height * Self.dismissal
    settling = FrameAnimation(on: overlay.widget, duration: Self.settlingTime) {
      [weak self] progress in
      guard let self else { return }
      self.sheetOffset = start + ((isLeaving ? height : 0) - start) * progress
      if isLeaving, progress == 1 { self.close() }
    }
  }

  /// What a sheet covers of the paper, in the overlay's points; `nil` where there is none, and where nothing is left of the
  /// paper.
  var cover: Rect? {
    guard let open, isSheet, open.sheetPart < 1 else { return nil }
    return sheetFrame
  }

  private var sheetFrame: Rect {
    let area = overlay.widget.bounds
    let height = (area.height * (open?.sheetPart ?? 0)).rounded()
    return Rect(
      x: 0, y: area.height - height + sheetOffset.rounded(), width: area.width, height: height)
  }
}
