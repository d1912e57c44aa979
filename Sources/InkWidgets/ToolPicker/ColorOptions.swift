import Canvas
import Gtk
import InkModel

/// All colours: recent ones, the tool's own, the palette, an editor, and one picked from the drawing.
///
/// Those of the picker also change its row: what the menu of a colour there has, they have for the one in hand.
final class ColorOptions {
  let popover = Popover()
  var onChange: ((inout ToolPicker) -> Void) -> Void = { _ in }
  var onEyedropper: () -> Void = {}
  /// Told what is to be done with the colour in hand, or with its row.
  var onAction: (SwatchActions.Action) -> Void = { _ in }

  var isOpen: Bool { popover.isVisible }

  private let labels: PickerLabels
  private let pages = Stack()
  private let actions: SwatchActions
  /// Opens their page.
  private let row: Button
  private let palette = Grid()
  private let recents = Grid()
  private let recentsTitle: Label
  /// The colour that the tool has in a fresh profile; shown where the palette does not begin with it.
  private let ownArt = SwatchArt()
  private let own: ToggleButton
  /// Made when it is first shown: it takes longer than all else here.
  private var chooser: ColorChooserWidget?
  private var swatches: [(button: ToggleButton, art: SwatchArt, color: Color)] = []
  private var shown: (palette: [Color], recents: [Color]) = ([], [])
  private var chosen = Color.black
  private var ownColor = Color.ink
  /// On which colours are seen.
  private var paper = PaperStyle.light
  /// Given the colour that was made in the editor.
  private var onEdited: (Color) -> Void = { _ in }
  /// What the editor began with, as it has it.
  private var edited = Color.black
  private var isShowing = false

  private static let columns = 4

  /// - Parameter isOfPicker: Whether they are the picker's, where a colour can be taken from the drawing and the row be
  ///   changed.
  init(_ labels: PickerLabels, isOfPicker: Bool = true) {
    self.labels = labels
    actions = SwatchActions(labels)
    popover.addClass("picker-options")
    popover.closesOnPress = false
    pages.setHomogeneous(horizontally: false, vertically: false)
    popover.setChild(pages)

    let title = Label(labels.colors).styled("heading")
    title.expandsHorizontally = true
    recentsTitle = Label(labels.recentColors).styled("caption")
    for label in [title, recentsTitle] { label.horizontalAlign = .start }
    for grid in [palette, recents] {
      grid.rowSpacing = 2
      grid.columnSpacing = 2
      grid.hasEqualColumns = true
    }
    ownArt.widget.setMinimumSize(width: 24, height: 24)
    own = ToggleButton(child: Self.words(ownArt.widget, labels.ownColor)).styled("flat", "kind")
    own.name(labels.ownColor)
    let custom = Self.row("list-add-symbolic", labels.customColor)
    let dropper = Self.row("plumbago-eyedropper-symbolic", labels.pickFromDrawing)
    dropper.setAccessibleDescription(labels.pickFromDrawingHelp)
    dropper.tooltip = labels.pickFromDrawingHelp
    dropper.isVisible = isOfPicker
    // On a page of their own: in a low window all rows have no room below each other.
    row = Button(icon: "view-more-symbolic").styled("flat")
    row.name(labels.changeRow)
    row.isVisible = isOfPicker
    let colors = Box(
      .vertical, spacing: 8, Box(.horizontal, title, row), recentsTitle, recents, own, palette,
      Separator(.horizontal), dropper, custom)
    pages.add(colors, named: "colors")
    pages.add(actions.widget, named: "row")

    own.clicked.connect { [weak self] in
      guard let self else { return }
      self.choose(self.ownColor)
    }
    custom.clicked.connect { [weak self] in
      guard let self else { return }
      self.edit(self.chosen) { [weak self] in self?.choose($0) }
    }
    dropper.clicked.connect { [weak self] in self?.onEyedropper() }
    row.clicked.connect { [weak self] in self?.pages.visiblePage = "row" }
    actions.onAction = { [weak self] in self?.perform($0) }
    popover.closed.connect { [weak self] in
      guard let self else { return }
      self.pages.visiblePage = "colors"
    }
    popover.closeOnEscape()
  }

  /// What a button shows that has a picture and words, as in a menu.
  private static func words(_ picture: some WidgetProtocol, _ text: String) -> Box {
    Box(.horizontal, spacing: 10, picture, Label(text))
  }

  /// A button with an icon and words, as in a menu.
  private static func row(_ icon: String, _ text: String) -> Button {
    let button = Button(child: words(Image(icon: icon), text)).styled("flat", "kind")
    button.setAccessibleName(text)
    return button
  }

  /// Shows the editor in the popover, which is open.
  ///
  /// - Parameter body: Given the colour that is made of this one, once that is done; not called where it is the same.
  func edit(_ color: Color, _ body: @escaping (Color) -> Void) {
    onEdited = body
    let chooser = chooser ?? makeChooser()
    // As it looks on the paper.
    chooser.color = color.resolved(on: paper)
    edited = chooser.color.opaque
    pages.visiblePage = "editor"
    chooser.grabFocus()
  }

  private func makeChooser() -> ColorChooserWidget {
    let chooser = ColorChooserWidget()
    self.chooser = chooser
    chooser.showsEditor = true
    chooser.usesAlpha = false
    // A popover that opens with the editor has it take the keyboard only once it is there; else its page does.
    chooser.mapped.connect {
      MainLoop.after(0) { if !chooser.containsFocus { chooser.moveFocus(.tabForward) } }
    }
    let done = Button(labels.done).styled("suggested-action")
    done.clicked.connect { [weak self] in
      guard let self else { return }
      let color = chooser.color.opaque
      if color != self.edited { self.onEdited(Color(seenAs: color, on: self.paper)) }
      self.popover.popDown()
    }
    pages.add(Box(.vertical, spacing: 10, chooser, done), named: "editor")
    return chooser
  }

  private func perform(_ action: SwatchActions.Action) {
    switch action {
    // The editor comes in this popover.
    case .edit: break
    case .remove, .reset: popover.popDown()
    }
    onAction(action)
  }

  private func choose(_ color: Color) {
    guard !isShowing else { return }
    onChange { $0.setColor(color) }
  }

  func show(_ picker: ToolPicker, _ appearance: PickerAppearance) {
    isShowing = true
    defer { isShowing = false }
    if shown.palette != picker.palette || shown.recents != picker.recents {
      shown = (picker.palette, picker.recents)
      fill(picker)
    }
    chosen = picker.color.opaque
    let index = picker.palette.firstIndex(of: chosen)
    actions.show(index, of: picker)
    row.isSensitive = index != nil || !picker.hasStandardPalette
    let onPaper = appearance.forColors(of: picker)
    paper = onPaper.paper
    for (button, art, color) in swatches {
      art.shown = .init(color: color, isChosen: color == chosen, appearance: onPaper, radius: 15)
      button.isActive = color == chosen
    }
    ownColor = picker.ownColor
    ownArt.shown = .init(
      color: ownColor, isChosen: ownColor == chosen, appearance: onPaper, radius: 9)
    own.isActive = ownColor == chosen
    own.isVisible = ownColor != picker.palette.first
    recentsTitle.isVisible = !picker.recents.isEmpty
    recents.isVisible = !picker.recents.isEmpty
  }

  private func fill(_ picker: ToolPicker) {
    for (button, _, _) in swatches {
      if let grid = button.parent { Grid(grid).remove(button) }
    }
    swatches = []
    for (grid, colors) in [(palette, picker.palette), (recents, picker.recents)] {
      for (i, color) in colors.enumerated() {
        let art = SwatchArt()
        art.widget.setMinimumSize(width: 44, height: 44)
        let button = ToggleButton(child: art.widget).styled("picker-item")
        button.name(labels.color(color))
        button.clicked.connect { [weak self] in self?.choose(color) }
        // The palette in two rows, as in the picker.
        let (column, row) = grid == palette ? (i / 2, i % 2) : (i % Self.columns, i / Self.columns)
        grid.attach(button, column: column, row: row)
        swatches.append((button, art, color))
      }
    }
  }
}
