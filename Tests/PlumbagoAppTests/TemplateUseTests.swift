import Canvas
import Foundation
import InkModel
import InkStore
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// Templates that are read while something else happens to the drawing.
@MainActor @Suite("Templates that come a moment later") struct TemplateUseTests {
  /// A drawing of two pages, and a template of another size.
  @MainActor private struct Bench {
    static let size = PageSize(width: 200, height: 100)

    let folder: TemporaryFolder
    let document: OpenDocument
    let template: String
    private let contact = ContactID(StylusTool(.pen))

    init() async throws {
      folder = try TemporaryFolder()
      let root = folder.url.path
      template = root + "/template.plumbago"
      let store = try await DocumentStore.open(template)
      try await store.perform([
        .begin(with: DrawingSettings(layout: .pages(Self.size, count: 1)))
      ])
      try await store.close()
      var contents = DocumentContents.empty
      contents.settings.layout = .pages(StandardPage.a4.size, count: 2)
      let folders = DocumentFolders(working: root + "/working", library: root + "/library")
      document = OpenDocument(
        CanvasSession(contents),
        DocumentKeeper(creatingAt: root + "/a.plumbago", folders: folders))
      document.session.viewport.width = 800
      document.session.viewport.height = 600
    }

    var session: CanvasSession { document.session }

    /// A template whose last step, a line, a power cut has left torn in its log.
    func tornTemplate() async throws -> String {
      let (made, torn) = (folder.url.path + "/made.plumbago", folder.url.path + "/torn.plumbago")
      let settings = DrawingSettings(layout: .pages(Self.size, count: 1))
      let line = Shape(.line(Point(20, 20), Point(80, 60)), ink: .standard, seed: 1)
      let element = Element(id: ElementID(1), order: .first, kind: .other(line))
      let store = try await DocumentStore.open(made, kinds: .complete)
      try await store.perform([.begin(with: settings)])
      try await store.perform([
        .commit(step: 1, edit: DrawingEdit(label: .draw, inserted: [element]))
      ])
      var log = try Data(contentsOf: URL(filePath: made + "-wal"))
      try Data(contentsOf: URL(filePath: made)).write(to: URL(filePath: torn))
      try await store.close()
      // The checksum of the last page: 24 bytes of header, and 4096 of the page.
      log[log.count - 4120 + 20] ^= 1
      try log.write(to: URL(filePath: torn + "-wal"))
      return torn
    }

    /// Puts the pen down, as somebody does who goes on writing at once.
    func touchPaper() {
      let sample = StylusSample(position: Point(50, 60), time: 0, force: 0.5)
      _ = session.handle(.down(contact, tip: sample))
    }

    func liftPen() { _ = session.handle(.lost(contact)) }

    func close() async {
      document.foreign.close()
      await document.keeper.close()
    }
  }

  @Test func `a pen that came down while a template was read does not keep it from a page`()
    async throws
  {
    let bench = try await Bench()
    bench.touchPaper()
    #expect(bench.session.isBusy)
    let update = try await bench.document.use(bench.template, for: [2]) {
      bench.liftPen()
      return true
    }
    #expect(update != nil)
    let sizes = bench.session.pages.map(\.size)
    #expect(sizes == [StandardPage.a4.size, Bench.size])
    bench.touchPaper()
    let added = try await bench.document.addPage(from: bench.template, at: 0) {
      bench.liftPen()
      return true
    }
    #expect(added != nil)
    #expect(bench.session.pages.map(\.size) == [Bench.size] + sizes)
    await bench.close()
  }

  @Test func `a drawing that takes no change once the template is read stays as it is`()
    async throws
  {
    let bench = try await Bench()
    let update = try await bench.document.use(bench.template, for: [2]) { false }
    #expect(update == nil)
    let added = try await bench.document.addPage(from: bench.template, at: 0) { false }
    #expect(added == nil)
    #expect(bench.session.pages.map(\.size) == [StandardPage.a4.size, StandardPage.a4.size])
    await bench.close()
  }

  @Test func `a template whose last strokes may be missing says so, and is used all the same`()
    async throws
  {
    let bench = try await Bench()
    let torn = try await bench.tornTemplate()
    var told: [TornCommit] = []
    let used = try await bench.document.use(torn, for: [2]) {
      true
    } onTorn: {
      told.append($0)
    }
    let added = try await bench.document.addPage(from: torn, at: 0) {
      true
    } onTorn: {
      told.append($0)
    }
    #expect(used != nil && added != nil)
    #expect(told == [TornCommit(), TornCommit()])
    // Of one that is whole there is nothing to tell.
    let whole = try await bench.document.addPage(from: bench.template, at: 0) {
      true
    } onTorn: {
      told.append($0)
    }
    #expect(whole != nil && told.count == 2)
    await bench.close()
  }

  @Test func `a template that cannot be saved leaves nothing behind, and a whole one no log`()
    async throws
  {
    let folder = try TemporaryFolder()
    let target = folder.url.path + "/Meeting.plumbago"
    let begin = StoreCommand.begin(with: DrawingSettings(layout: .pages(Bench.size, count: 1)))
    var hasFailed = false
    do throws(DocumentStoreError) {
      try await TemplateFile.make(target) { store throws(DocumentStoreError) in
        try await store.perform([begin])
        throw .closed
      }
    } catch {
      hasFailed = true
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(hasFailed && left == [])
    try await TemplateFile.make(target) { store throws(DocumentStoreError) in
      try await store.perform([begin])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names == ["Meeting.plumbago"])
    let saved = try await DocumentStore.open(target, mode: .readOnly)
    let layout = try await saved.load().drawing.settings.layout
    try await saved.close()
    #expect(layout.pages.map(\.size) == [Bench.size])
  }
}
