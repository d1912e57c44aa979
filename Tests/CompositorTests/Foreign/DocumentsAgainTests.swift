import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

/// Documents that are opened again, and those that have ink of ours.
extension PaperOnScreen.DocumentTests {
  private static let told = "This is what you wrote on “paper.pdf” before."

  /// A document that was drawn on, where its square is, and where a line lies over its page.
  private func openDrawnOn() throws -> (
    bench: FileBench, app: Program, window: Window, square: PixelBox, over: Point
  ) {
    let (bench, app, window) = try open()
    let square = try RedSquare.wait(on: bench.screen)
    let (over, _) = draw(on: bench.screen, square)
    try bench.screen.waitUntilStill()
    #expect(ink(bench.screen, over) > 5)
    return (bench, app, window, square, over)
  }

  /// Opens the document once more, which is said to be known.
  private func openAgain(
    on bench: FileBench
  ) throws -> (app: Program, window: Window, tree: AccessibleTree) {
    let app = try bench.screen.launchApp([bench.path("paper.pdf")])
    let window = try bench.screen.waitForWindow()
    try window.maximize()
    let tree = try AccessibleTree(bench.screen)
    try tree.wait(for: Self.told)
    return (app, window, tree)
  }

  @Test func `a document that is opened again is the drawing that was made of it, or a new one`()
    async throws
  {
    let (bench, app, window, before, over) = try openDrawnOn()
    let screen = bench.screen
    window.close()
    #expect(try app.waitForExit() == .exited(0))

    let (next, again, tree) = try openAgain(on: bench)
    #expect(try RedSquare.wait(on: screen) == before && ink(screen, over) > 5)
    #expect(bench.library.count == 1)
    try tree.press("Begin Anew")
    try screen.waitForWindows(2)
    let other = try screen.waitForWindow { $0 != again }
    try other.maximize()
    #expect(try RedSquare.wait(on: screen) == before && ink(screen, over) == 0)
    #expect(bench.library.count == 2)
    other.close()
    try screen.waitForWindows(1)
    try bench.finish(next, again)
    screen.close()
  }

  @Test(arguments: [true, false])
  func `that a document was opened before is told until the first stroke or step`(
    isStroke: Bool
  ) throws {
    let (bench, app, window, square, _) = try openDrawnOn()
    let screen = bench.screen
    try bench.finish(app, window)

    let (next, again, tree) = try openAgain(on: bench)
    try screen.waitUntilStill()
    if isStroke {
      _ = draw(on: screen, square, onPageAlone: true)
    } else {
      try screen.keyboard.press("z", [.control])
    }
    try tree.wait(forNo: Self.told)
    try bench.finish(next, again)
    screen.close()
  }

  @Test func `a document that is opened again is its drawing, which has another name and folder`()
    throws
  {
    let (bench, app, window, before, over) = try openDrawnOn()
    let screen = bench.screen
    try screen.keyboard.press("F2")
    try screen.waitForPopups(1)
    try screen.waitUntilStill()
    try screen.keyboard.press("a", [.control])
    try screen.keyboard.type("Marked\n")
    try screen.waitForPopups(0)
    try screen.waitUntilStill()
    #expect(window.title == "Marked – Plumbago")
    // Its ink goes into the PDF itself, which has other bytes then.
    let bytes = FileManager.default.contents(atPath: bench.path("paper.pdf"))
    let first = try AccessibleTree(screen)
    try PaperOnScreen.DocumentExportTests.beginSavingIntoPDF(bench.path("paper.pdf"), screen)
    try first.press("Replace")
    try first.wait(for: "The ink is in “paper.pdf”.")
    #expect(FileManager.default.contents(atPath: bench.path("paper.pdf")) != bytes)
    try bench.finish(app, window)
    // And by another program.
    let library = screen.folder.home + "/Documents/Plumbago"
    try FileManager.default.createDirectory(
      atPath: library + "/Work", withIntermediateDirectories: false)
    try FileManager.default.moveItem(
      atPath: library + "/Marked.plumbago", toPath: library + "/Work/Read.plumbago")

    let (next, again, tree) = try openAgain(on: bench)
    let found = try RedSquare.wait(on: screen)
    #expect(found == before && ink(screen, over) > 5)
    #expect(again.title == "Read – Plumbago")
    #expect(bench.library.isEmpty)
    // What it was saved into before is offered, whatever the drawing is called.
    try PaperOnScreen.DocumentExportTests.askForPDF(screen)
    try screen.keyboard.press("Return")
    try tree.press("Replace")
    try tree.wait(for: "The ink is in “paper.pdf”.")
    try bench.finish(next, again)
    screen.close()
  }

  @Test
  func `ink on a document is saved into a copy of it, and is ink again where that is opened`()
    async throws
  {
    let (bench, app, window, found, _) = try openDrawnOn()
    let screen = bench.screen
    _ = try await Kept.strokes(2, in: #require(bench.library.first), by: app)
    try PaperOnScreen.DocumentExportTests.saveIntoPDF(
      bench.path("inked.pdf"), screen, AccessibleTree(screen))
    try app.expectQuiet()
    window.close()
    #expect(try app.waitForExit() == .exited(0))
    let check = try Command.run(["qpdf", "--check", bench.path("inked.pdf")])
    #expect(check.status == 0, "\(check)")

    let library = Set(bench.library)
    let again = try screen.launchApp([bench.path("inked.pdf")])
    let other = try screen.waitForWindow()
    try other.maximize()
    #expect(try RedSquare.wait(on: screen) == found)
    let path = try #require(bench.library.first { !library.contains($0) })
    _ = try await Kept.strokes(2, in: path, by: again)
    // It is what the drawing begins with: undo takes what is drawn then, and no more.
    let tree = try AccessibleTree(screen)
    #expect(try !tree.has(.sensitive, tree.wait(for: "Nothing to undo", isWhole: true)))
    let area = PixelBox(
      covering: Rect(
        x: Double(found.x), y: Double(found.y) + Double(found.height), width: Double(found.width),
        height: Double(found.height) * 0.9))
    func dark() -> Int {
      screen.screenshot(of: area)
        .pixels { $0.luma < 0.5 && $0.distance(to: RedSquare.color) > 60 }.count
    }
    screen.pen.proximityOut()
    try screen.waitUntilStill()
    let begun = dark()
    #expect(begun > 10)
    let middle = Point(Double(found.x) + 20, Double(found.y + found.height) + 15)
    screen.pen.stroke((0...10).map { Point(middle.x + Double($0) * 2, middle.y) })
    screen.pen.proximityOut()
    let drawn = try await Kept.strokes(3, in: path, by: again)
    #expect(drawn.count == 3)
    for _ in 0..<2 {
      try screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "the ink of the PDF alone", in: path, by: again) {
        $0.strokes == 2 && $0.undoDepth == 0 && $0.redoDepth == 1
      }
      try screen.waitUntilStill()
      #expect(dark() == begun)
    }
    // Nothing of the ink is in the page below.
    try screen.keyboard.press("a", [.control])
    try screen.keyboard.press("Delete")
    try await Kept.wait(for: "the page without ink", in: path, by: again) { $0.strokes == 0 }
    try screen.keyboard.press("Escape")
    try screen.wait(for: "the page without ink", in: area) { picture in
      picture.pixels { $0.luma < 0.5 && $0.distance(to: RedSquare.color) > 60 }.count == 0
    }
    try again.expectQuiet()
    other.close()
    #expect(try again.waitForExit() == .exited(0))
  }
}
