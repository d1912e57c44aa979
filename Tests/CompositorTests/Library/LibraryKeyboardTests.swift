import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Which drawing of the library's list the keyboard acts on, and that it is seen.
  @Suite struct LibraryKeyboardTests {
    /// More drawings than the list has room for, by letters, scrolled to the last one; the menu of one of them was opened
    /// by the mouse and left.
    private func longList(leavingMenuOf name: String) async throws -> LibraryBench {
      let library = try await LibraryBench(Self.names, opening: Self.names[0])
      let screen = library.bench.screen
      try library.open()
      screen.mouse.move(to: try library.frame(Self.names[1]).center)
      screen.mouse.scroll(60)
      try screen.waitUntilStill(for: 0.5)
      screen.mouse.click(at: try library.frame(name).center, .right)
      screen.mouse.leave()
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
      return library
    }

    private static let names = "ABCDEFGHIJKLMNOPQRST".map { "Sketch \($0)" }

    @Test func `keys act on the row whose menu was opened, far down the list, and it is in sight`()
      async throws
    {
      let library = try await longList(leavingMenuOf: "Sketch R")
      let (screen, tree) = (library.bench.screen, library.tree)
      try screen.keyboard.press("F2")
      try tree.wait(for: "Name of the drawing")
      try screen.waitUntilStill()
      let field = try tree.wait(for: "Name of the drawing")
      let name = try tree.content(field)
      #expect(name == "Sketch R")
      let (box, search) = try (tree.box(field), tree.box(tree.wait(for: "Search the library")))
      #expect(box.minY > search.maxY && box.maxY < Double(screen.size.height))
      try screen.keyboard.press("Escape")
      try screen.waitUntilStill()
      try screen.keyboard.press("Menu")
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      // Make a Copy.
      try screen.keyboard.press("c")
      try screen.waitForPopups(0)
      library.waitForFiles((Self.names + ["Sketch R (copy)"]).sorted())
      try screen.waitUntilStill()
      try screen.keyboard.press("Up")
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      try library.wait(forTitle: "Sketch Q")
      try await library.finish()
    }

    @Test func `arrow keys and the key that deletes go on from the row whose menu was opened`()
      async throws
    {
      let library = try await longList(leavingMenuOf: "Sketch R")
      let screen = library.bench.screen
      try screen.keyboard.press("Down")
      try screen.waitUntilStill()
      try screen.keyboard.press("Delete")
      library.waitForFiles(Self.names.filter { $0 != "Sketch S" })
      try await library.finish()
    }

    @Test func `the row that keys will act on is marked as soon as the library opens`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Trees")
      let screen = library.bench.screen
      try library.open()
      /// The left edge of a row, beside its picture.
      func edge(_ name: String) throws -> PixelBox {
        let name = try library.frame(name)
        return PixelBox(x: Int(name.minX) - 80, y: Int(name.center.y) - 7, width: 10, height: 30)
      }
      let (first, second) = try (edge("Boats"), edge("Trees"))
      let marked = screen.screenshot(of: first)
      let other = screen.screenshot(of: second)
      let search = try library.tree.position(of: "Search the library", in: library.window)
      try Pointing.mouse.press(search, on: screen)
      #expect(screen.screenshot(of: first) != marked)
      #expect(screen.screenshot(of: second) == other)
      try await library.finish()
    }

    @Test func `the field for a drawing's name has the row's width beside the picture`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      let (screen, tree) = (library.bench.screen, library.tree)
      try library.open()
      let name = try library.frame("Trees")
      try screen.keyboard.press("Down")
      try screen.waitUntilStill()
      try screen.keyboard.press("F2")
      try tree.wait(for: "Name of the drawing")
      try screen.waitUntilStill()
      let field = try tree.box(tree.wait(for: "Name of the drawing"))
      let search = try tree.box(tree.wait(for: "Search the library"))
      let left = library.window.point(field.minX, field.minY).x
      // Its border and padding beside what it says.
      #expect(abs(left - name.minX) < 12, "the picture stays")
      #expect(abs(field.maxX - search.maxX) < 8)
      try screen.keyboard.press("Escape")
      try await library.finish()
    }
  }
}
