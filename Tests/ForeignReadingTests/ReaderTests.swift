import CCairo
import Foundation
import InkModel
import InkRendering
import ReaderProtocol
import Testing

@testable import ForeignReading

/// What a reader tells of good files.
@Suite(.serialized) struct `A reader of foreign files` {
  @Test func `knows a document, its pages and their sizes`() throws {
    let reader = try reader(of: Samples.pages)
    let facts = try reader.open()
    #expect(facts.kind == .document && facts.mediaType == "application/pdf")
    #expect(facts.pageCount == 3)
    #expect(
      try reader.sizes(of: 0..<3).map { [$0.width, $0.height] } == [
        [200, 300], [300, 200], [595, 842],
      ])
    #expect(throws: ForeignError.refused(.noSuchPage)) { try reader.sizes(of: 2..<4) }
    #expect(throws: ForeignError.refused(.noSuchPage)) { try reader.text(of: 3) }
  }

  @Test(arguments: [0, 1, 2]) func `renders each page by itself, part and scale as asked`(
    page: Int
  ) throws {
    let reader = try reader(of: Samples.pages)
    _ = try reader.open()
    // The square reaches from 50 to 150.
    let image = try reader.render(page, in: Rect(x: 45, y: 45, width: 20, height: 10), scale: 2)
    #expect(image.width == 40 && image.height == 20)
    var ink: [UInt8] = [0, 0, 0, 255]
    ink[page] = 255
    #expect(image.pixel(8, 12) == [0, 0, 0, 0] && image.pixel(12, 8) == [0, 0, 0, 0])
    #expect(image.pixel(12, 12) == ink && image.pixel(39, 19) == ink)
    // In another part, at another scale.
    let other = try reader.render(
      page, in: Rect(x: 149, y: 149, width: 16, height: 16), scale: 0.5)
    #expect(other.width == 8 && other.pixel(7, 7)[3] == 0)
  }

  @Test func `finds words and where they stand`() throws {
    let reader = try reader(of: Samples.pages)
    _ = try reader.open()
    let text = try reader.text(of: 1)
    #expect(text.text.contains("Page 2"))
    #expect(text.boxes.count == text.text.unicodeScalars.count)
    let first = try #require(text.boxes.first)
    // The base line is at 180, the letters of 14 points stand above it.
    #expect(first.x > 18 && first.x < 24 && first.y > 160 && first.y < 180)
  }

  @Test func `follows outline and links`() throws {
    let bytes = Samples.document(
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>",
        "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Annots [9 0 R 10 0 R] >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] >>",
        "<< >>",
        "<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
        "<< /Title (Chapter) /Parent 6 0 R /Dest [3 0 R /Fit] /First 8 0 R /Last 8 0 R /Count 1 >>",
        "<< /Title (Section) /Parent 7 0 R /Dest [4 0 R /Fit] >>",
        "<< /Type /Annot /Subtype /Link /Rect [10 250 60 280] /Dest [4 0 R /Fit] >>",
        "<< /Type /Annot /Subtype /Link /Rect [10 10 60 40] /A << /S /URI /URI (https://example.org/) >> >>",
      ])
    let reader = try reader(of: bytes)
    _ = try reader.open()
    #expect(
      try reader.outline() == [
        OutlineEntry(level: 0, title: "Chapter", page: 0),
        OutlineEntry(level: 1, title: "Section", page: 1),
      ])
    let links = try reader.links(on: 0)
    #expect(
      Set(links) == [
        ForeignLink(box: ForeignBox(x: 10, y: 20, width: 50, height: 30), target: .page(1)),
        ForeignLink(
          box: ForeignBox(x: 10, y: 260, width: 50, height: 30),
          target: .address("https://example.org/")),
      ])
    #expect(try reader.links(on: 1).isEmpty)
  }

  @Test(arguments: ["png", "jpeg", "tiff"]) func `shows pictures of pixels, found by content`(
    format: String
  ) throws {
    let reader = try reader(of: Samples.quarters(format))
    let facts = try reader.open()
    #expect(facts.kind == .pixels && facts.mediaType == "image/\(format)" && facts.pageCount == 1)
    #expect(facts.size == ForeignSize(width: 64, height: 32))
    for scale in [1.0, 0.5, 3] {
      let image = try reader.render(
        0, in: Rect(x: 0, y: 0, width: 64, height: 32), scale: scale)
      let (w, h) = (Double(image.width), Double(image.height))
      #expect(w == 64 * scale)
      func near(_ x: Double, _ y: Double, _ color: [Int]) -> Bool {
        let p = image.pixel(Int(w * x), Int(h * y))
        return zip(p, color + [255]).allSatisfy { abs(Int($0) - $1) <= 12 }
      }
      #expect(near(0.25, 0.25, [255, 0, 0]) && near(0.25, 0.75, [0, 0, 255]))
      #expect(near(0.75, 0.25, [0, 255, 0]) && near(0.75, 0.75, [0, 255, 0]))
    }
  }

  @Test func `shows GIF, WebP and SVG`() throws {
    for bytes in [Samples.gif, Samples.webp] {
      let reader = try reader(of: bytes)
      #expect(try reader.open().size == ForeignSize(width: 2, height: 1))
      let pixels = try reader.render(0, in: Rect(x: 0, y: 0, width: 2, height: 1), scale: 1)
      #expect(pixels.pixel(0, 0) == [255, 0, 0, 255] && pixels.pixel(1, 0) == [0, 0, 255, 255])
    }
    let svg = try reader(of: Samples.svg)
    let facts = try svg.open()
    // 96 of the format's pixels are 72 points.
    #expect(facts.kind == .shapes && facts.size == ForeignSize(width: 300, height: 150))
    let image = try svg.render(0, in: Rect(x: 100, y: 50, width: 100, height: 50), scale: 4)
    #expect(image.pixel(198, 100) == [255, 0, 0, 255])
    #expect(image.pixel(202, 100) == [0, 0, 255, 255])
  }

  /// By EXIF: which corner of the upright picture is red, blue, and whether it stands.
  @Test(arguments: [
    (1, false, (0.25, 0.25)), (2, false, (0.75, 0.25)), (3, false, (0.75, 0.75)),
    (4, false, (0.25, 0.75)), (5, true, (0.25, 0.25)), (6, true, (0.75, 0.25)),
    (7, true, (0.75, 0.75)), (8, true, (0.25, 0.75)),
  ]) func `turns what a camera marked as turned`(
    orientation: Int, stands: Bool, red: (Double, Double)
  ) throws {
    let reader = try reader(of: Samples.turned(UInt8(orientation)))
    let facts = try reader.open()
    #expect(
      facts.size
        == (stands ? ForeignSize(width: 32, height: 64) : ForeignSize(width: 64, height: 32)))
    #expect(facts.isUpright == (orientation == 1))
    let image = try reader.render(
      0, in: Rect(x: 0, y: 0, width: facts.size.width, height: facts.size.height), scale: 1)
    let p = image.pixel(
      Int(facts.size.width * red.0), Int(facts.size.height * red.1))
    #expect(p[0] > 230 && p[1] < 30 && p[2] < 30, "\(p)")
  }

  @Test(arguments: ["png", "jpeg", "tiff"])
  func `a picture says how many pixels an inch has, which need not be squares`(
    format: String
  ) throws {
    func facts(_ x: Int, _ y: Int) throws -> ForeignFacts {
      try reader(of: Samples.quarters(format, dots: (x, y))).open()
    }
    let scan = try facts(300, 300)
    // PNG has whole pixels to the metre.
    #expect(abs((scan.resolution ?? 0) - 300) < 0.1)
    #expect(scan.size == ForeignSize(width: 64, height: 32))
    for (x, y) in [(10, 10), (2400, 2400), (300, 20)] {
      let wild = try facts(x, y)
      #expect(wild.resolution == nil && wild.size == scan.size, "\(x) × \(y)")
    }
    // What cameras and screens write where nobody knows.
    for dots in [72, 96] {
      let usual = try facts(dots, dots)
      #expect(usual.resolution == nil && usual.size == scan.size, "\(dots)")
    }
    let coarse = try facts(100, 100)
    #expect(abs((coarse.resolution ?? 0) - 100) < 0.1)
    let none = try reader(of: Samples.quarters(format)).open()
    #expect(none.resolution == nil && none.size == scan.size)
    // As facsimiles have it: half as fine from top to bottom.
    let fax = try reader(of: Samples.quarters(format, dots: (200, 100)))
    let told = try fax.open()
    #expect(abs((told.resolution ?? 0) - 200) < 0.1)
    #expect(abs(told.size.width - 64) < 1e-6 && abs(told.size.height - 64) < 0.1)
    let image = try fax.render(0, in: Rect(x: 0, y: 0, width: 64, height: 64), scale: 1)
    #expect(image.width == 64 && image.height == 64)
    for (x, y, color) in [(16, 8, 0), (16, 24, 0), (16, 40, 2), (16, 56, 2), (48, 32, 1)] {
      let p = image.pixel(x, y)
      #expect((0..<3).allSatisfy { ($0 == color) == (p[$0] > 200) }, "\(x), \(y): \(p)")
    }
  }

  @Test func `pixels that are no squares are turned with the picture`() throws {
    let reader = try reader(of: Samples.turned(6, dots: (100, 200)))
    let facts = try reader.open()
    // Stored it is 128 units wide and 32 high, and it stands.
    #expect(facts.size == ForeignSize(width: 32, height: 128) && facts.resolution == 200)
    let image = try reader.render(0, in: Rect(x: 0, y: 0, width: 32, height: 128), scale: 1)
    let (red, green) = (image.pixel(24, 32), image.pixel(16, 96))
    #expect(red[0] > 230 && red[1] < 30 && green[1] > 230 && green[0] < 30)
  }

  @Test func `a picture of 100 megapixels shows small within its time`() throws {
    let bytes = Samples.picture("jpeg", width: 10_000, height: 10_000) { x, _ in
      x < 5000 ? (200, 30, 30) : (30, 30, 200)
    }
    let reader = try reader(of: bytes)
    #expect(try reader.open().size == ForeignSize(width: 10_000, height: 10_000))
    let start = ContinuousClock.now
    let image = try reader.render(
      0, in: Rect(x: 0, y: 0, width: 10_000, height: 10_000), scale: 0.08)
    let time = ContinuousClock.now - start
    #expect(image.width == 800 && image.pixel(100, 400)[0] > 180 && image.pixel(700, 400)[2] > 180)
    // A second on a machine of its own; the tests have neighbours.
    #expect(time < .seconds(4), "\(time)")
    // And sharp where it is looked at closely.
    let close = try reader.render(
      0, in: Rect(x: 4990, y: 5000, width: 20, height: 20), scale: 1)
    #expect(close.pixel(2, 10)[0] > 180 && close.pixel(17, 10)[2] > 180)
  }
}
