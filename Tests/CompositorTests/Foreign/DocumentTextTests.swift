import Foundation
import InkModel
import InkStore
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The contents, the links and the text of a document, as a person uses them.
  @Suite struct DocumentTextTests {
    private static let red = Pixel(0xFF_0000)

    /// Three pages of 300 by 300 points with a line of text 20 points high at (40, 100), measured from the top, links at
    /// (40, 150) to the last page and at (160, 150) to the web, each 100 by 30, contents, and a red square from (200, 200)
    /// to (280, 280).
    static let document: String = {
      let content = """
        1 0 0 rg 200 20 80 80 re f 0 g
        BT /F1 20 Tf 40 185 Td (Hello brave new world) Tj ET
        """
      let page = { (links: String) in
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 3 0 R "
          + "/Resources << /Font << /F1 4 0 R >> >> \(links) >>"
      }
      let objects = [
        "<< /Type /Catalog /Pages 2 0 R /Outlines 10 0 R >>",
        "<< /Type /Pages /Kids [5 0 R 6 0 R 7 0 R] /Count 3 >>",
        "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        page("/Annots [8 0 R 9 0 R]"), page(""), page(""),
        "<< /Type /Annot /Subtype /Link /Rect [40 120 140 150] /Border [0 0 0] /Dest [7 0 R /Fit] >>",
        "<< /Type /Annot /Subtype /Link /Rect [160 120 260 150] /Border [0 0 0] "
          + "/A << /S /URI /URI (https://example.org/a) >> >>",
        "<< /Type /Outlines /First 11 0 R /Last 12 0 R /Count 2 >>",
        "<< /Title (First part) /Parent 10 0 R /Next 12 0 R /First 13 0 R /Last 13 0 R /Count -1 "
          + "/Dest [5 0 R /Fit] >>",
        "<< /Title (Last part) /Parent 10 0 R /Prev 11 0 R /Dest [7 0 R /Fit] >>",
        "<< /Title (Within) /Parent 11 0 R /Dest [6 0 R /Fit] >>",
      ]
      return SampleDocument.text(objects: objects)
    }()

    /// The app with the document, its first page in view.
    private struct Reader {
      let bench: FileBench
      let app: Program
      let window: Window
      let tree: AccessibleTree
      /// Of the first page, on the screen; pixels for a point.
      let corner: Point
      let scale: Double

      init(_ before: (Screen) throws -> Void = { _ in }) throws {
        bench = try FileBench(size: PixelSize(width: 1000, height: 700))
        try before(bench.screen)
        try DocumentTextTests.document.write(
          toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
        app = try bench.screen.launchApp([bench.path("paper.pdf")])
        window = try bench.screen.waitForWindow()
        try window.maximize()
        tree = try AccessibleTree(bench.screen)
        let screen = bench.screen
        try screen.wait(
          for: "the page",
          in: PixelBox(x: 0, y: 0, width: screen.size.width, height: screen.size.height)
        ) { $0.pixels { $0 == DocumentTextTests.red }.count > 500 }
        // Of the page whose square is highest.
        let red = try screen.waitUntilStill().pixels { $0 == DocumentTextTests.red }.box
        scale = Double(red.width) / 80
        corner = Point(Double(red.x) - 200 * scale, Double(red.y) - 200 * scale)
      }

      func at(_ x: Double, _ y: Double) -> Point {
        Point(corner.x + x * scale, corner.y + y * scale)
      }

      func tap(_ x: Double, _ y: Double) {
        bench.screen.pen.hover(at: at(x, y))
        bench.screen.pen.stroke([at(x, y), at(x, y)])
        bench.screen.pen.proximityOut()
      }

      func drag(_ a: Point, _ b: Point) {
        bench.screen.pen.stroke((0...30).map { a.lerp(to: b, Double($0) / 30) })
        bench.screen.pen.proximityOut()
      }

      func done() throws {
        try app.expectQuiet()
        window.close()
        #expect(try app.waitForExit() == .exited(0))
      }
    }

    @Test
    func `an exported PDF is the document with the ink on it, and keeps its text and contents`()
      async throws
    {
      let reader = try Reader()
      let (bench, screen) = (reader.bench, reader.bench.screen)
      reader.drag(reader.at(40, 30), reader.at(240, 60))
      _ = try await Kept.strokes(1, in: #require(bench.library.first), by: reader.app)
      try screen.keyboard.press("e", [.control])
      let dialog = try screen.waitForWindow { $0.isDialog }
      try reader.tree.wait(for: "Handwriting can be searched")
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      _ = try screen.waitForWindow { $0.isDialog && $0 != dialog }
      try screen.waitUntilStill()
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(bench.path("flat.pdf") + "\n")
      try reader.tree.wait(for: "Exported to “flat.pdf”.")
      try screen.waitForWindows(1)
      try reader.done()
      for (arguments, text) in [
        (["qpdf", "--check"], "No syntax or stream encoding errors"),
        (["pdftotext", "-l", "1"], "Hello brave new world"),
        (["qpdf", "--json", "--json-key=outlines"], "Last part"),
      ] {
        let end = arguments[0] == "pdftotext" ? ["-"] : []
        let run = try Command.run(arguments + [bench.path("flat.pdf")] + end)
        #expect(run.status == 0 && run.standardOutput.contains(text), "\(run)")
      }
    }

    @Test func `a link leads to its page by a tap of the selection tool, and never by the pen`()
      async throws
    {
      let reader = try Reader()
      try reader.tree.wait(for: "1 / 3")
      reader.tap(60, 165)
      let path = try #require(reader.bench.library.first)
      _ = try await Kept.strokes(1, in: path, by: reader.app)
      try reader.bench.screen.waitUntilStill()
      try reader.tree.wait(for: "1 / 3")
      try reader.bench.screen.keyboard.press("s")
      reader.tap(120, 165)
      try reader.tree.wait(for: "3 / 3")
      #expect(try await DocumentStore.inspect(path).strokes == 1)
      try reader.done()
    }

    @Test func `an address is shown before it is opened, by the desktop's own program`() throws {
      var log = ""
      let reader = try Reader { screen in
        log = screen.path("opened")
        let folder = screen.folder.data + "/applications"
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        try """
        [Desktop Entry]
        Type=Application
        Name=Browser
        Exec=sh -c 'echo "$0" >> \(log)' %u
        MimeType=x-scheme-handler/https;

        """.write(toFile: folder + "/browser.desktop", atomically: true, encoding: .utf8)
        try "[Default Applications]\nx-scheme-handler/https=browser.desktop\n".write(
          toFile: folder + "/mimeapps.list", atomically: true, encoding: .utf8)
      }
      try reader.bench.screen.keyboard.press("s")
      for button in ["Cancel", "Open"] {
        reader.tap(200, 165)
        try reader.tree.wait(for: "https://example.org/a")
        try reader.bench.screen.waitUntilStill()
        #expect(!FileManager.default.fileExists(atPath: log))
        try reader.tree.press(button)
        try reader.bench.screen.waitForWindows(1)
      }
      let end = Date().addingTimeInterval(10)
      while !FileManager.default.fileExists(atPath: log), Date() < end { pause(0.02) }
      pause(0.2)
      #expect(try String(contentsOfFile: log, encoding: .utf8) == "https://example.org/a\n")
      try reader.done()
    }

    @Test func `S48 text is selected by a drag over it, shown, and copied`() throws {
      let reader = try Reader()
      let screen = reader.bench.screen
      try screen.keyboard.press("s")
      try screen.waitUntilStill()
      let line = PixelBox(
        covering: Rect(
          minX: reader.at(40, 0).x, minY: reader.at(0, 97).y, maxX: reader.at(240, 0).x,
          maxY: reader.at(0, 120).y))
      let before = screen.screenshot(of: line)
      reader.drag(reader.at(41, 108), reader.at(280, 112))
      try screen.waitUntilStill()
      #expect(
        screen.screenshot(of: line).pixels { Int($0.blue) > Int($0.red) + 30 }.count > line.width
          * 10)
      try screen.keyboard.press("c", [.control])
      try screen.waitForClipboard("text/plain;charset=utf-8")
      #expect(try screen.clipboardText() == "Hello brave new world")
      // Escape selects nothing again, and no line was drawn.
      try screen.keyboard.press("Escape")
      try screen.waitUntilStill()
      #expect(screen.screenshot(of: line) == before)
      try reader.done()
    }

    @Test(arguments: [true, false])
    func `the highlighter keeps to the line of text, unless that is switched off`(isOn: Bool)
      async throws
    {
      let reader = try Reader {
        try App.writeSettings(["highlighter-snaps": isOn ? "true" : "false"], for: $0)
      }
      try reader.bench.screen.keyboard.press("h")
      try reader.bench.screen.waitUntilStill()
      let points = (0...40).map { i in
        reader.at(42 + Double(i) * 4.5, 109 + 3 * sin(Double(i) / 4))
      }
      reader.bench.screen.pen.stroke(points)
      reader.bench.screen.pen.proximityOut()
      let kept = try await Kept.strokes(
        1, in: #require(reader.bench.library.first), by: reader.app)
      let path = try #require(kept[0].element.kind.inkStroke?.path)
      let heights = path.points.map { Double($0.y) }
      let spread = (heights.max() ?? 0) - (heights.min() ?? 0)
      #expect(isOn ? spread < 0.01 : spread > 3)
      try reader.bench.screen.waitUntilStill()
      let (corner, end) = (reader.at(0, 80), reader.at(300, 140))
      let area = PixelBox(
        covering: Rect(minX: corner.x, minY: corner.y, maxX: end.x, maxY: end.y))
      let shown = reader.bench.screen.screenshot(of: area).pixels {
        $0.red > 230 && $0.green > 200 && $0.blue < 180
      }.box
      // Of the line's height and from its first letter on; else as the nib is.
      let (left, height) = (
        Double(shown.x) / reader.scale, Double(shown.height) / reader.scale
      )
      if isOn { #expect(abs(left - 41) < 2 && height > 16 && height < 26, "\(left) \(height)") }
      try reader.done()
    }

    @Test func `the contents lead to pages, fold, and are used by the keyboard alone`() throws {
      let reader = try Reader()
      let (screen, tree) = (reader.bench.screen, reader.tree)
      try screen.keyboard.press("F8")
      try tree.wait(for: "First part")
      try tree.wait(for: "Last part")
      try tree.wait(forNo: "Within")
      try screen.waitUntilStill()
      // By the pen.
      let label = try #require(try tree.widgets().last { $0.name == "Last part" })
      let box = try tree.box(label)
      let p = reader.window.point(box.center.x, box.center.y)
      screen.pen.hover(at: p)
      screen.pen.stroke([p, p])
      screen.pen.proximityOut()
      try tree.wait(for: "3 / 3")
      // By keys: the entry that was tapped has the focus.
      try screen.keyboard.press("Up")
      try screen.keyboard.press("Right")
      try tree.wait(for: "Within")
      try screen.keyboard.press("Down")
      try screen.keyboard.press("Return")
      try tree.wait(for: "2 / 3")
      try screen.keyboard.press("Left")
      try screen.keyboard.press("Left")
      try tree.wait(forNo: "Within")
      try screen.keyboard.press("Return")
      try tree.wait(for: "1 / 3")
      try reader.done()
    }
  }
}
