import Canvas
import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

/// A picture that is there, replaced, made faint, scaled and turned.
extension PaperOnScreen.PictureScreenTests {
  private func onScreen(_ p: Point, _ fixture: AppFixture) -> Point {
    fixture.at(0, 0) + (p - fixture.canvasPoint(0, 0))
  }

  /// Opens the menu of the selection's bar and chooses a row.
  private func choose(_ row: String, _ tree: AccessibleTree, _ fixture: AppFixture) throws {
    try tree.press("More")
    try fixture.screen.waitForPopups(1)
    try fixture.screen.waitUntilStill()
    try tree.press(row)
  }

  @Test func `another picture takes the place of the selected one, as wide and middle on middle`()
    async throws
  {
    let fixture = try AppFixture()
    let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
    let one = try await pasted(fixture)
    let orange = Pixel(0xF0_80_10)
    let path = screen.path("other.png")
    try Picture(width: 100, height: 50) { _, _ in orange }.savePNG(path)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let tree = try AccessibleTree(screen)
    try choose("Replace…", tree, fixture)
    _ = try screen.waitForWindow { $0.isDialog }
    try screen.waitUntilStill()
    try keyboard.type(path)
    try screen.waitUntilStill()
    try keyboard.press("Return")
    let new = try #require(try await placed(fixture, steps: 2).first)
    #expect(new.picture.width == 100 && new.picture.height == 50)
    let (before, after) = (one.element.bounds, new.element.bounds)
    #expect(after.center.distance(to: before.center) < 0.01)
    #expect(abs(after.width - 150) < 0.01 && abs(after.height - 75) < 0.01)
    try waitFor(orange, fixture, "the other picture") {
      abs($0.width - 150) <= 3 && abs($0.height - 75) <= 3
    }
    #expect(box(Self.violet, fixture).width < 6)
    // The bytes as they came.
    let store = try await DocumentStore.open(fixture.path, mode: .readOnly, kinds: .complete)
    let kept = try #require(try await store.clipBlob(new.picture.blob, limit: 1 << 20))
    try await store.close()
    #expect(kept.bytes == bytes)
    try keyboard.press("z", [.control])
    let again = try #require(try await placed(fixture, steps: 1).first)
    #expect(again.picture == one.picture)
    try waitFor(Self.violet, fixture, "the first picture") { $0.width > 50 }
    try fixture.done()
  }

  @Test(arguments: Pointing.allCases)
  func `the slider makes a picture faint while it is dragged, and one step of it`(
    pointing: Pointing
  ) async throws {
    let fixture = try AppFixture()
    let screen = fixture.screen
    let one = try await pasted(fixture)
    let tree = try AccessibleTree(screen)
    let bar = try tree.box(tree.wait(for: "More", isWhole: true))
    try choose("Opacity…", tree, fixture)
    try screen.waitUntilStill(for: 0.5)
    try screen.waitForPopups(1)
    let found = try tree.whileItChanges {
      try tree.widgets().last {
        try $0.name == "Opacity" && tree.role($0) == AccessibleRole.slider.rawValue
      }.map { try tree.box($0) }
    }
    let size = try #require(found)
    let popup = try #require(screen.popups.last).rect
    // It is all that is in the popover, beside its name: the padding is 14, the arrow 10 points.
    let button = fixture.window.point(bar.center.x, bar.center.y)
    let bottom = popup.maxY - 14 - (popup.center.y > button.y ? 0 : 10)
    let slider = Rect(
      x: popup.center.x - size.width / 2, y: bottom - size.height, width: size.width,
      height: size.height)
    try pointing.drag(Point(slider.maxX - 12, slider.center.y), to: slider.center, on: fixture)
    /// In the middle of the red quarter.
    let spot = onScreen(
      one.element.bounds.corners[0].lerp(to: one.element.bounds.center, 0.5), fixture)
    let paper = Pixel(PaperStyle.light.color.rgba >> 8)
    func shown(_ opacity: Double) -> Pixel {
      func mixed(_ under: UInt8, _ over: UInt8) -> UInt8 {
        UInt8((Double(under) * (1 - opacity) + Double(over) * opacity).rounded())
      }
      return Pixel(
        red: mixed(paper.red, Self.red.red), green: mixed(paper.green, Self.red.green),
        blue: mixed(paper.blue, Self.red.blue))
    }
    // The middle of 5 to 100 %; nothing is kept while the slider is there.
    let seen = screen.pixel(at: spot)
    #expect(seen.distance(to: shown(0.525)) < 40, "\(seen)")
    #expect(await Kept.info(fixture.path)?.undoDepth == 1)
    try screen.keyboard.press("Escape")
    try screen.waitForPopups(0)
    let faint = try #require(try await placed(fixture, steps: 2).first)
    #expect((0.4...0.65).contains(faint.picture.opacity), "\(faint.picture.opacity)")
    #expect(faint.element.canvasFromElement == one.element.canvasFromElement)
    try screen.waitUntilStill()
    #expect(screen.pixel(at: spot).distance(to: shown(faint.picture.opacity)) < 8)
    try screen.keyboard.press("z", [.control])
    let again = try #require(try await placed(fixture, steps: 1).first)
    #expect(again.picture.opacity == 1)
    try screen.wait(for: "the red as it was") { _ in
      screen.pixel(at: spot).distance(to: Self.red) < 8
    }
    try fixture.done()
  }

  @Test func `the pen scales a picture by a corner, and turns it by the handle above it`()
    async throws
  {
    let fixture = try AppFixture()
    let one = try await pasted(fixture)
    let b = one.element.bounds
    // The frame is 9 points around the picture; the opposite corner stays.
    let corner = onScreen(Point(b.maxX + 9, b.maxY + 9), fixture)
    fixture.pen.hover(at: corner)
    fixture.pen.stroke(
      (0...20).map { corner + Vector(b.width, b.height) * (0.5 * Double($0) / 20) })
    fixture.pen.proximityOut()
    let scaled = try #require(try await placed(fixture, steps: 2).first)
    let s = scaled.element.bounds
    #expect(s.corners[0].distance(to: b.corners[0]) < 1)
    #expect(abs(s.width - 1.5 * b.width) < 2 && abs(s.height - 1.5 * b.height) < 2)
    try fixture.screen.waitUntilStill(for: 0.7)
    let red = box(Self.red, fixture)
    #expect(abs(Double(red.width) - s.width / 2) <= 3)
    #expect(abs(Double(red.height) - s.height / 2) <= 3)

    // A quarter turn to the right, about its middle.
    let middle = onScreen(s.center, fixture)
    let radius = s.height / 2 + 9 + 34
    fixture.pen.hover(at: middle - Vector(0, radius))
    fixture.pen.stroke(
      (0...40).map { i in
        let angle = Double(i) / 40 * .pi / 2
        return middle + Vector(sin(angle), -cos(angle)) * radius
      })
    fixture.pen.proximityOut()
    let turned = try #require(try await placed(fixture, steps: 3).first)
    let t = turned.element.bounds
    #expect(t.center.distance(to: s.center) < 0.5)
    #expect(abs(t.width - s.height) < 0.5 && abs(t.height - s.width) < 0.5)
    #expect(turned.picture == one.picture)
    try fixture.screen.waitUntilStill(for: 0.7)
    // What was on the left is above, and what was above is on the right.
    let (above, left) = (box(Self.red, fixture), box(Self.violet, fixture))
    #expect(abs(above.x - left.maxX) <= 3 && abs(above.y - left.y) <= 3)
    #expect(abs(Double(above.width) - t.width / 2) <= 3)

    for steps in [2, 1] {
      try fixture.screen.keyboard.press("z", [.control])
      _ = try await placed(fixture, steps: steps)
    }
    let again = try #require(try await placed(fixture, steps: 1).first)
    #expect(again.element.canvasFromElement == one.element.canvasFromElement)
    try fixture.done()
  }
}
