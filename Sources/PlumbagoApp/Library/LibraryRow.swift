import Gtk
import GtkInk
import InkModel
import InkStore

/// One drawing or folder in the library: its picture, its name, when it was last drawn on, its size; or what was found there.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryRow: ListRow {
  let box = Box(.horizontal, spacing: 10).styled("library-row")
  var widget: Widget { Widget(swipe.widget) }
  /// What it shows now; `nil` while it shows nothing.
  private(set) var entry: LibraryEntry?
  var item: LibraryItem? { entry?.item }

  var onOpen: () -> Void = {}
  /// Whether a tap selects it, or selects it no more, instead of opening it.
  var isChoosing: () -> Bool = { false }
  var onChoose: () -> Void = {}
  /// At a point of ``box``.
  var onMenu: (Point) -> Void = { _ in }
  /// A name was typed or written.
  var onName: (String) -> Void = { _ in }
  /// The name is not edited any more, and the keyboard is nowhere.
  var onRenamed: () -> Void = {}
  /// Its buttons come into view; they act on what is selected.
  var onSwipe: () -> Void = {}
  /// Its star was pressed.
  var onFavorite: (Bool) -> Void = { _ in }
  /// The drawings and folders that a drag of it takes.
  var dragged: () -> [LibraryItem] = { [] }
  /// Drawings and folders were dropped on the folder that it shows.
  var onDrop: ([String], _ folder: String) -> Void = { _, _ in }
  /// What is no file was dropped there.
  var onOther: (BroughtFile.Source, _ folder: String) -> Void = { _, _ in }

  private let picture = Picture()
  /// As large as its empty child, whatever the picture's proportions.
  private let frame = Overlay().styled("library-picture")
  /// Shown instead of a picture that is withheld.
  private let unshown = Image(icon: "dialog-question-symbolic")
  private let folder = Image(icon: "folder-symbolic").styled("library-folder")
  /// Over the picture's corner: it is one of several that are selected.
  private let selectionTick = Image.selectionTick()
  private let name = Label().styled("library-name")
  private let date = Label().styled("library-date")
  /// Shown instead of ``date`` where that has no room: without the size, or of a hit without the date.
  private let shortDate = Label().styled("library-date")
  private let dates = Overlay()
  private let mark = Image(icon: "dialog-warning-symbolic").styled("library-mark")
  /// What is written where something was found.
  private let excerpt = Label().styled("library-excerpt")
  private let star = ToggleButton().styled("flat", "panel-button", "library-star")
  private var isShowing = false
  private let names = Stack()
  /// The name and what stands below it, over what is as high as two lines of a name are.
  ///
  /// So what a row shows does not change its height (``line(_:count:)``). GTK would set a text that is wrapped about
  /// twenty times to measure it, for each row that a list scrolls over.
  private let texts = Overlay()
  private let lines: Box
  private var field: NameField?
  private(set) var isRenaming = false
  private var shownTexture: Texture?
  private var shownLack: LibraryThumbnails.Lack?
  private let drag = DragSource()
  /// Where a press began, in points of ``box``.
  private var pressed = Point.zero
  /// Whether its name was edited then, which the press ends: it does not open what is about to have another path.
  private var wasRenaming = false
  private let swipe: SwipeActions

  private static let shown = "shown"
  private static let edited = "edited"
  /// Of what is written: about as high as the picture and the name.
  private static let excerptLines = 3
  /// Widget points that a tap may move, the least travel of a drag in GTK, too (`gtk-dnd-drag-threshold`).
  private static let tapReach = 8.0

  init() {
    lines = Box(.vertical, spacing: 2, name, Box(.horizontal, spacing: 4, mark, dates), excerpt)
    swipe = SwipeActions(around: box) {
      [
        ("win.library-duplicate", "edit-copy-symbolic"),
        ("win.library-delete", "user-trash-symbolic"),
      ].map { action, icon in
        let button = Button(icon: icon).styled("flat", "panel-button")
        button.setAction(action)
        button.name(CommandTable[action].title)
        return button
      }
    }
    swipe.onShow = { [weak self] in
      // The buttons need the room.
      self?.star.isVisible = false
      self?.onSwipe()
    }
    swipe.onHide = { [weak self] in self?.showStar() }
    buildTexts()
    buildStar()
    box.append(makeArt(), names, star)
    connectPresses()
    connectDragging()
  }

  private func buildTexts() {
    for label in [name, date, shortDate] {
      label.xAlign = 0
      label.ellipsis = .end
    }
    for label in [date, shortDate] { label.isSingleLine = true }
    // Screen readers are told all of it by the other one.
    shortDate.setAccessibleRole(.presentation)
    dates.setChild(date)
    dates.addOverlay(shortDate)
    dates.onChildPosition { [weak self] _ in self?.shortDateFrame }
    name.wraps = true
    name.lineLimit = 2
    name.maximumWidthInCharacters = 12
    excerpt.xAlign = 0
    excerpt.wraps = true
    excerpt.lineLimit = Self.excerptLines
    excerpt.ellipsis = .end
    excerpt.maximumWidthInCharacters = 12
    names.setHomogeneous(horizontally: true, vertically: true)
    mark.isVisible = false
    dates.expandsHorizontally = true
    texts.setChild(
      Box(.vertical, spacing: 2, Self.line("library-name", count: 2), Self.line("library-date")))
    texts.addOverlay(lines)
    texts.onChildPosition { [weak self] _ in self?.linesFrame }
    names.add(texts, named: Self.shown)
    names.expandsHorizontally = true
    names.verticalAlign = .center
  }

  private func buildStar() {
    star.name(tr("Favorite"))
    star.focusesOnClick = false
    star.verticalAlign = .center
    star.toggled.connect { [weak self] in
      guard let self, !self.isShowing else { return }
      self.onFavorite(self.star.isActive)
    }
  }

  /// The picture of a drawing, or the icon of a folder.
  private func makeArt() -> Overlay {
    folder.pixelSize = 32
    frame.setChild(Box(.vertical))
    frame.addOverlay(picture)
    unshown.pixelSize = 24
    unshown.horizontalAlign = .center
    unshown.verticalAlign = .center
    unshown.isVisible = false
    unshown.setAccessibleRole(.presentation)
    frame.addOverlay(unshown)
    for part in [Widget(frame), Widget(folder)] {
      part.setMinimumSize(
        width: LibraryThumbnails.size.width, height: LibraryThumbnails.size.height)
      part.verticalAlign = .center
      part.setAccessibleRole(.presentation)
    }
    let art = Overlay()
    art.setChild(Box(.horizontal, frame, folder))
    art.addOverlay(selectionTick)
    art.verticalAlign = .center
    return art
  }

  /// Taps open, select or hide the buttons; the mouse's other button opens the menu.
  private func connectPresses() {
    let tap = ClickGesture()
    tap.pressed.connect { [weak self] count, x, y in
      guard let self else { return }
      self.pressed = Point(x, y)
      self.wasRenaming = self.isRenaming
      // The list would open what is tapped twice.
      if count > 1, self.isChoosing() { tap.claim() }
    }
    tap.released.connect { [weak self] count, x, y in
      // In a list that has nothing to scroll nobody else takes a finger that moves.
      guard let self, !self.isRenaming, !self.wasRenaming,
        self.pressed.distance(to: Point(x, y)) < Self.tapReach,
        tap.currentModifiers.isDisjoint(with: [.shift, .control])
      else { return }
      if count == 1, self.showsActions {
        self.hideActions()
      } else if self.isChoosing() {
        // The list would select it alone.
        tap.claim()
        self.onChoose()
      } else if count == 1 {
        self.onOpen()
      }
    }
    box.add(tap)
    let menu = ClickGesture()
    menu.setButton(ClickGesture.secondaryButton)
    menu.pressed.connect { [weak self] _, x, y in
      menu.claim()
      self?.onMenu(Point(x, y))
    }
    box.add(menu)
  }

  /// A drawing or folder is dragged by the mouse, to other programs, too; by pen and finger within the list (``LibraryDrag``).
  private func connectDragging() {
    let press = ClickGesture(phase: .capture)
    press.pressed.connect { [weak self] _, _, _ in
      guard let self, let event = press.currentEvent else { return }
      let isMouse = event.deviceTool == nil && event.touchSequence == nil
      let paths = isMouse && !self.isRenaming ? self.dragged().map(\.path) : []
      self.drag.setContent(paths.isEmpty ? nil : DraggedDrawing.offer(of: paths))
    }
    box.add(press)
    box.add(drag)
    let drop = DropTarget.ofLibrary()
    drop.onAccept { [weak self] in self?.item?.kind == .folder }
    // By then another item may be in this row.
    drop.onDrawings(for: { [weak self] in
      self?.item.flatMap { $0.kind == .folder ? $0.path : nil }
    }) { [weak self] paths, _, folder in
      self?.onDrop(paths, folder)
      return self != nil
    } onOther: { [weak self] source, folder in
      self?.onOther(source, folder)
    }
    box.add(drop)
  }

  /// - Parameters:
  ///   - title: What people call it.
  ///   - lack: Why there is no picture, where that says nothing of what is drawn.
  func show(
    _ entry: LibraryEntry, title: String, picture texture: Texture?,
    lack: LibraryThumbnails.Lack? = nil, isFavorite: Bool = false
  ) {
    let item = entry.item
    if self.item?.path != item.path {
      finishRenaming(isKept: false)
      hideActions()
    }
    self.entry = entry
    swipe.isEnabled = item.kind == .drawing
    if name.text != title { name.text = title }
    let (time, short) = Self.second(entry)
    mark.isVisible = entry.hit == nil && item.conflictingWith != nil
    isShowing = true
    showStar()
    star.isActive = isFavorite
    star.iconName = FavoriteStar.icon(isFilled: isFavorite)
    isShowing = false
    if date.text != time { date.text = time }
    if shortDate.text != short { shortDate.text = short }
    dates.isVisible = !time.isEmpty
    if excerpt.text != entry.excerpt { excerpt.text = entry.excerpt }
    excerpt.isVisible = entry.hit != nil
    texts.setMeasures(lines, entry.hit != nil)
    frame.isVisible = item.kind == .drawing
    folder.isVisible = item.kind == .folder
    if texture !== shownTexture {
      shownTexture = texture
      picture.setTexture(texture)
    }
    show(lack)
    box.setAccessibleName(
      entry.hit == nil
        ? title : [title, time, entry.excerpt].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// A drawing that is not shown can be told from one in which nothing was drawn.
  private func show(_ lack: LibraryThumbnails.Lack?) {
    guard lack != shownLack else { return }
    shownLack = lack
    frame.setClass("unshown", lack != nil)
    unshown.isVisible = lack == .withheld
    let sentence =
      lack == .withheld
      ? tr("Not shown: Plumbago ended unexpectedly while it was in use. Open it to see it.") : nil
    frame.tooltip = sentence
    box.setAccessibleDescription(sentence ?? "")
  }

  /// Lines without anything in them, as high as those of a style.
  private static func line(_ style: String, count: Int = 1) -> Label {
    let label = Label(String(repeating: "\n", count: count - 1)).styled(style)
    label.opacity = 0
    label.setAccessibleRole(.presentation)
    return label
  }

  /// In the middle of ``texts``.
  private var linesFrame: Rect {
    let (width, height) = (texts.width, texts.height)
    let natural = lines.measure(.vertical, for: width).natural
    return Rect(
      x: 0, y: Double(max(height - natural, 0) / 2), width: Double(width), height: Double(natural))
  }

  /// Over all of ``date``, of which one is shown.
  private var shortDateFrame: Rect {
    let hasRoom = date.measure(.horizontal).natural <= dates.width
    date.isChildVisible = hasRoom
    shortDate.isChildVisible = !hasRoom
    // GTK wants to be asked before it is laid out.
    _ = shortDate.measure(.vertical, for: dates.width)
    return dates.bounds
  }

  /// What was found needs the room, and so do the buttons of a swipe and the field of the name: one writes in it by hand.
  private func showStar() {
    star.isVisible =
      item?.kind == .drawing && entry?.hit == nil && !showsActions && !isRenaming
  }

  /// What stands below the name, and the same where that has no room: without the size of the file.
  ///
  /// Of a hit it is what tells its drawing from others without a name, and the page, which is left where there is no room
  /// for both.
  private static func second(_ entry: LibraryEntry) -> (all: String, short: String) {
    guard entry.item.kind == .drawing else { return (tr("Folder"), tr("Folder")) }
    if entry.isMore { return ("", "") }
    guard let hit = entry.hit else {
      let version = entry.item.conflictingWith == nil ? [] : [tr("Other version")]
      let short = version + [LocalTime.short(entry.item.modified)]
      let all = short + [ByteSize.short(entry.item.byteCount)]
      return (all.joined(separator: " · "), short.joined(separator: " · "))
    }
    let page = hit.page > 0 ? [tr("Page {number}").filled("number", String(hit.page))] : []
    let date = [LocalTime.short(entry.item.modified)]
    let position = page + folderName(of: entry.item)
    let short = position.isEmpty ? date : position
    return ((date + position).joined(separator: " · "), short.joined(separator: " · "))
  }

  /// Of the folder in the library that a drawing is in; none for the library itself.
  private static func folderName(of item: LibraryItem) -> [String] {
    let folder = FilePaths.split(item.path).folder
    let isTop = FilePaths.canonical(folder) == FilePaths.canonical(Library.folder)
    return isTop ? [] : [FilePaths.split(folder).name]
  }

  /// Whether it is shown to be one of several that are selected.
  var isTicked: Bool {
    get { selectionTick.isVisible }
    set { if newValue != selectionTick.isVisible { selectionTick.isVisible = newValue } }
  }

  /// Whether the list has the keyboard focus on it.
  var isFocused: Bool { widget.parent?.hasFocus ?? false }

  func clear() {
    finishRenaming(isKept: false)
    hideActions()
    entry = nil
  }

  /// Whether the buttons of a swipe are in view.
  var showsActions: Bool { swipe.isShown }

  func hideActions() { swipe.isShown = false }

  // MARK: The name

  /// Shows a field with the name in it, which takes keys and handwriting.
  func rename() {
    let field = field ?? makeField()
    let isFolder = item?.kind == .folder
    field.entry.setAccessibleName(isFolder ? tr("Name of the folder") : tr("Name of the drawing"))
    field.entry.text = name.text
    isRenaming = true
    showStar()
    names.visiblePage = Self.edited
    field.focus()
  }

  private func makeField() -> NameField {
    let field = NameField(tr("Name of the drawing"))
    field.onEnd = { [weak self] in self?.finishRenaming(isKept: $0, keepsFocus: $1) }
    names.add(field.entry, named: Self.edited)
    self.field = field
    return field
  }

  /// - Parameter keepsFocus: Whether the keyboard is still in the field, and goes to what the panel gives it to.
  func finishRenaming(isKept: Bool = true, keepsFocus: Bool = true) {
    guard isRenaming, let field else { return }
    isRenaming = false
    let text = field.entry.text.trimmed
    names.visiblePage = Self.shown
    showStar()
    if keepsFocus { onRenamed() }
    if isKept, !text.isEmpty, text != name.text { onName(text) }
  }
}
