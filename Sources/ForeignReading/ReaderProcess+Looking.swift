import Glibc
import ReaderProtocol

/// What a look into a file finds.
public struct ForeignSummary: Hashable, Sendable {
  public var facts: ForeignFacts
  /// Of all pages, in order.
  public var sizes: [ForeignSize]

  public init(facts: ForeignFacts, sizes: [ForeignSize]) {
    self.facts = facts
    self.sizes = sizes
  }
}

extension ReaderProcess {
  /// Finds out what a file is, by a reader that ends with that.
  ///
  /// - Parameter file: Stays open.
  public static func look(
    into file: Int32, program: String, password: String = ""
  ) async throws(ForeignError) -> ForeignSummary {
    let result: Result<ForeignSummary, ForeignError> = await withCheckedContinuation { done in
      startThread {
        do throws(ForeignError) {
          let reader = try ReaderProcess(program: program, file: file)
          let facts = try reader.open(password: password)
          let sizes = try reader.sizes(of: 0..<facts.pageCount)
          done.resume(returning: .success(ForeignSummary(facts: facts, sizes: sizes)))
        } catch {
          done.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
