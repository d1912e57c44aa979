import Gtk
import InkModel
import InkRendering

/// Asks for the format of an export and what the picture shows; where it is saved is asked after that.
///
/// Only what the drawing and the format have is asked. Laid out in `data/ui/export.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ExportDialog {
  /// Told the format and the options, once the dialog is closed.
  var onChoose: (any DrawingExporter, ExportChoices) -> Void = { _, _ in }

  private let dialog: Dialog
  private let format: DropDown
  private let resolution: DropDown
  private let pages: DropDown
  private let margins: DropDown
  private let pattern: Switch
  private let dark: Switch
  private let resolutionRow: Box
  /// The page in view, counted from 1, where only that may be exported.
  private let page: Int?

  /// Pixels a canvas point, for a picture in pixels; the one of present screens is in the middle.
  private static let scales = [1.0, 2, 4]
  private static let margins: [MarginExport] = [.grow, .clip]

  /// - Parameter page: The page in view, counted from 1.
  init?(parent: some GObjectPointer, _ settings: DrawingSettings, page: Int?) {
    guard let layout = Layout("export") else { return nil }
    dialog = layout.child("dialog")
    format = layout.child("format")
    resolution = layout.child("resolution")
    pages = layout.child("pages")
    margins = layout.child("margins")
    pattern = layout.child("pattern")
    dark = layout.child("dark")
    resolutionRow = layout.child("resolution_row")
    self.page = settings.layout.pageCount > 1 ? page : nil

    let hasPages = settings.layout != .infinite
    let first = hasPages ? PDFExporter().fileExtension : PNGExporter().fileExtension
    format.setTexts(DrawingExporters.all.map(\.title))
    format.selected = DrawingExporters.all.firstIndex { $0.fileExtension == first }
    resolution.setTexts(
      // Translators: times the size of the drawing, as in “2 ×”.
      Self.scales.map { tr("{number} ×").filled("number", String(Int($0))) })
    margins.setTexts([tr("Pages grow"), tr("Is cut off")])
    pattern.isActive = true
    if let page = self.page {
      pages.setTexts([
        tr("All"), tr("Page {number}, the one in view").filled("number", String(page)),
      ])
    }
    let pagesRow: Box = layout.child("pages_row")
    pagesRow.isVisible = self.page != nil
    let marginsRow: Box = layout.child("margins_row")
    marginsRow.isVisible = hasPages
    let patternRow: Box = layout.child("pattern_row")
    patternRow.isVisible = settings.hasPattern
    let darkRow: Box = layout.child("dark_row")
    darkRow.isVisible = !settings.keepsColors
    adapt()
    format.selectionChanged.connect { [weak self] in self?.adapt() }
    dialog.setTransient(for: Window(parent))
    dialog.onResponse { [weak self] in self?.respond($0) }
  }

  func present() {
    // Enter exports as it is.
    dialog.widget(for: .accept)?.grabFocus()
    dialog.present()
  }

  private var exporter: any DrawingExporter {
    DrawingExporters.all[format.selected ?? 0]
  }

  /// Vectors have no resolution.
  private func adapt() { resolutionRow.isVisible = exporter is PNGExporter }

  private func respond(_ response: Response) {
    let (exporter, choices) = (exporter, choices)
    dialog.destroy()
    if response == .accept { onChoose(exporter, choices) }
  }

  private var choices: ExportChoices {
    var choices = ExportChoices()
    if exporter is PNGExporter { choices.scale = Self.scales[resolution.selected ?? 0] }
    choices.margins = Self.margins[margins.selected ?? 0]
    choices.pattern = pattern.isActive
    choices.paper = dark.isActive ? .dark : .light
    if pages.selected == 1 { choices.page = page }
    return choices
  }
}

extension DrawingExporter {
  /// The format's name.
  var title: String {
    switch fileExtension {
    case "png": tr("PNG picture")
    case "svg": tr("SVG drawing")
    case "pdf": tr("PDF document")
    default: fileExtension.uppercased()
    }
  }

  /// Its files, in a dialog.
  var filter: FileChooser.Filter { .init(title, patterns: ["*." + fileExtension]) }
}
