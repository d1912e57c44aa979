import Canvas
import ForeignReading
import Glibc
import InkModel
import InkRendering
import InkStore
import ReaderProtocol

/// Why ink was not written into a PDF; a file at the path is unchanged.
nonisolated enum PDFAnnotatingError: Error {
  /// No page of the drawing is one of a PDF.
  case noDocument
  case foreign(ForeignError)
  case failed(ExportError)
  case replacesDrawing
  /// The PDF is signed, and a file has the name already.
  case signed

  var needsPassword: Bool {
    if case .foreign(.refused(.encrypted)) = self { true } else { false }
  }

  var isCancellation: Bool {
    switch self {
    case .foreign(.cancelled), .failed(.cancelled): true
    default: false
    }
  }
}

/// What to say of a PDF that was written.
nonisolated struct PDFAnnotatingResult {
  /// Pages that are not the document's, whose ground is painted anew.
  var addedPages = 0
  /// Pages of the document that the drawing does not have any more.
  var removedPages = 0
  var wasSigned = false
  /// Elements of layers that do not show.
  var hidden = 0
}

/// A drawing's ink as annotations in a copy of the PDF that it was made from.
nonisolated enum PDFAnnotating {
  /// - Parameters:
  ///   - contents: What strokes were made from, as far as that is known.
  ///   - blobs: What pictures show.
  ///   - bytes: A descriptor of a file that has the document's bytes; called off the main thread.
  static func write(
    _ drawing: Drawing, to path: String, password: String,
    contents: [ContentID: StrokeContent], blobs: [BlobID: InkClip.Blob], pages: ForeignSource,
    bytes: @Sendable (BlobID) async -> Int32?
  ) async throws(PDFAnnotatingError) -> PDFAnnotatingResult {
    guard let blob = AnnotationPlanner.document(of: drawing) else { throw .noDocument }
    guard !DocumentStore.isDrawing(path) else { throw .replacesDrawing }
    guard let file = await bytes(blob) else { throw .foreign(.noBytes) }
    defer { close(file) }
    let date = date()
    let layerNames = await LayerNames.shown(drawing.settings)
    let made: Result<(AnnotatedDocument, AnnotationPlan, pageCount: Int), ExportError>
    do throws(ForeignError) {
      made = try await ReaderProcess.with(file, program: Installation.reader) {
        reader throws(ForeignError) in
        let facts = try reader.open(password: password)
        let planner = AnnotationPlanner(
          drawing: drawing, blob: blob, sizes: try reader.sizes(of: 0..<facts.pageCount),
          contents: contents, blobs: blobs, pages: pages, date: date, layerNames: layerNames)
        let planned: (plan: AnnotationPlan, companion: [UInt8])
        do throws(ExportError) {
          planned = try planner.plan()
        } catch {
          return .failure(error)
        }
        let document = try reader.annotate(
          planned.plan, companion: planned.companion, password: password)
        return .success((document, planned.plan, facts.pageCount))
      }
    } catch {
      throw .foreign(error)
    }
    let (document, plan, pageCount): (AnnotatedDocument, AnnotationPlan, Int)
    do throws(ExportError) {
      (document, plan, pageCount) = try made.get()
    } catch {
      throw .failed(error)
    }
    guard !Task.isCancelled else { throw .failed(.cancelled) }
    // A copy only: the file that is there may be the signed one.
    guard !document.wasSigned || FilePaths.size(of: path) == nil else { throw .signed }
    do throws(ExportError) {
      try ExportFile.write(document.bytes, to: path)
    } catch {
      throw .failed(error)
    }
    return result(of: plan, pageCount: pageCount, document.wasSigned, drawing)
  }

  private static func result(
    of plan: AnnotationPlan, pageCount: Int, _ wasSigned: Bool, _ drawing: Drawing
  ) -> PDFAnnotatingResult {
    var own: Set<Int> = []
    var result = PDFAnnotatingResult(wasSigned: wasSigned)
    for page in plan.pages {
      switch page.base {
      case .own(let index): own.insert(index)
      case .added, .other: result.addedPages += 1
      }
    }
    result.removedPages = pageCount - own.count
    result.hidden = drawing.count - drawing.shownElements.count
    return result
  }

  /// Now, as PDF writes a date (ISO 32000-1, 7.9.4).
  private static func date() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "D:%Y%m%d%H%M%SZ", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
