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
    let title = ForeignFile.title(of: path)
    let keeper = DocumentKeeper(creatingAt: Library.newPath(), folders: Library.folders)
    let foreign = ForeignContent(keeper)
    let taken: TakenContent
    do throws(ForeignContentError) {
      taken = try await foreign.take(fileAt: path, password: password)
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
    contents.settings.layout = PageLayout(taken.pages(from: 1, after: nil, before: nil))
    contents.metadata[.title] = title
    keeper.keep([
      .begin(with: contents.settings), .setMetadata(.title, title),
      .setMetadata(.source, FilePaths.canonical(path)),
    ])
    return OpenDocument(CanvasSession(contents), keeper, name: title, foreign: foreign)
  }

  /// Inserts the pages of a document, or a picture as a page, as one step.
  ///
  /// - Parameter page: The index of the page after which they come; `nil` for a drawing without pages.
  func insertPages(
    of path: String, password: String, after page: Int?
  ) async throws(ForeignContentError) -> CanvasUpdate {
    let taken = try await foreign.take(fileAt: path, password: password)
    var settings = session.drawing.settings
    let pages = settings.layout.pages
    let index = page.map { min($0, pages.count - 1) }
    let next = index.map { $0 + 1 } ?? 0
    settings.layout = PageLayout(
      pages
        + taken.pages(
          from: settings.layout.nextID, after: index.map { pages[$0].order },
          before: pages.indices.contains(next) ? pages[next].order : nil))
    return session.change(to: settings, label: .insertPages)
  }
}
