import Canvas
import InkModel
import InkRendering
import InkStore

/// Ink as annotations in the PDF that the drawing was made from, when that is asked for and as it is closed.
extension OpenDocument {
  /// Writes what a drawing shows into a copy of the PDF.
  func writeIntoPDF(
    _ drawing: Drawing, to path: String, password: String, breaksSignature: Bool = false
  ) async throws(PDFAnnotatingError) -> PDFAnnotatingResult {
    let (keeper, shelf) = (keeper, foreign.shelf)
    let elements = drawing.shownElements
    let contents = await keeper.contents(Set(elements.compactMap(\.kind.content)))
    let blobs = await keeper.blobs(of: elements)
    return try await PDFAnnotating.write(
      drawing, to: path, password: password, breaksSignature: breaksSignature,
      contents: contents, blobs: blobs, pages: ForeignSource(shelf),
      documents: DocumentAccess(
        password: { shelf.password(of: $0) },
        file: { await StoredBytes.copy($0, from: await keeper.store) }))
  }

  // MARK: As it is closed

  /// Chooses a PDF that was just written as the one that the ink is saved into as the drawing is closed; `nil` for none.
  ///
  /// - Parameter count: ``changeCount`` of the drawing that was written.
  func setClosingPDF(_ path: String?, writtenAt count: Int) async {
    guard let path, let bytes = await ClosingPDF.bytes(at: path) else { return note(nil) }
    note(
      ClosingPDF(path: FilePaths.canonical(path), bytes: bytes, isBehind: changeCount != count))
  }

  /// Takes what the drawing's file says, and tells where nothing was written the last time.
  func takeClosingPDF(_ text: String?) {
    closingPDF = text.flatMap { ClosingPDF(text: $0) }
    if let pdf = closingPDF, let refusal = pdf.refusal {
      tell(ErrorPresentation.sentence(refusal, onClosing: pdf.path))
    }
  }

  /// Notes that the PDF lacks what commands change.
  func noteChanges(by commands: [StoreCommand]) {
    let isChange = commands.contains { command in
      switch command {
      case .commit, .moveHead: true
      case .setMetadata, .begin: false
      }
    }
    guard isChange else { return }
    changeCount += 1
    guard var pdf = closingPDF, !pdf.isBehind else { return }
    pdf.isBehind = true
    note(pdf)
  }

  private func note(_ pdf: ClosingPDF?) {
    guard pdf != closingPDF else { return }
    closingPDF = pdf
    keeper.keep([.setMetadata(.closingDocument, pdf?.text)])
  }

  /// Whether there is ink that a PDF is to have once the drawing is closed.
  var isPDFToBeWritten: Bool {
    closingPDF?.isBehind == true && restriction == nil && keeper.store != nil
  }

  /// Saves the ink into the PDF that was chosen for that; notes where it is left as it is, and why.
  func saveIntoClosingPDF() async {
    guard var pdf = closingPDF else { return }
    pdf.refusal = await refusal(saving: session.presentDrawing, into: pdf)
    if pdf.refusal == nil, let bytes = await ClosingPDF.bytes(at: pdf.path) {
      (pdf.bytes, pdf.isBehind) = (bytes, false)
    }
    note(pdf)
    _ = await flush()
  }

  private func refusal(saving drawing: Drawing, into pdf: ClosingPDF) async -> ClosingPDF.Refusal? {
    guard let bytes = await ClosingPDF.bytes(at: pdf.path) else { return .gone }
    guard bytes == pdf.bytes else { return .changed }
    let password = AnnotationPlanner.document(of: drawing).map { foreign.password(of: $0) } ?? ""
    do throws(PDFAnnotatingError) {
      _ = try await writeIntoPDF(drawing, to: pdf.path, password: password)
      return nil
    } catch {
      if case .signed = error { return .signed }
      return .failed
    }
  }
}
