import Gtk
import GtkInk
import InkModel
import InkStore

/// One drawing or folder in the library: its picture, its name, when it was last drawn on.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryRow: ListRow {
  let box = Box(.horizontal, spacing: 10).styled("library-row")
  var widget: Widget { Widget(box) }
  /// What it shows now; `nil` while it shows nothing.
  private(set) var item: LibraryItem?

  var onOpen: () -> Void = {}
  /// At a point of ``box``.
  var onMenu: (Point) -> Void = { _ in }
  /// A name was typed or written.
  var onName: (String) -> Void = { _ in }
  /// The name is not edited any more.
  var onRenamed: () -> Void = {}

  private let picture = Picture().styled("library-picture")
  private let folder = Image(icon: "folder-symbolic").styled("library-folder")
  private let name = Label().styled("library-name")
  private let date = Label().styled("library-date")
  private let names = Stack()
  private var entry: Entry?
  private(set) var isRenaming = false
  private var file: String?

  private static let shown = "shown"
  private static let edited = "edited"
  /// Widget points of the picture.
  private static let pictureSize = (width: 60, height: 48)

  init() {
    for label in [name, date] {
      label.xAlign = 0
      label.ellipsis = .end
      label.isSingleLine = true
    }
    folder.pixelSize = 32
    for part in [Widget(picture), Widget(folder)] {
      part.setMinimumSize(width: Self.pictureSize.width, height: Self.pictureSize.height)
      part.verticalAlign = .center
      part.setAccessibleRole(.presentation)
    }
    names.setHomogeneous(horizontally: true, vertically: true)
    names.add(Box(.vertical, spacing: 2, name, date), named: Self.shown)
    names.expandsHorizontally = true
    names.verticalAlign = .center
    box.append(picture, folder, names)
    let tap = ClickGesture()
    tap.released.connect { [weak self] count, _, _ in
      guard let self, count == 1, !self.isRenaming,
        tap.currentModifiers.isDisjoint(with: [.shift, .control])
      else { return }
      self.onOpen()
    }
    box.add(tap)
    let menu = ClickGesture()
    menu.setButton(ClickGesture.secondaryButton)
    menu.pressed.connect { [weak self] _, x, y in
      menu.claim()
      self?.onMenu(Point(x, y))
    }
    box.add(menu)
    let long = LongPressGesture(phase: .capture)
    long.setTouchOnly(true)
    long.pressed.connect { [weak self] x, y in
      long.claim()
      self?.onMenu(Point(x, y))
    }
    box.add(long)
  }

  /// - Parameters:
  ///   - title: What people call it.
  ///   - picture: The path of its picture, where there is one.
  func show(_ item: LibraryItem, title: String, picture file: String?) {
    if self.item?.path != item.path { finishRenaming(isKept: false) }
    self.item = item
    if name.text != title { name.text = title }
    let time = item.kind == .drawing ? LocalTime.short(item.modified) : tr("Folder")
    if date.text != time { date.text = time }
    picture.isVisible = item.kind == .drawing
    folder.isVisible = item.kind == .folder
    if file != self.file || file != nil {
      self.file = file
      picture.setFile(file)
    }
    box.setAccessibleName(title)
  }

  func clear() {
    finishRenaming(isKept: false)
    item = nil
  }

  // MARK: The name

  /// Shows a field with the name in it, which takes keys and handwriting.
  func rename() {
    let entry = entry ?? makeEntry()
    entry.text = name.text
    isRenaming = true
    names.visiblePage = Self.edited
    entry.grabFocus()
    entry.select()
  }

  private func makeEntry() -> Entry {
    let entry = Entry().styled("library-entry")
    entry.setAccessibleName(tr("Name of the drawing"))
    entry.setExtraMenu(TextMenu.steps)
    entry.widthInCharacters = 8
    entry.maximumWidthInCharacters = 8
    entry.activated.connect { [weak self] in self?.finishRenaming() }
    let focus = FocusController()
    focus.left.connect { [weak self] in
      // Not within the change of the focus.
      MainLoop.after(0) { self?.finishRenaming() }
    }
    entry.add(focus)
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      guard key == .escape else { return false }
      self?.finishRenaming(isKept: false)
      return true
    }
    entry.add(keys)
    names.add(entry, named: Self.edited)
    self.entry = entry
    return entry
  }

  func finishRenaming(isKept: Bool = true) {
    guard isRenaming, let entry else { return }
    isRenaming = false
    let text = entry.text.trimmed
    names.visiblePage = Self.shown
    onRenamed()
    if isKept, !text.isEmpty, text != name.text { onName(text) }
  }
}
