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

    /// Paints a sheet in the middle of what can be printed, whose corner is the origin; all in points.
    func place(
      _ sheet: RecordedSheet, _ own: Vector, on cr: OpaquePointer, width: Double, height: Double
    ) {
      let fit = min(width / max(own.dx, 1), height / max(own.dy, 1))
      let k = self == .fit ? fit : 1
      // Raw: cairo has no wrapper above `InkRendering`, and the context is the printer's.
      cairo_save(cr)
      cairo_translate(cr, (width - own.dx * k) / 2, (height - own.dy * k) / 2)
      cairo_scale(cr, k, k)
      sheet.paint(on: cr)
      cairo_restore(cr)
    }
  }

  private let drawing: Drawing
  private let source: ForeignSource?
  private let operation: PrintOperation
  private var sheets: DrawingSheets?
  /// What went wrong while sheets were painted.
  private var failure: ExportError?
  private var size = Size.fit
  private var pattern = true
  private var margins = MarginExport.grow

  /// - Parameters:
  ///   - source: The pixels of documents and pictures.
  ///   - page: The page that is shown, counted from 0.
  ///   - written: Told of the file where it was printed into one.
  ///   - then: Told how it ended, with a sentence where it failed.
  init(
    _ drawing: Drawing, title: String, page: Int?, _ source: ForeignSource?,
    written: @escaping (String) -> Void,
    then: @escaping (String?) -> Void
  ) {
    self.drawing = drawing
    self.source = source
    // A name with a slash would be a folder.
    operation = PrintOperation(
      title: title, fileName: title.split(separator: "/").joined(separator: "-"),
      currentPage: page)
    operation.options = (
      tr("Drawing"), { [weak self] in self?.options() ?? Widget(Box(.vertical)) }
    )
    operation.pageCount = { [weak self] in self?.begin() ?? 1 }
    operation.isLandscape = { [weak self] in self?.isLandscape($0) ?? false }
    operation.paint = { [weak self] page, then in self?.paint(page, then) ?? then() }
    operation.preview = { [weak self] in self?.show($0) }
    operation.onWritten = written
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

  /// Alive until the job is sent, and written where it is a file.
  private var keep: PrintedDrawing?

  func run(over window: some WindowProtocol) {
    keep = self
    parent = Window(window)
    guard PrintOperation.usesPortal, let dialog = PrintOptionsDialog(parent: window, options())
    else { return operation.run(over: window) }
    asking = dialog
    dialog.onDone = { [weak self] goesOn in
      guard let self else { return }
      self.asking = nil
      if goesOn { self.operation.run(over: window) } else { self.keep = nil }
    }
    dialog.present()
  }

  private var asking: PrintOptionsDialog?

  private var parent: Window?

  private func show(_ preview: PrintOperation.Preview) {
    guard let sheets, failure == nil, !preview.layout.sheets.isEmpty else { return preview.end() }
    PrintPreviewWindow(preview, sheets, size).show(over: parent)
  }

  /// The drawing's page of the dialog, or all of a dialog before it.
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
    if drawing.settings.layout != .infinite {
      let outside = CheckButton(mnemonic: tr("_Ink outside of the pages"))
      outside.isActive = margins == .grow
      outside.toggled.connect { [weak self] in
        self?.margins = outside.isActive ? .grow : .clip
      }
      column.append(outside)
    }
    if drawing.settings.hasPattern {
      let lines = CheckButton(mnemonic: tr("_Lines of the Paper"))
      lines.isActive = pattern
      lines.toggled.connect { [weak self] in self?.pattern = lines.isActive }
      column.append(lines)
    }
    return Widget(column)
  }

  private func begin() -> Int {
    var options = ExportOptions(margins: margins, pattern: pattern)
    options.isPrinted = true
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

  @concurrent nonisolated static func record(
    _ number: Int, of sheets: DrawingSheets
  ) async throws(ExportError) -> RecordedSheet {
    try sheets.recorded(number)
  }

  private func place(_ sheet: RecordedSheet, _ own: Vector, on page: PrintOperation.Page) {
    size.place(sheet, own, on: page.context, width: page.width, height: page.height)
  }
}
