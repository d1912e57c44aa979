import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What the app says after it crashed.
  @Suite struct CrashTests {
    private static let sentence = "Plumbago ended unexpectedly"

    private func crash(_ bench: FileBench, by signal: Int32) throws {
      let (app, window) = try bench.start([bench.path("Diary of Ann.plumbago")])
      try window.maximize()
      try bench.screen.waitUntilStill()
      bench.strokes(3)
      bench.screen.pen.proximityOut()
      try bench.screen.waitUntilStill()
      app.signal(signal)
      #expect(try app.waitForExit() == .killed(signal: signal))
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP])
    func `the start after a crash says so once, and offers a report without ink and names`(
      signal: Int32
    ) async throws {
      let bench = try FileBench()
      try crash(bench, by: signal)
      let (app, window) = try bench.start()
      let tree = try AccessibleTree(bench.screen)
      // What was shown may be the cause, and so is not opened by itself.
      try tree.wait(for: "“Diary of Ann” was not opened again: " + Self.sentence)
      #expect(window.title.hasPrefix("Untitled drawing"))
      try tree.press("Show Report…")
      _ = try bench.screen.waitForWindow { $0.title == "Report of a Crash" }
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("Escape")
      try bench.screen.waitForWindows(1)
      try bench.screen.waitUntilStill()
      // The offer keeps its button until it is answered.
      try tree.press("Show Report…")
      let report = try bench.screen.waitForWindow { $0.title == "Report of a Crash" }
      try bench.screen.waitUntilStill()
      let text = try tree.wait(for: "Signal: ").name
      for part in [
        "Plumbago ", "GTK 4.", "Wayland", "Linux", "Signal: \(signal) ",
        "Calls, the last one first:",
        "libc.so.6 + 0x", "plumbago + 0x",
      ] {
        #expect(text.contains(part), "“\(part)” in \(text)")
      }
      // The main loop waits for events.
      #expect(text.contains("libglib-2.0.so"))
      for private_ in [
        "Ann", bench.screen.folder.home, NSUserName() + "/", "/home", "/tmp", "/usr",
      ] {
        #expect(!text.contains(private_), "“\(private_)” in \(text)")
      }
      // It is saved as it was shown.
      try tree.press("Save…")
      _ = try bench.screen.waitForWindow { $0.title == "Save the Report" }
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("a", [.control])
      try bench.screen.keyboard.type(bench.path("report.txt") + "\n")
      try bench.screen.waitForWindows(1)
      #expect(try String(decoding: bench.bytes("report.txt"), as: UTF8.self) == text)
      #expect(!bench.screen.windows.contains(report))
      // It is still offered, and nothing of it is lost.
      try tree.press("Open Anyway")
      let drawing = try bench.screen.waitForWindow { $0.title.hasPrefix("Diary of Ann") }
      try bench.screen.waitForWindows(1)
      #expect(await Kept.info(bench.path("Diary of Ann.plumbago"))?.strokes == 3)
      try bench.finish(app, drawing)

      let (again, last) = try bench.start()
      try bench.screen.waitUntilStill(for: 0.5)
      #expect(try !tree.texts().contains { $0.contains(Self.sentence) })
      try bench.finish(again, last)
      bench.screen.close()
    }

    /// What of a window answers to taps.
    private func controls(
      of window: Window, _ tree: AccessibleTree
    ) throws -> [AccessibleTree.Widget] {
      try tree.whileItChanges {
        try tree.widgets(in: window.title).filter {
          AccessibleRole(rawValue: try tree.role($0))?.takesTaps ?? false
        }
      }
    }

    @Test func `S7 after a crash with nothing open each control of its report answers to the pen`()
      async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      let (app, _) = try bench.start()
      try screen.waitUntilStill()
      app.signal(SIGSEGV)
      let end = try app.waitForExit()
      #expect(end == .killed(signal: SIGSEGV))
      let (again, window) = try bench.start()
      let tree = try AccessibleTree(screen)
      try tree.wait(for: Self.sentence + " last time. What was drawn is kept.")
      try screen.waitUntilStill()
      func press(_ name: String, in window: Window) throws {
        try Pointing.pen.press(tree.position(of: name, in: window), on: screen)
      }
      try press("Show Report…", in: window)
      let report = try screen.waitForWindow { $0.title == "Report of a Crash" }
      try screen.waitUntilStill()
      let found = try controls(of: report, tree)
      // Those with a label of their own are called by that as well.
      let names = found.map(\.name).sorted()
      #expect(names == ["Close", "Copy Text Copy Text", "Save… Save…"])
      // Nothing of the text is selected, which this key would copy.
      try screen.keyboard.press("c", [.control])
      try screen.waitUntilStill(for: 0.5)
      let before = try screen.clipboardText()
      #expect(before == nil)
      try press("Copy Text", in: report)
      let text = try tree.wait(for: "Signal: ").name
      try screen.waitForClipboard("text/plain;charset=utf-8")
      let copied = try screen.clipboardText()
      #expect(copied == text)
      try press("Save…", in: report)
      _ = try screen.waitForWindow { $0.title == "Save the Report" }
      try screen.waitUntilStill()
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      let close = try tree.box(#require(found.first { $0.name == "Close" })).center
      try Pointing.pen.press(report.point(close.x, close.y), on: screen)
      try screen.waitForWindows(1)
      // Neither is the report gone with its window.
      try tree.wait(for: "Show Report…")
      try bench.finish(again, window)
      bench.screen.close()
    }

    @Test func `an end that is no crash leaves no report`() async throws {
      let bench = try FileBench()
      for signal in [SIGTERM, SIGKILL] {
        let (app, _) = try bench.start([bench.path("a.plumbago")])
        try bench.screen.waitUntilStill()
        app.signal(signal)
        _ = try app.waitForExit()
      }
      let (app, window) = try bench.start()
      let tree = try AccessibleTree(bench.screen)
      try bench.screen.waitUntilStill(for: 0.5)
      #expect(try !tree.texts().contains { $0.contains(Self.sentence) })
      try bench.finish(app, window)
      bench.screen.close()
    }
  }
}
