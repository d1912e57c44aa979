import CGtk
import Gtk
import InkModel
import InkRendering

/// A drawing on its way to a printer: what the dialog asks beside the printer's own, and the sheets.
final class PrintedDrawing {
  /// How large a sheet is on paper.
  enum Size: Int, CaseIterable {
    /// As large as the paper allows, never cut off.
    case fit
    /// A canvas point is a point.
    case actual
  }

  private let drawing: Drawing
  private let source: ForeignSource?
  private let operation: PrintOperation
  private var sheets: DrawingSheets?
  /// What went wrong while sheets were painted.
  private var failure: ExportError?
  private var size = Size.fit
  private var pattern = true

  /// - Parameters:
  ///   - source: The pixels of documents and pictures.
  ///   - then: Told how it ended, with a sentence where it failed.
  init(
    _ drawing: Drawing, title: String, _ source: ForeignSource?, then: @escaping (String?) -> Void
  ) {
    self.drawing = drawing
    self.source = source
    // A name with a slash would be a folder.
    operation = PrintOperation(
      title: title, fileName: title.split(separator: "/").joined(separator: "-"))
    operation.options = (
      tr("Drawing"), { [weak self] in self?.options() ?? Widget(Box(.vertical)) }
    )
    operation.pageCount = { [weak self] in self?.begin() ?? 1 }
    operation.isLandscape = { [weak self] in self?.isLandscape($0) ?? false }
    operation.paint = { [weak self] page, then in self?.paint(page, then) ?? then() }
    operation.onDone = { [weak self] outcome in
      switch outcome {
      case .sent, .cancelled:
        then(self?.failure.map { ErrorPresentation.sentence(.failed($0), path: title) })
      case .failed(let reason):
        then(tr("Nothing was printed. {reason}").filled("reason", reason))
      }
      self?.keep = nil
    }
  }

  /// Alive until the job is sent.
  private var keep: PrintedDrawing?

  func run(over window: some WindowProtocol) {
    keep = self
    operation.run(over: window)
  }

  /// The drawing's page of the dialog.
  private func options() -> Widget {
    let sizes = DropDown([tr("Fit to the Paper"), tr("Actual Size")])
    sizes.selected = size.rawValue
    sizes.selectionChanged.connect { [weak self] in
      self?.size = Size(rawValue: sizes.selected ?? 0) ?? .fit
    }
    let label = Label(mnemonic: tr("_Size"), of: sizes)
    label.horizontalAlign = .start
    label.expandsHorizontally = true
    let column = Box(.vertical, Box(.horizontal, spacing: 12, label, sizes))
    column.spacing = 12
    column.setMargins(18)
    if drawing.settings.hasPattern {
      let lines = CheckButton(mnemonic: tr("_Lines of the Paper"))
      lines.isActive = pattern
      lines.toggled.connect { [weak self] in self?.pattern = lines.isActive }
      column.append(lines)
    }
    return Widget(column)
  }

  private func begin() -> Int {
    var options = ExportOptions(pattern: pattern)
    // Paper has its own colour.
    options.background = drawing.settings.layout.pages.contains { $0.background.blob != nil }
    options.pages = source
    do {
      let sheets = try DrawingSheets(drawing, options: options)
      self.sheets = sheets
      return sheets.count
    } catch {
      failure = error
      operation.cancel()
      return 1
    }
  }

  private func isLandscape(_ number: Int) -> Bool {
    guard let sheets, number < sheets.count else { return false }
    let size = sheets.size(number)
    return size.dx > size.dy
  }

  /// Off the main actor, since a sheet may wait for pages of documents.
  private func paint(_ page: PrintOperation.Page, _ then: @escaping () -> Void) {
    guard let sheets, failure == nil, page.number < sheets.count else { return then() }
    Task {
      do throws(ExportError) {
        let recorded = try await Self.record(page.number, of: sheets)
        place(recorded, sheets.size(page.number), on: page)
      } catch {
        failure = error
        operation.cancel()
      }
      then()
    }
  }

  @concurrent private nonisolated static func record(
    _ number: Int, of sheets: DrawingSheets
  ) async throws(ExportError) -> RecordedSheet {
    try sheets.recorded(number)
  }

  private func place(_ sheet: RecordedSheet, _ own: Vector, on page: PrintOperation.Page) {
    let fit = min(page.width / max(own.dx, 1), page.height / max(own.dy, 1))
    let k = size == .fit ? fit : 1
    let cr = page.context
    // Raw: cairo has no wrapper above `InkRendering`, and the context is the printer's.
    cairo_save(cr)
    cairo_translate(cr, (page.width - own.dx * k) / 2, (page.height - own.dy * k) / 2)
    cairo_scale(cr, k, k)
    sheet.paint(on: cr)
    cairo_restore(cr)
  }
}

extension DrawingSettings {
  /// Whether lines or dots are on the paper of any page.
  fileprivate var hasPattern: Bool {
    if layout.pageCount == 0 { return paper.pattern != .plain }
    return layout.pages.contains { paper(of: $0).pattern != .plain }
  }
}
