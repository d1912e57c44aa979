import InkModel

/// A window in the hand of the person, who moves it by a button, a finger or a tip.
final class WindowMove {
  private weak var toplevel: Toplevel?
  /// From the window's top left to where it is held.
  private let grip: Vector

  init(_ toplevel: Toplevel, at p: Point) {
    self.toplevel = toplevel
    grip = p - Point(Double(toplevel.origin.x), Double(toplevel.origin.y))
  }

  /// The window has gone.
  var isOver: Bool { toplevel?.surface == nil }

  func follow(to p: Point) {
    guard let toplevel else { return }
    let origin = p - grip
    toplevel.origin = (Int(origin.x.rounded(.down)), Int(origin.y.rounded(.down)))
    toplevel.server.sceneChanged()
  }
}
