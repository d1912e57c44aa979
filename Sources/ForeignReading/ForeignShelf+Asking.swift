import InkModel
import InkRendering
import ReaderProtocol

/// What a page of a document says and where it leads.
public struct ForeignPageContent: Hashable, Sendable {
  public var size: ForeignSize
  public var text: ForeignText
  public var links: [ForeignLink]
}

/// What is asked of a file beside pixels: it waits until the pixels that are wanted are there.
extension ForeignShelf {
  struct Question: Sendable {
    /// Asks the reader and passes its answer on; returns what ended the reader, or the question.
    var ask: @Sendable (ReaderProcess) -> ForeignError?
    /// There will be no answer.
    var refuse: @Sendable (ForeignError) -> Void
  }

  /// The document's outline; of a picture, none.
  public func outline(of blob: BlobID) async throws(ForeignError) -> [OutlineEntry] {
    try await ask(of: blob) { reader throws(ForeignError) in try reader.outline() }
  }

  /// What a page says, and its links.
  public func content(of page: ForeignPage) async throws(ForeignError) -> ForeignPageContent {
    try await ask(of: page.blob) { reader throws(ForeignError) in
      let sizes = try reader.sizes(of: page.index..<page.index + 1)
      return ForeignPageContent(
        size: sizes[0], text: try reader.text(of: page.index),
        links: try reader.links(on: page.index))
    }
  }

  /// The lines that a picture of shapes is painted with, in that order, as far as they are in a part of it.
  ///
  /// - Parameter part: In the picture's own units.
  public func lines(
    of blob: BlobID, in part: Rect
  ) async throws(ForeignError) -> [ForeignLine] {
    try await ask(of: blob) { reader throws(ForeignError) in try reader.lines(in: part) }
  }

  private func ask<Answer: Sendable>(
    of blob: BlobID,
    _ body: @escaping @Sendable (ReaderProcess) throws(ForeignError) -> Answer
  ) async throws(ForeignError) -> Answer {
    let result: Result<Answer, ForeignError> = await withCheckedContinuation { done in
      add(
        Question(
          ask: { reader in
            do throws(ForeignError) {
              done.resume(returning: .success(try body(reader)))
              return nil
            } catch {
              done.resume(returning: .failure(error))
              return error
            }
          }, refuse: { done.resume(returning: .failure($0)) }), of: blob)
    }
    return try result.get()
  }
}
