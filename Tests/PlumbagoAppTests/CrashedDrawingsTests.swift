import Foundation
import Testing

@testable import PlumbagoApp

/// Which drawings a start after a crash offers and does not open.
@MainActor
@Suite("Drawings that were open at a crash") struct CrashedDrawingsTests {
  /// What a process had open, one after the other, and how it ended.
  private struct Run {
    var open: [[String]]
    /// Of what was open last.
    var shown: [String] = []
    var crashes = true
  }

  /// The suspects that the start after each process finds.
  private func suspects(_ runs: [Run]) -> [[String]] {
    var drawings = CrashedDrawings()
    return runs.map { run in
      for open in run.open { drawings.note(open: open, shown: []) }
      if let last = run.open.last { drawings.note(open: last, shown: run.shown) }
      return drawings.start(afterCrash: run.crashes)
    }
  }

  @Test func `what a window showed at a crash is a suspect at once, and only then`() {
    let found = suspects([
      Run(open: [["a"], ["a", "b", "c"]], shown: ["a", "c"]),
      Run(open: [["d", "e"]], shown: ["d"], crashes: false),
      // Nothing of the one before is left.
      Run(open: []), Run(open: [["d", "e"]], shown: ["e"]),
    ])
    #expect(found == [["a", "c"], [], [], ["e"]])
  }

  @Test func `what was shown, and is in another tab or closed at the crash, is none`() {
    var drawings = CrashedDrawings()
    drawings.note(open: ["a", "b", "c"], shown: ["a"])
    drawings.note(open: ["a", "b", "c"], shown: ["c"])
    drawings.note(open: ["a", "b"], shown: ["b"])
    let found = drawings.start(afterCrash: true)
    #expect(found == ["b"])
  }

  @Test func `what waits in another tab is a suspect once it was open at two crashes in a row`() {
    let found = suspects([
      Run(open: [["a", "b"]]), Run(open: [["a", "c"]]),
      // Opened anyway, it is one again.
      Run(open: [["a"]]),
    ])
    #expect(found == [[], ["a"], ["a"]])
  }

  @Test func `a drawing that was closed in order between two crashes is none`() {
    let found = suspects([
      Run(open: [["a", "b"]]), Run(open: [["a", "b"], ["b"], ["b", "a"]]),
    ])
    #expect(found == [[], ["b"]])
  }

  @Test func `an end that is no crash, and a crash with nothing open, change nothing`() {
    let found = suspects([
      Run(open: [["a"]]), Run(open: []), Run(open: [["a"]], crashes: false), Run(open: [["a"]]),
    ])
    #expect(found == [[], [], [], ["a"]])
  }

  /// What the next start offers of a drawing whose opening began, and came to its end or not.
  private func left(hasEnded: Bool) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "plumbago-marks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.path(percentEncoded: false)
    // Of no file: the path is taken as it is.
    let path = "/none/a.plumbago"
    OpeningMarks.begin(path, in: state)
    if hasEnded { OpeningMarks.end(path, in: state) }
    let taken = OpeningMarks.takeLeft(in: state)
    // Each is returned once.
    #expect(OpeningMarks.takeLeft(in: state) == [])
    return taken
  }

  @Test func `a drawing that was not on the screen yet is offered, whatever ended the app`()
    throws
  {
    let offered = try left(hasEnded: false)
    #expect(offered == ["/none/a.plumbago"])
    let afterwards = try left(hasEnded: true)
    #expect(afterwards == [])
  }

  // MARK: What a start makes of them

  nonisolated private static func path(_ name: String) -> String { "/none/\(name).plumbago" }

  /// What a start opens and offers where `a`, `b` and `c` were open, each in a window of its own, of
  /// which `c` has no file any more.
  private func start(
    leftovers: [String] = [], suspects: [String] = []
  ) -> (opened: [String], windows: Int, offered: [String]) {
    let last = ["a", "b", "c"].enumerated().map {
      SessionFile.OpenDrawing(path: Self.path($1), window: $0)
    }
    let found = DrawingsToRestore(
      last, leftovers: leftovers.map(Self.path), suspects: suspects.map(Self.path)
    ) { ["a", "b", "d"].map(Self.path).contains($0) }
    let windows = Set(found.opened.map(\.window))
    return (found.opened.map(\.path), windows.count, found.offered)
  }

  @Test func `a suspect is offered and not opened, and keeps its working copy until then`() {
    let plain = start()
    #expect(plain.opened == ["a", "b"].map(Self.path))
    #expect(plain.offered == [])
    // Without its own file, too: all of it is in the working copy.
    let found = start(leftovers: ["c", "a"], suspects: ["c", "b", "a"])
    #expect(found.opened == [])
    #expect(found.offered == ["a", "b", "c"].map(Self.path))
    let gone = start(suspects: ["c"])
    #expect(gone.offered == [])
  }

  @Test func `a working copy that no window showed is opened in a window of its own`() {
    let found = start(leftovers: ["d", "c"], suspects: ["a"])
    #expect(found.opened == ["b", "c", "d"].map(Self.path))
    #expect(found.windows == 3)
    #expect(found.offered == [Self.path("a")])
  }
}
