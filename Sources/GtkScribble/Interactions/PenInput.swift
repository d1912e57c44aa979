import CGtk
import Gtk
import InkModel

/// Whether a pen is near the program's windows, or was lately.
///
/// Invariant: ``changes`` are told exactly when ``isNear`` has changed.
@MainActor enum PenInput {
  /// Seconds for which a pen that has left is still expected back.
  ///
  /// If it is shorter, what a program shows for the pen comes and goes each time that the pen is raised; if it is longer, it
  /// stays though a keyboard has taken over.
  static let memory = 10.0

  private(set) static var isNear = false {
    didSet { if isNear != oldValue { changes.tell() } }
  }
  static let changes = Listeners()
  /// Counts the departures, so that a timer ends only its own.
  private static var turn = 0
  private static var isLeaving = false

  /// A tablet's tool told something.
  static func saw(_ event: Event, of tool: OpaquePointer) {
    if event.type == .proximityOut { return left() }
    let kind = StylusTool(tool).kind
    guard [.pen, .pencil, .brush, .airbrush, .eraser].contains(kind) else { return }
    isLeaving = false
    isNear = true
  }

  /// The pen has left, or its window has.
  static func left() {
    guard isNear else { return }
    isLeaving = true
    turn += 1
    let turn = turn
    MainLoop.after(memory) {
      guard isLeaving, self.turn == turn else { return }
      isLeaving = false
      isNear = false
    }
  }
}
