import Canvas
import InkModel
import InkRendering
import InkStore

/// Ink as annotations in the PDF that the drawing was made from, when that is asked for and as it is closed.
extension OpenDocument {
  /// Writes what a drawing shows into a copy of the PDF.
  ///
  /// - Parameter old: What the file there must have to be replaced; `nil` for anything.
  func writeIntoPDF(
    _ drawing: Drawing, to path: String, password: String, breaksSignature: Bool = false,
    replacing old: BlobID? = nil
  ) async throws(PDFAnnotatingError) -> PDFAnnotatingResult {
    let (keeper, shelf) = (keeper, foreign.shelf)
    let elements = drawing.shownElements
    let contents = await keeper.contents(Set(elements.compactMap(\.kind.content)))
    let blobs = await keeper.blobs(of: elements)
    return try await PDFAnnotating.write(
      drawing, to: path, password: password, breaksSignature: breaksSignature,
      replacing: old, noting: { await self.noteWriting($0, to: path) },
      contents: contents, blobs: blobs, pages: ForeignSource(shelf),
      documents: DocumentAccess(
        password: { shelf.password(of: $0) },
        file: { await StoredBytes.copy($0, from: await keeper.store) }))
  }

  // MARK: As it is closed

  /// Takes whether the ink is saved into a PDF, which was just written, as the drawing is closed.
  ///
  /// - Parameters:
  ///   - isWanted: `nil` leaves it as it is.
  ///   - result: What was written.
  ///   - count: ``changeCount`` of the drawing that was written.
  /// - Returns: What became of that; `nil` where it was not wanted.
  func choose(
    _ path: String, onClosing isWanted: Bool?, _ result: PDFAnnotatingResult, writtenAt count: Int
  ) async -> ClosingPDF.Choice? {
    noteWritten(path, result.bytes)
    guard let isWanted else {
      tookClosingPDF(path, bytes: result.bytes)
      return nil
    }
    guard isWanted, !result.wasSigned else {
      await dropClosingPDF()
      return isWanted ? .signed : nil
    }
    let path = FilePaths.canonical(path)
    let isKept = await keepsChoice(of: path)
    note(
      isKept ? ClosingPDF(path: path, bytes: result.bytes, isBehind: changeCount != count) : nil)
    return isKept ? .kept : .failed
  }

  /// Notes what the PDF has now that the drawing was made of: opened again, it is this drawing, as any copy is another one.
  private func noteWritten(_ path: String, _ bytes: BlobID) {
    let path = FilePaths.canonical(path)
    writtenPDF = path
    guard restriction == nil, path == source else { return }
    let pdf = ClosingPDF(path: path, bytes: bytes)
    keeper.keep([.setMetadata(.writtenDocument, pdf.text)])
  }

  /// Takes back that the ink is saved into a PDF as the drawing is closed.
  func dropClosingPDF() async {
    note(nil)
    // Where either cannot be written the other one suffices.
    _ = await keepsChoice(of: nil)
  }

  private func keepsChoice(of path: String?) async -> Bool {
    guard let identity = try? await keeper.store?.metadata()[.identity] else { return false }
    return ClosingChoices.set(path, for: identity)
  }

  /// Keeps the choice where the drawing has moved into another file.
  func keepClosingPDF() async {
    guard let pdf = closingPDF else { return }
    closingPDF = nil
    if await keepsChoice(of: pdf.path) { note(pdf) }
  }

  /// Takes what was written into the PDF otherwise than as the drawing is closed: a state of the past, perhaps.
  private func tookClosingPDF(_ path: String, bytes: BlobID) {
    guard var pdf = closingPDF, pdf.path == FilePaths.canonical(path) else { return }
    (pdf.bytes, pdf.pending) = (bytes, nil)
    (pdf.isBehind, pdf.refusal) = (true, nil)
    note(pdf)
  }

  /// Notes what the PDF is about to get, and returns once that is on the disk: a kill right after the PDF has it leaves
  /// bytes that are known.
  func noteWriting(_ new: BlobID, to path: String) async {
    let path = FilePaths.canonical(path)
    guard let last = closingPDF, last.path == path else { return }
    var found: BlobID?
    // Two sums can be noted, and that of what it has now must stay one of them.
    if last.pending != nil { found = await ClosingPDF.bytes(at: path) }
    guard var pdf = closingPDF, pdf.path == path else { return }
    if let found { pdf.take(found) }
    pdf.pending = new
    note(pdf)
    _ = await flush()
  }

  private static var toldRefusals = ToldRefusals()

  /// Takes what the drawing's file says, and tells where nothing was written the last time.
  func takeClosingPDF(_ facts: DocumentMetadata) {
    guard let pdf = facts[.closingDocument].flatMap({ ClosingPDF(text: $0) }),
      let identity = facts[.identity], ClosingChoices.path(for: identity) == pdf.path
    else { return }
    closingPDF = pdf
    if let refusal = Self.toldRefusals.next(pdf, of: identity) {
      tell(ErrorPresentation.sentence(refusal, onClosing: pdf.path), about: .closingPDF)
    }
  }

  /// Takes into which PDF the ink was saved before: the one that it goes into as the drawing is closed, else the one that
  /// the drawing was made of.
  func takeWrittenPDF(_ facts: DocumentMetadata) {
    writtenPDF =
      closingPDF?.path ?? facts[.writtenDocument].flatMap { ClosingPDF(text: $0) }?.path
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
    // A file that takes no change keeps what it says.
    if restriction == nil { keeper.keep([.setMetadata(.closingDocument, pdf?.text)]) }
  }

  /// Whether there is ink that a PDF is to have once the drawing is closed: none that the drawing's own file lacks, and
  /// after a refusal none before something has changed.
  var isPDFToBeWritten: Bool {
    guard let pdf = closingPDF, pdf.isBehind, restriction == nil, keeper.store != nil,
      keeper.isSaved
    else { return false }
    return pdf.refusal == nil || changeCount > 0
  }

  /// Saves the ink into the PDF that was chosen for that; notes where it is left as it is, and why.
  func saveIntoClosingPDF() async {
    guard var pdf = closingPDF else { return }
    switch await written(session.presentDrawing.inOneColumn, into: &pdf) {
    case .success(let bytes): (pdf.bytes, pdf.isBehind, pdf.refusal) = (bytes, false, nil)
    case .failure(let error): pdf.refusal = error
    }
    note(pdf)
    _ = await flush()
  }

  private func written(
    _ drawing: Drawing, into pdf: inout ClosingPDF
  ) async -> Result<BlobID, ClosingPDF.Refusal> {
    guard let found = await ClosingPDF.bytes(at: pdf.path) else { return .failure(.gone) }
    guard pdf.take(found) else { return .failure(.changed) }
    let password = AnnotationPlanner.document(of: drawing).map { foreign.password(of: $0) } ?? ""
    do throws(PDFAnnotatingError) {
      let result = try await writeIntoPDF(
        drawing, to: pdf.path, password: password, replacing: pdf.bytes)
      return .success(result.bytes)
    } catch {
      switch error {
      case .signed: return .failure(.signed)
      case .changed: return .failure(.changed)
      default: return .failure(.failed)
      }
    }
  }
}
