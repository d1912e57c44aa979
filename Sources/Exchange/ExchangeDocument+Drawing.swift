import InkModel

extension ExchangeDocument {
  /// What a drawing shows, for another program.
  ///
  /// A drawing without pages is one page of `margin` around its ink, which is as near as formats with pages come. What
  /// lies beside pages is on the nearest.
  ///
  /// - Parameter pictures: Of pages, by their indices, as they lie on the canvas: in place of the documents that these show.
  public init(
    _ drawing: Drawing, title: String, for format: ExchangeFormat, pictures: [Int: [UInt8]] = [:]
  ) {
    let settings = drawing.settings
    self.init(
      title: title,
      layers: settings.layers.map {
        ExchangeLayer(name: $0.name, isHidden: $0.isHidden, opacity: $0.opacity)
      })
    var builder = Builder(drawing, format, pictures)
    pages = builder.pages()
    losses = builder.losses
    if layers.contains(where: { $0.isHidden || $0.opacity < 1 })
      || (format == .inkML && layers.count > 1)
    {
      losses.insert(.layers)
    }
  }

  /// Canvas points around the ink of a canvas that becomes a page.
  private static let margin = 18.0

  private struct Builder {
    let drawing: Drawing
    let format: ExchangeFormat
    let pictures: [Int: [UInt8]]
    var losses: Set<ExchangeLoss> = []
    private let layers: [Int32: Int]

    init(_ drawing: Drawing, _ format: ExchangeFormat, _ pictures: [Int: [UInt8]]) {
      self.drawing = drawing
      self.format = format
      self.pictures = pictures
      layers = Dictionary(
        drawing.settings.layers.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { a, _ in a })
    }

    mutating func pages() -> [ExchangePage] {
      let settings = drawing.settings
      let layout = settings.layout
      var pages: [ExchangePage]
      // To each page from the canvas.
      var maps: [AffineTransform]
      if layout.pageCount == 0 {
        let page: ExchangePage
        if format == .inkML {
          page = ExchangePage(size: nil)
          maps = [.identity]
        } else {
          losses.insert(.endlessCanvas)
          let area =
            drawing.isEmpty
            ? Rect(x: 0, y: 0, width: 595, height: 842)
            : drawing.bounds.outset(by: ExchangeDocument.margin).roundedOut
          page = ExchangePage(
            size: PageSize(width: area.width, height: area.height),
            background: .paper(settings.paper))
          maps = [.translation(Vector(-area.minX, -area.minY))]
        }
        pages = [page]
      } else {
        pages = layout.pages.enumerated().map { i, page in
          ExchangePage(size: page.frameSize, background: background(page, at: i))
        }
        maps = layout.frames.map { .translation(Vector(-$0.minX, -$0.minY)) }
        let isTurned = layout.pages.enumerated().contains { i, page in
          page.quarterTurns != 0 && page.background.blob != nil && pictures[i] == nil
        }
        if isTurned { losses.insert(.turned) }
      }
      if !pictures.isEmpty { losses.insert(.documents) }
      if format == .inkML, pages.contains(where: { $0.background != .paper(.plain) }) {
        losses.insert(.background)
      }
      if format == .xournal {
        keepOneDocument(&pages)
        for i in pages.indices {
          guard case .picture(let bytes) = pages[i].background, let size = pages[i].size else {
            continue
          }
          pages[i].items.append(
            ExchangeItem(.picture(bytes, width: size.width, height: size.height)))
        }
      }
      for element in drawing.elements {
        let page =
          layout.index(of: element.page) ?? layout.page(nearest: element.bounds.center) ?? 0
        let map = maps[page] * element.canvasFromElement
        for item in items(of: element) {
          pages[page].items.append(
            ExchangeItem(
              item, layer: layers[element.layer] ?? layers.count - 1, pageFromElement: map))
        }
      }
      return pages
    }

    /// Xournal++ has one document a file.
    private mutating func keepOneDocument(_ pages: inout [ExchangePage]) {
      guard let first = pages.lazy.compactMap(\.background.document).first else { return }
      for i in pages.indices where pages[i].background.document.map({ $0 != first }) ?? false {
        pages[i].background = .paper(drawing.settings.paper)
        losses.insert(.background)
      }
    }

    private func background(_ page: Page, at index: Int) -> ExchangeBackground {
      if let picture = pictures[index] { return .picture(.data(picture)) }
      return switch page.background {
      case .paper(let own): .paper(own ?? drawing.settings.paper)
      case .document(let blob, let index): .document(.blob(blob), page: index)
      case .picture(let blob): .picture(.blob(blob))
      }
    }

    private mutating func items(of element: Element) -> [ExchangeItem.Content] {
      if let stroke = element.kind.inkStroke { return [content(of: stroke)] }
      let turned = abs(element.canvasFromElement.b) + abs(element.canvasFromElement.c) > 1e-9
      switch element.kind.otherValue {
      case let shape as Shape: return shape.strokes.map { content(of: $0) }
      case let box as TextBox:
        guard format != .inkML else {
          losses.insert(.text)
          return []
        }
        if turned { losses.insert(.turned) }
        let looks = Set(
          box.runs.map { [$0.family, "\($0.size) \($0.weight) \($0.slant) \($0.color)"] })
        if looks.count > 1 || box.alignment != .start || box.width != nil {
          losses.insert(.textStyle)
        }
        return [.text(box)]
      case let picture as PlacedPicture:
        guard format != .inkML else {
          losses.insert(.pictures)
          return []
        }
        let whole = Rect(x: 0, y: 0, width: picture.width, height: picture.height)
        if turned || picture.crop != whole || element.canvasFromElement.a < 0
          || element.canvasFromElement.d < 0 || picture.opacity < 1
        {
          losses.insert(.turned)
        }
        return [.picture(.blob(picture.blob), width: picture.width, height: picture.height)]
      default:
        losses.insert(.pictures)
        return []
      }
    }

    private mutating func content(of stroke: Stroke) -> ExchangeItem.Content {
      if !stroke.trails.isEmpty { losses.insert(.rubbedInk) }
      let family = StockBrushes.family(of: stroke.ink)
      if format == .xournal, family.medium != .ink || family.tip.breadth != family.tip.thickness {
        losses.insert(.brushes)
      }
      return .stroke(stroke, [])
    }
  }
}
