import CCairo
import Foundation
import InkTestSupport
import RepositoryFiles
import SampleDocuments
import Testing

/// What is not ink, through files of other programs and what lies beside them.
@Suite struct ConvertedPagesTests {
  /// A stroke, a text and a picture of one pixel on a page.
  private static let mixed = """
    <?xml version="1.0" standalone="no"?>
    <xournal creator="Xournal++ 1.1.3" fileversion="4">
    <title>Notes</title>
    <page width="300" height="400">
    <background type="solid" color="#ffffffff" style="plain"/>
    <layer>
    <stroke tool="pen" color="#ff0000ff" width="10">50 200 250 200</stroke>
    <text font="Sans" size="12" x="50" y="60" color="#0000ffff">below the line</text>
    <image left="100" top="300" right="140" bottom="340">iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==</image>
    </layer>
    </page>
    </xournal>
    """

  @Test func `the PDF below the pages lies beside a file of Xournal++, and comes back from there`()
    throws
  {
    let folder = try TemporaryFolder()
    let pdf = Data(SampleDocument.textPages(3))
    try pdf.write(to: URL(filePath: folder.path("s.pdf")))
    try folder.plumbago("convert", "s.pdf", "a.plumbago")
    try folder.plumbago("convert", "a.plumbago", "b.xopp")
    #expect(try folder.bytes("b.xopp.bg.pdf") == pdf)
    // Also from one such file to another, and straight from the document.
    try folder.plumbago("convert", "b.xopp", "c.xopp")
    #expect(try folder.bytes("c.xopp.bg.pdf") == pdf)
    try folder.plumbago("convert", "s.pdf", "d.xopp")
    #expect(try folder.bytes("d.xopp.bg.pdf") == pdf)
    for name in ["b", "c", "d"] {
      try folder.plumbago("convert", "\(name).xopp", "\(name).plumbago")
      let pages = try Info(of: "\(name).plumbago", in: folder).pages
      #expect(pages == Info.Pages(count: 3, width: 595, height: 842, labels: [nil, nil, nil]))
      // The pages of the document, as another program reads them.
      try folder.plumbago("convert", "\(name).plumbago", "\(name).pdf")
      let text = try folder.tool("pdftotext", "\(name).pdf", "-")
      #expect((1...3).allSatisfy { text.contains("Page \($0)") }, "\(name): \(text.prefix(200))")
    }
  }

  /// A blank picture as a PNG file whose chunk pHYs says how many pixels a metre has, in each direction.
  private func writeScan(
    _ width: Int32, _ height: Int32, perMetre: (x: UInt32, y: UInt32), to path: String
  ) throws {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A1, width, height)
    defer { cairo_surface_destroy(surface) }
    #expect(cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS)
    var file = try Data(contentsOf: URL(filePath: path))
    func bytes(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let chunk: [UInt8] = Array("pHYs".utf8) + bytes(perMetre.x) + bytes(perMetre.y) + [1]
    var sum = UInt32.max
    for byte in chunk {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    // Behind the first chunk.
    file.insert(contentsOf: bytes(9) + chunk + bytes(~sum), at: 33)
    try file.write(to: URL(filePath: path))
  }

  /// A PNG file, in pixels, and the page that it is, in points.
  private struct Scan {
    let name: String
    let size: (width: Int32, height: Int32)
    let perMetre: (x: UInt32, y: UInt32)
    let page: (width: Double, height: Double)
  }

  /// 300 pixels to the inch are 11,811 to the metre.
  private static let scans = [
    Scan(name: "a4", size: (2480, 3508), perMetre: (11_811, 11_811), page: (595, 842)),
    Scan(name: "a5", size: (1748, 2480), perMetre: (11_811, 11_811), page: (420, 595)),
    Scan(name: "a3", size: (1754, 2480), perMetre: (5906, 5906), page: (842, 1191)),
    // Half as fine from side to side.
    Scan(name: "coarse", size: (874, 2480), perMetre: (5906, 11_811), page: (420, 595)),
    // Pictures for screens, 72 and 96 pixels to the inch, are not larger than A4.
    Scan(name: "photo", size: (4000, 3000), perMetre: (2835, 2835), page: (842, 631.5)),
    Scan(name: "wide", size: (4000, 3000), perMetre: (3780, 3780), page: (842, 631.5)),
    // Nothing is scanned as finely as that: 96 pixels to the inch.
    Scan(name: "wild", size: (400, 200), perMetre: (78_740, 78_740), page: (300, 150)),
  ]

  @Test func `a scan is a page as large as what was scanned, by the pixels to the inch it says`()
    throws
  {
    let folder = try TemporaryFolder()
    for scan in Self.scans {
      let name = scan.name
      try writeScan(
        scan.size.width, scan.size.height, perMetre: scan.perMetre,
        to: folder.path("\(name).png"))
      try folder.plumbago("convert", "\(name).png", "\(name).plumbago")
      let info = try Info(of: "\(name).plumbago", in: folder)
      let pages = try #require(info.pages)
      #expect(abs(pages.width - scan.page.width) < 1, "\(name)")
      #expect(abs(pages.height - scan.page.height) < 1, "\(name)")
    }
  }

  @Test
  func `where no second file can be saved, the pages of a PDF are pictures in that of Xournal++`()
    throws
  {
    let folder = try TemporaryFolder()
    // A red square, 50 points from the left and from the top.
    try folder.write(SampleDocument.text(content: "1 0 0 rg 50 100 50 50 re f"), to: "s.pdf")
    try folder.plumbago("convert", "s.pdf", "a.plumbago")
    // No file can have the name of a folder.
    try FileManager.default.createDirectory(
      atPath: folder.path("b.xopp.bg.pdf"), withIntermediateDirectories: false)
    let run = try Plumbago.run(["convert", "a.plumbago", "b.xopp"], in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(run.standardError.contains("pictures of 200 pixels per inch"), "\(run)")
    let xournal = try Command.run(["gzip", "-dc", "b.xopp"], in: folder.url).standardOutput
    #expect(!xournal.contains("type=\"pdf\""))
    let image = try #require(
      xournal.firstMatch(of: /<image left="0" top="0" right="200" bottom="200">([^<]+)<\/image>/))
    let bytes = try #require(Data(base64Encoded: String(image.1)))
    try bytes.write(to: URL(filePath: folder.path("page.png")))
    let page = try folder.picture("page.png")
    // 200 points are 555.6 pixels, 50 are 138.9.
    #expect(page.width == 556 && page.height == 556)
    let columns = page.red.map { $0 % page.width }
    let rows = page.red.map { $0 / page.width }
    for side in [columns, rows] {
      let (first, last) = (try #require(side.min()), try #require(side.max()))
      #expect(abs(first - 139) <= 1 && abs(last - 277) <= 1, "\(first) to \(last)")
    }
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
    // It comes back as what is seen.
    try folder.plumbago("convert", "b.xopp", "b.plumbago")
    #expect(try Info(of: "b.plumbago", in: folder).pictures == 1)
  }

  @Test func `a text and a picture of Xournal++ are in its format again, and InkML's lack is told`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.mixed, to: "a.xopp")
    try folder.plumbago("convert", "a.xopp", "b.xopp")
    try folder.plumbago("convert", "b.xopp", "b.plumbago")
    let info = try Info(of: "b.plumbago", in: folder)
    #expect(info.strokes == 1 && info.texts == 1 && info.pictures == 1 && info.title == "Notes")
    let xournal = try Command.run(["gzip", "-dc", "b.xopp"], in: folder.url).standardOutput
    #expect(xournal.contains(">below the line</text>"))
    #expect(xournal.contains("left=\"100\" top=\"300\" right=\"140\" bottom=\"340\""))

    for (source, name) in [("a.xopp", "c"), ("b.plumbago", "d")] {
      let run = try Plumbago.run(["convert", source, "\(name).inkml"], in: folder)
      #expect(run.status == 0, "\(run)")
      #expect(run.standardError.contains("Text was left out."), "\(run)")
      #expect(run.standardError.contains("Pictures were left out."), "\(run)")
      try folder.plumbago("convert", "\(name).inkml", "\(name).plumbago")
      let ink = try Info(of: "\(name).plumbago", in: folder)
      #expect(ink.strokes == 1 && ink.texts == 0 && ink.pictures == 0 && ink.title == "Notes")
    }
    // No draft was left behind.
    #expect(!folder.names.contains { $0.contains(".new") })
  }
}
