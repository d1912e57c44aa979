import CCairo
import InkModel

/// The pages of a drawing that show a page of a document, or a picture, below all ink.
struct ForeignGround {
  struct Sheet {
    var page: ForeignPage
    /// In canvas space.
    var frame: Rect
    /// Before it is turned.
    var size: PageSize
    var canvasFromPage: AffineTransform
  }

  /// Those that meet the area, top to bottom.
  let sheets: [Sheet]

  /// - Parameter area: In canvas space.
  init(_ settings: DrawingSettings, in area: Rect) {
    let layout = settings.layout
    var sheets: [Sheet] = []
    for i in layout.pages(in: area) {
      let page = layout.pages[i]
      guard let foreign = page.background.foreign, let frame = layout.frame(i) else { continue }
      sheets.append(
        Sheet(
          page: foreign, frame: frame, size: page.size,
          canvasFromPage: settings.placement(page: page.id, layer: 0).canvasFromPage))
    }
    self.sheets = sheets
  }

  /// As images of SVG in canvas space.
  func svg(with painting: ForeignPainting) throws(RenderingError) -> String {
    var text = ""
    for frame in frames {
      text += try ElementPicture(of: frame) { cr, deviceFromCanvas, clip in
        paint(on: cr, deviceFromCanvas: deviceFromCanvas, clip: clip, with: painting)
      }.svg()
    }
    return text
  }

  /// Where no colour is adapted.
  var areas: [ForeignArea] { frames.map { ForeignArea(sheet: $0) } }

  /// Their frames, in canvas space.
  var frames: [Rect] { sheets.map(\.frame) }

  /// Paints them with what they show, which keeps its proportions.
  ///
  /// - Parameters:
  ///   - deviceFromCanvas: To the context's user space.
  ///   - clip: The part of user space that is needed; `nil` for a vector format.
  func paint(
    on cr: OpaquePointer, deviceFromCanvas: AffineTransform, clip: Rect?,
    with painting: ForeignPainting
  ) {
    for sheet in sheets {
      let deviceFromPage = deviceFromCanvas * sheet.canvasFromPage
      let whole = Rect(x: 0, y: 0, width: sheet.size.width, height: sheet.size.height)
      guard let size = painting.size(of: sheet.page), size.dx > 0, size.dy > 0 else {
        // Nobody knows yet how large it is, or nobody ever will: asking for its pixels tells which.
        painting.paint(
          sheet.page, shown: whole, on: cr, deviceFromPage, clip: clip, opacity: 1, isSheet: true)
        continue
      }
      let fit = sheet.fit(size)
      guard let shown = fit.inverse.map({ $0(whole) }) else { continue }
      let t = deviceFromPage * fit
      painting.paint(
        sheet.page, shown: shown, on: cr, t, clip: clip, opacity: 1, isSheet: true)
    }
  }
}

extension Page {
  /// Whether it shows something else than paper below the ink.
  var isForeign: Bool { background.foreign != nil }
}

extension PageBackground {
  /// What a page shows below the ink, `nil` for paper.
  var foreign: ForeignPage? {
    switch self {
    case .paper: nil
    case .document(let blob, let page): ForeignPage(blob: blob, index: page)
    case .picture(let blob): ForeignPage(blob: blob)
    }
  }
}

/// A page of a drawing that shows something else than paper below the ink, and where it lies.
public struct ForeignFrame: Hashable, Sendable {
  public var page: ForeignPage
  /// In canvas space.
  public var frame: Rect
  public var quarterTurns: Int
}

extension DrawingSettings {
  /// The pages that show something else than paper below the ink.
  public var foreignFrames: Set<ForeignFrame> {
    var frames: Set<ForeignFrame> = []
    for (page, frame) in zip(layout.pages, layout.frames) {
      guard let foreign = page.background.foreign else { continue }
      frames.insert(ForeignFrame(page: foreign, frame: frame, quarterTurns: page.quarterTurns))
    }
    return frames
  }
}

extension DrawingSettings {
  /// The page of a document that a page shows below the ink; `nil` for paper and pictures.
  public func document(onPage index: Int) -> ForeignPage? {
    guard layout.pages.indices.contains(index), case .document = layout.pages[index].background
    else { return nil }
    return layout.pages[index].background.foreign
  }

  /// To canvas space from the units of the page of a document that a page shows.
  ///
  /// - Parameter size: Of the page of the document, in its own units.
  public func canvasFromDocument(onPage index: Int, size: Vector) -> AffineTransform? {
    guard let foreign = document(onPage: index), let frame = layout.frame(index), size.dx > 0,
      size.dy > 0
    else { return nil }
    let page = layout.pages[index]
    let sheet = ForeignGround.Sheet(
      page: foreign, frame: frame, size: page.size,
      canvasFromPage: placement(page: page.id, layer: 0).canvasFromPage)
    return sheet.canvasFromPage * sheet.fit(size)
  }
}

extension ForeignGround.Sheet {
  /// How a page of a size, in its own units, lies on the sheet.
  func fit(_ size: Vector) -> AffineTransform { self.size.fit(size) }
}

extension PageSize {
  /// How something of another size, in its own units, lies on a page before that is turned: as large as it fits, in the
  /// middle.
  public func fit(_ size: Vector) -> AffineTransform {
    let k = min(width / size.dx, height / size.dy)
    return .translation(Vector((width - size.dx * k) / 2, (height - size.dy * k) / 2)) * .scale(k)
  }
}

extension Drawing {
  /// The parts of the canvas that show a part of a page.
  ///
  /// - Parameters:
  ///   - part: In the page's own units; `nil` for all of it.
  ///   - size: Of the page, in its own units, where that is known.
  public func areas(showing page: ForeignPage, _ part: Rect?, size: Vector?) -> [Rect] {
    var areas: [Rect] = []
    let layout = settings.layout
    for (i, own) in layout.pages.enumerated() where own.background.foreign == page {
      guard let frame = layout.frame(i) else { continue }
      let sheet = ForeignGround.Sheet(
        page: page, frame: frame, size: own.size,
        canvasFromPage: settings.placement(page: own.id, layer: 0).canvasFromPage)
      guard let part, let size, size.dx > 0, size.dy > 0 else {
        areas.append(frame)
        continue
      }
      let area = (sheet.canvasFromPage * sheet.fit(size))(part).intersection(frame)
      if !area.isEmpty { areas.append(area) }
    }
    guard page.index == 0 else { return areas }
    for element in elements where element.kind.blobs.contains(page.blob) {
      let t = element.canvasFromPicture(of: size)
      areas.append(part.map { t($0).intersection(element.bounds) } ?? element.bounds)
    }
    return areas.filter { !$0.isEmpty }
  }
}

extension Drawing {
  /// Whether what is drawn at a point comes over a page of a document or a picture, where no colour is adapted.
  ///
  /// - Parameters:
  ///   - point: In canvas space.
  ///   - layer: That it is drawn on: a picture on a higher one does not count.
  public func isForeign(at point: Point, onLayer layer: Int32) -> Bool {
    let area = Rect(center: point, radius: 0.01)
    if settings.layout.pages(in: area).contains(where: {
      settings.layout.pages[$0].isForeign && settings.layout.frame($0)?.contains(point) == true
    }) {
      return true
    }
    guard let own = settings.layers.firstIndex(where: { $0.id == layer }) else { return false }
    return elements(in: area).contains { element in
      guard let shown = ForeignArea(element), shown.quad.contains(point),
        let index = settings.layers.firstIndex(where: { $0.id == element.layer })
      else { return false }
      let shows = !settings.layers[index].isHidden && settings.layers[index].opacity > 0
      return shows && index <= own
    }
  }
}
