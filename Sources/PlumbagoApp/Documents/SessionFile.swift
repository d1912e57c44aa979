import Canvas
import Gtk
import InkModel
import InkStore

/// Remembers which drawings were open, for the next start, and the view of each.
///
/// A key file in the state folder. Losing it loses no ink.
struct SessionFile {
  private static var path: String { Installation.state + "/session" }

  /// Drawings whose views are remembered at most, those seen last.
  private static let viewLimit = 100

  /// A drawing that was open in a window, or in a tab of one.
  nonisolated struct OpenDrawing: Equatable {
    var path: String
    /// Those with one number were tabs of one window.
    var window: Int
    /// Whether its window showed it, and not another tab.
    var isSelected = true
  }

  /// In the order they were opened, tabs of a window in theirs; a drawing that is shown in several windows is there for
  /// each.
  static var drawings: [OpenDrawing] {
    let file = KeyFile(path: path)
    let paths = file.strings("drawings", in: "windows")
    let windows = Self.inOrder(file.strings("numbers", in: "windows").compactMap { Int($0) })
    let hidden = Set(file.strings("hidden", in: "windows").compactMap { Int($0) })
    return paths.enumerated().map { index, path in
      // Before there were tabs each had a window of its own.
      let isNumbered = windows.count == paths.count
      return OpenDrawing(
        path: path, window: isNumbered ? windows[index] : index,
        isSelected: !isNumbered || !hidden.contains(index))
    }
  }

  /// Numbers from 0 on in place of those of windows.
  private static func inOrder(_ numbers: [Int]) -> [Int] {
    var known: [Int: Int] = [:]
    return numbers.map { number in
      let new = known[number] ?? known.count
      known[number] = new
      return new
    }
  }

  /// Notes the drawings of windows.
  ///
  /// - Parameters:
  ///   - drawings: What the next start opens or offers; where there are none, that stays as it is.
  ///   - open: As ``open``.
  static func note(_ drawings: [OpenDrawing], open: [String]) {
    let file = KeyFile(path: path)
    guard !drawings.isEmpty || open != openDrawings(in: file) else { return }
    if !drawings.isEmpty { put(drawings, in: file) }
    put(open: open, in: file)
    save(file)
  }

  /// Has the next start open none of these drawings by itself.
  ///
  /// - Parameter paths: Canonical ones.
  static func leaveOut(_ paths: [String]) {
    let before = drawings
    let rest = before.filter { !paths.contains(FilePaths.canonical($0.path)) }
    guard rest.count < before.count else { return }
    change { put(rest, in: $0) }
  }

  private static func put(_ drawings: [OpenDrawing], in file: KeyFile) {
    file.set(drawings.map(\.path), "drawings", in: "windows")
    file.set(drawings.map { String($0.window) }, "numbers", in: "windows")
    let hidden = drawings.indices.filter { !drawings[$0].isSelected }
    file.set(hidden.map { String($0) }, "hidden", in: "windows")
  }

  /// What this process, or the one before it, has open, in any tab, or is about to open again.
  static var open: [String] {
    get { openDrawings(in: KeyFile(path: path)) }
    set { note([], open: newValue) }
  }

  private static func openDrawings(in file: KeyFile) -> [String] {
    file.strings("open", in: "crashes")
  }

  private static func put(open paths: [String], in file: KeyFile) {
    // A build before this one noted more.
    file.removeGroup("crashes")
    file.set(paths, "open", in: "crashes")
  }

  /// The folder in which a file was chosen last; `nil` where none ever was.
  static var folder: String? {
    get { KeyFile(path: path).string("folder", in: "files") }
    set { if let newValue { change { $0.set(newValue, "folder", in: "files") } } }
  }

  // MARK: Views

  private static let numbers = ["x", "y", "scale", "rotation"]

  private struct Entry {
    var drawing: String
    /// Which window of the drawing, from 0 on.
    var window: Int
    var view: Viewport.State
  }

  /// What the view of a drawing showed last.
  ///
  /// - Parameter window: Which one of those that show the drawing, from 0 on.
  static func view(of drawing: String, window: Int = 0) -> Viewport.State? {
    views(in: KeyFile(path: path)).first { $0.drawing == drawing && $0.window == window }?.view
  }

  static func remember(_ view: Viewport.State, of drawing: String, window: Int) {
    change { file in
      let others = views(in: file).filter { $0.drawing != drawing || $0.window != window }
      put(
        [Entry(drawing: drawing, window: window, view: view)] + others.prefix(viewLimit - 1),
        in: file)
    }
  }

  /// Has the views follow a drawing, or those in a folder, that was given another path.
  static func follow(_ moved: MovedPath) {
    let file = KeyFile(path: path)
    var entries = views(in: file)
    let arrived = Set(entries.compactMap { moved[$0.drawing] })
    guard !arrived.isEmpty else { return }
    // What had the path before is gone.
    entries.removeAll { moved[$0.drawing] == nil && arrived.contains($0.drawing) }
    for (i, entry) in entries.enumerated() {
      if let drawing = moved[entry.drawing] { entries[i].drawing = drawing }
    }
    put(entries, in: file)
    save(file)
  }

  private static func put(_ entries: [Entry], in file: KeyFile) {
    for number in 0...viewLimit { file.removeGroup(group(number)) }
    for (number, entry) in entries.enumerated() {
      let v = entry.view
      file.set(entry.drawing, "drawing", in: group(number))
      if entry.window > 0 { file.set(Double(entry.window), "window", in: group(number)) }
      for (key, value) in zip(numbers, [v.corner.x, v.corner.y, v.scale, v.rotation]) {
        file.set(value, key, in: group(number))
      }
      if v.columns != .one { file.set(v.columns.rawValue, "pages", in: group(number)) }
    }
  }

  private static func group(_ number: Int) -> String { "view-\(number)" }

  private static func views(in file: KeyFile) -> [Entry] {
    var found: [Entry] = []
    while found.count <= viewLimit, file.hasGroup(group(found.count)) {
      let name = group(found.count)
      let values = numbers.map { file.double($0, in: name) }
      found.append(
        Entry(
          drawing: file.string("drawing", in: name) ?? "",
          window: Int(exactly: file.double("window", in: name)) ?? 0,
          view: Viewport.State(
            corner: Point(values[0], values[1]), scale: values[2], rotation: values[3],
            columns: PageColumns(rawValue: file.string("pages", in: name) ?? "") ?? .one)))
    }
    // An edited file may have any values; the viewport bounds them.
    return found.filter { $0.view.corner.isFinite && $0.view.scale > 0 }
  }

  private static func change(_ body: (KeyFile) -> Void) {
    let file = KeyFile(path: path)
    body(file)
    save(file)
  }

  private static func save(_ file: KeyFile) {
    // If the state folder cannot be written, the next start opens an empty drawing; nothing else is lost.
    file.save(to: path)
  }
}
