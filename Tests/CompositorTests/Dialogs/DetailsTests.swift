import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What the app tells of a drawing.
  @Suite struct DetailsTests {
    @Test
    func `details tell where a drawing is and how much is in it, what was just drawn included`()
      throws
    {
      let bench = try FileBench()
      let (app, window) = try bench.start([bench.path("Diary.plumbago")])
      try window.maximize()
      try bench.screen.waitUntilStill()
      let tree = try AccessibleTree(bench.screen)
      /// What the window says beside a title; `nil` where it has no such row.
      func value(_ title: String) throws -> String? {
        let widgets = try tree.widgets(in: "Details of the Drawing")
        let names = widgets.map(\.name).filter { !$0.isEmpty }
        return names.firstIndex(of: title).map { names[$0 + 1] }
      }
      func open() throws {
        try bench.screen.keyboard.press("Return", [.alt])
        _ = try bench.screen.waitForWindow { $0.title == "Details of the Drawing" }
        try bench.screen.waitUntilStill()
      }
      bench.strokes(3)
      bench.screen.pen.proximityOut()
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("z", [.control])
      try open()
      #expect(try value("Name") == "Diary")
      #expect(try value("Folder") == bench.screen.folder.home)
      #expect(try value("Strokes") == "2")
      #expect(try value("Steps to undo") == "2")
      for title in ["Pages", "Pictures", "Text boxes", "Shapes", "Layers"] {
        #expect(try value(title) == nil)
      }
      // Of the file and its log.
      let bytes = try ["", "-wal"].reduce(0) { try $0 + bench.bytes("Diary.plumbago" + $1).count }
      #expect(try value("Size") == String(format: "%.1f\u{A0}kB", Double(bytes) / 1000))
      try bench.screen.keyboard.press("Escape")
      try bench.screen.waitForWindows(1)
      bench.stroke(300, 400)
      bench.screen.pen.proximityOut()
      try open()
      #expect(try value("Strokes") == "3")
      try bench.screen.keyboard.press("Escape")
      try bench.screen.waitForWindows(1)
      try bench.finish(app, window)
    }
  }
}
