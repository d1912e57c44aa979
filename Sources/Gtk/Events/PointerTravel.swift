import CGtk
import InkModel

/// Tells motions of pointers from repetitions of their positions.
///
/// Whenever a window has laid out its widgets anew, GTK delivers the last position of each pointer once more, so that
/// the widget that is there now gets it. Nobody has moved anything.
public struct PointerTravel {
  private struct Position: Equatable {
    var surface: OpaquePointer?
    var point: Point
  }

  private var last: [OpaquePointer?: Position] = [:]

  public init() {}

  /// Whether the device of a motion event is where it was not before; true for its first event.
  ///
  /// To be called with each motion event, and once with each.
  public mutating func hasMoved(_ event: Event) -> Bool {
    guard let point = event.position else { return false }
    let position = Position(surface: event.surface, point: point)
    defer { last[event.device] = position }
    return last[event.device] != position
  }
}
