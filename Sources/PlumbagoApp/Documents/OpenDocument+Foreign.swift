import Canvas
import Glibc
import Gtk
import InkModel
import InkStore
import ReaderProtocol

extension OpenDocument {
  /// Makes a drawing of a document or a picture: a page for each of its pages, and its bytes in the file.
  ///
  /// The file itself is not changed, then or later.
  static func open(
    foreign path: String, password: String
  ) async throws(ForeignContentError) -> OpenDocument {
    let output = Library.newPath(for: path)
    let keeper = DocumentKeeper(creatingAt: output, folders: Library.folders)
    let foreign = ForeignContent(keeper)
    let taken: TakenDocument
    do throws(ForeignContentError) {
      taken = try await foreign.takeDocument(fileAt: path, password: password)
    } catch {
      foreign.close()
      let made = keeper.file?.path
      await keeper.close()
      // Nothing but bytes is in it.
      if let made { unlink(made) }
      throw error
    }
    var contents = DocumentContents.empty
    contents.settings = Settings.shared[.newDrawing]
    let pages = taken.content.pages(from: 1, after: nil, before: nil)
    contents.settings.layout = PageLayout(pages)
    if !taken.ink.layers.isEmpty { contents.settings.layers = taken.ink.layers }
    let title = ForeignFile.title(of: path)
    let source = FilePaths.canonical(path)
    contents.metadata[.title] = title
    let session = CanvasSession(contents)
    let clips = taken.ink.placed(on: pages, taken.content.sizes, keepsLayers: true)
    keeper.keep([
      session.begin(with: clips), .setMetadata(.title, title), .setMetadata(.source, source),
    ])
    let document = OpenDocument(session, keeper, foreign: foreign)
    document.source = source
    return document
  }

  /// Inserts the pages of a document, or a picture as a page, as one step; the first of a canvas without pages lies in the
  /// middle of what is there.
  ///
  /// - Parameter page: The index of the page after which they come; `nil` for a drawing without pages.
  func insertPages(
    of path: String, password: String, after page: Int?
  ) async throws(ForeignContentError) -> CanvasUpdate {
    // By its identity: the pages may be others once the document is read.
    let model = page.flatMap { session.pages.indices.contains($0) ? session.pages[$0].id : nil }
    let taken = try await foreign.takeDocument(fileAt: path, password: password)
    var settings = session.drawing.settings
    let pages = settings.layout.pages
    let index = pages.firstIndex { $0.id == model } ?? pages.indices.last
    let next = index.map { $0 + 1 } ?? 0
    let new = taken.content.pages(
      from: settings.layout.nextID, after: index.map { pages[$0].order },
      before: pages.indices.contains(next) ? pages[next].order : nil)
    settings.layout = PageLayout(pages + new)
    return session.change(
      to: settings, label: .insertPages, adding: taken.ink.placed(on: new, taken.content.sizes))
  }
}
