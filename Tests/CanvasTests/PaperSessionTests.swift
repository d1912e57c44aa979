import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

@Suite @MainActor struct PaperSessionTests {
  private static let grid = DrawingSettings(
    paper: Paper(pattern: .grid), layout: .pages(StandardPage.a5.size, count: 3))

  @Test func `S102 a change of paper is one step, undone and redone like ink`() {
    let b = Bench()
    b.line(100)
    b.told = []
    b.take(b.session.change(to: Self.grid))
    #expect(b.session.settings == Self.grid && b.session.drawing.settings == Self.grid)
    #expect(b.session.history.undoLabel == .paper)
    guard case .commit(2, let edit) = b.told.first, b.told.count == 1 else {
      Issue.record("\(b.told)")
      return
    }
    #expect(edit.settings == SettingsChange(before: .standard, after: Self.grid))
    #expect(edit.inserted.isEmpty && edit.removed.isEmpty)
    let back = b.session.undo()
    #expect(back.settingsChanged && b.session.settings == .standard && b.strokes == 1)
    let again = b.session.redo()
    #expect(again.settingsChanged && b.session.settings == Self.grid && b.strokes == 1)
  }

  @Test func `paper that is tried out shows and leaves no trace`() {
    let b = Bench()
    b.line(100)
    b.told = []
    let before = b.session.drawing
    #expect(b.session.tryOut(Self.grid).settingsChanged)
    let tried = b.session.settings
    #expect(tried.paper == Self.grid.paper && tried.layout.pages == Self.grid.layout.pages)
    #expect(b.session.drawing == before)
    #expect(!b.session.tryOut(Self.grid).settingsChanged)
    // Ink meanwhile is ink like any other.
    b.line(200)
    #expect(b.session.drawing.settings == .standard)
    b.told = []
    let update = b.session.tryOut(nil)
    #expect(update.settingsChanged && update.commands.isEmpty)
    #expect(b.session.settings == .standard && b.told.isEmpty)
  }

  @Test func `pages that are only tried out are no pages yet`() {
    let b = Bench()
    var settings = DrawingSettings.standard
    settings.layout = settings.layout.resized(to: StandardPage.a4.size, count: 3)
    #expect(b.session.tryOut(settings).settingsChanged)
    #expect(b.session.pages.isEmpty && b.session.pageInView == nil)
    b.take(b.session.change(to: settings))
    #expect(b.session.pageInView.map { b.session.pages.indices.contains($0) } == true)
    // And those that a trial lacks are still there.
    _ = b.session.tryOut(.standard)
    #expect(b.session.pages.count == 3 && b.session.pageInView != nil)
  }

  @Test func `what is on the page in view is told while fewer pages, or none, are tried out`()
    throws
  {
    let b = Bench()
    b.take(b.session.change(to: Self.grid))
    let last = try #require(b.session.drawing.settings.layout.frames.last)
    b.draw([Point(40, last.minY + 40), Point(90, last.minY + 60)])
    b.session.viewport.origin = Point(0, last.center.y - 300)
    #expect(b.session.pageInView == 2)
    for layout in [PageLayout.infinite, .pages(StandardPage.a5.size, count: 1)] {
      var settings = Self.grid
      settings.layout = layout
      _ = b.session.tryOut(settings)
      #expect(b.session.elementsOfPageInView.map(\.page) == [3])
      #expect(b.session.pictureTextsInView.isEmpty)
    }
  }

  @Test func `choosing what a drawing has is no step, and a drawing for reading stays`() {
    let b = Bench()
    b.take(b.session.change(to: .standard))
    #expect(b.told.isEmpty && !b.session.history.steps.isEmpty == false)
    b.session.isReadOnly = true
    b.take(b.session.change(to: Self.grid))
    #expect(b.told.isEmpty && b.session.settings == .standard)
  }

  @Test func `paper does not change under a pen`() {
    let b = Bench()
    b.handle(
      .down(
        ContactID(StylusTool(.pen)), tip: StylusSample(position: Point(5, 5), time: 0, force: 1)))
    b.take(b.session.change(to: Self.grid))
    #expect(b.told.isEmpty && b.session.settings == .standard)
  }

  @Test func `a new drawing begins on the paper it was given, before any step`() async throws {
    let folder = try TestFolder()
    for (name, draws) in [("a.plumbago", true), ("b.plumbago", false)] {
      var contents = DocumentContents.empty
      contents.settings = Self.grid
      let session = CanvasSession(contents)
      let keeper = DocumentKeeper(
        creatingAt: folder[name], folders: folder.folders, settings: Self.grid)
      #expect(session.settings == Self.grid && session.history.steps.isEmpty)
      if draws {
        let contact = ContactID(StylusTool(.pen))
        let tip = StylusSample(position: Point(5, 5), time: 0, force: 1)
        for input in [StylusInput.down(contact, tip: tip), .up(contact, settled: [tip])] {
          keeper.keep(session.handle(input).commands)
        }
        #expect(await keeper.flush())
      } else {
        // Saved under a name before anything is drawn.
        try await keeper.saveAs(folder[name], moving: true)
      }
      await keeper.close()
      let store = try await DocumentStore.open(folder[name], mode: .readOnly)
      try await store.verify()
      let kept = try await store.load()
      #expect(kept.settings == Self.grid)
      #expect(kept.history.steps.count == (draws ? 1 : 0))
      try await store.close()
    }
  }

  @Test func `the picture's paper is what the session shows, and stays equal while a pen draws`() {
    let b = Bench()
    let picture = CanvasPicture(b.session)
    func show(_ update: CanvasUpdate) { picture.take(update) }
    picture.setPaper(.dark)
    let plain = picture.layers().paper
    #expect(plain.style == .dark && !plain.hasMarks)
    show(b.session.tryOut(Self.grid))
    let tried = picture.layers().paper
    #expect(tried.settings == Self.grid && tried != plain)
    let contact = ContactID(StylusTool(.pen))
    for i in 0..<20 {
      let sample = StylusSample(
        position: Point(Double(i) * 9, 40), time: Double(i) / 240, force: 0.5)
      show(
        b.session.handle(
          i == 0
            ? .down(contact, tip: sample) : .move(contact, settled: [sample], tip: sample)))
      #expect(picture.layers().paper == tried)
    }
    show(b.session.handle(.up(contact, settled: [])))
    #expect(picture.layers().paper == tried)
  }

  @Test func `S56 wet ink and tiles are of the paper that keeps colours`() async throws {
    let b = Bench()
    let picture = CanvasPicture(b.session)
    let wetInk = WetInk(b.session, over: picture)
    let frame = KeptFrame()
    wetInk.frames = frame
    func take(_ update: CanvasUpdate) {
      picture.take(update)
      wetInk.take(update)
    }
    picture.setPaper(.dark)
    var exact = DrawingSettings.standard
    exact.keepsColors = true
    // The colour on the screen, and the ink's own.
    func wetColor() -> [Color?] {
      let contact = ContactID(StylusTool(.pen))
      let samples = (0..<9).map {
        StylusSample(position: Point(Double($0) * 9, 40), time: Double($0) / 240, force: 0.5)
      }
      take(b.session.handle(.down(contact, tip: samples[0])))
      take(b.session.handle(.move(contact, settled: samples, tip: nil)))
      wetInk.paintFrame()
      let color = frame.layers?.wet.first?.tile.color
      let own = b.session.wet[contact]?.ink.color
      take(b.session.handle(.up(contact, settled: [])))
      return [color, own]
    }
    var (shown, own) = (wetColor()[0], wetColor()[1])
    #expect(shown != nil && shown == own?.resolved(on: .dark))
    take(b.session.change(to: exact))
    repeat {
      _ = picture.layers()
      try await Task.sleep(for: .milliseconds(1))
    } while !picture.isComplete
    #expect(!picture.layers().tiles.isEmpty)
    #expect(picture.layers().tiles.allSatisfy { $0.image.key.paper == .light })
    (shown, own) = (wetColor()[0], wetColor()[1])
    #expect(shown != nil && shown == own)
    #expect(picture.layers().paper.ground == PaperStyle.light.color)
  }
}
