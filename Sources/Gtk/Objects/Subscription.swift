import CGtk

/// A connected handler, until ``cancel()`` or until this object is released.
///
/// The subscription and its source may be released in either order.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Subscription {
  private var end: (() -> Void)?

  /// - Parameter end: Takes the handler away; called once.
  public init(_ end: @escaping () -> Void) { self.end = end }

  /// Disconnects the handler.
  public func cancel() {
    end?()
    end = nil
  }

  /// Keeps it as long as `bag`.
  public func store(in bag: inout [Subscription]) { bag.append(self) }

  isolated deinit { end?() }
}
