import Canvas
import ForeignReading
import Gtk
import InkModel
import InkRendering
import InkWidgets
import ReaderProtocol

/// What documents bring with them: their contents, their links, their text.
extension DocumentWindow {
  func connectDocuments() {
    canvas.onLink = { [weak self] in self?.follow($0) }
    pagesPanel.outline.onShow = { [weak self] in self?.show(page: $0) }
    document.session.snapsHighlighter = Settings.shared[.highlighterSnaps]
    subscriptions.append(
      Settings.shared.subscribe(to: .highlighterSnaps) { [weak self] in
        self?.document.session.snapsHighlighter = $0
      })
    readOutlines()
    pageTexts.look()
  }

  // MARK: Contents

  /// Shows the contents of the documents whose pages the drawing has.
  ///
  /// - Parameter again: Whether those are read, too, that could not be read before.
  func readOutlines(again: Bool = false) {
    let shelf = document.foreign.shelf
    outlines.read(document.session.drawing.settings.layout, again: again) { blob in
      try? await shelf.outline(of: blob)
    } then: { [weak self] in
      guard let self else { return }
      self.pagesPanel.outline.outline = $0
    }
  }

  // MARK: Links

  private func follow(_ link: FollowedLink) {
    switch link {
    case .page(let id): show(page: id)
    case .address(let address): ask(toOpen: address)
    }
  }

  /// Shows a page by its identity.
  private func show(page id: Int32) {
    guard let index = document.session.drawing.settings.layout.index(of: id) else { return }
    showPage(index)
  }

  /// Shows where a link leads, and opens it if that is wanted.
  private func ask(toOpen address: String) {
    canvas.finishContacts()
    FileLauncher.ask(toOpen: address, over: window)
  }

  // MARK: Text

  /// Puts the text of documents that is selected on the clipboard; false where there is none.
  func copyTextOfDocument() -> Bool {
    guard let text = document.session.selectedText else { return false }
    InkClipboard.copy(text: text, on: canvas.widget)
    return true
  }
}

/// The contents of the documents in a drawing, read once for each; again, where that is wanted, if they could not be read.
final class DocumentOutlines {
  private var known: [BlobID: [OutlineEntry]] = [:]
  /// Those that could not be read: each try may end a reader, or wait for one for seconds.
  private var failed: Set<BlobID> = []
  /// Those whose contents are in ``outline``.
  private var shown: [BlobID] = []
  private var outline = Outline()
  private var reading: Task<Void, Never>?

  /// - Parameters:
  ///   - again: Whether those are read, too, that could not be read before.
  ///   - read: Gives `nil` for a document that cannot be read now.
  func read(
    _ layout: PageLayout, again: Bool = false, by read: @escaping (BlobID) async -> [OutlineEntry]?,
    then show: @escaping (Outline) -> Void
  ) {
    var blobs: [BlobID] = []
    for case .document(let blob, _) in layout.pages.lazy.map(\.background)
    where blobs.last != blob && !blobs.contains(blob) { blobs.append(blob) }
    let before = reading
    reading = Task { [weak self] in
      await before?.value
      // Now: what was being read when this was asked for may have failed since.
      if again { self?.failed = [] }
      for blob in blobs where self?.mayRead(blob) == true {
        let entries = await read(blob)
        if let entries { self?.known[blob] = entries } else { self?.failed.insert(blob) }
      }
      guard let self else { return }
      self.follow(layout, blobs.filter { self.known[$0] != nil })
      show(self.outline)
    }
  }

  private func mayRead(_ blob: BlobID) -> Bool { known[blob] == nil && !failed.contains(blob) }

  private func follow(_ layout: PageLayout, _ blobs: [BlobID]) {
    var pages: [ForeignPage: Int32] = [:]
    for page in layout.pages.reversed() {
      guard case .document(let blob, let index) = page.background else { continue }
      pages[ForeignPage(blob: blob, index: index)] = page.id
    }
    let targets = blobs.flatMap { blob in
      (known[blob] ?? []).map { $0.page.flatMap { pages[ForeignPage(blob: blob, index: $0)] } }
    }
    if blobs != shown {
      shown = blobs
      outline = Outline(
        blobs.flatMap { known[$0] ?? [] }.map {
          Outline.Entry(level: $0.level, title: $0.title, page: nil)
        })
    }
    outline.follow { targets[$0] }
  }
}
