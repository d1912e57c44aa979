import Gtk
import GtkInk
import GtkScribble
import InkModel

/// One layer in the panel: a grip, its name, whether it shows, whether it is locked.
///
/// What a pen writes over the name, anywhere in the row's height, is the new name; a name that is crossed out is written
/// anew. Letters that are written below the row may begin in it: they belong to what is below the middle of the ink.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LayerRow {
  let id: Int32
  let widget = Box(.horizontal, spacing: 2).styled("layer-row")
  /// Chooses the layer.
  let name: ToggleButton
  private let label = Label()
  private let grip = Image(icon: "list-drag-handle-symbolic").styled("layer-grip")
  private let eye = ToggleButton().styled("flat", "panel-button")
  private let lock = ToggleButton().styled("flat", "panel-button")
  private let pages = Stack()
  /// Made when the name is edited for the first time.
  private var field: NameField?
  private var isFollowing = false
  private var canChange = false
  private(set) var isRenaming = false
  /// The name is crossed out, and the writing that has done so is not finished.
  private var isCrossedOut = false
  /// Called once what the pen writes in what lies below is there.
  private var doneBelow: (() -> Void)?

  var onChoose: () -> Void = {}
  var onHide: (Bool) -> Void = { _ in }
  var onLock: (Bool) -> Void = { _ in }
  var onName: (String) -> Void = { _ in }
  /// The name is not edited any more; the keyboard focus may be nowhere.
  var onRenamed: () -> Void = {}
  /// A pen has written the name, whose field has the keyboard focus.
  var onWritten: () -> Void = {}
  /// It is to be edited, from a text on; `nil` for the name as it is.
  var onEdit: (_ text: String?) -> Void = { _ in }
  /// Makes what lies below ready to be written in: its field, and what is called once the text is there.
  var fieldBelow: () -> (field: Entry, done: () -> Void)? = { nil }
  /// The grip is dragged to a point of the row, or was let go there.
  var onDrag: (Point) -> Void = { _ in }
  var onDrop: (Bool) -> Void = { _ in }
  var onMenu: (Point) -> Void = { _ in }

  init(_ id: Int32) {
    self.id = id
    label.xAlign = 0
    label.ellipsis = .end
    name = ToggleButton(child: label).styled("flat", "layer-name")
    name.expandsHorizontally = true
    pages.setHomogeneous(horizontally: true, vertically: true)
    pages.add(name, named: Self.shown)
    pages.expandsHorizontally = true
    lock.addClass("layer-lock")
    for button in [name, eye, lock] { button.focusesOnClick = false }
    // The name is as high as the row: a tall letter begins at its edge.
    for button in [eye, lock] { button.verticalAlign = .center }
    grip.tooltip = tr("Drag to move the layer")
    widget.append(grip, pages, eye, lock)
    connect()
  }

  private static let shown = "shown"
  private static let edited = "edited"

  private func connect() {
    // Around the row: a ring around the name alone looks like a field in which the name is edited.
    name.stateFlagsChanged.connect { [weak self] _ in
      guard let self else { return }
      self.widget.setClass("focused", self.name.showsFocus)
    }
    name.toggled.connect { [weak self] in
      guard let self, !self.isFollowing else { return }
      self.onChoose()
    }
    eye.toggled.connect { [weak self] in
      guard let self, !self.isFollowing else { return }
      self.onHide(!self.eye.isActive)
    }
    lock.toggled.connect { [weak self] in
      guard let self, !self.isFollowing else { return }
      self.onLock(self.lock.isActive)
    }
    let clicks = ClickGesture(phase: .capture)
    clicks.pressed.connect { [weak self] count, _, _ in if count == 2 { self?.onEdit(nil) } }
    name.add(clicks)
    let menus = ClickGesture()
    menus.setButton(ClickGesture.secondaryButton)
    menus.pressed.connect { [weak self] _, x, y in self?.onMenu(Point(x, y)) }
    widget.add(menus)
    let long = LongPressGesture(phase: .capture)
    long.setTouchOnly(true)
    long.pressed.connect { [weak self] x, y in
      long.claim()
      self?.onMenu(Point(x, y))
    }
    widget.add(long)
    connectGrip()
    IndirectScribbleInteraction(on: name, delegate: self)
  }

  private func connectGrip() {
    let drag = DragGesture()
    var start = Point.zero
    drag.began.connect { x, y in
      // The list must not scroll with it.
      drag.claim()
      start = Point(x, y)
    }
    drag.updated.connect { [weak self] x, y in
      guard let self, let p = self.grip.point(start + Vector(x, y), in: self.widget) else { return }
      self.onDrag(p)
    }
    drag.ended.connect { [weak self] _, _ in self?.onDrop(true) }
    drag.cancelled.connect { [weak self] in self?.onDrop(false) }
    grip.add(drag)
  }

  // MARK: Showing

  func show(_ layer: Layer, isCurrent: Bool, canChange: Bool) {
    isFollowing = true
    defer { isFollowing = false }
    let text = LayerNames.name(layer)
    if label.text != text { label.text = text }
    name.setAccessibleName(text)
    if layer.opacity < 1 {
      let percent = String(Int((layer.opacity * 100).rounded()))
      name.setAccessibleDescription(tr("Opacity: {number} %").filled("number", percent))
    } else {
      name.setAccessibleDescription("")
    }
    name.isActive = isCurrent
    widget.setClass("current", isCurrent)
    widget.setClass("hidden", layer.isHidden)
    eye.isActive = !layer.isHidden
    eye.iconName = layer.isHidden ? "view-conceal-symbolic" : "view-reveal-symbolic"
    eye.name((layer.isHidden ? tr("Show “{layer}”") : tr("Hide “{layer}”")).filled("layer", text))
    lock.isActive = layer.isLocked
    lock.iconName = layer.isLocked ? "changes-prevent-symbolic" : "changes-allow-symbolic"
    lock.name(
      (layer.isLocked ? tr("Unlock “{layer}”") : tr("Lock “{layer}”")).filled("layer", text))
    self.canChange = canChange
    for part in [Widget(eye), Widget(lock), Widget(grip)] { part.isSensitive = canChange }
  }

  /// Whether it or something in it has the keyboard focus, but for the field of its name.
  var hasFocus: Bool { name.hasFocus || eye.hasFocus || lock.hasFocus }

  // MARK: The name

  /// Shows a field with the name in it, which takes keys and handwriting.
  ///
  /// - Parameter text: What is in the field instead of the name.
  func rename(from text: String? = nil) {
    let field = shownField()
    field.entry.text = text ?? label.text
    field.focus()
  }

  /// The field in which a pen writes the name.
  func beginWriting() -> Entry {
    let wasRenaming = isRenaming
    let field = shownField()
    // What is written is all of the new name.
    if !wasRenaming { field.entry.text = "" }
    return field.entry
  }

  /// What the pen has written is in the field.
  func finishWriting() {
    guard isRenaming else { return }
    if field?.entry.containsFocus == true { onWritten() }
    finishRenaming(keepsFocus: false)
  }

  /// Shows the field instead of the name.
  private func shownField() -> NameField {
    let field = field ?? makeField()
    isRenaming = true
    pages.visiblePage = Self.edited
    return field
  }

  private func makeField() -> NameField {
    let field = NameField(tr("Name of the layer"))
    field.onEnd = { [weak self] in self?.finishRenaming(isKept: $0, keepsFocus: $1) }
    // Above and below it writing begins in it as well.
    field.entry.verticalAlign = .center
    pages.add(field.entry, named: Self.edited)
    self.field = field
    return field
  }

  /// - Parameter keepsFocus: Whether the keyboard is still in the field, and goes to what the panel gives it to.
  func finishRenaming(isKept: Bool = true, keepsFocus: Bool = true) {
    guard isRenaming, let field else { return }
    isRenaming = false
    let text = field.entry.text
    pages.visiblePage = Self.shown
    if keepsFocus { onRenamed() }
    if isKept, !text.isEmpty, text != label.text { onName(text) }
  }
}

// MARK: Writing over the name

extension LayerRow: IndirectScribbleInteractionDelegate {
  nonisolated enum Written: Hashable { case name }

  func interaction(_: IndirectScribbleInteraction, elementsIn _: Rect) -> [Written] {
    canChange ? [.name] : []
  }

  func interaction(_: IndirectScribbleInteraction, frameOf _: Written) -> Rect { name.bounds }

  func interaction(_: IndirectScribbleInteraction, shouldDelayFocusOf _: Written) -> Bool { true }

  func interaction(
    _ own: IndirectScribbleInteraction, focus _: Written, near _: Point
  ) async -> Widget? {
    if own.ink.center.y > name.bounds.maxY, let below = fieldBelow() {
      doneBelow = below.done
      return Widget(below.field)
    }
    return Widget(beginWriting())
  }

  func interaction(_: IndirectScribbleInteraction, didCrossOut _: Written) {
    isCrossedOut = true
    onEdit("")
  }

  func interaction(_: IndirectScribbleInteraction, didFinishWritingIn _: Written) {
    if isCrossedOut {
      // The field is there to be written in.
      isCrossedOut = false
    } else if let done = doneBelow {
      doneBelow = nil
      done()
    } else {
      finishWriting()
    }
  }
}
