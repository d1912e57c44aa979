import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What comes out of the printer, looked at from outside: the dialog's “Print to File”, poppler's tools.
  @Suite struct PrintingTests {
    private static let size = PageSize(width: 300, height: 200)

    /// Two ruled pages; a line 100 points long on the first, none on the second.
    ///
    /// - Parameter hasMargin: Another line lies 20 to 60 points to the right of the first page, at the same height.
    private func fixture(hasMargin: Bool = false) async throws -> AppFixture {
      let fixture = try AppFixture(profile: .barePaper) {
        try App.writeSettings(
          ["new-drawing": "'pattern=ruled pages=2 width=300 height=200'"], for: $0)
      }
      let color = Pixel(PaperStyle.light.color.rgba >> 8)
      let canvas = fixture.wholeCanvas
      let picture = try fixture.screen.waitUntilStill()
      let sheet = picture.cropped(
        to: PixelBox(x: canvas.x, y: canvas.y + 60, width: canvas.width, height: 60)
      ).pixels { $0 == color }.box
      #expect(Double(sheet.width) == Self.size.width)
      let start = Point(
        Double(canvas.x + sheet.x) + Double(sheet.width) / 2 - 50, Double(canvas.y) + 110)
      fixture.pen.stroke((0...20).map { start + Vector(Double($0) * 5, 0) })
      if hasMargin {
        fixture.pen.stroke((0...20).map { start + Vector(220 + Double($0) * 2, 0) })
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(hasMargin ? 2 : 1)
      try fixture.screen.waitUntilStill()
      return fixture
    }

    /// Opens the dialog and chooses the file as the printer.
    static func openDialog(_ screen: Screen, _ tree: AccessibleTree) throws -> Window {
      try screen.keyboard.press("p", [.control])
      let dialog = try screen.waitForWindow { $0.isDialog }
      try tree.wait(for: "Range")
      try screen.waitUntilStill()
      // From the tabs into the list of printers.
      try screen.keyboard.press("Tab")
      try screen.keyboard.press("Down")
      try screen.keyboard.press("space")
      try screen.waitUntilStill()
      return dialog
    }

    /// Presses “Print” and waits for the whole file.
    static func print(_ screen: Screen, _ tree: AccessibleTree) throws -> String {
      let home = screen.folder.home
      /// A PDF that is there already is not what is printed.
      func files() -> [String] {
        (FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? [])
          .filter { $0.hasSuffix(".pdf") }
      }
      let known = Set(files())
      try tree.press("Print")
      try screen.waitForWindows(1)
      let deadline = Date().addingTimeInterval(20)
      repeat {
        if let name = files().first(where: { !known.contains($0) }),
          try info(home + "/" + name) != nil
        {
          return home + "/" + name
        }
        Thread.sleep(forTimeInterval: 0.05)
      } while Date() < deadline
      throw AccessibleTree.Failure(description: "nothing was printed")
    }

    /// The count of pages, and the size of the first in points; `nil` while the file is not whole.
    static func info(_ path: String) throws -> (pages: Int, width: Double, height: Double)? {
      let told = try Command.run(["pdfinfo", path])
      guard told.status == 0 else { return nil }
      let lines = told.standardOutput.split(separator: "\n")
      func words(_ name: String) -> [Substring] {
        lines.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ") ?? []
      }
      let size = words("Page size:")
      guard let pages = words("Pages:").first.flatMap({ Int($0) }), size.count >= 3,
        let width = Double(size[0]), let height = Double(size[2])
      else { return nil }
      return (pages, width, height)
    }

    /// The dark pixels of a page at 72 dpi, so that a pixel is a point: their box, and how many pixels are coloured
    /// but not dark.
    private func sight(_ path: String, page number: Int) throws -> (ink: PixelBox?, coloured: Int) {
      let picture = try page(path, number)
      let dark = picture.pixels { max($0.red, $0.green, $0.blue) < 100 }
      let all = picture.pixels { min($0.red, $0.green, $0.blue) < 245 }
      return (dark.count == 0 ? nil : dark.box, all.count - dark.count)
    }

    private func page(_ path: String, _ number: Int) throws -> Picture {
      let out = path + "-\(number)"
      _ = try Command.run([
        "pdftoppm", "-r", "72", "-png", "-f", "\(number)", "-l", "\(number)", "-singlefile", path,
        out,
      ])
      return try Picture(png: out + ".png")
    }

    @Test func `S103 each page is printed on a sheet across, as large as the paper allows`()
      async throws
    {
      let fixture = try await fixture()
      let tree = try AccessibleTree(fixture.screen)
      _ = try Self.openDialog(fixture.screen, tree)
      let file = try Self.print(fixture.screen, tree)
      let info = try #require(try Self.info(file))
      #expect(info.pages == 2 && info.width > info.height)
      let first = try sight(file, page: 1)
      let ink = try #require(first.ink)
      // A third of the page's width, which is the paper's less its margins: at most an inch at each side.
      let scale = min(info.width / Self.size.width, info.height / Self.size.height)
      let least = min(
        (info.width - 144) / Self.size.width, (info.height - 144) / Self.size.height)
      #expect(Double(ink.width) > 100 * least && Double(ink.width) < 100 * scale + 8)
      // In the middle of what can be printed; margins at both sides may differ by half an inch.
      #expect(abs(Double(ink.x) + Double(ink.width) / 2 - info.width / 2) < 18)
      #expect(first.coloured > 300, "the lines of the paper")
      #expect(try sight(file, page: 2).ink == nil)
      try fixture.done()
    }

    @Test func `what was printed to a file is told of, with its name and its folder`() async throws
    {
      let fixture = try await fixture()
      let tree = try AccessibleTree(fixture.screen)
      _ = try Self.openDialog(fixture.screen, tree)
      let file = try Self.print(fixture.screen, tree)
      let name = try #require(file.split(separator: "/").last)
      try tree.wait(for: "Printed to “\(name)”.")
      try tree.wait(for: "Show in Folder")
      try fixture.done()
    }

    @Test func `where the file cannot be written it is told that nothing was printed`() async throws
    {
      let fixture = try await fixture()
      let tree = try AccessibleTree(fixture.screen)
      _ = try Self.openDialog(fixture.screen, tree)
      let file = try Self.print(fixture.screen, tree)
      try tree.wait(for: "Printed to “")
      // The next one has the same name, which a folder has now.
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(
        atPath: file, withIntermediateDirectories: false)
      _ = try Self.openDialog(fixture.screen, tree)
      try tree.press("Print")
      // GTK asks whether it may go.
      try tree.wait(for: "Replace")
      try tree.press("Replace")
      try tree.wait(for: "The drawing was not printed")
      try tree.wait(for: "Nothing was printed.")
      try tree.press("Close")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `S103 one page of a range is printed, in its actual size, without lines`()
      async throws
    {
      let fixture = try await fixture()
      let tree = try AccessibleTree(fixture.screen)
      let keyboard = fixture.screen.keyboard
      let dialog = try Self.openDialog(fixture.screen, tree)
      let pages = try tree.position(of: "Pages:", in: dialog)
      fixture.screen.mouse.click(at: pages)
      fixture.screen.mouse.click(at: pages + Vector(130, 0))
      try keyboard.type("1")
      try showOptions(dialog, fixture.screen, tree)
      fixture.screen.mouse.click(at: try tree.position(of: "Lines of the Paper", in: dialog))
      for _ in 0..<2 { try keyboard.press("Tab", [.shift]) }
      try fixture.screen.chooseInList(by: ["Down"])
      try fixture.screen.waitUntilStill()
      let file = try Self.print(fixture.screen, tree)
      let info = try #require(try Self.info(file))
      #expect(info.pages == 1)
      let first = try sight(file, page: 1)
      let ink = try #require(first.ink)
      #expect(abs(ink.width - 100) <= 6 && ink.height < 10)
      // The line's own edges, but nothing from side to side.
      #expect(first.coloured < 300)
      try fixture.done()
    }

    /// Goes along the tabs of the dialog to the drawing's own page.
    private func showOptions(_ dialog: Window, _ screen: Screen, _ tree: AccessibleTree) throws {
      // By the pointer first: a list that has the keyboard would take the key.
      screen.mouse.click(at: try tree.position(of: "Page Setup", in: dialog))
      try screen.waitUntilStill()
      try screen.keyboard.press("Page_Down", [.control])
      try screen.waitUntilStill()
    }

    @Test(arguments: [true, false])
    func `S103 ink outside of the pages is printed with them, or cut off where that is chosen`(
      isShown: Bool
    ) async throws {
      let fixture = try await fixture(hasMargin: true)
      let tree = try AccessibleTree(fixture.screen)
      let dialog = try Self.openDialog(fixture.screen, tree)
      try showOptions(dialog, fixture.screen, tree)
      if !isShown {
        fixture.screen.mouse.click(
          at: try tree.position(of: "Ink outside of the pages", in: dialog))
        try fixture.screen.waitUntilStill()
      }
      let file = try Self.print(fixture.screen, tree)
      #expect(try Self.info(file)?.pages == 2)
      let ink = try #require(try sight(file, page: 1).ink)
      let picture = try page(file, 1)
      guard isShown else {
        // A third of the page, in its middle, as without it.
        let middle = Double(ink.x) + Double(ink.width) / 2
        #expect(abs(middle - Double(picture.width) / 2) < 18)
        return try fixture.done()
      }
      // Both lines and the 120 points between them.
      let scale = Double(ink.width) / 260
      let edge = ink.x + Int(200 * scale) + 2
      let beside = picture.cropped(
        to: PixelBox(x: edge, y: 0, width: Int(14 * scale), height: picture.height))
      #expect(beside.pixels { $0 != Pixel(0xFF_FFFF) }.count == 0)
      let after = picture.cropped(
        to: PixelBox(
          x: edge, y: ink.y, width: ink.x + ink.width - edge, height: max(ink.height, 1)))
      #expect(after.pixels { max($0.red, $0.green, $0.blue) < 100 }.count > 10)
      try fixture.done()
    }

    @Test func `S103 the page in view is printed alone where that is chosen`() async throws {
      let fixture = try await fixture()
      let tree = try AccessibleTree(fixture.screen)
      // The last page, which has no ink.
      try fixture.screen.keyboard.press("End", [.control])
      try fixture.screen.waitUntilStill()
      let dialog = try Self.openDialog(fixture.screen, tree)
      fixture.screen.mouse.click(at: try tree.position(of: "Current Page", in: dialog))
      let file = try Self.print(fixture.screen, tree)
      #expect(try Self.info(file)?.pages == 1)
      #expect(try sight(file, page: 1).ink == nil)
      try fixture.done()
    }

    /// Chooses two pages per side in the dialog.
    private func chooseTwo(_ dialog: Window, _ screen: Screen, _ tree: AccessibleTree) throws {
      // GTK's list has 1, 2, 4 and more pages.
      screen.mouse.click(at: try tree.position(of: "Page Setup", in: dialog))
      try screen.waitUntilStill()
      let row = try tree.box(tree.wait(for: "Pages per side")).center.y
      let list = try #require(
        try tree.widgets().first { widget in
          guard try tree.role(widget) == AccessibleRole.comboBox.rawValue else { return false }
          let box = try tree.box(widget)
          return box.width > 0 && abs(box.center.y - row) < 14
        })
      let middle = try tree.box(list).center
      screen.mouse.click(at: dialog.point(middle.x, middle.y))
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      try screen.keyboard.press("Down")
      try screen.keyboard.press("Return")
      try screen.waitForPopups(0)
      screen.mouse.leave()
      try screen.waitUntilStill()
    }

    /// The box of the dark pixels on a sheet, as parts of its width and height.
    private func partsInked(_ picture: Picture, on sheet: PixelBox) -> Rect {
      let box = picture.pixels { max($0.red, $0.green, $0.blue) < 100 }.box
      let (width, height) = (Double(sheet.width), Double(sheet.height))
      return Rect(
        x: Double(box.x - sheet.x) / width, y: Double(box.y - sheet.y) / height,
        width: Double(box.width) / width, height: Double(box.height) / height)
    }

    @Test func `S103 two pages stand on one sheet where that is chosen, in the preview, too`()
      async throws
    {
      let fixture = try await fixture()
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      try chooseTwo(try Self.openDialog(screen, tree), screen, tree)
      try tree.press("Preview")
      let window = try screen.waitForWindow { $0.title == "Print Preview" }
      try tree.wait(for: "Sheet 1 of 1")
      let f = window.frame
      // Below the header.
      let shown = try screen.waitUntilStill().cropped(
        to: PixelBox(x: f.x, y: f.y + 60, width: f.width, height: f.height - 60))
      // Nothing but the sheet is white.
      let sheet = shown.pixels { min($0.red, $0.green, $0.blue) == 255 }.box
      let seen = partsInked(shown, on: sheet)
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try chooseTwo(try Self.openDialog(screen, tree), screen, tree)
      let file = try Self.print(screen, tree)
      let info = try #require(try Self.info(file))
      #expect(info.pages == 1)
      // One page in each half of the sheet, across its longer side: the lines of both, the ink of the first.
      let picture = try page(file, 1)
      let isAcross = picture.width > picture.height
      let halves = [0, 1].map { i in
        picture.cropped(
          to: isAcross
            ? PixelBox(
              x: i * picture.width / 2, y: 0, width: picture.width / 2, height: picture.height)
            : PixelBox(
              x: 0, y: i * picture.height / 2, width: picture.width, height: picture.height / 2))
      }
      let lines = halves.map { $0.pixels { min($0.red, $0.green, $0.blue) < 245 }.count }
      #expect(lines.allSatisfy { $0 > 200 }, "\(lines)")
      let ink = halves.map { $0.pixels { max($0.red, $0.green, $0.blue) < 100 } }
      #expect(ink.count { $0.count > 0 } == 1)
      // A third of a page, which is larger than half of the 300 points that it has in the drawing.
      let line = try #require(ink.first { $0.count > 0 }).box
      #expect(max(line.width, line.height) > 50 && min(line.width, line.height) < 20)
      // The preview has shown just that.
      let shape = Double(sheet.width) / Double(sheet.height)
      #expect(abs(shape - info.width / info.height) < 0.03)
      let printed = partsInked(
        picture, on: PixelBox(x: 0, y: 0, width: picture.width, height: picture.height))
      for (one, other) in zip(seen.corners, printed.corners) {
        #expect(abs(one.x - other.x) < 0.02 && abs(one.y - other.y) < 0.02)
      }
      try fixture.done()
    }

    @Test func `S103 a preview shows each sheet as it will be printed, and prints nothing`()
      async throws
    {
      let fixture = try await fixture()
      let tree = try AccessibleTree(fixture.screen)
      _ = try Self.openDialog(fixture.screen, tree)
      try tree.press("Preview")
      let window = try fixture.screen.waitForWindow { $0.title == "Print Preview" }
      try tree.wait(for: "Sheet 1 of 2")
      func dark() throws -> PixelSet {
        let picture = try fixture.screen.waitUntilStill()
        let f = window.frame
        // Below the header.
        return picture.cropped(
          to: PixelBox(x: f.x, y: f.y + 60, width: f.width, height: f.height - 60)
        ).pixels { max($0.red, $0.green, $0.blue) < 100 }
      }
      let line = try dark()
      // The line is a third of its page, which is most of the paper's width.
      #expect(line.count > 100 && line.box.width > 100 && line.box.height < 20)
      try tree.press("Next Sheet")
      try tree.wait(for: "Sheet 2 of 2")
      #expect(try dark().count == 0)
      try fixture.screen.keyboard.press("Left")
      try tree.wait(for: "Sheet 1 of 2")
      #expect(try dark().box == line.box)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      let home = fixture.screen.folder.home
      let names = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
      #expect(names.filter { $0.hasSuffix(".pdf") }.isEmpty)
      // And the next one is printed as ever.
      _ = try Self.openDialog(fixture.screen, tree)
      let file = try Self.print(fixture.screen, tree)
      #expect(try Self.info(file)?.pages == 2)
      try fixture.done()
    }
  }
}
