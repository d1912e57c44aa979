import Gtk
import InkModel
import InkRendering

/// Asks for the format of an export and what the picture shows; where it is saved is asked after that.
///
/// Only what the drawing and the format have is asked; what the format cannot hold is said. It begins with what the last
/// export that was written had, as long as the app runs. Laid out in `data/ui/export.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ExportDialog {
  /// Told the format and the options, once the dialog is closed, and what has the next dialog begin with them: to be
  /// called once the file is written.
  var onChoose: (ExportFormat, ExportChoices, @escaping @MainActor () -> Void) -> Void = {
    _, _, _ in
  }

  private let dialog: Dialog
  private let rowFit: DialogFit
  private let format: DropDown
  private let resolution: DropDown
  private let pages: DropDown
  private let numbers: Entry
  /// Below the field for them: what they are to be.
  private let numbersError: Label
  private let margins: DropDown
  private let pattern: Switch
  private let dark: Switch
  private let transparent: Switch
  private let text: Switch
  private let resolutionRow: Box
  private let numbersRow: Box
  private let patternRow: Box
  private let transparentRow: Box
  private let textRow: Box
  /// The rows about what a picture shows, of those that the drawing has.
  private let pictureRows: [Box]
  private let warning: Label
  private let drawing: Drawing
  private let hasPages: Bool
  private var isClosed = false
  /// What stands for numbers of pages is none.
  private var isRefused = false {
    didSet {
      numbers.setClass("error", isRefused)
      numbersError.isVisible = isRefused
      rowFit.grow()
    }
  }
  /// The page in view, counted from 1, where only that may be exported.
  private let page: Int?

  /// Pixels a canvas point, for a picture in pixels; the one of present screens is in the middle.
  private static let scales = [1.0, 2, 4]
  private static let margins: [MarginExport] = [.grow, .clip]

  /// What the last export had that was written, of what may be the same for another drawing.
  private struct LastExport {
    /// Extensions of the formats, of drawings with pages and without: a document is another thing than a picture.
    var formats: [Bool: String] = [:]
    var resolution = 0
    var margins = 0
    var pattern = true
    var dark = false
    var transparent = false
    var text = true
  }
  private static var last = LastExport()

  /// - Parameter page: The page in view, counted from 1.
  init?(parent: some GObjectPointer, _ drawing: Drawing, page: Int?) {
    guard let layout = Layout("export") else { return nil }
    self.drawing = drawing
    let settings = drawing.settings
    warning = layout.child("warning")
    dialog = layout.child("dialog")
    rowFit = DialogFit(dialog, layout.child("scroller"), rows: layout.child("rows"))
    format = layout.child("format")
    resolution = layout.child("resolution")
    pages = layout.child("pages")
    numbers = layout.child("numbers")
    numbersError = layout.child("numbers_error")
    numbersRow = layout.child("numbers_row")
    margins = layout.child("margins")
    pattern = layout.child("pattern")
    dark = layout.child("dark")
    transparent = layout.child("transparent")
    text = layout.child("text")
    resolutionRow = layout.child("resolution_row")
    patternRow = layout.child("pattern_row")
    transparentRow = layout.child("transparent_row")
    textRow = layout.child("text_row")
    self.page = settings.layout.pageCount > 1 ? page : nil

    let hasPages = settings.layout != .infinite
    self.hasPages = hasPages
    let last = Self.last
    let first =
      last.formats[hasPages]
      ?? (hasPages ? PDFExporter().fileExtension : PNGExporter().fileExtension)
    format.setTexts(ExportFormat.all.map(\.title))
    format.selected = ExportFormat.all.firstIndex { $0.fileExtension == first }
    resolution.setTexts(
      // Translators: times the size of the drawing, as in “2 ×”.
      Self.scales.map { tr("{number} ×").filled("number", String(Int($0))) })
    resolution.selected = last.resolution
    margins.setTexts([tr("Pages grow"), tr("Is cut off")])
    if hasPages { margins.selected = last.margins }
    pattern.isActive = last.pattern
    dark.isActive = last.dark && !settings.keepsColors
    transparent.isActive = last.transparent
    text.isActive = last.text
    if let page = self.page {
      pages.setTexts([
        tr("All"), tr("Page {number}, the one in view").filled("number", String(page)),
        tr("Chosen pages"),
      ])
    }
    numbers.text = self.page.map(String.init) ?? ""
    numbers.setExtraMenu(TextMenu.steps)
    let rows: [(row: Box, isAsked: Bool)] = [
      (layout.child("pages_row"), self.page != nil), (layout.child("margins_row"), hasPages),
      (patternRow, settings.hasPattern),
      (layout.child("dark_row"), !settings.keepsColors),
    ]
    for (row, isAsked) in rows { row.isVisible = isAsked }
    pictureRows = rows.filter(\.isAsked).map(\.row)
    rowFit.begin(over: Widget(parent))
    adapt()
    format.selectionChanged.connect { [weak self] in self?.adapt() }
    pages.selectionChanged.connect { [weak self] in
      guard let self else { return }
      self.adapt()
      if self.takesNumbers { self.numbers.grabFocus() }
    }
    transparent.toggled.connect { [weak self] in self?.followTransparency() }
    numbers.changed.connect { [weak self] in
      if self?.isRefused == true { self?.isRefused = false }
    }
    dialog.setTransient(for: Window(parent))
    dialog.onResponse { [weak self] in self?.respond($0) }
  }

  func present() {
    // Enter exports as it is.
    dialog.widget(for: .accept)?.grabFocus()
    dialog.present()
  }

  private var chosen: ExportFormat { ExportFormat.all[format.selected ?? 0] }

  /// Asks what the format has, and says what it does not have.
  private func adapt() {
    let chosen = chosen
    resolutionRow.isVisible = chosen.hasResolution
    transparentRow.isVisible = chosen.hasTransparency
    textRow.isVisible = chosen.hasText && SearchReading.isInstalled
    for row in pictureRows { row.isVisible = chosen.isPicture }
    numbersRow.isVisible = chosen.isPicture && takesNumbers
    followTransparency()
    warning.isVisible = false
    rowFit.grow()
    Task { [weak self, drawing] in
      let losses = await chosen.losses(of: drawing, isAlone: FileChooser.usesPortal)
      guard let self, !self.isClosed, self.chosen.fileExtension == chosen.fileExtension,
        let sentence = ErrorPresentation.warning(losses)
      else { return }
      self.warning.text = sentence
      self.warning.isVisible = true
      self.rowFit.grow()
    }
  }

  private var isTransparent: Bool { chosen.hasTransparency && transparent.isActive }

  /// Without the paper there is nothing for its lines to be on.
  private func followTransparency() { patternRow.isSensitive = !isTransparent }

  private var takesNumbers: Bool { page != nil && pages.selected == 2 }

  /// The numbers that were typed, if the drawing has such pages.
  private var typedNumbers: PageNumbers? {
    let all = 1...max(drawing.settings.layout.pageCount, 1)
    return PageNumbers(text: numbers.text).flatMap {
      all.contains($0.bounds.lowerBound) && all.contains($0.bounds.upperBound) ? $0 : nil
    }
  }

  private func respond(_ response: Response) {
    if response == .accept, numbersRow.isVisible, typedNumbers == nil {
      let count = drawing.settings.layout.pageCount
      numbersError.text = tr("The pages are numbers from 1 to {count}, as “1” or “1–{count}”.")
        .filled("count", String(count))
      isRefused = true
      numbers.grabFocus()
      return
    }
    let (chosen, choices, remember) = (chosen, choices, remembering())
    isClosed = true
    dialog.destroy()
    if response == .accept { onChoose(chosen, choices, remember) }
  }

  /// What keeps the present answers for the next export; what this drawing was not asked stays as it was.
  ///
  /// The dialog is closed by then.
  private func remembering() -> @MainActor () -> Void {
    let (hasPages, keepsColors) = (hasPages, drawing.settings.keepsColors)
    let answers = LastExport(
      formats: [hasPages: chosen.fileExtension], resolution: resolution.selected ?? 0,
      margins: margins.selected ?? 0, pattern: pattern.isActive, dark: dark.isActive,
      transparent: transparent.isActive, text: text.isActive)
    return {
      let before = Self.last
      Self.last = answers
      Self.last.formats = before.formats.merging(answers.formats) { $1 }
      if !hasPages { Self.last.margins = before.margins }
      if keepsColors { Self.last.dark = before.dark }
    }
  }

  private var choices: ExportChoices {
    var choices = ExportChoices()
    if chosen.hasResolution { choices.scale = Self.scales[resolution.selected ?? 0] }
    choices.margins = Self.margins[margins.selected ?? 0]
    choices.pattern = pattern.isActive
    choices.text = text.isActive
    choices.paper = dark.isActive ? .dark : .light
    choices.isTransparent = isTransparent
    if pages.selected == 1 { choices.pages = page.map { PageNumbers($0) } }
    if takesNumbers { choices.pages = typedNumbers }
    return choices
  }
}

extension DrawingExporter {
  /// The format's name.
  nonisolated var title: String {
    switch fileExtension {
    case "png": tr("PNG picture")
    case "svg": tr("SVG drawing")
    case "pdf": tr("PDF document")
    default: fileExtension.uppercased()
    }
  }

  /// Whether a file of the format may let what is behind it show through.
  nonisolated var hasTransparency: Bool { self is PNGExporter || self is SVGExporter }

  /// Its files, in a dialog.
  var filter: FileChooser.Filter { .init(title, patterns: ["*." + fileExtension]) }
}
