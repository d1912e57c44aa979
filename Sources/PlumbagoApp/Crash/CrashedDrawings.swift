/// Which drawings were open when the app crashed, and so may be what crashes it.
///
/// What a window showed then is what the app was busy with: a suspect, which is offered and not
/// opened. What was open in other tabs may be the cause as well, since it is read there, but is
/// opened again after one crash. Where it was open at two, and was not closed in order between
/// them, it is a suspect, too.
///
/// Invariants:
/// 1. ``open`` are the drawings that this process, or the one before it, has or had open, and
///    ``shown`` those of them that are on the screen: in the selected tab of a window.
/// 2. A drawing comes into ``crashed`` by a crash while it is open, and leaves it by being closed
///    in order. An end that is neither, as by a loss of power, changes nothing there.
/// 3. A drawing that is given another path begins anew.
nonisolated struct CrashedDrawings: Equatable {
  private(set) var open: [String]
  private(set) var shown: [String]
  /// Those that were open at the last crash first.
  private(set) var crashed: [String]

  /// The most drawings that are remembered.
  private static let most = 100

  init(open: [String] = [], shown: [String] = [], crashed: [String] = []) {
    self.open = open
    self.shown = shown
    self.crashed = crashed
  }

  /// The drawings that are open now, and those of them that are shown; what was open before and is
  /// not among them was closed in order.
  mutating func note(open paths: [String], shown: [String]) {
    let closed = open.filter { !paths.contains($0) }
    crashed.removeAll { closed.contains($0) }
    open = paths
    self.shown = shown
  }

  /// The app starts anew, with nothing open yet.
  ///
  /// - Parameter afterCrash: Whether it crashed before.
  /// - Returns: The suspects among the drawings that were open then.
  mutating func start(afterCrash: Bool) -> [String] {
    let (left, seen, before) = (open, shown, crashed)
    (open, shown) = ([], [])
    guard afterCrash else { return [] }
    let others = before.filter { !left.contains($0) }
    crashed = Array((left + others).prefix(Self.most))
    return left.filter { seen.contains($0) || before.contains($0) }
  }
}
