import ForeignReading
import Glibc
import InkModel
import InkRendering
import ReaderProtocol

/// What to say of an export that was written.
nonisolated struct PictureExportResult: Equatable {
  /// A document in the drawing bears a signature, which the file does not keep.
  var wasSigned = false
  /// Pages of documents are pictures, since they cannot be written as they are.
  var hasPicturesOfPages = false
}

/// A drawing as a flat PDF whose pages of documents keep their text, outlines and links.
///
/// A reader writes it: into the document that has most pages of it.
nonisolated enum PDFExport {
  /// - Parameters:
  ///   - hasWords: See ``ExportChoices/text``.
  ///   - layerNames: See ``PDFPlanner``.
  /// - Returns: `nil` where nothing of this is needed, or no reader can do it: ``PDFExporter`` then does what it can.
  static func write(
    _ drawing: Drawing, to path: String, _ options: ExportOptions, hasWords: Bool,
    layerNames: [Int32: String], _ documents: DocumentAccess
  ) async throws(PictureExportError) -> PictureExportResult? {
    let sheets: DrawingSheets
    do throws(ExportError) {
      sheets = try DrawingSheets(drawing, options: options)
    } catch {
      throw .failed(error)
    }
    let words = hasWords ? PDFWords.read(drawing, on: sheets) : [:]
    guard !Task.isCancelled else { throw .failed(.cancelled) }
    let blobs = PDFPlanner.documents(of: drawing, on: sheets)
    guard !blobs.isEmpty || !words.isEmpty || !layerNames.isEmpty else { return nil }
    var planner = PDFPlanner(
      drawing: drawing, sheets: sheets, options: options, sources: [], layerNames: layerNames,
      words: words)
    let others = try await others(blobs.dropFirst(), documents)
    planner.sources = others.map { PDFPlanner.Source(blob: $0.blob, sizes: $0.sizes) }
    guard let file = try await base(blobs.first, planner, documents) else { return nil }
    defer { close(file) }
    let first = blobs.first
    let password = first.map { documents.password($0) } ?? ""
    let made: Result<AnnotatedDocument, ExportError>
    do throws(ForeignError) {
      made = try await ReaderProcess.with(file, program: Installation.reader) {
        [planner] reader throws(ForeignError) in
        var planner = planner
        let facts = try reader.open(password: password)
        if let first {
          planner.sources.insert(
            PDFPlanner.Source(blob: first, sizes: try reader.sizes(of: 0..<facts.pageCount)), at: 0)
        }
        let planned: (plan: AnnotationPlan, companion: [UInt8])
        do throws(ExportError) {
          planned = try planner.plan()
        } catch {
          return .failure(error)
        }
        return .success(
          try reader.annotate(
            planned.plan, companion: planned.companion,
            documents: others.map { ($0.bytes, $0.password) }, password: password))
      }
    } catch {
      if case .cancelled = error { throw .failed(.cancelled) }
      guard case .refused(.encrypted) = error, let first else { return nil }
      throw .document(error, first)
    }
    do throws(ExportError) {
      let document = try made.get()
      guard !Task.isCancelled else { throw .cancelled }
      try ExportFile.write(document.bytes, to: path)
      return PictureExportResult(wasSigned: document.wasSigned)
    } catch {
      throw .failed(error)
    }
  }

  /// What is written into.
  private static func base(
    _ blob: BlobID?, _ planner: PDFPlanner, _ documents: DocumentAccess
  ) async throws(PictureExportError) -> Int32? {
    if let blob { return await documents.file(blob) }
    guard let file = StoredBytes.unnamedFile() else { return nil }
    do throws(ExportError) {
      guard StoredBytes.write(try planner.ground()[...], to: file) else {
        close(file)
        return nil
      }
    } catch {
      close(file)
      throw .failed(error)
    }
    return file
  }

  /// Documents beside the first; what cannot be read is left out, and its pages are pictures.
  private static func others(
    _ blobs: ArraySlice<BlobID>, _ documents: DocumentAccess
  ) async throws(PictureExportError) -> [OtherDocument] {
    var found: [OtherDocument] = []
    var room = OtherDocument.room
    for blob in blobs {
      do throws(ForeignError) {
        guard let other = try await OtherDocument.read(blob, documents, room: &room) else {
          continue
        }
        found.append(other)
      } catch {
        if case .refused(.encrypted) = error { throw .document(error, blob) }
      }
    }
    return found
  }
}
