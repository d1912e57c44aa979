import Canvas
import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The canvas and its tool picker in an app that is not Plumbago.
  @Suite struct SketchpadTests {
    @Test func `S55 thirty lines make an app with canvas, tool picker, colours and undo`() throws {
      let source = try Repository.text("Examples/Sketchpad/main.swift")
      #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)

      let screen = try Screen(size: PixelSize(width: 1000, height: 700))
      let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "Sketchpad").path
      let app = try screen.launch(binary)
      let window = try screen.waitForWindow { $0.title == "Sketchpad" }
      try window.maximize()
      try screen.waitUntilStill()
      let fixture = try AppFixture(window, of: app, on: screen, path: "")
      fixture.showsLayer = false
      try fixture.waitForPicker()
      let bare = try fixture.paper()

      try Pointing.pen.drag(fixture.at(200, 300), to: fixture.at(400, 320), on: fixture)
      let drawn = try fixture.paper()
      #expect(drawn != bare)
      try Pointing.pen.press(fixture.item(.color(2)), on: fixture)
      try Pointing.pen.drag(fixture.at(200, 400), to: fixture.at(400, 400), on: fixture)
      let red = Pixel(DefaultPalette.colors[2].rgba >> 8)
      #expect(screen.pixel(at: fixture.at(300, 400)).distance(to: red) < 12)
      for _ in 0..<2 { try Pointing.pen.press(fixture.item(.undo), on: fixture) }
      // The tools differ, since the red is still chosen.
      let paper = PixelBox(covering: Rect(x: 150, y: 250, width: 300, height: 200))
      #expect(try fixture.paper().cropped(to: paper) == bare.cropped(to: paper))
      try fixture.done()
    }
  }
}
