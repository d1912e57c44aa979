import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pages from templates, and pages that become some.
  @Suite struct TemplateScreenTests {
    private static let size = PageSize(width: 300, height: 200)

    /// Makes a drawing of one empty page.
    private func write(_ size: PageSize, to path: String) async throws {
      let store = try await DocumentStore.open(path)
      try await store.perform([
        .begin(
          with: DrawingSettings(
            paper: Paper(pattern: .ruled, lineColor: Paper.lineColors[3]),
            layout: .pages(size, count: 1)))
      ])
      try await store.close()
    }

    private func fixture() async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "templates-\(UUID().uuidString).plumbago").path
      try await write(Self.size, to: file)
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: PixelSize(width: 1000, height: 700), profile: .barePaper,
        preferences: [.colorScheme: .init("light")],
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
    }

    private func load(_ path: String) async throws -> Drawing {
      let store = try await DocumentStore.open(path, mode: .readOnly)
      let drawing = try await store.load().drawing
      try await store.close()
      return drawing
    }

    private func wait(
      for what: String, in fixture: AppFixture, until condition: (Drawing) -> Bool
    ) async throws {
      let deadline = Date().addingTimeInterval(15)
      repeat {
        if condition(try await load(fixture.path)) { return }
        try await Task.sleep(for: .milliseconds(50))
      } while Date() < deadline
      Issue.record("no \(what)")
    }

    /// Opens the menu of the page in the panel and presses a row of it.
    private func choose(_ name: String, _ fixture: AppFixture, _ tree: AccessibleTree) throws {
      try fixture.chooseOfFirstPage(name, tree)
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
    }

    /// How many pixels of the paper are dark.
    private func darkness(_ fixture: AppFixture) throws -> Int {
      try fixture.screen.waitUntilStill()
      return fixture.screen.screenshot(of: fixture.canvas).pixels { $0.luma < 0.25 }.count
    }

    private func templates(_ fixture: AppFixture) -> [String] {
      let folder = fixture.screen.folder.data + "/plumbago/templates"
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test
    func
      `a page is saved as a template, added with its ink, used for a page, renamed, and deleted`()
      async throws
    {
      let fixture = try await fixture()
      let keys = fixture.screen.keyboard
      let tree = try AccessibleTree(fixture.screen)
      let middle = fixture.at(Double(fixture.canvas.width) / 2 - 30, 120)
      fixture.pen.stroke((0...20).map { middle + Vector(Double($0) * 4, Double($0)) })
      fixture.pen.proximityOut()
      let own = try #require(try await fixture.kept(1).first)
      try keys.press("F8")
      try tree.wait(for: "Page 1 of 1")
      try fixture.screen.waitUntilStill()
      try choose("Save the Page as a Template…", fixture, tree)
      try keys.press("a", [.control])
      try keys.type("Meeting")
      try keys.press("Return")
      try tree.wait(for: "“Meeting” is a template now.")
      #expect(templates(fixture) == ["Meeting.plumbago"])
      let path = fixture.screen.folder.data + "/plumbago/templates/Meeting.plumbago"
      let template = try await load(path)
      #expect(template.settings.layout.pages.map(\.size) == [Self.size])
      #expect(template.settings.paper.pattern == .ruled && template.count == 1)
      // The history of the drawing is not in it.
      #expect(try await DocumentStore.inspect(path).strokes == 1)

      try choose("Add a Page From a Template…", fixture, tree)
      try tree.wait(for: "Cornell")
      try tree.press("Meeting")
      try tree.wait(for: "New drawings begin with it")
      try tree.press("Add")
      try await wait(for: "page from the template", in: fixture) {
        $0.settings.layout.pageCount == 2 && $0.count == 2
      }
      let drawing = try await load(fixture.path)
      let copy = try #require(drawing.elements.first { $0.page == 2 })
      let frames = drawing.settings.layout.frames
      let offset = Vector(0, frames[1].minY - frames[0].minY)
      #expect(abs(copy.bounds.minX - own.element.bounds.minX) < 0.1)
      #expect(abs(copy.bounds.minY - own.element.bounds.minY - offset.dy) < 0.1)
      try keys.press("z", [.control])
      try await wait(for: "undo", in: fixture) {
        $0.settings.layout.pageCount == 1 && $0.count == 1
      }

      // Without its line the page gets it back from the template. The notice lies on the paper.
      try tree.wait(forNo: "is a template now")
      let inked = try darkness(fixture)
      try keys.press("z", [.control])
      try await wait(for: "page without its line", in: fixture) { $0.count == 0 }
      let bare = try darkness(fixture)
      #expect(inked > bare + 50, "\(inked) and \(bare)")
      try choose("Add a Page From a Template…", fixture, tree)
      try tree.press("Meeting")
      try tree.wait(for: "New drawings begin with it")
      try tree.press("Use for This Page")
      try fixture.screen.waitForWindows(1)
      try await wait(for: "page as the template", in: fixture) {
        $0.settings.layout.pageCount == 1 && $0.count == 1
      }
      try fixture.screen.wait(for: "the template's line", in: fixture.canvas) { picture in
        picture.pixels { $0.luma < 0.25 }.count > bare + (inked - bare) * 9 / 10
      }
      try fixture.screen.waitUntilStill()

      // On a smaller page the line does not lie any more, and that is told.
      let scrap = fixture.screen.folder.data + "/plumbago/templates/Scrap.plumbago"
      try await write(PageSize(width: 40, height: 40), to: scrap)
      try choose("Add a Page From a Template…", fixture, tree)
      try tree.press("Scrap")
      try tree.wait(for: "New drawings begin with it")
      try tree.press("Use for This Page")
      try tree.wait(for: "Part of the drawing lies beside the pages.")
      try keys.press("z", [.control])
      try tree.wait(forNo: "lies beside the pages")
      try FileManager.default.removeItem(atPath: scrap)
      try fixture.screen.waitUntilStill()

      try choose("Add a Page From a Template…", fixture, tree)
      try tree.press("Meeting")
      try tree.wait(for: "New drawings begin with it")
      try tree.press("Rename…")
      try tree.wait(for: "Name of the template")
      try fixture.screen.waitUntilStill()
      try keys.press("a", [.control])
      try keys.type("Minutes")
      try keys.press("Return")
      try tree.wait(for: "Minutes")
      #expect(templates(fixture) == ["Minutes.plumbago"])
      try fixture.screen.waitUntilStill()
      try tree.press("Delete")
      try tree.wait(forNo: "Minutes")
      #expect(templates(fixture).isEmpty)
      try keys.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `a page of another paper is added by the chooser, in the colours of the last one`()
      async throws
    {
      let fixture = try await fixture()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("F8")
      try tree.wait(for: "Page 1 of 1")
      try fixture.screen.waitUntilStill()
      try choose("Add a Page From a Template…", fixture, tree)
      try tree.press("Storyboard")
      try tree.press("Add")
      try await wait(for: "storyboard", in: fixture) { drawing in
        guard let page = drawing.settings.layout.pages.last,
          drawing.settings.layout.pageCount == 2
        else { return false }
        let paper = drawing.settings.paper(of: page)
        return paper.pattern == .storyboard && paper.lineColor == Paper.lineColors[3]
          && page.size == Self.size
      }
      // Its frames are seen: lines of that colour.
      try fixture.screen.waitUntilStill()
      let line = Pixel(Paper.lineColors[3].rgba >> 8)
      try fixture.screen.wait(for: "frames", in: fixture.canvas) {
        $0.pixels { $0 == line }.count > 500
      }
      try fixture.done()
    }

    @Test func `a page on a picture is a template with its bytes, and new drawings begin with it`()
      async throws
    {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "templates-\(UUID().uuidString).plumbago").path
      let picture = Repository.url("data/help/pictures/selection-light.png")
      let bytes = Array(try Data(contentsOf: picture))
      let store = try await DocumentStore.open(file)
      let draft = try await store.beginBlob(type: "image/png")
      try await store.append(bytes, to: draft)
      let blob = try await store.finish(draft)
      var settings = DrawingSettings(layout: .pages(Self.size, count: 1))
      settings.layout = settings.layout.changing([1]) { $0.background = .picture(blob) }
      try await store.perform([.begin(with: settings)])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      // So high that all rows of the dialog for paper are seen.
      let fixture = try AppFixture(
        size: PixelSize(width: 1000, height: 1000), profile: .barePaper,
        preferences: [.colorScheme: .init("light")],
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
      let keys = fixture.screen.keyboard
      let tree = try AccessibleTree(fixture.screen)
      try keys.press("F8")
      try tree.wait(for: "Page 1 of 1")
      try fixture.screen.waitUntilStill()
      try choose("Save the Page as a Template…", fixture, tree)
      try keys.press("a", [.control])
      try keys.type("Photo")
      try keys.press("Return")
      try tree.wait(for: "“Photo” is a template now.")
      func expectPicture(in path: String, pages count: Int = 1) async throws {
        let store = try await DocumentStore.open(path, mode: .readOnly)
        let pages = try await store.load().settings.layout.pages
        let expected = [PageBackground](repeating: .picture(blob), count: count)
        #expect(pages.map(\.background) == expected)
        #expect(pages.allSatisfy { $0.size == Self.size })
        #expect(try await store.blob(blob)?.length == Int64(bytes.count))
        try await store.close()
      }
      try await expectPicture(
        in: fixture.screen.folder.data + "/plumbago/templates/Photo.plumbago")
      fixture.window.close()
      #expect(try fixture.app.waitForExit() == .exited(0))

      let again = try fixture.screen.launchApp(
        ["--new-window"], profile: .barePaper, preferences: [.newDrawingTemplate: "Photo"])
      let window = try fixture.screen.waitForWindow()
      try fixture.screen.waitUntilStill()
      fixture.pen.stroke((0...20).map { window.point(400 + Double($0) * 4, 400) })
      fixture.pen.proximityOut()
      let library = fixture.screen.folder.home + "/Documents/Plumbago"
      var made: String?
      let deadline = Date().addingTimeInterval(15)
      while made == nil, Date() < deadline {
        pause(0.05)
        made = (try? FileManager.default.contentsOfDirectory(atPath: library))?
          .first { $0.hasSuffix(".plumbago") }
      }
      let new = library + "/" + (try #require(made))
      _ = try await Kept.strokes(1, in: new, by: again)
      // A page more is of the same paper: it shows the picture, too.
      try keys.press("n", [.control, .shift])
      try await Kept.wait(for: "a page more", in: new, by: again) {
        $0.settings.layout.pageCount == 2
      }
      try await expectPicture(in: new, pages: 2)
      // So are those that the dialog for paper adds, by their number.
      try fixture.screen.waitUntilStill()
      try keys.press("p", [.control, .shift])
      let dialog = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      let controls = try AccessibleTree(fixture.screen)
      try fixture.press("Number of pages", .spinButton, in: dialog, controls)
      try fixture.screen.waitUntilStill()
      try keys.press("a", [.control])
      try keys.type("4\t")
      try fixture.screen.waitUntilStill()
      try controls.press("Apply")
      try fixture.screen.waitForWindows(1)
      try await Kept.wait(for: "pages by their number", in: new, by: again) {
        $0.settings.layout.pageCount == 4
      }
      try await expectPicture(in: new, pages: 4)
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
    }
  }
}
