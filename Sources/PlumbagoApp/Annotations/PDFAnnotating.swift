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
  /// The PDF is signed, and it was not agreed that a copy is, or a file has the name already.
  case signed
  /// Another program has written to the file that was to be replaced.
  case changed

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
  /// Pages that are not the document's.
  var addedPages = 0
  /// Of those, pages of other documents that are pictures, since they could not be kept as they are.
  var picturedPages = 0
  /// Pages of the document that the drawing does not have any more.
  var removedPages = 0
  var wasSigned = false
  /// Elements of layers that do not show.
  var hidden = 0
  /// Elements that lie outside of their page for the most part: other programs show the page alone.
  var besidePages = 0
  /// What the file has now.
  var bytes: BlobID
}

/// A drawing's ink as annotations in a copy of the PDF that it was made from.
nonisolated enum PDFAnnotating {
  /// - Parameters:
  ///   - breaksSignature: Whether a copy of a signed document, whose signature does not hold, is wanted.
  ///   - old: What the file there must have to be replaced; `nil` for anything.
  ///   - note: Told what the file is about to get.
  ///   - contents: What strokes were made from, as far as that is known.
  ///   - blobs: What pictures show.
  ///   - documents: Called off the main thread.
  static func write(
    _ drawing: Drawing, to path: String, password: String, breaksSignature: Bool,
    replacing old: BlobID? = nil,
    noting note: @MainActor @Sendable (BlobID) async -> Void = { _ in },
    contents: [ContentID: StrokeContent], blobs: [BlobID: InkClip.Blob], pages: ForeignSource,
    documents: DocumentAccess
  ) async throws(PDFAnnotatingError) -> PDFAnnotatingResult {
    guard let blob = AnnotationPlanner.document(of: drawing) else { throw .noDocument }
    guard !DocumentStore.isDrawing(path) else { throw .replacesDrawing }
    guard let file = await documents.file(blob) else { throw .foreign(.noBytes) }
    defer { close(file) }
    let date = date()
    let layerNames = await LayerNames.shown(drawing.settings)
    let others = await others(than: blob, in: drawing, documents)
    let made: Result<(AnnotatedDocument, AnnotationPlan, pageCount: Int), ExportError>
    do throws(ForeignError) {
      made = try await ReaderProcess.with(file, program: Installation.reader) {
        reader throws(ForeignError) in
        let facts = try reader.open(password: password)
        let planner = AnnotationPlanner(
          drawing: drawing, blob: blob, sizes: try reader.sizes(of: 0..<facts.pageCount),
          contents: contents, blobs: blobs, pages: pages, date: date, layerNames: layerNames,
          others: others.map { ($0.blob, $0.sizes) })
        let planned: (plan: AnnotationPlan, companion: [UInt8])
        do throws(ExportError) {
          planned = try planner.plan()
        } catch {
          return .failure(error)
        }
        let document = try reader.annotate(
          planned.plan, companion: planned.companion,
          documents: others.map { ($0.bytes, $0.password) }, password: password)
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
    guard !document.wasSigned || (breaksSignature && FilePaths.size(of: path) == nil) else {
      throw .signed
    }
    let bytes = try await put(document.bytes, at: path, replacing: old, noting: note)
    return result(of: plan, pageCount: pageCount, document, drawing, bytes)
  }

  /// Gives a file other bytes, once it is noted which.
  ///
  /// A kill can come before anybody notes that the file has them, and they must not be taken for another program's then.
  ///
  /// - Parameters:
  ///   - old: What the file there must have to be replaced; `nil` for anything.
  ///   - note: Told what the file is about to get; returns once that is on the disk.
  /// - Returns: What the file has now.
  static func put(
    _ bytes: [UInt8], at path: String, replacing old: BlobID? = nil,
    noting note: @MainActor @Sendable (BlobID) async -> Void
  ) async throws(PDFAnnotatingError) -> BlobID {
    let new = BlobID(of: bytes)
    await note(new)
    // As late as that can be asked.
    if let old, await ClosingPDF.bytes(at: path) != old { throw .changed }
    do throws(ExportError) {
      try ExportFile.write(bytes, to: path)
    } catch {
      throw .failed(error)
    }
    return new
  }

  /// The other documents that pages of a drawing come from; pages of one that cannot be read become pictures.
  private static func others(
    than blob: BlobID, in drawing: Drawing, _ documents: DocumentAccess
  ) async -> [OtherDocument] {
    var blobs: [BlobID] = []
    for page in drawing.settings.layout.pages.indices {
      guard let other = drawing.settings.document(onPage: page)?.blob, other != blob,
        !blobs.contains(other)
      else { continue }
      blobs.append(other)
    }
    var found: [OtherDocument] = []
    var room = OtherDocument.room
    for blob in blobs {
      if let other = try? await OtherDocument.read(blob, documents, room: &room) {
        found.append(other)
      }
    }
    return found
  }

  private static func result(
    of plan: AnnotationPlan, pageCount: Int, _ document: AnnotatedDocument, _ drawing: Drawing,
    _ bytes: BlobID
  ) -> PDFAnnotatingResult {
    var own: Set<Int> = []
    var result = PDFAnnotatingResult(wasSigned: document.wasSigned, bytes: bytes)
    for (i, page) in plan.pages.enumerated() {
      switch page.base {
      case .own(let index): own.insert(index)
      case .other: result.addedPages += 1
      case .added:
        result.addedPages += 1
        if drawing.settings.document(onPage: i) != nil { result.picturedPages += 1 }
      }
    }
    result.removedPages = pageCount - own.count
    let shown = drawing.shownElements
    result.hidden = drawing.count - shown.count
    result.besidePages = besidePages(shown, of: drawing)
    return result
  }

  /// How many elements have more than half of their bounds outside of the page that they are written on.
  private static func besidePages(_ elements: [Element], of drawing: Drawing) -> Int {
    let layout = drawing.settings.layout
    return elements.count { element in
      guard let page = layout.index(of: drawing.page(of: element)), let frame = layout.frame(page)
      else { return false }
      let (all, inside) = (element.bounds, element.bounds.intersection(frame))
      return inside.width * inside.height * 2 < all.width * all.height
    }
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
