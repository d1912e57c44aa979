import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

/// A picture that is drawn on.
extension PaperOnScreen.PictureScreenTests {
  @Test
  func `S54 over a picture the highlighter shows where it hovers, while it draws and after it`()
    async throws
  {
    let fixture = try AppFixture(preferences: [.hoverPreview: "pen"])
    let screen = fixture.screen
    _ = try await pasted(fixture)
    try screen.keyboard.press("Escape")
    try screen.keyboard.press("h")
    try screen.waitUntilStill()
    let violet = box(Self.violet, fixture)
    let row = Double(violet.y) + Double(violet.height) / 2
    // From beside the picture into its lower left quarter.
    let start = fixture.at(Double(violet.x) - 40, row)
    let middle = fixture.at(Double(violet.x) + 40, row)
    let around = PixelBox(covering: Rect(center: middle, radius: 20))
    let bare = screen.screenshot(of: around)
    func marked(_ picture: Picture) -> Int { picture.difference(from: bare, tolerance: 24).count }
    fixture.pen.hover(at: middle + Vector(-3, 0))
    fixture.pen.hover(at: middle)
    try screen.wait(for: "the mark to come", in: around) { marked($0) > 20 }
    fixture.pen.hover(at: start)
    fixture.pen.down(at: start, force: 0.6)
    fixture.pen.move(along: (1...95).map { start + Vector(Double($0), 0) })
    try screen.wait(for: "wet ink", in: around) { marked($0) > 120 }
    fixture.pen.move(along: (96...110).map { start + Vector(Double($0), 0) })
    fixture.pen.up()
    fixture.pen.proximityOut()
    try await Kept.wait(for: "a stroke", in: fixture.path, by: fixture.app) { $0.undoDepth == 2 }
    try screen.waitUntilStill(for: 0.5)
    #expect(marked(screen.screenshot(of: around)) > 120)
    try fixture.done()
  }

  @Test func `an eraser that touches a picture leaves it`() async throws {
    let fixture = try AppFixture()
    _ = try await pasted(fixture)
    try fixture.screen.keyboard.press("Escape")
    try fixture.screen.keyboard.press("e")
    try fixture.screen.waitUntilStill()
    let violet = box(Self.violet, fixture)
    let at = fixture.at(Double(violet.x) + 40, Double(violet.y) + 30)
    fixture.pen.stroke([at, at + Vector(6, 0)])
    fixture.pen.proximityOut()
    try fixture.screen.waitUntilStill(for: 0.7)
    #expect(box(Self.violet, fixture).width > 50)
    try await Kept.wait(for: "one step", in: fixture.path, by: fixture.app) {
      $0.pictures == 1 && $0.undoDepth == 1
    }
    try fixture.done()
  }
}
