import Exchange
import InkModel
import InkStore

/// Bytes of a file of another program that a drawing's file holds now.
public struct HeldBytes: Hashable, Sendable {
  public var blob: BlobID
  /// Width and height of each page, or of the picture, in its own units.
  public var sizes: [Vector]

  public init(blob: BlobID, sizes: [Vector]) {
    self.blob = blob
    self.sizes = sizes
  }
}

/// What a drawing is made with that begins as a file of another program.
public struct NewDrawing: Hashable, Sendable {
  public var settings: DrawingSettings
  public var elements: [Element] = []
  /// Those of the elements.
  public var contents: [StrokeContent] = []
  /// How many things were left out: beyond ``InkModel/ElementLimits``, or without bytes.
  public var leftOut = 0

  /// What writes it, as the start of its history; `nil` where that is how every drawing begins.
  public var command: StoreCommand? {
    guard settings != .standard || !elements.isEmpty else { return nil }
    return .begin(with: settings, elements: elements, contents: contents)
  }
}

extension ExchangeDocument {
  /// All bytes that its pictures and pages show.
  public var bytes: Set<ExchangeBytes> {
    var found: Set<ExchangeBytes> = []
    for page in pages {
      switch page.background {
      case .paper: break
      case .document(let bytes, _), .picture(let bytes): found.insert(bytes)
      }
      for case .picture(let bytes, _, _) in page.items.map(\.content) { found.insert(bytes) }
    }
    return found
  }

  /// What a new drawing begins with: its settings, its elements and their contents.
  ///
  /// - Parameter held: The bytes that the new file holds. Pictures and backgrounds whose bytes are missing are left out.
  public func drawing(
    holding held: [ExchangeBytes: HeldBytes] = [:]
  ) -> NewDrawing {
    let settings = settings(held)
    var new = NewDrawing(settings: settings)
    var order = OrderKey.first
    for (i, page) in pages.enumerated() {
      let number = settings.layout.pageCount == 0 ? 0 : Int32(i + 1)
      for item in page.items {
        var pageFromElement = item.pageFromElement
        let kind: Element.Kind
        var content: StrokeContent?
        switch item.content {
        case .stroke(var stroke, let samples):
          stroke.content = ContentID(Int64(new.contents.count + 1))
          content = StrokeContent(from: stroke)
          if !samples.isEmpty { content?.samples = samples }
          kind = .stroke(stroke)
        case .text(let box): kind = .other(box)
        case .picture(let bytes, let width, let height):
          guard let own = held[bytes], let size = own.sizes.first, size.dx > 0, size.dy > 0 else {
            new.leftOut += 1
            continue
          }
          kind = .other(PlacedPicture(blob: own.blob, width: size.dx, height: size.dy))
          pageFromElement =
            pageFromElement
            * AffineTransform(
              a: width / size.dx, b: 0, c: 0, d: height / size.dy, tx: 0, ty: 0)
        }
        let layer = settings.layers[min(item.layer, settings.layers.count - 1)].id
        let element = settings.placed(
          Element(
            id: ElementID(Int64(new.elements.count + 1)), page: number, layer: layer,
            order: order, pageFromElement: pageFromElement, kind: kind))
        guard element.isWithinLimits else {
          new.leftOut += 1
          continue
        }
        order = order.next
        new.elements.append(element)
        if let content { new.contents.append(content) }
      }
    }
    return new
  }

  private func settings(_ held: [ExchangeBytes: HeldBytes]) -> DrawingSettings {
    var settings = DrawingSettings.standard
    var layer = OrderKey.first
    settings.layers = layers.enumerated().map { i, own in
      defer { layer = layer.next }
      return Layer(
        id: Int32(i), order: layer, name: own.name, isHidden: own.isHidden, opacity: own.opacity)
    }
    let papers = Set(
      pages.compactMap { page -> Paper? in
        if case .paper(let paper) = page.background { paper } else { nil }
      })
    // One paper of all pages is the drawing's.
    if papers.count == 1, let paper = papers.first { settings.paper = paper }
    guard pages.allSatisfy({ $0.size != nil }) else { return settings }
    var order = OrderKey.first
    settings.layout = PageLayout(
      pages.enumerated().map { i, page in
        defer { order = order.next }
        let background: PageBackground
        switch page.background {
        case .paper(let paper): background = .paper(paper == settings.paper ? nil : paper)
        case .document(let bytes, let number):
          background =
            held[bytes].map { own in
              own.sizes.indices.contains(number)
                ? .document(own.blob, page: number) : .paper(nil)
            } ?? .paper(nil)
        case .picture(let bytes): background = held[bytes].map { .picture($0.blob) } ?? .paper(nil)
        }
        return Page(
          id: Int32(i + 1), order: order, size: page.size ?? PageSize(width: 595, height: 842),
          background: background)
      })
    return settings
  }
}
