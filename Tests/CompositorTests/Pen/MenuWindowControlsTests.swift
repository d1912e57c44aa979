import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

/// The controls of the windows that menus open.
extension InputOnScreen.EveryControlTests {
  /// Their layouts in `data/ui`, and the least numbers of their controls.
  private static let byMenus = [
    (layout: "details", least: 1), (layout: "about", least: 1), (layout: "templates", least: 14),
    (layout: "template-name", least: 3),
  ]

  /// The layouts of windows that are not tapped all over, and why.
  private static let others = [
    "crash-report": "needs a crash of the app; its controls are tapped by CrashTests",
    "print-options": "is there in a sandbox only; used by PortalTests",
  ]

  @Test func `S7 each control of the windows that menus open answers to a tap of the pen`()
    async throws
  {
    let paper = "'pattern=ruled pages=2 width=300 height=200'"
    let fixture = try AppFixture(size: PixelSize(width: 1100, height: 1100), profile: .barePaper) {
      try App.writeSettings(["new-drawing": paper], for: $0)
      try App.stopCaret(on: $0)
    }
    let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
    let tree = try AccessibleTree(screen)
    // A file comes with the first ink.
    let start = Point(fixture.middle.x - 50, Double(fixture.wholeCanvas.y) + 110)
    fixture.pen.stroke((0...20).map { start + Vector(Double($0) * 5, 0) })
    fixture.pen.proximityOut()
    _ = try await fixture.kept(1)
    try keyboard.press("F8")
    try tree.wait(for: "Page 1 of 2")
    for (layout, least) in Self.byMenus {
      func open() throws -> Window {
        try screen.waitForWindows(1)
        try screen.waitUntilStill()
        switch layout {
        case "details": try keyboard.press("Return", [.alt])
        case "about": try fixture.choose("About Plumbago", by: .mouse, tree)
        case "templates": try fixture.chooseOfFirstPage("Add a Page From a Template…", tree)
        default: try fixture.chooseOfFirstPage("Save the Page as a Template…", tree)
        }
        let window = try screen.waitForWindow { $0 != fixture.window }
        try screen.waitUntilStill()
        return window
      }
      let window = try open()
      var covered: [Rect] = []
      if layout == "details" {
        // What comes of it may come later than of other controls.
        let show = try tree.position(of: "Show in Folder", in: window)
        try Pointing.pen.press(show, on: fixture)
        try tree.wait(for: "There is no file manager on this computer.")
        try screen.waitForWindows(3)
        try screen.waitUntilStill()
        try keyboard.press("Escape")
        try screen.waitForWindows(2)
        covered = [Rect(center: show, radius: 12)]
      }
      let found = try tap(allOf: window, tree, on: fixture, leavingOut: covered, reopen: open)
      #expect(found.deaf.isEmpty, "of “\(layout)”")
      #expect(found.count >= least, "of “\(layout)”: \(found.count)")
      for other in screen.windows where other != fixture.window { other.close() }
      try screen.waitForWindows(1)
    }
    try fixture.done()
  }

  @Test func `S7 each window that has a layout is among those whose controls are tapped`() throws {
    let windows = try Repository.files(under: "data/ui", suffix: ".ui").filter { path in
      let types = try InterfaceFile(Repository.text(path)).root.childObjects
        .compactMap { $0.attributes["class"] }
      return types.contains { $0.hasSuffix("Window") || $0.hasSuffix("Dialog") }
    }
    let layouts = Set(windows.map { String($0.dropFirst("data/ui/".count).dropLast(".ui".count)) })
    let tapped = Set(
      Self.byKeys.map(\.layout) + Self.byTitles.map(\.layout) + Self.byMenus.map(\.layout))
    let others = Set(Self.others.keys)
    #expect(tapped.isDisjoint(with: others))
    #expect(layouts == tapped.union(others))
  }
}
