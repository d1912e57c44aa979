import Gtk
import InkModel

/// Asks for a drawing's paper; the canvas previews every choice.
///
/// 1. Shown over a window with the settings that the drawing has.
/// 2. ``onTry`` is called with each choice. Nothing is changed yet.
/// 3. ``onChoose`` is called with the settings chosen; a dialog that is cancelled calls ``onTry`` with `nil`.
///
/// Laid out in `data/ui/paper.ui`.
final class PaperDialog {
  /// Settings to show, or `nil` for those the drawing has.
  var onTry: (DrawingSettings?) -> Void = { _ in }
  /// The settings chosen, and whether new drawings get them too.
  var onChoose: (DrawingSettings, Bool) -> Void = { _, _ in }

  private let dialog: Dialog
  private let rowFit: DialogFit
  private let patterns: [(pattern: PaperPattern, tile: ToggleButton)]
  private let lines: [ToggleButton]
  private let otherLine: PaperSwatch
  private let sheets: [ToggleButton]
  /// Names the colour of the sheet, which looks much like the others.
  private let sheetName: Label
  private let scope: DropDown
  private let scopeRow: Box
  private let size: DropDown
  private let spacing: SpinButton
  private let width: SpinButton
  private let height: SpinButton
  private let count: SpinButton
  private let upright: ToggleButton
  private let landscape: ToggleButton
  private let exactColors: Switch
  private let forNewDrawings: Switch
  private let spacingRow: Box
  private let lineRow: Box
  private let orientationRow: Box
  private let sidesRow: Box
  private let countRow: Box

  private var settings: DrawingSettings
  /// The page in view, which paper can be chosen for alone; `nil` where there are not several.
  private let page: Int32?
  /// The drawing began with a template, whose page new pages show, too.
  private let hasTemplate: Bool
  /// Whether the choices are for that page.
  private var isForPage = false
  /// What pages would be, while there are none.
  private var pages: (size: PageSize, count: Int)
  /// Whether the size of pages is given by its sides.
  private var isCustom: Bool
  /// Controls are being set, not used.
  private var isFilling = false

  /// The page sizes of the list's rows; an infinite canvas comes before them, a custom size after.
  private static let sizes = StandardPage.allCases
  private static let tints = [nil] + Paper.tints.map(Optional.some)

  /// - Parameters:
  ///   - page: The one in view; `nil` where there are no pages.
  ///   - hasTemplate: The drawing began with a template.
  init?(
    parent: some GObjectPointer, _ settings: DrawingSettings, page: Int32? = nil,
    hasTemplate: Bool
  ) {
    guard let layout = Layout("paper") else { return nil }
    self.settings = settings
    self.hasTemplate = hasTemplate
    self.page = settings.layout.pageCount > 1 ? page : nil
    if let size = settings.layout.size {
      pages = (size, settings.layout.pageCount)
      isCustom = StandardPage(size) == nil
    } else {
      pages = (StandardPage.a4.size, 1)
      isCustom = false
    }
    dialog = layout.child("dialog")
    rowFit = DialogFit(dialog, layout.child("scroller"), rows: layout.child("page"))
    patterns = [
      (.plain, layout.child("pattern_plain")), (.ruled, layout.child("pattern_ruled")),
      (.grid, layout.child("pattern_grid")), (.dots, layout.child("pattern_dots")),
      (.isometric, layout.child("pattern_isometric")),
      (.hexagons, layout.child("pattern_hexagons")),
      (.logLog, layout.child("pattern_log_log")), (.music, layout.child("pattern_music")),
      (.cornell, layout.child("pattern_cornell")), (.toDo, layout.child("pattern_to_do")),
      (.week, layout.child("pattern_week")),
      (.storyboard, layout.child("pattern_storyboard")),
    ]
    lines = [
      layout.child("line_blue"), layout.child("line_light_gray"), layout.child("line_gray"),
      layout.child("line_red"), layout.child("line_green"), layout.child("line_violet"),
      layout.child("line_other"),
    ]
    sheets = [
      layout.child("sheet_white"), layout.child("sheet_cream"), layout.child("sheet_rose"),
      layout.child("sheet_mint"), layout.child("sheet_sky"), layout.child("sheet_light_gray"),
    ]
    sheetName = layout.child("sheet_name")
    otherLine = PaperSwatch(.other(nil))
    scope = layout.child("scope")
    scopeRow = layout.child("scope_row")
    size = layout.child("size")
    spacing = layout.child("spacing")
    width = layout.child("width")
    height = layout.child("height")
    count = layout.child("count")
    upright = layout.child("upright")
    landscape = layout.child("landscape")
    exactColors = layout.child("exact_colors")
    forNewDrawings = layout.child("for_new_drawings")
    spacingRow = layout.child("spacing_row")
    lineRow = layout.child("line_row")
    orientationRow = layout.child("orientation_row")
    sidesRow = layout.child("sides_row")
    countRow = layout.child("count_row")
    paint(
      [
        layout.child("art_plain"), layout.child("art_ruled"), layout.child("art_grid"),
        layout.child("art_dots"), layout.child("art_isometric"), layout.child("art_hexagons"),
        layout.child("art_log_log"), layout.child("art_music"), layout.child("art_cornell"),
        layout.child("art_to_do"), layout.child("art_week"), layout.child("art_storyboard"),
      ])
    fill()
    listen()
    rowFit.begin(over: Widget(parent))
    adapt()
    dialog.setTransient(for: Window(parent))
    dialog.onResponse { [weak self] in self?.respond($0) }
  }

  func present() {
    patterns.first { $0.pattern == paper.pattern }?.tile.grabFocus()
    dialog.present()
  }

  private func respond(_ response: Response) {
    if response == .apply {
      onChoose(settings, forNewDrawings.isActive)
    } else {
      onTry(nil)
    }
    dialog.destroy()
  }

  // MARK: Controls

  private func paint(_ art: [Box]) {
    precondition(lines.count == Paper.lineColors.count + 1 && sheets.count == Self.tints.count)
    for (box, item) in zip(art, patterns) {
      box.prepend(PaperSwatch(.pattern(item.pattern)).widget)
    }
    for (button, color) in zip(lines, Paper.lineColors) {
      button.setChild(PaperSwatch(.color(color)).widget)
    }
    lines.last?.setChild(otherLine.widget)
    for (button, tint) in zip(sheets, Self.tints) {
      button.setChild(PaperSwatch(.sheet(tint)).widget)
    }
  }

  /// Shows the settings that ``adapt()`` does not: those that no other choice changes.
  private func fill() {
    scopeRow.isVisible = page != nil
    scope.setTexts([tr("All Pages"), tr("This Page")])
    size.setTexts(
      [tr("Endless canvas")] + Self.sizes.map { PaperNames.name($0) } + [tr("Custom")])
    let mm = Length.millimetre
    for (spin, range) in [
      (spacing, Paper.spacings), (width, PageSize.sides), (height, PageSize.sides),
    ] {
      spin.range = (range.lowerBound / mm)...(range.upperBound / mm)
    }
    count.range = 1...Double(PageLayout.mostPages)
    count.value = Double(pages.count)
    fillScope()
    exactColors.isActive = settings.keepsColors
  }

  /// Shows the choices of the page, or of all.
  private func fillScope() {
    isFilling = true
    defer { isFilling = false }
    patterns.first { $0.pattern == paper.pattern }?.tile.isActive = true
    if let i = Self.tints.firstIndex(of: paper.tint) { sheets[i].isActive = true }
    if let page = shownSize {
      let known = StandardPage(page).flatMap { Self.sizes.firstIndex(of: $0) }
      size.selected = known.map { $0 + 1 } ?? Self.sizes.count + 1
    }
  }

  /// The page that choices are for; `nil` where they are for all.
  private var chosenPage: Page? {
    guard isForPage, let page, let i = settings.layout.index(of: page) else { return nil }
    return settings.layout.pages[i]
  }

  /// The size of the pages that choices are for.
  private var shownSize: PageSize? { chosenPage?.frameSize ?? settings.layout.size }

  /// The paper of the pages that choices are for.
  ///
  /// Chosen for all it is that of each page.
  private var paper: Paper {
    get { chosenPage.map { settings.paper(of: $0) } ?? settings.paper }
    set {
      if let page = chosenPage {
        settings.layout = settings.layout.changing([page.id]) {
          $0.background = .paper(newValue == settings.paper ? nil : newValue)
        }
      } else {
        settings.paper = newValue
        let own = settings.layout.pages.filter {
          if case .paper(.some) = $0.background { true } else { false }
        }
        settings.layout = settings.layout.changing(Set(own.map(\.id))) {
          $0.background = .paper(nil)
        }
      }
    }
  }

  private func chooseScope() {
    guard !isFilling else { return }
    isForPage = scope.selected == 1
    if let size = shownSize {
      pages.size = size
      isCustom = StandardPage(size) == nil
    }
    fillScope()
    adapt()
  }

  private func changePaper(_ body: (inout Paper) -> Void) {
    guard !isFilling else { return }
    let before = settings
    var changed = paper
    body(&changed)
    paper = changed
    if settings != before { onTry(settings) }
  }

  private func listen() {
    scope.selectionChanged.connect { [weak self] in self?.chooseScope() }
    for (pattern, tile) in patterns {
      tile.toggled.connect { [weak self] in if tile.isActive { self?.choose(pattern) } }
    }
    for (button, color) in zip(lines, Paper.lineColors) {
      button.toggled.connect { [weak self] in
        if button.isActive { self?.changePaper { $0.lineColor = color } }
      }
    }
    // By the click, since the color can be changed when this button is the active one already.
    lines.last?.clicked.connect { [weak self] in self?.askForLineColor() }
    for (button, tint) in zip(sheets, Self.tints) {
      button.toggled.connect { [weak self] in
        guard button.isActive else { return }
        self?.sheetName.text = button.tooltip ?? ""
        self?.changePaper { $0.tint = tint }
      }
    }
    size.selectionChanged.connect { [weak self] in
      guard let self else { return }
      chooseSize(size.selected ?? 0)
    }
    for (button, isLandscape) in [(upright, false), (landscape, true)] {
      button.toggled.connect { [weak self] in
        if button.isActive { self?.turn(toLandscape: isLandscape) }
      }
    }
    let mm = Length.millimetre
    spacing.valueChanged.connect { [weak self] in
      guard let self else { return }
      changePaper { $0.spacing = self.spacing.value * mm }
    }
    width.valueChanged.connect { [weak self] in
      guard let self else { return }
      changeSides(width: width.value * mm, nil)
    }
    height.valueChanged.connect { [weak self] in
      guard let self else { return }
      changeSides(width: nil, height.value * mm)
    }
    count.valueChanged.connect { [weak self] in
      guard let self, !isFilling else { return }
      pages.count = Int(count.value)
      // Pages may be of several sizes, which stay.
      change { $0.layout = $0.layout.with(count: pages.count, ofTemplate: hasTemplate) }
    }
    exactColors.toggled.connect { [weak self] in
      guard let self else { return }
      let isOn = exactColors.isActive
      change { $0.keepsColors = isOn }
    }
  }

  private func askForLineColor() {
    guard !isFilling else { return }
    let chooser = ColorChooserDialog(tr("Color of the Lines"), parent: dialog)
    chooser.isModal = true
    chooser.usesAlpha = false
    chooser.color = paper.lineColor
    chooser.onResponse { [weak self] response in
      let color = chooser.color
      chooser.destroy()
      guard let self else { return }
      if response == .ok { changePaper { $0.lineColor = color } }
      adapt()
    }
    chooser.present()
  }

  // MARK: Choices

  private func choose(_ pattern: PaperPattern) {
    changePaper {
      // A spacing that the user set is kept; the default follows the pattern.
      if $0.spacing == $0.pattern.usualSpacing { $0.spacing = pattern.usualSpacing }
      $0.pattern = pattern
    }
    adapt()
  }

  private func chooseSize(_ row: Int) {
    guard !isFilling else { return }
    if row == 0 {
      change { $0.layout = .infinite }
    } else {
      if Self.sizes.indices.contains(row - 1) {
        let size = Self.sizes[row - 1].size
        pages.size = pages.size.isLandscape ? size.turned : size
      }
      isCustom = row > Self.sizes.count
      changePages()
    }
    adapt()
  }

  private func turn(toLandscape: Bool) {
    guard !isFilling, pages.size.isLandscape != toLandscape else { return }
    pages.size = pages.size.turned
    changePages()
    adapt()
  }

  private func changeSides(width: Double?, _ height: Double?) {
    guard !isFilling else { return }
    pages.size = PageSize(
      width: width ?? pages.size.width, height: height ?? pages.size.height)
    changePages()
    adapt()
  }

  private func changePages() {
    change {
      if let page = chosenPage {
        $0.layout = $0.layout.changing([page.id]) {
          $0.size = $0.quarterTurns & 1 == 0 ? pages.size : pages.size.turned
        }
      } else {
        $0.layout = $0.layout.resized(
          to: pages.size, count: pages.count, ofTemplate: hasTemplate)
      }
    }
  }

  private func change(_ body: (inout DrawingSettings) -> Void) {
    guard !isFilling else { return }
    // A copy: what is changed may be asked for meanwhile (``chosenPage``), which exclusive access does not allow.
    var changed = settings
    body(&changed)
    guard changed != settings else { return }
    settings = changed
    onTry(settings)
  }

  /// Lets the rows be used that apply to the current choices, with their values.
  private func adapt() {
    isFilling = true
    defer { isFilling = false }
    let hasLines = paper.pattern != .plain
    let hasPages = settings.layout != .infinite
    // There all the same: the window is shown as high as they need. Grown later it would end below the screen, from
    // where compositors leave its upper edge, or scroll with room to spare.
    spacingRow.isSensitive = hasLines
    lineRow.isSensitive = hasLines
    orientationRow.isSensitive = hasPages
    countRow.isSensitive = hasPages
    // A screen reader is told of what a control is itself, and not of the row that it is in.
    spacing.isSensitive = hasLines
    for button in [upright, landscape] { button.isSensitive = hasPages }
    count.isSensitive = hasPages
    countRow.isVisible = !isForPage
    sidesRow.isVisible = hasPages && isCustom
    let line = paper.lineColor
    let known = Paper.lineColors.firstIndex(of: line)
    otherLine.content = .other(known == nil ? line : nil)
    lines[known ?? lines.count - 1].isActive = true
    let mm = Length.millimetre
    spacing.value = paper.spacing / mm
    width.value = pages.size.width / mm
    height.value = pages.size.height / mm
    (pages.size.isLandscape ? landscape : upright).isActive = true
    sheetName.text = sheets.first { $0.isActive }?.tooltip ?? ""
    // Only the sides of pages of a custom size come later.
    rowFit.grow()
  }
}
