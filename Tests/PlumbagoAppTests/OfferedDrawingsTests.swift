import Foundation
import Testing

@testable import PlumbagoApp

/// What a start offers and does not open, as the app may have ended because of it.
@MainActor
@Suite("Drawings that are offered and not opened") struct OfferedDrawingsTests {
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
    let first = OpeningMarks.left(in: state)
    // The start after that one does not open what was offered and not answered for.
    let next = OpeningMarks.left(in: state)
    #expect(next == first)
    OpeningMarks.end(path, in: state)
    let answered = OpeningMarks.left(in: state)
    #expect(answered == [])
    return first
  }

  @Test func `a drawing that was not on the screen yet is offered until it is answered for`()
    throws
  {
    let offered = try left(hasEnded: false)
    #expect(offered == ["/none/a.plumbago"])
    let afterwards = try left(hasEnded: true)
    #expect(afterwards == [])
  }

  @Test func `a mark says whether its drawing was offered, until that is opened anew`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "plumbago-marks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.path(percentEncoded: false)
    let path = "/none/a.plumbago"
    func expectNext(_ expected: [String], wasOffered: Bool) {
      let left = OpeningMarks.left(in: state)
      #expect(left == expected)
      let was = OpeningMarks.wasOffered(path, in: state)
      #expect(was == wasOffered)
    }
    OpeningMarks.begin(path, in: state)
    expectNext([path], wasOffered: false)
    OpeningMarks.noteOffered(path, in: state)
    expectNext([path], wasOffered: true)
    // As one that was made while the path was another one.
    let opening = folder.appending(path: "opening")
    let marks = try FileManager.default.contentsOfDirectory(
      at: opening, includingPropertiesForKeys: nil)
    let mark = try #require(marks.first)
    try FileManager.default.moveItem(at: mark, to: opening.appending(path: "other-offered"))
    expectNext([path], wasOffered: true)
    // The app ended while it opened the drawing: that is to be told.
    OpeningMarks.begin(path, in: state)
    expectNext([path], wasOffered: false)
    // An answer ends it.
    OpeningMarks.noteOffered(path, in: state)
    OpeningMarks.end(path, in: state)
    expectNext([], wasOffered: false)
  }

  @Test func `a mark follows its drawing where a link to another folder takes its folder's place`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "plumbago-marks-\(UUID().uuidString)")
    let (old, new) = (folder.appending(path: "old"), folder.appending(path: "new"))
    try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("a drawing".utf8).write(to: old.appending(path: "a.plumbago"))
    let path = old.appending(path: "a.plumbago").path(percentEncoded: false)
    let state = folder.appending(path: "state").path(percentEncoded: false)
    OpeningMarks.begin(path, in: state)
    try FileManager.default.moveItem(at: old, to: new)
    try FileManager.default.createSymbolicLink(at: old, withDestinationURL: new)
    // Opened by the path of the link it makes no second one.
    OpeningMarks.begin(path, in: state)
    for _ in 0..<2 {
      let left = OpeningMarks.left(in: state)
      #expect(left.count == 1)
      #expect(left.allSatisfy { $0.hasSuffix("/new/a.plumbago") })
      // As a start compares them with what was open.
      let last = [SessionFile.OpenDrawing(path: path, window: 0)]
      let found = DrawingsToRestore(last, leftovers: [], suspects: left) { _ in true }
      #expect(found.opened == [])
      #expect(found.offered == last)
    }
    OpeningMarks.end(path, in: state)
    let answered = OpeningMarks.left(in: state)
    #expect(answered == [])
  }

  @Test func `a mark that cannot be written anew stays as it is`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "plumbago-marks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.path(percentEncoded: false)
    OpeningMarks.begin("/none/a.plumbago", in: state)
    let opening = folder.appending(path: "opening")
    let marks = try FileManager.default.contentsOfDirectory(
      at: opening, includingPropertiesForKeys: nil)
    let mark = try #require(marks.first)
    // As one that was made while the path was another one.
    try FileManager.default.moveItem(at: mark, to: opening.appending(path: "other"))
    // No file can be written here, as on a full disk.
    try FileManager.default.createDirectory(at: mark, withIntermediateDirectories: false)
    for _ in 0..<2 {
      let left = OpeningMarks.left(in: state)
      #expect(left == ["/none/a.plumbago"])
    }
  }

  @Test func `marks of what was on the screen, of an earlier build, are removed and offer nothing`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "plumbago-marks-\(UUID().uuidString)")
    let shown = folder.appending(path: "shown")
    try FileManager.default.createDirectory(at: shown, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("/none/a.plumbago".utf8).write(to: shown.appending(path: "0123"))
    let taken = OpeningMarks.left(in: folder.path(percentEncoded: false))
    #expect(taken == [])
    let isThere = FileManager.default.fileExists(atPath: shown.path(percentEncoded: false))
    #expect(!isThere)
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
    return (found.opened.map(\.path), windows.count, found.offered.map(\.path))
  }

  @Test func `what is offered keeps its windows and tabs, and of each window one is shown`() {
    let (a, b) = (Self.path("a"), Self.path("b"))
    // Two tabs of a window, of which the first one is shown in another window as well.
    let last = [
      SessionFile.OpenDrawing(path: a, window: 3, isSelected: false),
      SessionFile.OpenDrawing(path: b, window: 3),
      SessionFile.OpenDrawing(path: a, window: 7),
    ]
    let both = DrawingsToRestore(last, leftovers: [], suspects: [b, a]) { _ in true }
    #expect(both.opened == [])
    #expect(both.offered == last)
    // Its neighbor is open already: what is opened anyway is to be seen.
    let one = DrawingsToRestore(Array(last.prefix(2)), leftovers: [], suspects: [a]) { _ in true }
    #expect(one.opened == [last[1]])
    #expect(one.offered == [SessionFile.OpenDrawing(path: a, window: 3)])
    // What was in no window has its own.
    let free = DrawingsToRestore(last, leftovers: [], suspects: [Self.path("d")]) { _ in true }
    #expect(free.opened == last)
    #expect(free.offered == [SessionFile.OpenDrawing(path: Self.path("d"), window: 8)])
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

  @Test func `a suspect that was not open last time is offered in a window of its own`() {
    // Another start has opened other drawings since then.
    let last = ["a", "b"].map { SessionFile.OpenDrawing(path: Self.path($0), window: 0) }
    let found = DrawingsToRestore(last, leftovers: [], suspects: [Self.path("d")]) { _ in true }
    #expect(found.opened == last)
    #expect(found.offered == [SessionFile.OpenDrawing(path: Self.path("d"), window: 1)])
  }

  @Test func `a suspect is forgotten once it is gone and no start would open it`() {
    let last = [SessionFile.OpenDrawing(path: Self.path("away"), window: 0)]
    let found = DrawingsToRestore(
      last, leftovers: [Self.path("copy")],
      suspects: ["away", "copy", "deleted", "kept"].map(Self.path)
    ) { $0 == Self.path("kept") }
    #expect(found.forgotten == [Self.path("deleted")])
    #expect(found.opened == [])
    #expect(found.offered.map(\.path) == ["copy", "kept"].map(Self.path))
  }

  @Test func `a working copy that no window showed is opened in a window of its own`() {
    let found = start(leftovers: ["d", "c"], suspects: ["a"])
    #expect(found.opened == ["b", "c", "d"].map(Self.path))
    #expect(found.windows == 3)
    #expect(found.offered == [Self.path("a")])
  }
}
