import Foundation
import Testing

@testable import PlumbagoApp

/// Which drawings a start after a crash offers and does not open.
@MainActor
@Suite("Drawings that were open at a crash") struct CrashedDrawingsTests {
  /// A process after the other, each with what it has open one after the other, and the suspects
  /// that each start finds.
  ///
  /// - Parameter ends: What each had open, and whether it crashed.
  private func suspects(_ ends: [(open: [[String]], crashes: Bool)]) -> [[String]] {
    var drawings = CrashedDrawings()
    return ends.map { end in
      for open in end.open { drawings.note(open: open) }
      return drawings.start(afterCrash: end.crashes)
    }
  }

  @Test func `a drawing is a suspect once it was open at two crashes in a row`() {
    let found = suspects([
      (open: [["a", "b"]], crashes: true), (open: [["a", "c"]], crashes: true),
      // Opened anyway, it is one again.
      (open: [["a"]], crashes: true),
    ])
    #expect(found == [[], ["a"], ["a"]])
  }

  @Test func `a drawing that was closed in order between two crashes is none`() {
    let found = suspects([
      (open: [["a", "b"]], crashes: true),
      (open: [["a", "b"], ["b"], ["b", "a"]], crashes: true),
    ])
    #expect(found == [[], ["b"]])
  }

  @Test func `an end that is no crash, and a crash with nothing open, change nothing`() {
    let found = suspects([
      (open: [["a"]], crashes: true), (open: [], crashes: true), (open: [["a"]], crashes: false),
      (open: [["a"]], crashes: true),
    ])
    #expect(found == [[], [], [], ["a"]])
  }

  /// What the next start offers of a drawing that was opened, and shown or not.
  private func left(isShown: Bool, hasEnded: Bool = false, afterCrash: Bool) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "plumbago-marks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.path(percentEncoded: false)
    // Of no file: the path is taken as it is.
    let path = "/none/a.plumbago"
    OpeningMarks.begin(path, in: state)
    if isShown { OpeningMarks.show(path, in: state) }
    if hasEnded { OpeningMarks.end(path, in: state) }
    OpeningMarks.judgeShown(afterCrash: afterCrash, in: state)
    let taken = OpeningMarks.takeLeft(in: state)
    // Each is returned once.
    #expect(OpeningMarks.takeLeft(in: state) == [])
    return taken
  }

  @Test func `a drawing that was not on the screen yet is offered, whatever ended the app`()
    throws
  {
    for isCrash in [false, true] {
      let offered = try left(isShown: false, afterCrash: isCrash)
      #expect(offered == ["/none/a.plumbago"])
    }
  }

  @Test func `a drawing that was just on the screen is offered after a crash only`() throws {
    let afterCrash = try left(isShown: true, afterCrash: true)
    #expect(afterCrash == ["/none/a.plumbago"])
    let afterKill = try left(isShown: true, afterCrash: false)
    #expect(afterKill == [])
    let later = try left(isShown: true, hasEnded: true, afterCrash: true)
    #expect(later == [])
  }
}
