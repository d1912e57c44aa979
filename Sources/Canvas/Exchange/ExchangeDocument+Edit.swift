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

  /// What a new drawing begins with: its settings, and the step that puts all into it; `nil` where there is nothing on
  /// any page.
  ///
  /// - Parameter held: The bytes that the new file holds. Pictures and backgrounds whose bytes are missing are left out.
  /// - Returns: How many things were left out, too: beyond ``InkModel/ElementLimits``, or without bytes.
  public func drawing(
    holding held: [ExchangeBytes: HeldBytes] = [:]
  ) -> (settings: DrawingSettings, step: DrawingEdit?, leftOut: Int) {
    let settings = settings(held)
    var edit = DrawingEdit(label: .convert)
    var leftOut = 0
    var order = OrderKey.first
    for (i, page) in pages.enumerated() {
      let number = settings.layout.pageCount == 0 ? 0 : Int32(i + 1)
      for item in page.items {
        var pageFromElement = item.pageFromElement
        let kind: Element.Kind
        var content: StrokeContent?
        switch item.content {
        case .stroke(var stroke, let samples):
          stroke.content = ContentID(Int64(edit.contents.count + 1))
          content = StrokeContent(from: stroke)
          if !samples.isEmpty { content?.samples = samples }
          kind = .stroke(stroke)
        case .text(let box): kind = .other(box)
        case .picture(let bytes, let width, let height):
          guard let own = held[bytes], let size = own.sizes.first, size.dx > 0, size.dy > 0 else {
            leftOut += 1
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
            id: ElementID(Int64(edit.inserted.count + 1)), page: number, layer: layer,
            order: order, pageFromElement: pageFromElement, kind: kind))
        guard element.isWithinLimits else {
          leftOut += 1
          continue
        }
        order = order.next
        edit.inserted.append(element)
        if let content { edit.contents.append(content) }
      }
    }
    return (settings, edit.isEmpty ? nil : edit, leftOut)
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
