import Canvas
import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension HandsOnScreen {
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
      let desk = try Desk(window, of: app, on: screen, path: "")
      try desk.waitForPicker()
      let bare = try desk.paper()

      try Pointing.pen.drag(desk.at(200, 300), to: desk.at(400, 320), on: desk)
      let drawn = try desk.paper()
      #expect(drawn != bare)
      try Pointing.pen.press(desk.item(.color(2)), on: desk)
      try Pointing.pen.drag(desk.at(200, 400), to: desk.at(400, 400), on: desk)
      let red = Pixel(DefaultPalette.colors[2].rgba >> 8)
      #expect(screen.pixel(at: desk.at(300, 400)).distance(to: red) < 12)
      for _ in 0..<2 { try Pointing.pen.press(desk.item(.undo), on: desk) }
      // The red is in the hand still, so the tools look otherwise.
      let paper = PixelBox(covering: Rect(x: 150, y: 250, width: 300, height: 200))
      #expect(try desk.paper().cropped(to: paper) == bare.cropped(to: paper))
      try desk.done()
    }
  }
}
