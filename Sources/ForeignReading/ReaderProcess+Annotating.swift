import Glibc
import ReaderProtocol

/// A document that a reader has written.
public struct AnnotatedDocument: Sendable {
  public var bytes: [UInt8]
  /// The original bears a signature, which this one does not keep.
  public var wasSigned: Bool
}

/// Ink that was found in a document as annotations of ours.
public struct LiftedInk: Sendable {
  public struct Piece: Sendable {
    public var annotation: FoundAnnotation
    /// ``PlannedAnnotation/data``.
    public var data: [UInt8]
  }

  public var pieces: [Piece]
  /// The layers that they are on, bottom first.
  public var layers: [DocumentLayer]
  /// The document without them.
  public var document: [UInt8]
}

extension ReaderProcess {
  /// Writes annotations, and what is painted for good, into a copy of the document.
  ///
  /// - Parameters:
  ///   - plan: Its ``AnnotationPlan/companionBytes`` and ``AnnotationPlan/documents`` are not looked at.
  ///   - companion: See ``AnnotationPlan``.
  ///   - documents: Further documents that pages come from, each with its password.
  public func annotate(
    _ plan: AnnotationPlan, companion: [UInt8],
    documents: [(bytes: [UInt8], password: String)] = [], password: String
  ) throws(ForeignError) -> AnnotatedDocument {
    var plan = plan
    plan.companionBytes = companion.count
    plan.documents = documents.map {
      PlannedDocument(byteCount: $0.bytes.count, password: $0.password)
    }
    let planned = plan.bytes
    for bytes in [planned, companion] + documents.map(\.bytes) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix(ReaderLimits.givenStep)
        guard case .taken = try ask(.give(Array(part))) else { throw unexpected() }
        rest = rest.dropFirst(part.count)
      }
    }
    let reply = try ask(.annotate(password: password, planBytes: planned.count))
    guard case .written(let written) = reply, written.pageCount == plan.pages.count else {
      throw unexpected()
    }
    return AnnotatedDocument(
      bytes: try result(written.byteCount), wasSigned: written.wasSigned)
  }

  /// Takes our ink out of the document.
  ///
  /// - Parameter isTaken: Whether a piece can be shown by the app; the others stay in the document.
  /// - Returns: `nil` where there is none.
  public func liftInk(
    password: String, _ isTaken: (LiftedInk.Piece) -> Bool
  ) throws(ForeignError) -> LiftedInk? {
    guard case .found(let found, let layers) = try ask(.findInk(password: password)) else {
      throw unexpected()
    }
    let total = found.reduce(0) { $0 + $1.byteCount }
    guard total <= ReaderLimits.documentBytes else { throw unexpected() }
    guard total > 0 else { return nil }
    let bytes = try result(total)
    var pieces: [LiftedInk.Piece] = []
    var numbers: [Int] = []
    var at = 0
    for (number, annotation) in found.enumerated() {
      let piece = LiftedInk.Piece(
        annotation: annotation, data: Array(bytes[at..<at + annotation.byteCount]))
      at += annotation.byteCount
      guard isTaken(piece) else { continue }
      pieces.append(piece)
      numbers.append(number)
    }
    guard !pieces.isEmpty else { return nil }
    guard
      case .written(let written) = try ask(.removeInk(password: password, numbers))
    else { throw unexpected() }
    return LiftedInk(
      pieces: pieces, layers: layers, document: try result(written.byteCount))
  }

  /// All bytes of the last result.
  private func result(_ count: Int) throws(ForeignError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard case .part(let part) = try ask(.result(offset: bytes.count)),
        part <= count - bytes.count
      else { throw unexpected() }
      bytes += UnsafeRawBufferPointer(start: pixels, count: part)
    }
    return bytes
  }

  /// Does something with a reader of a file on a thread that waits for it.
  ///
  /// - Parameter file: Stays open.
  public static func with<Result: Sendable>(
    _ file: Int32, program: String,
    _ body: @escaping @Sendable (ReaderProcess) throws(ForeignError) -> Result
  ) async throws(ForeignError) -> Result {
    let result: Swift.Result<Result, ForeignError> = await withCheckedContinuation { done in
      startThread {
        do throws(ForeignError) {
          done.resume(
            returning: .success(try body(try ReaderProcess(program: program, file: file)))
          )
        } catch {
          done.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
