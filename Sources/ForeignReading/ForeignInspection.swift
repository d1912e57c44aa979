import Glibc
import InkModel
import ReaderProtocol

/// What an inspection of a file finds.
public struct ForeignSummary: Hashable, Sendable {
  public var facts: ForeignFacts
  /// Of all pages, in order.
  public var sizes: [ForeignSize]
  /// Whether ink of ours is in it as annotations; `false` where nobody looked.
  public var hasInk = false
}

/// An inspection of a file, by a reader that can go on with it: what it has opened need not be opened again.
///
/// 1. Made with the file, on a thread of its own; ``summary()`` waits for what is found.
/// 2. ``hand(to:as:)``, once it is known as which of a drawing's files it is read on, or ``end()``. An inspection that is neither
///    handed on nor ended ends by itself ``ForeignShelf/idleSeconds`` after its answer.
///
/// Invariants: the reader is used by that thread alone, and ends with it; an answer is given once, and stays.
public final class ForeignInspection: Sendable {
  private enum Fate {
    case open
    case handed(ForeignShelf, BlobID)
    case over
  }

  private struct State {
    var answer: Result<ForeignSummary, ForeignError>?
    var asking: [CheckedContinuation<Result<ForeignSummary, ForeignError>, Never>] = []
    var fate = Fate.open
    /// The reader has opened the file, and waits.
    var isReading = false
  }

  private let state = Monitor(State())

  /// - Parameters:
  ///   - file: Open for reading; this has a copy of the descriptor.
  ///   - program: The path of `plumbago-reader`.
  ///   - seeksInk: Whether ``ForeignSummary/hasInk`` is wanted.
  public init(into file: Int32, program: String, password: String = "", seeksInk: Bool = false) {
    let copy = fcntl(file, F_DUPFD_CLOEXEC, 0)
    startThread { [self] in
      defer { if copy >= 0 { close(copy) } }
      read(copy, program, password, seeksInk)
    }
  }

  /// What the file is.
  public func summary() async throws(ForeignError) -> ForeignSummary {
    let answer = await withCheckedContinuation { asking in
      let answer = state.change { state in
        if state.answer == nil { state.asking.append(asking) }
        return state.answer
      }
      if let answer { asking.resume(returning: answer) }
    }
    return try answer.get()
  }

  /// Has its reader read on for a shelf, if that has none for this file yet.
  ///
  /// - Parameter blob: What the bytes are called there, which must be the file's.
  public func hand(to shelf: ForeignShelf, as blob: BlobID) {
    state.change { state in
      guard case .open = state.fate, case .success(let summary) = state.answer else { return }
      let isTaken = state.isReading && shelf.expectReader(of: blob, summary)
      state.fate = isTaken ? .handed(shelf, blob) : .over
    }
  }

  public func end() {
    state.change { state in
      if case .open = state.fate { state.fate = .over }
    }
  }

  private func read(_ file: Int32, _ program: String, _ password: String, _ seeksInk: Bool) {
    var reader: ReaderProcess?
    do throws(ForeignError) {
      let own = try ReaderProcess(program: program, file: file)
      reader = own
      let facts = try own.open(password: password)
      var summary = ForeignSummary(
        facts: facts, sizes: try own.sizes(of: 0..<facts.pageCount))
      if seeksInk, facts.kind == .document {
        do throws(ForeignError) {
          summary.hasInk = try own.hasInk(password: password)
        } catch {
          // The pages can be shown all the same.
          if case .refused = error {} else { reader = nil }
        }
      }
      answer(.success(summary), isReading: reader != nil)
    } catch {
      answer(.failure(error), isReading: false)
      return
    }
    let isDecided = state.wait(within: ForeignShelf.idleSeconds * 1000) { state in
      if case .open = state.fate, state.isReading { nil as Bool? } else { true }
    }
    // It may have been handed on just when the time was over: a shelf that expects the reader gets it.
    if isDecided == nil { end() }
    guard case .handed(let shelf, let blob) = state.withLock({ $0.fate }), let reader else {
      return
    }
    shelf.work(with: reader, of: blob)
  }

  private func answer(_ answer: Result<ForeignSummary, ForeignError>, isReading: Bool) {
    let asking = state.change { state in
      state.answer = answer
      state.isReading = isReading
      defer { state.asking = [] }
      return state.asking
    }
    for each in asking { each.resume(returning: answer) }
  }
}

extension ReaderProcess {
  /// Finds out what a file is, by a reader that ends with that.
  ///
  /// - Parameter file: Stays open.
  public static func inspect(
    into file: Int32, program: String, password: String = ""
  ) async throws(ForeignError) -> ForeignSummary {
    let inspection = ForeignInspection(into: file, program: program, password: password)
    defer { inspection.end() }
    return try await inspection.summary()
  }

  /// Whether ink of ours is in the document.
  fileprivate func hasInk(password: String) throws(ForeignError) -> Bool {
    guard case .found(let found, _) = try ask(.findInk(password: password)) else {
      throw unexpected()
    }
    return !found.isEmpty
  }
}
