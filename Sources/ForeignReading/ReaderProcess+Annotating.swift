import Glibc
import ReaderProtocol
import Synchronization

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
  /// Where the task is cancelled, the reader ends, and ``ForeignError/cancelled`` is thrown.
  ///
  /// - Parameter file: Stays open.
  public static func with<Result: Sendable>(
    _ file: Int32, program: String,
    _ body: @escaping @Sendable (ReaderProcess) throws(ForeignError) -> Result
  ) async throws(ForeignError) -> Result {
    let running = Running()
    let result: Swift.Result<Result, ForeignError> = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        startThread {
          done.resume(returning: running.run(file, program, body))
        }
      }
    } onCancel: {
      running.cancel()
    }
    return try result.get()
  }
}

/// A reader that can be ended from another thread than the one that waits for it.
private final class Running: Sendable {
  private struct State {
    var pid: pid_t?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func run<Result>(
    _ file: Int32, _ program: String, _ body: (ReaderProcess) throws(ForeignError) -> Result
  ) -> Swift.Result<Result, ForeignError> {
    do throws(ForeignError) {
      let reader = try ReaderProcess(program: program, file: file)
      guard begin(reader.pid) else { throw .cancelled }
      // Before its number can be another process's.
      defer { withExtendedLifetime(reader) { state.withLock { $0.pid = nil } } }
      return .success(try body(reader))
    } catch {
      return .failure(state.withLock { $0.isCancelled } ? .cancelled : error)
    }
  }

  private func begin(_ pid: pid_t) -> Bool {
    state.withLock { state in
      state.pid = pid
      return !state.isCancelled
    }
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let pid = state.pid { kill(pid, SIGKILL) }
    }
  }
}
