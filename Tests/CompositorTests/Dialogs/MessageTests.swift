import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The sentences over the paper: where they lie, when they go, and what can be done from them.
  @Suite struct MessageTests {
    private static let nothing = "There is nothing on the clipboard that can be pasted."
    private static let question = "Which hand draws?"
    private static let keyboardPen = "Arrow keys move the pen"

    private func line(_ fixture: AppFixture, _ y: Double) -> [Point] {
      (0...20).map { fixture.at(200 + Double($0) * 8, y) }
    }

    /// A message's card on the screen, around its text.
    private func frame(
      of text: String, _ tree: AccessibleTree, _ fixture: AppFixture
    ) throws -> Rect {
      let box = try tree.box(tree.wait(for: text))
      let corner = fixture.window.point(box.minX, box.minY)
      return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height).outset(by: 8)
    }

    @Test(
      arguments: [
        PixelSize(width: 1000, height: 700), PixelSize(width: 400, height: 640),
        PixelSize(width: 720, height: 360),
      ])
    func `S20 S60 a message lies on the paper and on no tool`(size: PixelSize) throws {
      let fixture = try AppFixture.withTools(size: size)
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("v", [.control])
      let card = try frame(of: Self.nothing, tree, fixture)
      try fixture.screen.waitUntilStill()
      #expect(fixture.wholeCanvas.rect.contains(card))
      #expect(!fixture.pickerFrame().intersects(card), "\(card) on \(fixture.pickerFrame())")
      #expect(card.height < Double(size.height) / 3)
      try fixture.done()
    }

    /// Ink right below the tools, and near the lower edge.
    @Test(arguments: [true, false])
    func `S20 S60 in a low window a message lies neither on a tool nor on the ink drawn last`(
      isHigh: Bool
    ) async throws {
      let fixture = try AppFixture.withTools(size: PixelSize(width: 720, height: 360))
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      let tools = fixture.pickerFrame()
      let y = isHigh ? tools.maxY + 34 : Double(fixture.wholeCanvas.maxY) - 40
      fixture.pen.stroke((0...20).map { Point(fixture.middle.x - 80 + Double($0) * 8, y) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("v", [.control])
      try tree.wait(for: Self.nothing)
      try fixture.screen.waitUntilStill()
      let card = try frame(of: Self.nothing, tree, fixture)
      let ink = Rect(x: fixture.middle.x - 80, y: y - 3, width: 160, height: 6)
      #expect(!card.intersects(ink), "\(card) on \(ink)")
      #expect(!card.intersects(tools), "\(card) on \(tools)")
      #expect(fixture.wholeCanvas.rect.contains(card))
      try fixture.done()
    }

    @Test func `S60 in a low window a question and its buttons lie on no tool, and in the window`()
      throws
    {
      let fixture = try AppFixture.withTools(
        size: PixelSize(width: 720, height: 360), profile: .fresh)
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      let tools = fixture.pickerFrame()
      let p = Point(fixture.middle.x, tools.maxY + 60)
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.pen.hover(at: p)
      try tree.wait(for: Self.question)
      try fixture.screen.waitUntilStill(for: 0.5)
      let sentence = try tree.box(tree.wait(for: Self.question))
      var card = sentence
      for name in ["Left", "Right"] {
        let button = try tree.box(tree.wait(for: name, isWhole: true))
        #expect(button.width > 0 && button.height > 0, "\(name): \(button)")
        #expect(!button.intersects(sentence), "\(name): \(button) on \(sentence)")
        card = card.union(button)
      }
      let corner = fixture.window.point(card.minX, card.minY)
      let shown = Rect(x: corner.x, y: corner.y, width: card.width, height: card.height)
      #expect(!shown.intersects(tools), "\(shown) on \(tools)")
      #expect(fixture.wholeCanvas.rect.contains(shown.outset(by: 8)))
      // Less than a third of the window.
      #expect(shown.height + 16 < 120, "\(shown)")
      try fixture.done()
    }

    @Test func `S60 a message makes room for the find bar, on a narrow screen too`() throws {
      let fixture = try AppFixture.withTools(size: PixelSize(width: 400, height: 640))
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      // What tells of a state stays as long as the state: the pen of the keyboard.
      try fixture.screen.keyboard.press("v")
      let sentence = try tree.wait(for: Self.keyboardPen)
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("f", [.control])
      let field = try tree.wait(for: "Find in the drawing")
      try fixture.screen.waitUntilStill()
      let (message, bar) = (try tree.box(sentence), try tree.box(field))
      #expect(message.height > 8 && bar.height > 8)
      #expect(!message.outset(by: 6).intersects(bar), "\(message) and \(bar)")
      try fixture.done()
    }

    @Test func `a message that made room for the find bar goes back when that is closed`() throws {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 600))
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("v")
      let sentence = try tree.wait(for: Self.keyboardPen)
      try fixture.screen.waitUntilStill()
      let before = try tree.box(sentence)
      try fixture.screen.keyboard.press("f", [.control])
      try tree.wait(for: "Find in the drawing")
      try fixture.screen.waitUntilStill()
      let beside = try tree.box(sentence)
      #expect(abs(beside.center.y - before.center.y) > 20, "\(before), then \(beside)")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitUntilStill()
      let after = try tree.box(sentence)
      #expect(after == before)
      try fixture.done()
    }

    @Test func `a notice that was read goes with the next command`() throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("v", [.control])
      try tree.wait(for: Self.nothing)
      // A notice stays for six seconds, and three are enough to read it.
      pause(3.2)
      try fixture.screen.keyboard.press("plus", [.control])
      try tree.wait(forNo: Self.nothing, timeout: 1.5)
      try fixture.done()
    }

    @Test func `a notice that another message has covered does not come back`() throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("v", [.control])
      try tree.wait(for: Self.nothing)
      try fixture.screen.keyboard.press("v")
      try tree.wait(for: Self.keyboardPen)
      try fixture.screen.keyboard.press("v")
      try tree.wait(forNo: Self.keyboardPen)
      try fixture.screen.waitUntilStill(for: 0.5)
      let said = try tree.texts()
      #expect(!said.contains { $0.contains(Self.nothing) })
      try fixture.done()
    }

    @Test func `S60 a message makes room for the bar of a selection`() async throws {
      let fixture = try AppFixture.withTools(
        size: PixelSize(width: 900, height: 600), profile: .fresh)
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.hover(at: fixture.at(300, 400))
      try tree.wait(for: Self.question)
      // Low on the paper, where the message is, too.
      fixture.pen.stroke(line(fixture, 400))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("s")
      try fixture.screen.keyboard.press("a", [.control])
      let delete = try tree.wait(for: "Delete")
      try fixture.screen.waitUntilStill(for: 0.5)
      let bar = try tree.box(delete)
      let message = try tree.box(tree.wait(for: Self.question))
      #expect(bar.height > 8 && !message.outset(by: 10).intersects(bar), "\(message) and \(bar)")
      try fixture.done()
    }

    @Test func `a message lies where nothing was drawn last, and a stroke makes it step aside`()
      async throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 600))
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.stroke(line(fixture, 20))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("v", [.control])
      let low = try frame(of: Self.nothing, tree, fixture)
      #expect(low.minY > fixture.middle.y)
      // From beside it across the message: it takes nothing of the stroke, and lies at the other edge after it.
      let y = low.center.y - fixture.origin.dy
      fixture.pen.stroke((0...40).map { fixture.at(5 + Double($0) * 10, y) })
      let kept = try await fixture.kept(2)
      #expect(kept[1].samples.count == 41)
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill(for: 0.8)
      if let text = try tree.widgets().first(where: { $0.name == Self.nothing }) {
        #expect(try tree.box(text).center.y < fixture.middle.y)
      }
      try fixture.waitForInk(at: fixture.at(300, y))
      try fixture.done()
    }

    @Test func `a notice goes by itself, and the more important message is shown first`() throws {
      let fixture = try AppFixture(profile: .fresh)
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.hover(at: fixture.at(300, 300))
      try tree.wait(for: Self.question)
      fixture.pen.proximityOut()
      try fixture.screen.keyboard.press("v", [.control])
      try tree.wait(for: Self.nothing)
      // The pen of the keyboard tells of itself as long as it is out.
      try fixture.screen.keyboard.press("v")
      try tree.wait(for: Self.keyboardPen)
      #expect(try !tree.texts().contains(Self.nothing))
      pause(7)
      try tree.wait(for: Self.keyboardPen)
      try fixture.screen.keyboard.press("v")
      try tree.wait(forNo: Self.keyboardPen)
      try fixture.screen.keyboard.press("v", [.control])
      try tree.wait(for: Self.nothing)
      try tree.wait(forNo: Self.nothing, timeout: 12)
      // The question gave way to all of them, and rests until the next start.
      try fixture.screen.waitUntilStill(for: 0.5)
      let asks = try tree.texts().contains { $0.contains(Self.question) }
      #expect(!asks)
      try fixture.done()
    }

    @Test func `a message that a click closes leaves the keyboard with the paper`() throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("v", [.control])
      try tree.wait(for: Self.nothing)
      try fixture.screen.waitUntilStill()
      let close = try tree.box(tree.wait(for: "Close", isWhole: true))
      fixture.screen.mouse.click(at: fixture.window.point(close.center.x, close.center.y))
      try tree.wait(forNo: Self.nothing, timeout: 3)
      try fixture.screen.waitUntilStill()
      let focused = try tree.widgets().filter { $0.had(.focused) }
      for widget in focused {
        let role = AccessibleRole(rawValue: try tree.role(widget))
        #expect(![.button, .toggleButton].contains(role), "\(widget.name)")
      }
      // A tool is chosen by its key, and nothing else is pressed.
      try fixture.screen.keyboard.press("space")
      fixture.pen.stroke(line(fixture, 300))
      fixture.pen.proximityOut()
      try fixture.waitForInk(at: fixture.at(280, 300))
      try fixture.done()
    }

    @Test func `a question that nobody answers goes when drawing goes on, and is asked once`()
      async throws
    {
      let fixture = try AppFixture.withTools(profile: .fresh)
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.hover(at: fixture.at(300, 300))
      try tree.wait(for: Self.question)
      fixture.pen.stroke(line(fixture, 300))
      fixture.pen.stroke(line(fixture, 330))
      _ = try await fixture.kept(2)
      // It was there for too short a time to be read.
      #expect(try tree.texts().contains { $0.contains(Self.question) })
      pause(3.2)
      fixture.pen.stroke(line(fixture, 360))
      fixture.pen.stroke(line(fixture, 390))
      try tree.wait(forNo: Self.question)
      fixture.pen.proximityOut()
      _ = try await fixture.kept(4)
      // Nor by another window.
      try fixture.screen.keyboard.press("n", [.control])
      try fixture.screen.waitForWindows(2)
      fixture.pen.hover(at: fixture.at(300, 300))
      try fixture.screen.waitUntilStill(for: 0.5)
      #expect(try !tree.texts().contains { $0.contains(Self.question) })
      fixture.pen.proximityOut()
      try fixture.screen.keyboard.press("w", [.control])
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test
    func `the hand is asked for again at the next start, and not after three without an answer`()
      throws
    {
      // At two starts it was asked before.
      let fixture = try AppFixture.withTools(
        profile: .fresh, preferences: [.handQuestions: .init(text: "2"), .penSeen: true])
      try fixture.waitForPicker()
      fixture.pen.hover(at: fixture.at(300, 300))
      try AccessibleTree(fixture.screen).wait(for: Self.question)
      fixture.pen.proximityOut()
      try fixture.app.expectQuiet()
      fixture.window.close()
      #expect(try fixture.app.waitForExit() == .exited(0))
      let again = try fixture.screen.launchApp([fixture.path], profile: .fresh)
      let window = try fixture.screen.waitForWindow()
      try fixture.screen.waitUntilStill()
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.hover(at: window.frame.rect.center)
      try fixture.screen.waitUntilStill(for: 0.5)
      let asks = try tree.texts().contains { $0.contains(Self.question) }
      #expect(!asks)
      fixture.pen.proximityOut()
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
      fixture.screen.close()
    }

    @Test func `S20 a question that goes leaves the rest of the window as it was painted`()
      async throws
    {
      let fixture = try AppFixture.fresh()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.hover(at: fixture.at(300, 300))
      try tree.wait(for: Self.question)
      let card = try frame(of: Self.question, tree, fixture)
      pause(3.2)
      fixture.screen.clearLog()
      fixture.pen.stroke(line(fixture, 300))
      fixture.pen.stroke(line(fixture, 330))
      try tree.wait(forNo: Self.question)
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      try fixture.screen.waitUntilStill(for: 0.8)
      let painted = fixture.screen.commits.filter { $0.surface == fixture.window.surface }
        .flatMap(\.damage).map(\.rect)
      #expect(painted.contains { $0.intersects(card) })
      // In the tools undo becomes possible; else there are the lines, 60 points high, and the card.
      let picker = fixture.pickerFrame()
      for box in painted where box.width * box.height > 40 * 40 {
        #expect(!box.intersects(picker) && box.height <= 90, "\(box)")
      }
      try fixture.done()
    }

    // MARK: What was exported

    /// Exports the drawing; a picture beside it.
    ///
    /// - Parameter keyboardPen: Whether the pen of the keyboard is out meanwhile.
    private func export(
      _ fixture: AppFixture, _ tree: AccessibleTree, keyboardPen: Bool = false
    ) async throws {
      fixture.pen.stroke(line(fixture, 200))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      if keyboardPen {
        try fixture.screen.keyboard.press("v")
        try tree.wait(for: Self.keyboardPen)
      }
      try fixture.screen.keyboard.press("e", [.control])
      for title in ["Export", "Export the Drawing"] {
        _ = try fixture.screen.waitForWindow { $0.title == title }
        try fixture.screen.waitUntilStill()
        try fixture.screen.keyboard.press("Return")
      }
      try tree.wait(for: "Exported to “drawing.png”.")
      try fixture.screen.waitForWindows(1)
    }

    /// A program that the desktop has for a kind of file, and writes down what it is asked to open.
    private func installViewer(of type: String, on screen: Screen) throws -> String {
      let log = screen.path("opened")
      let folder = screen.folder.data + "/applications"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let entry = """
        [Desktop Entry]
        Type=Application
        Name=Viewer
        Exec=sh -c 'echo "$0" >> \(log)' %u
        MimeType=\(type);

        """
      try entry.write(toFile: folder + "/viewer.desktop", atomically: true, encoding: .utf8)
      try "[Default Applications]\n\(type)=viewer.desktop\n".write(
        toFile: folder + "/mimeapps.list", atomically: true, encoding: .utf8)
      return log
    }

    private func wait(for text: String, in path: String) throws {
      let end = Date().addingTimeInterval(10)
      var found = ""
      repeat {
        found = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        if found.contains(text) { return }
        pause(0.02)
      } while Date() < end
      Issue.record("\(path) holds “\(found)”")
    }

    @Test
    func `a picture is opened from the message of its export, after which a question is back`()
      async throws
    {
      var log = ""
      let fixture = try AppFixture.fresh { log = try installViewer(of: "image/png", on: $0) }
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.hover(at: fixture.at(300, 300))
      try tree.wait(for: Self.question)
      try await export(fixture, tree)
      try tree.press("Open")
      try wait(for: "drawing.png", in: log)
      try tree.wait(forNo: "Exported to")
      try tree.wait(for: Self.question)
      try fixture.done()
    }

    /// Starts services that show a file in its folder; each is `manager` or `portal`, and refuses where `refuse` follows.
    private func launchServices(_ services: [[String]], on screen: Screen) throws -> [Program] {
      try services.map { arguments in
        let program = try screen.launch("FolderServices", arguments)
        while program.standardOutput != "ready\n", program.status == .running { pause(0.005) }
        return program
      }
    }

    /// What the services were asked, by the file's path or by its address.
    private func asked(_ service: Program) -> [String] {
      service.standardOutput.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test(
      arguments: [
        ([["manager"], ["portal"]], ["ShowItems file://"]),
        ([["portal"]], ["OpenDirectory "]),
        ([["manager", "refuse"], ["portal"]], ["ShowItems file://", "OpenDirectory "]),
      ])
    func `the folder is shown by the file manager, else by the portal, and by one of them`(
      services: [[String]], calls: [String]
    ) async throws {
      var running: [Program] = []
      let fixture = try AppFixture { running = try launchServices(services, on: $0) }
      let tree = try AccessibleTree(fixture.screen)
      try await export(fixture, tree)
      try tree.press("Show in Folder")
      let file = fixture.screen.path("drawing.png")
      let end = Date().addingTimeInterval(10)
      while running.flatMap(asked).count < calls.count, Date() < end { pause(0.02) }
      // The message has done its work, and no sentence says that the folder was not shown.
      try tree.wait(forNo: "Exported to")
      try fixture.screen.waitUntilStill(for: 0.5)
      try fixture.screen.waitForWindows(1)
      #expect(running.flatMap(asked) == calls.map { $0 + file })
      for service in running { try service.expectQuiet() }
      try fixture.done()
    }

    @Test func `where the file manager and the portal refuse, the folder is opened`() async throws {
      var (log, running) = ("", [Program]())
      let fixture = try AppFixture {
        log = try installViewer(of: "inode/directory", on: $0)
        running = try launchServices([["manager", "refuse"], ["portal", "refuse"]], on: $0)
      }
      let tree = try AccessibleTree(fixture.screen)
      // What tells of a state as long as that lasts gives way to the message, and is back after it.
      try await export(fixture, tree, keyboardPen: true)
      let covered = try tree.texts()
      #expect(!covered.contains { $0.contains(Self.keyboardPen) })
      try tree.press("Show in Folder")
      try wait(for: fixture.screen.folder.home, in: log)
      #expect(running.flatMap(asked).count == 2)
      try tree.wait(for: Self.keyboardPen)
      try fixture.done()
    }

    @Test func `without a file manager and a portal the folder is opened, else a sentence says so`()
      async throws
    {
      var log = ""
      let fixture = try AppFixture { log = try installViewer(of: "inode/directory", on: $0) }
      let tree = try AccessibleTree(fixture.screen)
      try await export(fixture, tree)
      try tree.press("Show in Folder")
      try wait(for: fixture.screen.folder.home, in: log)
      try fixture.done()

      let bare = try AppFixture()
      let bareTree = try AccessibleTree(bare.screen)
      try await export(bare, bareTree)
      try bareTree.press("Show in Folder")
      try bareTree.wait(for: "There is no file manager on this computer.")
      try bare.screen.keyboard.press("Escape")
      try bare.screen.waitForWindows(1)
      try bare.done()
    }
  }
}
