import InkModel
import InkStore

/// A page as it can be put into any drawing: its size, its turn, its background and what is on it.
///
/// A template in a file is an ordinary drawing of one page; ``settings`` and ``clips(on:)`` are what it holds, and
/// ``init(_:contents:blobs:)`` reads it back.
public struct PageTemplate: Sendable {
  /// Without a label; paper is the page's own, whatever the drawing's was.
  public private(set) var page: Page
  /// What is on it, in the space of ``page`` before it is turned.
  public private(set) var clip: InkClip
  private var pageFromClip: AffineTransform

  /// What has to be read before a template can be made of a page.
  ///
  /// - Returns: What shows on a page and belongs to it, beside it included.
  public static func elements(on page: Int32, of drawing: Drawing) -> [Element] {
    drawing.shownElements.filter { drawing.page(of: $0) == page }
  }

  /// - Parameters:
  ///   - page: An identity; `nil` where the drawing has no such page.
  ///   - contents: What strokes on it were made from, see ``elements(on:of:)``.
  ///   - blobs: The bytes that those elements show. The background's are not among them.
  public init?(
    _ page: Int32, of drawing: Drawing, contents: [ContentID: StrokeContent],
    blobs: [BlobID: InkClip.Blob]
  ) {
    let settings = drawing.settings
    guard let index = settings.layout.index(of: page),
      let pageFromCanvas = settings.placement(page: page, layer: 0).canvasFromPage.inverse
    else { return nil }
    var own = settings.layout.pages[index]
    if case .paper = own.background { own.background = .paper(settings.paper(of: own)) }
    own.label = ""
    self.page = own
    clip = InkClip(Self.elements(on: page, of: drawing), contents: contents, blobs: blobs)
    pageFromClip = pageFromCanvas
  }

  /// The settings of a drawing that has this page alone.
  ///
  /// - Parameter others: What such a drawing has from elsewhere: whether its colours are exact, its layers.
  public func settings(like others: DrawingSettings = .standard) -> DrawingSettings {
    var settings = others
    var page = page
    if case .paper(let paper?) = page.background {
      settings.paper = paper
      page.background = .paper(nil)
    }
    page.id = 1
    page.order = OrderKey.first
    settings.layout = PageLayout([page])
    return settings
  }

  /// Its background for a page of a drawing: paper that is the drawing's is not the page's own.
  fileprivate func background(in settings: DrawingSettings) -> PageBackground {
    page.background == .paper(settings.paper) ? .paper(nil) : page.background
  }

  /// What is on it, for a page of a drawing.
  public func clips(on page: Int32) -> [PlacedClip] {
    clip.elements.isEmpty ? [] : [PlacedClip(clip, page: page, pageFromClip: pageFromClip)]
  }
}

extension CanvasSession {
  /// Adds a page that is made from a template, as one step; the first one lies where ``addPages(at:count:size:paper:label:)``
  /// has it.
  ///
  /// The bytes that it shows are in the drawing's file already.
  ///
  /// - Parameter index: Of the page that it comes before, 0 … the number of pages.
  public func addPage(from template: PageTemplate, at index: Int) -> CanvasUpdate {
    var settings = drawing.settings
    var page = template.page
    page.id = settings.layout.nextID
    page.background = template.background(in: settings)
    settings.layout = settings.layout.inserting([page], at: index)
    let offset = self.offset(ofFirst: page.frameSize, in: drawing)
    let wasEmpty = drawing.isEmpty
    var update = change(
      to: settings, label: .addPages, adding: template.clips(on: page.id), moving: offset)
    if wasEmpty, !update.commands.isEmpty { update.shift = offset }
    return update
  }

  /// Makes pages what a template is, as one step: its size, its turn and its background are theirs, and what is on it
  /// comes above what is on them, which stays as it is seen.
  ///
  /// The bytes that it shows are in the drawing's file already.
  public func use(_ template: PageTemplate, for ids: Set<Int32>) -> CanvasUpdate {
    changeSettings { drawing in
      var settings = drawing.settings
      let background = template.background(in: settings)
      settings.layout = settings.layout.changing(ids) {
        $0.size = template.page.size
        $0.quarterTurns = template.page.quarterTurns
        $0.background = background
      }
      var edit =
        settings == drawing.settings
        ? DrawingEdit(label: .pagePaper)
        : drawing.edit(.pagePaper, to: settings, leavingAsSeen: ids, nextID: takeElement)
      let pages = settings.layout.pages.filter { ids.contains($0.id) }
      add(pages.flatMap { template.clips(on: $0.id) }, to: &edit, in: settings)
      return edit
    }
  }
}
