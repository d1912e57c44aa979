import InkModel
import TabletCompositor
import Testing

/// The controls of the panels beside the paper, and of the bar over it.
extension InputOnScreen.EveryControlTests {
  /// The width of the column that has a panel, in points.
  private static let panel = 224.0
  /// The key of the bar that finds words, with Control.
  private static let finding = "f"

  @Test func `S7 each control of the panels beside the paper answers to a tap of the pen`()
    async throws
  {
    let fixture = try Self.withTools()
    let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
    let tree = try AccessibleTree(screen)
    // With the least number of controls: of the layers the four buttons, the menu, a name, an eye, a lock and the
    // slider; of the pages the four buttons and the choice of several; of the library the five buttons;
    // of the bar that finds words its field: its arrows have nowhere to go yet.
    let panels: [(key: String, modifiers: Set<Keyboard.Modifier>, marker: String, least: Int)] = [
      ("l", [.control, .shift], "Opacity of the layer", 9),
      ("F8", [], "Select Several Pages", 5),
      ("l", [.control], "Search the library", 5),
      (Self.finding, [.control], "Find in the drawing", 1),
    ]
    for panel in panels {
      try keyboard.press(panel.key, panel.modifiers)
      try tree.wait(for: panel.marker)
      try screen.waitUntilStill()
      let window = fixture.window.frame.rect
      let left = panel.key == Self.finding ? window.minX : window.maxX - Self.panel
      let top = Double(fixture.wholeCanvas.y)
      // The panel's own button that closes it comes last.
      let found = try tree.widgets().filter { $0.name == "Close" }.map { try tree.box($0) }
        .map { fixture.window.point($0.center.x, $0.center.y) }.first { $0.x > left && $0.y > top }
      let close = try #require(found)
      let taps = try tap(
        allOf: fixture.window, tree, on: fixture,
        leavingOut: [
          Rect(minX: window.minX, minY: window.minY, maxX: left, maxY: window.maxY),
          Rect(minX: left, minY: window.minY, maxX: window.maxX, maxY: top),
          Rect(center: close, radius: 12),
        ] + (panel.key == Self.finding ? [fixture.pickerFrame().outset(by: 4)] : []),
        reopen: { throw FixtureError.noPaper })
      // The field that “New Folder” opens is left by Escape before it is tapped.
      let deaf = taps.deaf.filter { !$0.contains("“Name of the folder”") }
      #expect(deaf.isEmpty, "of “\(panel.marker)”")
      #expect(taps.count >= panel.least, "of “\(panel.marker)”: \(taps.count)")
      try Pointing.pen.press(close, on: fixture)
      try tree.wait(forNo: panel.marker)
    }
    // Nothing that was tapped became ink.
    let kept = try #require(await Kept.info(fixture.path))
    #expect(kept.strokes == 0 && kept.undoDepth > 0)
    try fixture.done()
  }
}
