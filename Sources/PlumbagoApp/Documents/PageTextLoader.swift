import Canvas
import ForeignReading
import Gtk
import InkModel
import InkRendering
import ReaderProtocol

/// Reads what the pages of documents in view say, one after the other, whenever the view is at rest.
///
/// ``look()`` when the view or the pages may have changed.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageTextLoader {
  private let session: CanvasSession
  private let shelf: ForeignShelf
  private var rest: Timer?
  private var loading: Task<Void, Never>?
  /// How often reading a page has failed.
  private var failures: [ForeignPage: Int] = [:]

  /// Seconds without a change after which text is read; larger, and a tap on a link comes too early.
  private static let restTime = 0.1
  /// Pages whose text is kept: some screenfuls at the smallest scale at which text is read.
  private static let most = 32
  /// After so many failures a page has no text.
  private static let mostFailures = 2

  init(_ document: OpenDocument) {
    session = document.session
    shelf = document.foreign.shelf
  }

  func look() {
    guard loading == nil else { return }
    rest = Timer(after: Self.restTime) { [weak self] in self?.load() }
  }

  private func load() {
    guard loading == nil, let page = session.pagesWithoutText.first(where: { mayRead($0) }) else {
      return
    }
    loading = Task { [weak self, shelf] in
      let content: ForeignPageContent?
      do throws(ForeignError) {
        content = try await shelf.content(of: page)
      } catch {
        content = nil
      }
      self?.take(content, of: page)
    }
  }

  private func mayRead(_ page: ForeignPage) -> Bool {
    failures[page, default: 0] < Self.mostFailures
  }

  private func take(_ content: ForeignPageContent?, of page: ForeignPage) {
    loading = nil
    guard let content else {
      // One that needs a password is told of by what paints it, and tried again with the next look.
      failures[page, default: 0] += 1
      return
    }
    if session.pageTexts.count >= Self.most { session.forgetPageTexts() }
    session.pageTexts[page] = PageText(content)
    load()
  }

  /// Tries again what could not be read.
  func retry() {
    failures = [:]
    look()
  }
}

extension PageText {
  fileprivate init(_ content: ForeignPageContent) {
    func rect(_ box: ForeignBox) -> Rect {
      Rect(x: box.x, y: box.y, width: box.width, height: box.height)
    }
    self.init(
      size: Vector(content.size.width, content.size.height), text: content.text.text,
      boxes: content.text.boxes.map(rect),
      links: content.links.map { link in
        let target: PageLink.Target =
          switch link.target {
          case .page(let number): .page(number)
          case .address(let address): .address(address)
          }
        return PageLink(box: rect(link.box), target: target)
      })
  }
}
