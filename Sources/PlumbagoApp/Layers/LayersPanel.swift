import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// The panel of layers, the topmost first; its commands act on the current one.
///
/// A tap on a name makes the layer current, a double tap edits the name, the grip moves the layer. What a pen writes
/// over a name replaces it; below the last one it is a new layer's name, which lies above the current layer.
///
/// Invariant: the rows are those of the drawing, in its order, but while one of them is dragged.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LayersPanel: PanelContent {
  static let id = "layers"
  var id: String { Self.id }
  let title = tr("Layers")
  var widget: Widget { Widget(box) }

  /// Does something with the session, and shows it.
  var perform: ((CanvasSession) -> CanvasUpdate) -> Void = { _ in }
  /// The same for a name, which may come while somebody draws: once that has ended.
  var performAtRest: (@escaping (CanvasSession) -> CanvasUpdate) -> Void = { _ in }
  /// Gives the keyboard back to the paper.
  var onLeave: () -> Void = {}

  private let session: CanvasSession
  private let box = Box(.vertical)
  private let list = Box(.vertical).styled("layer-list")
  /// What is written there names a new layer, which comes where the button adds one.
  private let blank = NewItemArea(
    hint: tr("Write a name here for a new layer"), name: tr("Name of the new layer"), height: 72)
  private let opacity = Scale(.horizontal, 0...100, step: 1)
  private let percent = Label().styled("layer-percent")
  private let menu: PointMenu
  /// The topmost first.
  private var rows: [LayerRow] = []
  /// The layer that is shown as the current one.
  private var shownCurrent: Int32?
  private var isFollowing = false
  private var isDragging = false
  /// Runs while the slider has moved and the layer is not as faint yet.
  private var fading: Timer?
  private var isFading: Bool { fading?.isRunning ?? false }

  /// Seconds that the slider is at rest before the layer gets its opacity, which is a step.
  private static let restTime = 0.25
  /// The least width of the slider, in points.
  private static let leastSlider = 120
  private static let buttons = [
    "win.layer-add", "win.layer-duplicate", "win.layer-merge", "win.layer-delete",
  ]

  init(_ session: CanvasSession) {
    self.session = session
    // Not over what scrolls: GTK would scroll to the menu as that gets the focus.
    menu = PointMenu(over: box)
    build()
    connect()
    refresh()
  }

  private func build() {
    let bar = Box.panelBar(Self.buttons)
    let more = MenuButton(icon: "view-more-symbolic").styled("panel-button", "layer-more")
    more.hasFrame = false
    more.name(tr("More for the Layer"))
    more.setMenu(Menu { $0.sections(CommandMenus.layer) })
    more.popover?.closed.connect { [weak self] in self?.onLeave() }
    bar.append(more)

    blank.box.addClass("layer-blank")
    blank.box.expandsVertically = true
    list.append(blank.box)
    list.expandsVertically = true
    let scroller = ScrolledWindow(list)
    scroller.expandsVertically = true

    opacity.drawsValue = false
    opacity.expandsHorizontally = true
    opacity.setAccessibleName(tr("Opacity of the layer"))
    opacity.focusesOnClick = false
    // In a row of its own: beside a long word nothing would be left of it.
    opacity.setMinimumSize(width: Self.leastSlider)
    percent.widthInCharacters = 5
    percent.xAlign = 1
    let name = Label(tr("Opacity"))
    name.setAccessibleRole(.presentation)
    name.xAlign = 0
    name.expandsHorizontally = true
    let line = Box(.horizontal, spacing: 6, name, percent).styled("layer-opacity-line")
    let fade = Box(.vertical, line, opacity).styled("layer-opacity")
    box.append(bar, scroller, fade)
    box.expandsVertically = true
    // Else the column would take as much of the window as the paper, for the slider and the names.
    box.expandsHorizontally = false
  }

  private func connect() {
    opacity.valueChanged.connect { [weak self] in self?.opacityMoved() }
    blank.onLeave = { [weak self] in self?.onLeave() }
    // The focus goes to the paper before the chosen command acts: one that renames gives it to
    // the name then.
    menu.onClosed = { [weak self] in self?.onLeave() }
    // From the last name down, with the margins beside the list.
    blank.extend(to: list) { [weak self] p in
      guard let self, let end = self.rows.last?.name.frame(in: self.list)?.maxY else {
        return false
      }
      return p.y >= end
    }
    blank.onNew = { [weak self] name in self?.performAtRest { $0.addLayer(named: name) } }
    let keys = KeyController()
    keys.pressed.connect { [weak self] key, _, modifiers in
      self?.pressed(key, modifiers) ?? false
    }
    list.add(keys)
  }

  // MARK: Opening

  func opened() { currentRow?.name.grabFocus() }

  func closed() {
    setOpacity()
    for row in rows { row.finishRenaming(keepsFocus: false) }
    menu.close()
  }

  // MARK: Following the drawing

  func took(_ update: CanvasUpdate) {
    if update.layersChanged { refresh() }
  }

  private var currentRow: LayerRow? { rows.first { $0.id == session.currentLayer.id } }

  /// Shows the layers as they are.
  func refresh() {
    guard !isDragging else { return }
    let layers = Array(session.drawing.settings.layers.reversed())
    let old = rows
    let hadFocus = old.first { $0.hasFocus }?.id
    rows = layers.map { layer in old.first { $0.id == layer.id } ?? makeRow(layer.id) }
    let kept = Set(layers.map(\.id))
    let isFocusLost = hadFocus.map { !kept.contains($0) } ?? false
    var last: Box?
    for row in rows {
      list.move(row.widget, after: last)
      last = row.widget
    }
    let current = session.currentLayer
    for (row, layer) in zip(rows, layers) {
      row.show(layer, isCurrent: layer.id == current.id, canChange: !session.isReadOnly)
    }
    // The keys go on with the layer that what was done has made the current one.
    let isAnother = shownCurrent.map { $0 != current.id } ?? false
    shownCurrent = current.id
    if isFocusLost || (hadFocus != nil && isAnother) { currentRow?.name.grabFocus() }
    for row in old where !kept.contains(row.id) { list.remove(row.widget) }
    list.move(blank.box, after: last)
    blank.box.isVisible = !session.isReadOnly
    isFollowing = true
    if !isFading { opacity.value = (current.opacity * 100).rounded() }
    isFollowing = false
    opacity.isSensitive = !session.isReadOnly
    showPercent()
  }

  private func makeRow(_ id: Int32) -> LayerRow {
    let row = LayerRow(id)
    list.append(row.widget)
    row.onChoose = { [weak self] in self?.choose(id) }
    row.onHide = { [weak self] isHidden in
      self?.change { $0.setLayer(id, isHidden: isHidden) }
    }
    row.onLock = { [weak self] isLocked in
      self?.change { $0.setLayer(id, isLocked: isLocked) }
    }
    row.onName = { [weak self] name in
      self?.performAtRest { $0.renameLayer(id, to: name) }
    }
    row.onRenamed = { [weak row] in row?.name.grabFocus() }
    row.onWritten = { [weak self] in self?.onLeave() }
    row.onEdit = { [weak self] text in self?.rename(id, from: text) }
    row.fieldBelow = { [weak self, weak row] in
      guard let row else { return nil }
      return self?.fieldBelow(row)
    }
    row.onDrag = { [weak self, weak row] p in if let row { self?.drag(row, to: p) } }
    row.onDrop = { [weak self, weak row] isKept in if let row { self?.drop(row, isKept) } }
    row.onMenu = { [weak self, weak row] p in
      guard let self, let row, let point = row.widget.point(p, in: self.box) else { return }
      self.choose(id)
      self.menu.show(CommandMenus.layer, at: point, beside: row.widget.frame(in: self.box))
    }
    return row
  }

  /// Does something, and shows how things are even where nothing was done: what was pressed shows otherwise by now.
  private func change(_ body: (CanvasSession) -> CanvasUpdate) {
    finishRenaming()
    perform(body)
    refresh()
  }

  private func finishRenaming() {
    for row in rows where row.isRenaming { row.finishRenaming() }
  }

  private func choose(_ id: Int32) {
    setOpacity()
    change { $0.chooseLayer(id) }
  }

  /// Makes what lies below a row ready to be written in: the next row, or the space for a new layer's name.
  private func fieldBelow(_ row: LayerRow) -> (field: Entry, done: () -> Void)? {
    guard let index = rows.firstIndex(where: { $0 === row }) else { return nil }
    guard index + 1 < rows.count else {
      guard let field = blank.begin() else { return nil }
      return (field, { [weak self] in self?.blank.finish() })
    }
    let next = rows[index + 1]
    return (next.beginWriting(), { [weak next] in next?.finishWriting() })
  }

  /// Edits the name of a layer in its row.
  ///
  /// - Parameter text: What is in the field instead of the name.
  func rename(_ id: Int32, from text: String? = nil) {
    guard !session.isReadOnly, let row = rows.first(where: { $0.id == id }) else { return }
    for other in rows where other !== row { other.finishRenaming(keepsFocus: false) }
    // After the press, which gives the focus to nothing else then.
    MainLoop.after(0) { [weak row] in row?.rename(from: text) }
  }

  func showMenuAtFocus() -> Bool {
    guard let row = rows.first(where: { $0.hasFocus }),
      let frame = row.widget.frame(in: box)
    else { return false }
    choose(row.id)
    menu.show(CommandMenus.layer, at: frame.center, beside: frame)
    return true
  }

  /// Edits the name of the layer that has the keyboard focus; false where none has.
  func renameFocused() -> Bool {
    guard let row = rows.first(where: { $0.hasFocus }) else { return false }
    rename(row.id)
    return true
  }

  // MARK: Opacity

  private func opacityMoved() {
    showPercent()
    guard !isFollowing else { return }
    fading = Timer(after: Self.restTime) { [weak self] in self?.setOpacity() }
  }

  private func showPercent() {
    let number = String(Int(opacity.value.rounded()))
    percent.text = tr("{number} %").filled("number", number).leftToRight
  }

  /// Gives the current layer the opacity of the slider, where that has moved.
  private func setOpacity() {
    guard isFading || fading != nil else { return }
    fading?.cancel()
    fading = nil
    let (id, value) = (session.currentLayer.id, opacity.value / 100)
    perform { $0.setLayer(id, opacity: value) }
    refresh()
  }

  // MARK: Keys

  private func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard let row = rows.first(where: { $0.hasFocus }) else { return false }
    if modifiers.contains(.alt), key == .up || key == .down {
      let layers = session.drawing.settings.layers
      guard let index = layers.firstIndex(where: { $0.id == row.id }) else { return false }
      perform { $0.moveLayer(row.id, to: max(index + (key == .up ? 1 : -1), 0)) }
      return true
    }
    guard modifiers.isDisjoint(with: [.control, .alt, .shift]) else { return false }
    guard key == .delete else { return false }
    perform { $0.deleteLayer(row.id) }
    return true
  }

  // MARK: Dragging

  /// - Parameter p: In the row's points.
  private func drag(_ row: LayerRow, to p: Point) {
    guard let y = row.widget.point(p, in: list)?.y else { return }
    if !isDragging {
      finishRenaming()
      isDragging = true
      row.widget.addClass("dragged")
    }
    // Where the pointer is beyond the middle of another, they change places.
    let others = rows.filter { $0 !== row }
    let index = others.count {
      ($0.widget.frame(in: list)?.center.y ?? 0) + (isBelow($0, row) ? -8 : 8) < y
    }
    var order = others
    order.insert(row, at: index)
    guard !zip(order, rows).allSatisfy({ $0 === $1 }) else { return }
    rows = order
    let above: Box? = index > 0 ? order[index - 1].widget : nil
    list.move(row.widget, after: above)
  }

  private func isBelow(_ a: LayerRow, _ b: LayerRow) -> Bool {
    (rows.firstIndex { $0 === a } ?? 0) > (rows.firstIndex { $0 === b } ?? 0)
  }

  private func drop(_ row: LayerRow, _ isKept: Bool) {
    guard isDragging else { return }
    isDragging = false
    row.widget.removeClass("dragged")
    if isKept, let index = rows.firstIndex(where: { $0 === row }) {
      let position = rows.count - 1 - index
      perform { $0.moveLayer(row.id, to: position) }
    }
    refresh()
  }
}
