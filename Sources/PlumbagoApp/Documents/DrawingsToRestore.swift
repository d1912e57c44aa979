import InkModel
import InkStore

/// What a start opens by itself, and what it offers instead.
struct DrawingsToRestore {
  /// In the windows and tabs in which they were; what was in none has a window of its own.
  let opened: [SessionFile.OpenDrawing]
  /// In the order in which they were open.
  let offered: [String]

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
    let unknown = leftovers.filter { left in !known.contains { $0.path == left } }
    let all = known + unknown.enumerated().map { .init(path: $1, window: firstFree + $0) }
    opened = all.filter { !suspects.contains(FilePaths.canonical($0.path)) }
    // Without its file as well, where the working copy has all of it.
    let order = last.map { FilePaths.canonical($0.path) }
    func position(_ path: String) -> Int { order.firstIndex(of: path) ?? order.count }
    offered = suspects.filter { exists($0) || leftovers.contains($0) }
      .sorted { position($0) < position($1) }
  }
}
