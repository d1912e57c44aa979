import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The text entries of the running app, as a screen reader finds them, against a list that is written by hand.
  @Suite struct TextEntryTests {
    /// A window, dialog or form of the app, and the text entries that it has.
    struct Container: Sendable, CustomStringConvertible {
      var name: String
      /// By their accessible names; each takes handwriting.
      var entries: [String]
      /// The form is in a popover, not in a window of its own.
      var isPopover = false
      /// It is a window over another one that has entries, too, which are not its own.
      var isOverAnother = false
      /// What is written shows as the name of something once it is entered, and is not copied from the entry.
      var isName = false
      /// What is written in those whose text is of digits, where not every number is taken.
      var digits: [String: String] = [:]
      var open: @Sendable (AppFixture, AccessibleTree) throws -> Void

      var description: String { name }
    }

    /// All of the app's windows, dialogs and forms.
    static let manifest: [Container] = [
      Container(name: "window", entries: []) { _, _ in },
      Container(name: "name of the drawing", entries: ["Name of the drawing"], isPopover: true) {
        fixture, _ in
        try fixture.screen.keyboard.press("F2")
        try fixture.screen.waitForPopups(1)
      },
      Container(
        name: "paper",
        entries: ["Spacing (mm)", "Width (mm)", "Height (mm)", "Number of pages"],
        digits: ["Spacing (mm)": "10"]
      ) { fixture, _ in try Self.dialog("p", [.control, .shift], fixture) },
      Container(
        name: "colour of the ink", entries: ["Hexadecimal color or color name"], isPopover: true
      ) { fixture, _ in
        try fixture.screen.keyboard.press("k")
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        let colors = try #require(fixture.screen.popups.first)
        // The last row.
        let row = Point(Double(colors.x + colors.width / 2), Double(colors.maxY) - 36)
        try Pointing.pen.press(row, on: fixture)
      },
      Container(
        name: "radius of the compass", entries: ["Radius (mm)"], isPopover: true,
        digits: ["Radius (mm)": "10"]
      ) { fixture, tree in try Self.measure("c", row: "Radius…", fixture, tree) },
      Container(
        name: "angle of the ruler", entries: ["Angle (°)"], isPopover: true,
        digits: ["Angle (°)": "10"]
      ) { fixture, tree in try Self.measure("u", row: "Angle…", fixture, tree) },
      Container(name: "save as", entries: ["Name"]) { fixture, _ in
        try Self.dialog("s", [.control, .shift], fixture)
      },
      Container(name: "go to page", entries: ["Number or label of the page"], isPopover: true) {
        fixture, _ in
        try fixture.screen.keyboard.press("g", [.control])
        try fixture.screen.waitForPopups(1)
      },
      Container(name: "open", entries: []) { fixture, _ in try Self.dialog("o", [.control], fixture)
      },
      Container(name: "export", entries: ["Numbers of pages"]) { fixture, tree in
        try Self.dialog("e", [.control], fixture)
        try fixture.screen.waitUntilStill()
        try fixture.chooseRow(2, of: "Pages", tree)
      },
      // GTK gives its entry of pages no name: its type is said instead.
      Container(
        name: "print", entries: ["Copies:", "GtkEntry"],
        digits: ["GtkEntry": "10", "Copies:": "10"]
      ) { fixture, tree in
        let dialog = try PaperOnScreen.PrintingTests.openDialog(fixture.screen, tree)
        fixture.screen.mouse.click(at: try tree.position(of: "Pages:", in: dialog))
        fixture.screen.mouse.leave()
      },
      Container(name: "shortcuts", entries: ["Search"]) { fixture, _ in
        try Self.dialog("question", [.control, .shift], fixture)
      },
      Container(name: "preferences", entries: ["Write here to try it"]) { fixture, tree in
        try Self.dialog(",", [.control], fixture)
        // It is scrolled to where it has the keyboard.
        try fixture.focus("Write here to try it", tree)
      },
      Container(name: "help", entries: []) { fixture, _ in try Self.dialog("F1", [], fixture) },
      Container(name: "gestures", entries: []) { fixture, _ in
        try Self.dialog("F1", [.shift], fixture)
      },
      Container(name: "find bar", entries: ["Find in the drawing"]) { fixture, tree in
        try fixture.screen.keyboard.press("f", [.control])
        try tree.wait(for: "Find in the drawing")
      },
      Container(name: "library", entries: ["Search the library"]) { fixture, tree in
        try fixture.screen.keyboard.press("l", [.control])
        try tree.wait(for: "Search the library")
      },
      Container(name: "name of a template", entries: ["Name of the template"]) { fixture, tree in
        try Self.pages(fixture, tree)
        try fixture.chooseOfFirstPage("Save the Page as a Template…", tree)
        try fixture.screen.waitForWindows(2)
      },
      Container(name: "alternative text", entries: ["Alternative Text"]) { fixture, tree in
        try fixture.pastePicture(tree)
        try fixture.openAlternativeText(tree)
      },
      Container(name: "layer", entries: ["Name of the layer"], isName: true) { fixture, tree in
        try fixture.screen.keyboard.press("l", [.control, .shift])
        try tree.wait(for: "Opacity of the layer")
        try fixture.screen.waitUntilStill()
        try fixture.screen.keyboard.press("F2")
        try tree.wait(for: "Name of the layer")
      },
      Container(name: "label of a page", entries: ["Label of the page"], isName: true) {
        fixture, tree in
        try Self.pages(fixture, tree)
        try fixture.screen.keyboard.press("Down")
        try fixture.screen.keyboard.press("F2")
        try tree.wait(for: "Label of the page")
      },
      Container(
        name: "colour of the lines", entries: ["Hexadecimal color or color name"],
        isOverAnother: true
      ) { fixture, tree in try Self.lineColor(fixture, tree) },
      Container(name: "gestures to record", entries: ["Name of the hand"]) { fixture, tree in
        try fixture.openGestureRecorder(tree)
      },
    ]

    /// Shows the pages beside the paper.
    private static func pages(_ fixture: AppFixture, _ tree: AccessibleTree) throws {
      try fixture.screen.keyboard.press("F8")
      try tree.wait(for: "Page 1 of 2")
      try fixture.screen.waitUntilStill()
    }

    /// Opens the editor of GTK's own dialog for colours, over the one for paper.
    private static func lineColor(_ fixture: AppFixture, _ tree: AccessibleTree) throws {
      let (screen, mouse) = (fixture.screen, fixture.screen.mouse)
      try Self.dialog("p", [.control, .shift], fixture)
      try screen.waitUntilStill()
      let paper = try #require(screen.windows.last)
      mouse.click(at: try tree.position(of: "Another color", in: paper))
      let title = "Color of the Lines"
      let colors = try screen.waitForWindow { $0.title == title }
      try screen.waitUntilStill()
      let label = try tree.whileItChanges {
        let custom = try tree.widgets(in: title).first { $0.name == "Custom" }
        return try tree.box(#require(custom))
      }
      // The button for a colour that is not there yet is below its heading, and has no name of its own.
      mouse.click(at: colors.point(label.minX + 20, label.maxY + 26))
      try tree.wait(for: "Hexadecimal color or color name")
      mouse.leave()
    }

    /// Shows an instrument, and has its menu ask for its number.
    private static func measure(
      _ key: String, row: String, _ fixture: AppFixture, _ tree: AccessibleTree
    ) throws {
      let screen = fixture.screen
      try screen.keyboard.press(key, key == "c" ? [.shift] : [])
      try screen.waitUntilStill()
      try ask(row: row, fixture, tree)
    }

    /// Has the menu of an instrument that is shown ask for its number.
    private static func ask(
      row: String, _ fixture: AppFixture, _ tree: AccessibleTree
    ) throws {
      let screen = fixture.screen
      try screen.keyboard.press("F10", [.shift])
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let menu = try #require(screen.popups.last)
      screen.mouse.click(at: try tree.position(ofRow: row, in: menu))
      screen.mouse.leave()
      try tree.wait(for: row == "Radius…" ? "Radius (mm)" : "Angle (°)")
      try screen.waitForPopups(1)
    }

    private static func dialog(
      _ key: String, _ modifiers: Set<Keyboard.Modifier>, _ fixture: AppFixture
    ) throws {
      try fixture.screen.keyboard.press(key, modifiers)
      try fixture.screen.waitForWindows(2)
    }

    /// The app over a drawing whose paper has lines, pages and a size of its own, so that its dialog shows all rows.
    private func start() async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "entries-\(UUID().uuidString).plumbago").path
      let store = try await DocumentStore.open(file)
      let settings = DrawingSettings(
        paper: Paper(pattern: .grid, spacing: 20, lineColor: Color(rgba: 0x8A8F_97FF)),
        layout: .pages(PageSize(width: 300, height: 200), count: 2))
      try await store.perform([.begin(with: settings)])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: PixelSize(width: 1100, height: 1000), profile: .tools,
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
    }

    /// The entries that can be seen now, of one window if its title is given.
    private func entries(
      _ tree: AccessibleTree, in title: String? = nil
    ) throws -> [AccessibleTree.Widget] {
      try tree.widgets(in: title, ofRoles: AccessibleRole.takingText).filter {
        // What is on a page that is not shown has no size.
        try $0.had(.sensitive) && tree.box($0).width > 2
      }
    }

    /// Where an entry is, on the screen.
    private func box(
      _ entry: AccessibleTree.Widget, in container: Container, _ tree: AccessibleTree,
      on fixture: AppFixture
    ) throws -> Rect {
      let own = try tree.box(entry)
      guard container.isPopover else {
        let window = try #require(fixture.screen.windows.last)
        let corner = window.point(own.minX, own.minY)
        return Rect(x: corner.x, y: corner.y, width: own.width, height: own.height)
      }
      // Of what is in a popover only sizes and distances are known: from what is as large as the popover.
      let popup = try #require(fixture.screen.popups.last)
      let all = try tree.widgets()
      let before = all.prefix { $0.path != entry.path }
      let around = try before.map { try tree.box($0) }.last {
        abs($0.width - Double(popup.width)) < 40 && abs($0.height - Double(popup.height)) < 50
      }
      let frame = try #require(around, "nothing as large as \(popup)")
      let margin = Vector(
        (Double(popup.width) - frame.width) / 2, (Double(popup.height) - frame.height) / 2)
      return Rect(
        x: Double(popup.x) + margin.dx + own.minX - frame.minX,
        y: Double(popup.y) + margin.dy + own.minY - frame.minY, width: own.width,
        height: own.height)
    }

    /// The text of the entry that has the keyboard, which is the one that was written in; waits until it holds a word.
    private func copied(from fixture: AppFixture, holding word: String) throws -> String? {
      let end = Date().addingTimeInterval(8)
      var text: String?
      repeat {
        pause(0.2)
        // A key makes what is written text at once, too.
        try fixture.screen.keyboard.press("a", [.control])
        try fixture.screen.keyboard.press("c", [.control])
        try fixture.screen.settle()
        text = try fixture.screen.clipboardText()
      } while text?.lowercased().contains(word) != true && Date() < end
      return text
    }

    /// Waits until something is called by a name that has a word in it; what is in an entry is no name yet.
    private func waitForName(
      _ word: String, on fixture: AppFixture, _ tree: AccessibleTree
    ) throws -> Bool {
      for isEntered in [false, true] {
        // It may have been entered as the writing ended.
        if isEntered { try fixture.screen.keyboard.press("Return") }
        let end = Date().addingTimeInterval(4)
        while Date() < end {
          let words = try tree.texts().flatMap { $0.lowercased().split { !$0.isLetter } }
          if words.contains(where: { $0 == word }) { return true }
          pause(0.1)
        }
      }
      return false
    }

    /// What somebody's hand writes in an entry: one of three words by as many people, or a number within what it may be.
    private static func writing(in entry: String, digits: String?) throws -> RecordedWriting {
      if let digits { return try RecordedWriting.number(digits, by: 12) }
      let entries = manifest.flatMap(\.entries)
      let index = try #require(entries.firstIndex(of: entry))
      let words = ScribbleTests.legibleWords
      return try RecordedWriting.word(words[index % words.count])
    }

    @Test(arguments: Pointing.allCases)
    func `S38 a number that is written in a popover is taken where a press beside closes that`(
      pointing: Pointing
    ) async throws {
      let fixture = try await start()
      let tree = try AccessibleTree(fixture.screen)
      let radius = try #require(Self.manifest.first { $0.name == "radius of the compass" })
      try radius.open(fixture, tree)
      try fixture.screen.waitUntilStill()
      let entry = try #require(try entries(tree).first)
      let before = try tree.content(entry)
      let box = try box(entry, in: radius, tree, on: fixture)
      ScribbleTests.write(
        ScribbleTests.recorded(
          try RecordedWriting.number("10", by: 12), at: Point(box.minX + 6, box.center.y + 8),
          size: 16),
        with: fixture.pen)
      // Before the pause at which it would be read.
      try pointing.press(fixture.at(500, 700), on: fixture)
      try fixture.screen.waitForPopups(0)
      try Self.ask(row: "Radius…", fixture, tree)
      let again = try #require(try entries(tree).first)
      let after = try tree.content(again)
      #expect(after != before && after.hasPrefix("10"), "\(before), \(after)")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test(arguments: manifest)
    func `S5 each text entry of the running app stands in a list and takes what is written in it`(
      container: Container
    ) async throws {
      let fixture = try await start()
      let tree = try AccessibleTree(fixture.screen)
      try container.open(fixture, tree)
      try fixture.screen.waitUntilStill()
      let title = container.isOverAnother ? fixture.screen.windows.last?.title : nil
      let found = try entries(tree, in: title)
      #expect(found.map(\.name).sorted() == container.entries.sorted(), "in \(container)")
      for entry in found {
        let box = try box(entry, in: container, tree, on: fixture)
        let isSpun = try tree.role(entry) == AccessibleRole.spinButton.rawValue
        let digits = container.digits[entry.name] ?? (isSpun ? "110" : nil)
        let isNumber = digits != nil
        let writing = try Self.writing(in: entry.name, digits: digits)
        let word = writing.text
        let start = Point(box.minX + (isNumber ? 6 : 30), box.center.y + 8)
        ScribbleTests.write(
          ScribbleTests.recorded(writing, at: start, size: 16), with: fixture.pen)
        if container.isName {
          let isNamed = try waitForName(word, on: fixture, tree)
          #expect(isNamed, "nothing has its name from “\(entry.name)” at \(box)")
        } else {
          let text = try copied(from: fixture, holding: word)
          #expect(
            text?.lowercased().contains(word) == true,
            "“\(entry.name)” of \(container) at \(box) holds “\(text ?? "")”")
        }
        try fixture.screen.waitUntilStill()
      }
      try fixture.app.expectQuiet()
      for window in fixture.screen.windows.reversed() where window != fixture.window {
        window.close()
      }
      while fixture.screen.popupCount > 0 {
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitUntilStill()
      }
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
