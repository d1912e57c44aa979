import CGtk

/// A handler that is told of something, until ``cancel()`` or until this object is let go.
///
/// Whichever goes first, the subscription or what it listens to, the other needs to know nothing of it.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
@MainActor
public final class Subscription {
  private var end: (() -> Void)?

  /// - Parameter end: Takes the handler away; called once.
  public init(_ end: @escaping () -> Void) { self.end = end }

  /// Nothing is told any more.
  public func cancel() {
    end?()
    end = nil
  }

  /// Keeps it as long as `bag`.
  public func store(in bag: inout [Subscription]) { bag.append(self) }

  isolated deinit { end?() }
}
