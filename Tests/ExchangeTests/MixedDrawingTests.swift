import Canvas
import InkModel
import InkTestSupport
import Testing

@testable import Exchange

/// What is not ink goes to formats of other programs and comes back, or is told.
@Suite struct MixedDrawingTests {
  /// The bytes of a picture: more than are packed into one part of a file.
  private static let photo: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
  /// Of the picture below a whole page.
  private static let ground: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0, 255]
  private static let pdf: [UInt8] = Array("%PDF-1.7 and so on".utf8)
  private static let letter = PageSize(width: 400, height: 500)
  private static let card = PageSize(width: 300, height: 200)
  private static let green = Color(rgba: 0x0080_00FF)

  /// The identities that a drawing has for the bytes.
  private struct Blobs {
    let photo: BlobID
    let ground: BlobID
    let pdf: BlobID

    init() throws {
      func id(_ n: UInt8) throws -> BlobID {
        try #require(BlobID([UInt8](repeating: n, count: BlobID.size)))
      }
      (photo, ground, pdf) = (try id(1), try id(2), try id(3))
    }
  }

  /// A line, texts and pictures on pages of paper, of a picture and of a PDF.
  private static func drawing(_ blobs: Blobs) -> Drawing {
    var settings = DrawingSettings.standard
    settings.paper = Paper(pattern: .ruled, spacing: 20)
    let keys = [OrderKey.first, OrderKey.first.next, OrderKey.first.next.next]
    settings.layout = PageLayout([
      Page(id: 1, order: keys[0], size: letter),
      Page(id: 2, order: keys[1], size: card, background: .picture(blobs.ground)),
      Page(id: 3, order: keys[2], size: letter, background: .document(blobs.pdf, page: 4)),
    ])
    let runs = TextBox(
      [
        TextRun("one ", family: "Serif", size: 14, weight: 700, slant: .italic, color: green),
        TextRun("<two> &\nthree", family: "Sans", size: 20),
      ], extent: Rect(x: 0, y: 0, width: 120, height: 50))
    // The middle of its upper edge is its origin.
    let centered = TextBox(
      [TextRun("below the ink", family: "Sans", size: 12)], alignment: .center,
      extent: Rect(x: -30, y: 0, width: 60, height: 15))
    let picture = PlacedPicture(blob: blobs.photo, width: 40, height: 30)
    func element(
      _ n: Int64, page: Int32, _ pageFromElement: AffineTransform, _ value: any ElementValue
    ) -> Element {
      settings.placed(
        Element(
          id: ElementID(n), page: page, order: SyntheticInk.key(n),
          pageFromElement: pageFromElement, kind: .other(value)))
    }
    let elements = [
      element(2, page: 1, .translation(Vector(50, 60)) * .scale(2), runs),
      // Twice its size, its middle at (200, 300), turned by 30°.
      element(
        3, page: 1,
        .translation(Vector(200, 300)) * .rotation(.pi / 6) * .scale(2)
          * .translation(Vector(-20, -15)), picture),
      element(4, page: 2, AffineTransform(a: 1.5, b: 0, c: 0, d: 2, tx: 10, ty: 20), picture),
      element(5, page: 3, .translation(Vector(200, 100)), centered),
    ]
    let line = ErasedInk.line(from: Point(10, 20), to: Point(110, 20))
    return Drawing([line] + elements, settings: settings)
  }

  /// Whether two boxes are the same up to what four digits behind the point leave.
  private func isSame(_ a: Rect, _ b: Rect) -> Bool {
    zip(a.corners, b.corners).allSatisfy { $0.distance(to: $1) < 0.001 }
  }

  @Test func `texts, pictures and pages of a PDF come back from a file of Xournal++`() throws {
    let blobs = try Blobs()
    let document = ExchangeDocument(Self.drawing(blobs), title: "", for: .xournal)
    #expect(document.losses == [.textStyle, .turned])
    let held: [ExchangeBytes: [UInt8]] = [
      .blob(blobs.photo): Self.photo, .blob(blobs.ground): Self.ground,
      .blob(blobs.pdf): Self.pdf,
    ]
    #expect(document.bytes == Set(held.keys))
    let read = try ExchangeFormat.read(try ExchangeFormat.xournal.write(document) { held[$0] })
    #expect(read.losses.isEmpty)
    // The PDF is a file beside it, which the app writes.
    let attachment = ExchangeBytes.attachment(ExchangeFormat.attachment)
    #expect(read.bytes == [.data(Self.photo), .data(Self.ground), attachment])

    let pages = [Vector](repeating: Vector(400, 500), count: 5)
    let made = read.drawing(holding: [
      .data(Self.photo): HeldBytes(blob: blobs.photo, sizes: [Vector(40, 30)]),
      .data(Self.ground): HeldBytes(blob: blobs.ground, sizes: [Vector(60, 40)]),
      attachment: HeldBytes(blob: blobs.pdf, sizes: pages),
    ])
    let (settings, elements) = (made.settings, made.elements)
    #expect(made.leftOut == 0)
    #expect(settings.layout.pages.map(\.size) == [Self.letter, Self.card, Self.letter])
    #expect(settings.layout.pages[2].background == .document(blobs.pdf, page: 4))
    #expect(elements.map(\.page) == [1, 1, 1, 2, 2, 3])
    #expect(elements[0].kind.inkStroke != nil)

    let text = try #require(elements[1].kind.otherValue as? TextBox)
    #expect(text.text == "one <two> &\nthree")
    // Each text has one font, that of its beginning, as large as it was seen.
    let run = try #require(text.runs.first)
    #expect(text.runs.count == 1 && run.family == "Serif" && run.color == Self.green)
    #expect(run.weight == 700 && run.slant == .italic && run.size == 28)
    #expect(elements[1].pageFromElement(Point.zero).distance(to: Point(50, 60)) < 0.001)
    let centered = try #require(elements[5].kind.otherValue as? TextBox)
    #expect(centered.text == "below the ink")
    #expect(elements[5].pageFromElement(Point.zero).distance(to: Point(170, 100)) < 0.001)

    // The turned one stands upright about its middle, as large as it was.
    let turned = try #require(elements[2].kind.otherValue as? PlacedPicture)
    #expect(turned.blob == blobs.photo)
    #expect(isSame(elements[2].pageBounds, Rect(x: 160, y: 270, width: 80, height: 60)))
    // The one below a page is the first thing on it.
    let ground = try #require(elements[3].kind.otherValue as? PlacedPicture)
    #expect(ground.blob == blobs.ground)
    #expect(isSame(elements[3].pageBounds, Rect(x: 0, y: 0, width: 300, height: 200)))
    let stretched = try #require(elements[4].kind.otherValue as? PlacedPicture)
    #expect(stretched.blob == blobs.photo)
    #expect(isSame(elements[4].pageBounds, Rect(x: 10, y: 20, width: 60, height: 60)))
  }

  @Test func `pictures whose bytes are missing are left out, and counted`() throws {
    let blobs = try Blobs()
    let document = ExchangeDocument(Self.drawing(blobs), title: "", for: .xournal)
    let held: [ExchangeBytes: [UInt8]] = [.blob(blobs.photo): Self.photo]
    let read = try ExchangeFormat.read(try ExchangeFormat.xournal.write(document) { held[$0] })
    // What lies below the second page was not written; nobody has the others any more.
    #expect(read.bytes == [.data(Self.photo), .attachment(ExchangeFormat.attachment)])
    let new = read.drawing()
    #expect(new.leftOut == 2)
    #expect(new.elements.map(\.page) == [1, 1, 3])
    #expect(new.settings.layout.pages[2].background == .paper(nil))
  }

  @Test func `a page of a PDF that is given as a picture is in a file of Xournal++ itself`() throws
  {
    let blobs = try Blobs()
    let page: [UInt8] = [0x89, 0x50, 1, 2]
    let document = ExchangeDocument(
      Self.drawing(blobs), title: "", for: .xournal, pictures: [2: page])
    #expect(document.losses == [.textStyle, .turned, .documents])
    let held: [ExchangeBytes: [UInt8]] = [
      .blob(blobs.photo): Self.photo, .blob(blobs.ground): Self.ground, .data(page): page,
    ]
    #expect(document.bytes == Set(held.keys))
    let read = try ExchangeFormat.read(try ExchangeFormat.xournal.write(document) { held[$0] })
    #expect(read.pages[2].background == .paper(.plain))
    let items = read.pages[2].items
    #expect(items.count == 2)
    // Below the text.
    guard case .picture(let bytes, let width, let height)? = items.first?.content else {
      Issue.record("no picture")
      return
    }
    #expect(bytes == .data(page) && Vector(width, height) == Vector(400, 500))
    #expect(items.first?.pageFromElement(Point.zero) == Point.zero)
  }

  @Test func `InkML says what it leaves out, and keeps the ink and the pages`() throws {
    let blobs = try Blobs()
    let document = ExchangeDocument(Self.drawing(blobs), title: "", for: .inkML)
    #expect(document.losses == [.text, .pictures, .background])
    let read = try ExchangeFormat.read(try ExchangeFormat.inkML.write(document) { _ in nil })
    #expect(read.pages.map(\.size) == [Self.letter, Self.card, Self.letter])
    #expect(read.pages.map { $0.items.compactMap(\.stroke).count } == [1, 0, 0])
    #expect(read.pages.map(\.items.count) == [1, 0, 0])
    // Layers are one.
    var settings = DrawingSettings.standard
    settings.layers = [
      Layer(id: 0, order: .first, name: "Ink"),
      Layer(id: 1, order: OrderKey.first.next, name: "Top"),
    ]
    let line = ErasedInk.line(from: Point(10, 20), to: Point(110, 20))
    let layers = ExchangeDocument(
      Drawing([line], settings: settings), title: "", for: .inkML)
    #expect(layers.losses == [.layers])
  }
}
