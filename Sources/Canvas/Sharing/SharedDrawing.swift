import InkModel

/// What the sessions of one drawing share: the numbers of its elements, and that each follows the others.
final class SharedDrawing {
  private struct Member {
    weak var session: CanvasSession?
  }

  private var members: [Member] = []
  var nextElement: Int64
  var nextContent: Int64
  /// A session ends what it does, for another one.
  private var isYielding = false

  init(nextElement: Int64, nextContent: Int64) {
    self.nextElement = nextElement
    self.nextContent = nextContent
  }

  func add(_ session: CanvasSession) {
    members.removeAll { $0.session == nil }
    members.append(Member(session: session))
  }

  /// Called often, and mostly there are none.
  func forOthers(than session: CanvasSession, _ body: (CanvasSession) -> Void) {
    guard members.count > 1 else { return }
    for member in members {
      if let other = member.session, other !== session { body(other) }
    }
  }

  /// Has every other session end what it does.
  func takeTurn(_ session: CanvasSession) {
    guard members.count > 1, !isYielding else { return }
    isYielding = true
    defer { isYielding = false }
    forOthers(than: session) {
      if $0.isUnsettled { $0.onYield() }
      $0.dropRequests()
    }
  }
}
