/// Which drawings were open when the app crashed, and so may be what crashes it.
///
/// One crash may have any cause, and what was open is opened again. A drawing that was open at two
/// crashes, and was not closed in order between them, is a suspect: it is offered and not opened.
///
/// Invariants:
/// 1. ``open`` are the drawings that this process, or the one before it, has or had open.
/// 2. A drawing comes into ``crashed`` by a crash while it is open, and leaves it by being closed
///    in order. An end that is neither, as by a loss of power, changes nothing there.
/// 3. A drawing that is given another path begins anew.
nonisolated struct CrashedDrawings: Equatable {
  private(set) var open: [String]
  /// Those that were open at the last crash first.
  private(set) var crashed: [String]

  /// The most drawings that are remembered.
  private static let most = 100

  init(open: [String] = [], crashed: [String] = []) {
    self.open = open
    self.crashed = crashed
  }

  /// The drawings that are open now; what was open before and is not among them was closed in
  /// order.
  mutating func note(open paths: [String]) {
    let closed = open.filter { !paths.contains($0) }
    crashed.removeAll { closed.contains($0) }
    open = paths
  }

  /// The app starts anew, with nothing open yet.
  ///
  /// - Parameter afterCrash: Whether it crashed before.
  /// - Returns: The suspects among the drawings that were open then.
  mutating func start(afterCrash: Bool) -> [String] {
    let (left, before) = (open, crashed)
    open = []
    guard afterCrash else { return [] }
    let others = before.filter { !left.contains($0) }
    crashed = Array((left + others).prefix(Self.most))
    return left.filter { before.contains($0) }
  }
}
