import Testing

/// Gives a test the machine for itself among all tests that have this trait, whatever suite and
/// target they are in.
///
///     @Suite(.oneScreenAtATime) struct DrawingTests { … }
///
/// Programs on screens measure time and draw at 60 frames a second: side by side they would slow
/// each other down. A test that waits for its turn keeps no thread.
public struct OneScreenAtATime: TestTrait, SuiteTrait, TestScoping {
  /// A suite hands it on to every test in it.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    // A suite's own scope holds its tests, each of which takes a turn.
    guard testCase != nil else { return try await body() }
    await Turnstile.shared.enter()
    do {
      try await body()
    } catch {
      await Turnstile.shared.leave()
      throw error
    }
    await Turnstile.shared.leave()
  }
}

extension Trait where Self == OneScreenAtATime {
  /// See ``OneScreenAtATime``.
  public static var oneScreenAtATime: Self { Self() }
}

/// Lets one through at a time, in the order of arrival.
private actor Turnstile {
  static let shared = Turnstile()
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      // The turn goes over to the next one.
      waiting.removeFirst().resume()
    }
  }
}
