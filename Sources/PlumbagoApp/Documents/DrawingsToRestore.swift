import InkModel
import InkStore

/// What a start opens by itself, and what it offers instead.
struct DrawingsToRestore {
  /// In the windows and tabs in which they were; what was in none has a window of its own.
  let opened: [SessionFile.OpenDrawing]
  /// Likewise; of each window one is shown at least.
  let offered: [SessionFile.OpenDrawing]
  /// Suspects that are gone, and that no later start would open by itself.
  ///
  /// What was open last may only be away, as on a drive that is not there now.
  let forgotten: [String]

  /// - Parameters:
  ///   - last: What was open last.
  ///   - leftovers: Drawings of which the working copy holds what they lack themselves: opening one
  ///     brings that back.
  ///   - suspects: Drawings that may end the app again.
  ///   - exists: Whether there is a file at a path.
  init(
    _ last: [SessionFile.OpenDrawing], leftovers: [String], suspects: [String],
    exists: (String) -> Bool
  ) {
    let known = last.compactMap { drawing -> SessionFile.OpenDrawing? in
      var drawing = drawing
      let path = FilePaths.canonical(drawing.path)
      if leftovers.contains(path) {
        drawing.path = path
      } else if !exists(drawing.path) {
        return nil
      }
      return drawing
    }
    let firstFree = (last.map(\.window).max() ?? 0) + 1
    let others = suspects.filter { exists($0) && !leftovers.contains($0) }
    let places = Set(known.map { FilePaths.canonical($0.path) })
    let unknown = (leftovers + others).filter { !places.contains($0) }
    let all = known + unknown.enumerated().map { .init(path: $1, window: firstFree + $0) }
    opened = all.filter { !suspects.contains(FilePaths.canonical($0.path)) }
    offered = Self.showingOne(
      ofEachWindow: all.filter { suspects.contains(FilePaths.canonical($0.path)) })
    let open = Set(last.map { FilePaths.canonical($0.path) })
    forgotten = suspects.filter {
      !exists($0) && !leftovers.contains($0) && !open.contains($0)
    }
  }

  /// The last ones of windows that showed none of these are shown: who opens them wants to see them.
  private static func showingOne(
    ofEachWindow drawings: [SessionFile.OpenDrawing]
  ) -> [SessionFile.OpenDrawing] {
    var drawings = drawings
    for window in Set(drawings.map(\.window)) {
      let tabs = drawings.indices.filter { drawings[$0].window == window }
      guard let last = tabs.last, !tabs.contains(where: { drawings[$0].isSelected }) else {
        continue
      }
      drawings[last].isSelected = true
    }
    return drawings
  }
}
