import InkModel
import TabletCompositor
import Testing

/// How controls look while the pen presses them.
extension InputOnScreen.EveryControlTests {
  /// Presses a point of a window.
  ///
  /// The first frame after that has to show what stays there until the pen is lifted.
  private func press(
    _ name: String, at p: Point, in window: Window, on fixture: AppFixture
  ) throws {
    let (screen, pen) = (fixture.screen, fixture.pen)
    let box = PixelBox(covering: Rect(center: p, radius: 12))
    pen.hover(at: p)
    let before = try screen.waitUntilStill().cropped(to: box)
    screen.clearLog()
    screen.watch(box)
    pen.down(at: p)
    try screen.wait(for: "\(name) pressed", in: box) { $0 != before }
    let pressed = try screen.waitUntilStill().cropped(to: box)
    let frames = screen.commits.filter { $0.surface == window.surface && !$0.damage.isEmpty }
    let first = try #require(frames.first)
    let shown = try #require(screen.captures.first)
    screen.watch(nil)
    #expect(shown.time == first.time, "\(name) in a later frame")
    let missing = shown.picture.difference(from: pressed, tolerance: 4)
    #expect(missing.isEmpty, "\(name) in parts: \(missing)")
    let change = pressed.difference(from: before, tolerance: 4)
    #expect(change.count > 50, "\(name) hardly looks pressed: \(change)")
    pen.up()
    pen.proximityOut()
    try screen.waitUntilStill()
  }

  @Test(arguments: InkPresenter.allCases)
  func `S19 what the pen presses is shown pressed in the first frame after the contact`(
    presenter: InkPresenter
  ) async throws {
    let fixture = try AppFixture.withTools(
      size: PixelSize(width: 1100, height: 1000), preferences: presenter.preferences)
    try fixture.waitForPicker()
    let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
    let tree = try AccessibleTree(screen)
    for name in ["pencil", "marker", "eraser"] {
      try press(name, at: fixture.tool(name), in: fixture.window, on: fixture)
    }
    let menu = try tree.position(of: "Main Menu", in: fixture.window)
    try press("the menu's button", at: menu, in: fixture.window, on: fixture)
    try keyboard.press("Escape")
    try screen.waitForPopups(0)

    // The first button of the selection's bar, 44 points wide behind the handle of 20.
    try keyboard.press("p")
    fixture.pen.stroke(fixture.wave(300, 300))
    fixture.pen.proximityOut()
    _ = try await fixture.kept(1)
    try keyboard.press("s")
    try keyboard.press("a", [.control])
    let actions = try tree.wait(for: "What to do with the selection")
    try screen.waitUntilStill()
    let bar = try tree.box(actions)
    let copy = fixture.window.point(bar.minX + 3 + 20 + 22, bar.center.y)
    try press("the selection's button", at: copy, in: fixture.window, on: fixture)

    try keyboard.press("F1")
    let help = try screen.waitForWindow { $0.title == "Help" }
    try screen.waitUntilStill()
    let row = try tree.position(of: "Printing", in: help)
    try press("a row", at: row, in: help, on: fixture)
    try keyboard.press("Escape")
    try screen.waitForWindows(1)

    try keyboard.press("p", [.control, .shift])
    let dialog = try screen.waitForWindow { $0 != fixture.window }
    try screen.waitUntilStill()
    let cancel = try tree.position(of: "Cancel", in: dialog)
    try press("a dialog's button", at: cancel, in: dialog, on: fixture)
    try screen.waitForWindows(1)
    try fixture.done()
  }
}
