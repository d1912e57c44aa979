import Gtk
import InkModel

/// The contents of a drawing's documents: a list to go to pages from, with parts that fold up.
///
/// A tap or Enter goes to a page, the arrow before an entry or the arrow keys fold and unfold it.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class OutlineList {
  let widget = Box(.vertical).styled("outline")
  /// Told the identity of a page of the drawing.
  var onShow: (Int32) -> Void = { _ in }

  var outline = Outline() {
    didSet { if outline != oldValue { refill() } }
  }

  private let list = ListBox().styled("outline-list")
  private let scroller: ScrolledWindow
  private let head: ToggleButton
  private let arrow = Image(icon: "pan-down-symbolic")
  /// Which entries the rows are.
  private var shown: [Int] = []

  /// The most widget points that the list takes from that of the pages.
  private static let height = 260
  /// Widget points by which an entry stands further in than the one that it is part of.
  private static let indent = 14
  /// Rows that are made at once: a list of all entries of a dictionary would take seconds.
  private static let most = 1500

  init() {
    let title = Label(tr("Contents"))
    title.xAlign = 0
    title.expandsHorizontally = true
    head = ToggleButton(child: Box(.horizontal, spacing: 6, arrow, title)).styled(
      "flat", "outline-head")
    head.setAccessibleName(tr("Contents"))
    head.isActive = true
    head.focusesOnClick = false
    scroller = ScrolledWindow(list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.propagatesNaturalHeight = true
    scroller.maximumContentHeight = Self.height
    widget.append(head, scroller)
    widget.isVisible = false
    list.setAccessibleName(tr("Contents"))
    connect()
  }

  private func connect() {
    head.toggled.connect { [weak self] in
      guard let self else { return }
      self.scroller.isVisible = self.head.isActive
      self.arrow.setIcon(self.head.isActive ? "pan-down-symbolic" : "pan-end-symbolic")
    }
    list.rowActivated.connect { [weak self] _ in
      guard let self, let index = self.current, let page = self.outline.entries[index].page else {
        return
      }
      self.onShow(page)
    }
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard let self, modifiers.isDisjoint(with: .shortcut) else { return false }
      let isMirrored = self.list.direction == .rightToLeft
      switch key {
      case .left, .keypadLeft: return self.step(outwards: !isMirrored)
      case .right, .keypadRight: return self.step(outwards: isMirrored)
      default: return false
      }
    }
    list.add(keys)
  }

  /// The entry that is selected.
  private var current: Int? {
    list.selected.flatMap { shown.indices.contains($0) ? shown[$0] : nil }
  }

  /// Folds an entry, or goes to the one that it is part of; unfolds it, or goes to its first part.
  private func step(outwards: Bool) -> Bool {
    guard let index = current else { return false }
    if outwards {
      if outline.hasParts(index), !outline.isFolded(index) {
        fold(index, true)
      } else if let parent = outline.parent(of: index) {
        focus(parent)
      }
    } else if outline.hasParts(index) {
      if outline.isFolded(index) { fold(index, false) } else { focus(index + 1) }
    }
    return true
  }

  private func fold(_ index: Int, _ isFolded: Bool) {
    outline.fold(index, isFolded)
    focus(index)
  }

  private func focus(_ index: Int) {
    guard let row = shown.firstIndex(of: index) else { return }
    list.select(row)
    let rows = list.children
    if rows.indices.contains(row) { _ = rows[row].grabFocus() }
  }

  // MARK: Rows

  private func refill() {
    widget.isVisible = !outline.isEmpty
    for row in list.children { list.remove(row) }
    shown = Array(outline.visible.prefix(Self.most))
    for index in shown { list.append(row(index)) }
  }

  private func row(_ index: Int) -> Box {
    let entry = outline.entries[index]
    let title = Label(entry.title.isEmpty ? tr("Without a Title") : entry.title)
    title.xAlign = 0
    title.ellipsis = .end
    title.expandsHorizontally = true
    title.tooltip = entry.title
    let row = Box(.horizontal, spacing: 2).styled("outline-row")
    row.marginStart = Self.indent * entry.level
    if outline.hasParts(index) {
      let isFolded = outline.isFolded(index)
      let button = Button(icon: isFolded ? "pan-end-symbolic" : "pan-down-symbolic")
        .styled("flat", "outline-arrow")
      button.name(
        (isFolded ? tr("Unfold “{title}”") : tr("Fold “{title}”")).filled("title", entry.title))
      button.focusesOnClick = false
      button.isFocusable = false
      button.clicked.connect { [weak self] in
        // The button is taken away with its row.
        MainLoop.after(0) { self?.fold(index, !isFolded) }
      }
      row.append(button)
    } else {
      let room = Box(.horizontal).styled("outline-room")
      row.append(room)
    }
    row.append(title)
    row.setClass("nowhere", entry.page == nil)
    return row
  }
}
