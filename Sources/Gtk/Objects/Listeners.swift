/// Handlers of a change, each until its subscription ends.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Listeners {
  private var bodies: [(id: Int, body: () -> Void)] = []
  private var lastID = 0

  public init() {}

  public var count: Int { bodies.count }

  /// Adds a handler, which is called after the earlier ones.
  public func subscribe(_ body: @escaping () -> Void) -> Subscription {
    lastID += 1
    let id = lastID
    bodies.append((id, body))
    return Subscription { [weak self] in self?.bodies.removeAll { $0.id == id } }
  }

  /// Calls all handlers.
  public func tell() { for listener in bodies { listener.body() } }
}
