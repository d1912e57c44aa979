import ForeignReading
import Glibc
import InkModel
import InkRendering
import InkStore

/// Why an export failed; a file at its path is unchanged.
nonisolated enum PictureExportError: Error {
  /// The name's suffix is no known format.
  case unknownFormat
  /// The file of this name is a drawing, that of the picture perhaps.
  case replacesDrawing
  /// There is no ink to show.
  case nothingDrawn
  case failed(ExportError)
  /// A document in the drawing cannot be opened.
  case document(ForeignError, BlobID)

  /// The document for which a password is wanted.
  var lockedDocument: BlobID? {
    if case .document(.refused(.encrypted), let blob) = self { blob } else { nil }
  }

  var isCancellation: Bool { if case .failed(.cancelled) = self { true } else { false } }
}

/// The options of an export.
nonisolated struct ExportChoices: Equatable {
  /// Times the drawing's own size.
  var scale = 1.0
  var paper = PaperStyle.light
  var margins = MarginExport.grow
  var pattern = true
  /// Whether paper is left out, in formats that can have that, and with it its ``pattern`` and the pages of documents:
  /// ink, text and pictures are left, in the colours that they have on ``paper``.
  var isTransparent = false
  /// Whether handwriting can be searched and copied as text, in formats that can have that: what it says is in the file,
  /// unseen.
  var text = true
  /// The pages to export; `nil` for all there is.
  var pages: PageNumbers?
}

/// A drawing as a picture, in the format of the file name's suffix.
nonisolated enum PictureExport {
  /// Off the main actor, since a large picture takes long.
  ///
  /// - Parameters:
  ///   - pages: What gives the pixels of pages and pictures.
  ///   - documents: For formats that hold pages of documents as they are.
  @concurrent @discardableResult static func write(
    _ drawing: Drawing, to path: String, title: String, _ choices: ExportChoices,
    pages: ForeignSource? = nil, documents: DocumentAccess? = nil
  ) async throws(PictureExportError) -> PictureExportResult {
    guard let exporter = DrawingExporters.exporter(forPath: path) else { throw .unknownFormat }
    var options = choices.options(title: title)
    options.pages = pages
    options.background = !choices.isTransparent || !exporter.hasTransparency
    // What is printed on the paper goes with it.
    options.pattern = choices.pattern && options.background
    try check(drawing, path)
    if exporter is PDFExporter, let documents {
      let names = await LayerNames.shown(drawing.settings)
      let result = try await PDFExport.write(
        drawing, to: path, options, hasWords: choices.text, layerNames: names, documents)
      if let result { return result }
    }
    try write(drawing, by: exporter, options, to: path)
    let hasDocuments = drawing.settings.layout.pages.indices.contains {
      drawing.settings.document(onPage: $0) != nil && choices.pages?.contains($0 + 1) ?? true
    }
    return PictureExportResult(
      hasPicturesOfPages: exporter is PDFExporter && documents != nil && hasDocuments)
  }

  /// Writes the whole drawing, or its first page, as PNG, whatever the name of the file.
  ///
  /// - Parameter size: The pixels of the longer side.
  @concurrent static func writeThumbnail(
    of drawing: Drawing, to path: String, size: Int, pages: ForeignSource? = nil
  ) async throws(PictureExportError) {
    let shown = legible(drawing, size: size, pages)
    try write(shown.drawing, by: PNGExporter(), shown.options, to: path)
  }

  /// The same, in memory.
  @concurrent static func thumbnail(
    of drawing: Drawing, size: Int, pages: ForeignSource? = nil
  ) async throws(PictureExportError) -> [UInt8] {
    try checkContent(drawing)
    let shown = legible(drawing, size: size, pages)
    do throws(ExportError) {
      return try PNGExporter().data(of: shown.drawing, options: shown.options)
    } catch {
      throw .failed(error)
    }
  }

  /// What a thumbnail is painted from: the drawing, with thin ink made as wide as shows there.
  private static func legible(
    _ drawing: Drawing, size: Int, _ pages: ForeignSource?
  ) -> (drawing: Drawing, options: ExportOptions) {
    let scale = thumbnailOptions(drawing, size: size, pages).scale
    let pixels = min(Double(size) * Self.leastInkShare, Self.leastInk)
    let wider = drawing.inked(atLeast: pixels / scale)
    // Wider ink takes more room.
    return (wider, thumbnailOptions(wider, size: size, pages))
  }

  /// The least width of ink in a thumbnail, as a share of its longer side, and in pixels; less, and thin lines are pale
  /// where the library shows it at a quarter of its size, more, and letters run together.
  private static let leastInkShare = 0.01
  private static let leastInk = 2.5

  private static func thumbnailOptions(
    _ drawing: Drawing, size: Int, _ pages: ForeignSource?
  ) -> ExportOptions {
    var options = ExportOptions(margins: .clip)
    options.pages = pages
    options.chosenPages = drawing.settings.layout == .infinite ? nil : PageNumbers(1)
    let area = drawing.settings.layout.frame(0) ?? drawing.exportedBounds.outset(by: options.margin)
    let side = max(area.width, area.height).rounded(.up) + 1
    options.scale = min(Double(size) / side, Self.greatestThumbnailScale)
    return options
  }

  /// A dot fills no thumbnail.
  private static let greatestThumbnailScale = 4.0

  private static func check(_ drawing: Drawing, _ path: String) throws(PictureExportError) {
    guard !DocumentStore.isDrawing(path) else { throw .replacesDrawing }
    try checkContent(drawing)
  }

  private static func checkContent(_ drawing: Drawing) throws(PictureExportError) {
    // Empty pages are exported for their pattern.
    guard drawing.settings.layout != .infinite || drawing.hasExportedInk else {
      throw .nothingDrawn
    }
  }

  private static func write(
    _ drawing: Drawing, by exporter: any DrawingExporter, _ options: ExportOptions, to path: String
  ) throws(PictureExportError) {
    try check(drawing, path)
    do throws(ExportError) {
      try exporter.export(drawing, options: options, to: path)
    } catch {
      throw .failed(error)
    }
  }
}

nonisolated extension ExportChoices {
  func options(title: String = "") -> ExportOptions {
    ExportOptions(
      scale: scale, paper: paper, margins: margins, pattern: pattern, chosenPages: pages,
      title: title)
  }

  /// What to say of strokes that the export does not show; `nil` where it shows them all.
  func loss(of drawing: Drawing) -> String? {
    let count = options().leftOut(of: drawing)
    guard count > 0 else { return nil }
    return trn(
      "{count} stroke lies outside of the pages and was left out.",
      "{count} strokes lie outside of the pages and were left out.", count)
  }
}
