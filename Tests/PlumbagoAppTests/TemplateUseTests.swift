import Canvas
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
}
