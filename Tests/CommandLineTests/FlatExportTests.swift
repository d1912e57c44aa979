import CCairo
import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles
import Testing

/// “Export PDF” of drawings that have pages of documents: those stay what they are, and ink is painted over them.
@Suite struct FlatExportTests {
  @Test func `text, links, outline, fields and metadata of a document stay, and the file its size`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("export", "d.plumbago", "out.pdf", "--no-text")
    try folder.tool("qpdf", "--check", "out.pdf")
    try folder.expectSameDocument("s.pdf", "out.pdf")
    // Flat: the document's own annotations, none of ours, and no picture of a page.
    let annotations = try folder.annotations(of: "out.pdf")
    let kinds = annotations.compactMap { $0["/Subtype"] as? String }
    #expect(kinds == ["/Link", "/Square", "/Widget", "/Link"])
    #expect(try folder.tool("pdfimages", "-list", "out.pdf").split(separator: "\n").count == 2)
    let added = try folder.bytes("out.pdf").count - folder.bytes("s.pdf").count
    // Ink of a dozen strokes.
    #expect(added < 60_000, "\(added)")
  }

  /// Means of all channels may differ by 2 of 255: what two renderers make of edges; by one more where pages have grown,
  /// since a picture has the app's paper around them, and a document white.
  @Test(arguments: ["clip", "grow"])
  func `pages look as they do as pictures, cut, turned and grown`(margins: String) async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    if margins == "grow" { try await folder.drawBeside(in: "d.plumbago") }
    try folder.plumbago("export", "d.plumbago", "out.pdf", "--margins", margins)
    try folder.tool("qpdf", "--check", "out.pdf")
    for page in 1...4 {
      let flat = try folder.picture(of: "out.pdf", page: page)
      let raster = try folder.raster(of: "d.plumbago", page: page, margins: margins)
      #expect(flat.width == raster.width && flat.height == raster.height, "page \(page)")
      #expect(flat.hasWhiteCorner, "page \(page)")
      let most: Double = margins == "grow" ? 3 : 2
      #expect(flat.difference(raster) < most, "page \(page): \(flat.difference(raster))")
      for (a, b) in [(flat, raster), (raster, flat)] {
        #expect(a.red.count > 500)
        let strays = a.red.subtracting(b.grown(by: 1).red)
        #expect(strays.count * 50 <= a.red.count, "page \(page): \(strays.count) of \(a.red.count)")
      }
    }
    let texts = try ["s.pdf", "out.pdf"].map {
      try folder.tool("pdftotext", $0, "-").split(separator: "\n").filter { $0.hasPrefix("Page ") }
    }
    #expect(texts[0] == texts[1])
  }

  @Test
  func `pages added, moved, turned, deleted, twice and of another document are so in the file`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.write(SamplePDF.text.replacing("(Page ", with: "(Leaf "), to: "other.pdf")
    let other = [UInt8](try folder.bytes("other.pdf"))
    try await folder.changePages(of: "d.plumbago", bringing: other) { pages, blob in
      var turned = pages[0]
      turned.quarterTurns = 1
      let new = Page(id: 9, order: .first, size: PageSize(width: 200, height: 100))
      var again = pages[3]
      again.id = 10
      let leaf = Page(
        id: 11, order: .first, size: PageSize(width: 240, height: 320),
        background: .document(blob, page: 1))
      // Twice as large as in the document, with room at the sides.
      let large = Page(
        id: 12, order: .first, size: PageSize(width: 700, height: 600),
        background: .document(blob, page: 2))
      turned.label = "iv"
      return [pages[3], new, turned, pages[2], again, leaf, large]
    }
    try folder.plumbago("export", "d.plumbago", "out.pdf", "--margins", "clip")
    try folder.tool("qpdf", "--check", "out.pdf")
    let texts = try folder.tool("pdftotext", "out.pdf", "-").split(
      separator: "\u{c}", omittingEmptySubsequences: false
    ).map { $0.split(separator: "\n").first { $0.contains("age ") || $0.contains("eaf ") } ?? "" }
    #expect(
      texts.prefix(7) == [
        "Page Four", "", "Page One", "Page Three", "Page Four", "Leaf Two", "Leaf Three",
      ])
    try folder.tool("qpdf", "--qdf", "--object-streams=disable", "out.pdf", "plain.pdf")
    let plain = String(decoding: try folder.bytes("plain.pdf"), as: UTF8.self)
    #expect(!plain.contains("Page Two") && !plain.contains("Leaf One"))
    for page in 1...6 {
      let flat = try folder.picture(of: "out.pdf", page: page)
      let raster = try folder.raster(of: "d.plumbago", page: page, margins: "clip")
      #expect(flat.width == raster.width && flat.height == raster.height, "page \(page)")
      // The second is bare paper: white, where a picture has the app's.
      if page == 2 {
        #expect(flat.isWhite)
      } else {
        #expect(flat.difference(raster) < 2, "page \(page): \(flat.difference(raster))")
      }
    }
    let labels = try folder.tool("qpdf", "--json", "--json-key=pagelabels", "out.pdf")
    #expect(labels.contains("\"/P\": \"u:iv\"") && labels.contains("\"/P\": \"u:4\""), "\(labels)")
    // In its own units, which a viewer that knows of them enlarges.
    let large = try folder.annotationsFreePage(of: "out.pdf", 6)
    let box = (large["/CropBox"] as? [NSNumber] ?? []).map(\.doubleValue)
    #expect(box.count == 4 && abs(box[2] - box[0] - 350) < 0.1 && abs(box[3] - box[1] - 300) < 0.1)
    #expect((large["/UserUnit"] as? NSNumber)?.doubleValue == 4)
    // One page alone.
    try folder.plumbago("export", "d.plumbago", "one.pdf", "--page", "6")
    #expect(try folder.tool("pdftotext", "one.pdf", "-").contains("Leaf Two"))
    #expect(try folder.tool("pdfinfo", "one.pdf").contains(/Pages: +1\n/))
  }

  @Test func `a protected document is exported with its password, and stays protected`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(SamplePDF.text, to: "plain.pdf")
    try folder.tool("qpdf", "--encrypt", "sesam", "owner", "256", "--", "plain.pdf", "s.pdf")
    try folder.write("sesam\n", to: "password")
    try folder.plumbago("convert", "s.pdf", "d.plumbago", "--password-file", "password")
    try await folder.draw(in: "d.plumbago")
    let refused = try Plumbago.run(["export", "d.plumbago", "out.pdf"], in: folder)
    #expect(refused.status == 1 && refused.standardError.contains("password"), "\(refused)")
    #expect(!folder.names.contains("out.pdf"))
    try folder.plumbago("export", "d.plumbago", "out.pdf", "--password-file", "password")
    #expect(try Command.run(["qpdf", "--check", "out.pdf"], in: folder.url).status != 0)
    try folder.tool("qpdf", "--password=sesam", "--check", "out.pdf")
    #expect(try folder.tool("pdftotext", "-upw", "sesam", "out.pdf", "-").contains("Page Two"))
  }

  @Test func `ink lies where it should over a page that leaves its state changed`() async throws {
    let folder = try TemporaryFolder()
    // Restores what it never saved, and leaves two states and a scale behind; strings and pictures say q and Q, too.
    let content =
      "Q (q q \\) q) pop % q q\nq q 3 0 0 3 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID q EI /q <71> 0 0 1 rg"
    let text = SamplePDF.text.replacing(
      "BT /F1 18 Tf 40 60 Td (Page One) Tj ET 0 0 1 rg 60 100 40 20 re f", with: content)
    // As broken as a file gets that viewers open: its table of objects leads elsewhere now.
    try folder.write(text, to: "broken.pdf")
    _ = try Command.run(["qpdf", "broken.pdf", "s.pdf"], in: folder.url)
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("export", "d.plumbago", "out.pdf", "--margins", "clip")
    try folder.tool("qpdf", "--check", "out.pdf")
    let flat = try folder.picture(of: "out.pdf", page: 1)
    let raster = try folder.raster(of: "d.plumbago", page: 1, margins: "clip")
    #expect(flat.red.count > 500)
    let strays = raster.red.subtracting(flat.grown(by: 1).red)
    #expect(strays.count * 50 <= raster.red.count, "\(strays.count) of \(raster.red.count)")
  }

  @Test func `viewers can switch the layers of a document and of paper by their names`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try await folder.addLayers(to: "d.plumbago")
    try await folder.drawing("paper.plumbago")
    try await folder.addLayers(to: "paper.plumbago")
    for name in ["d", "paper"] {
      try folder.plumbago("export", "\(name).plumbago", "\(name).pdf")
      try folder.tool("qpdf", "--check", "\(name).pdf")
      let objects = try QpdfObjects(folder, "\(name).pdf")
      let groups = objects.all.filter { $0["/Type"] as? String == "/OCG" }
      // Hidden layers are not exported.
      #expect(
        groups.compactMap { $0["/Name"] as? String } == ["u:Layer 1", "u:Notizen ä"], "\(name)")
      let forms = objects.all.filter { $0["/OC"] != nil }
      #expect(!forms.isEmpty, "\(name)")
      try folder.plumbago("export", "\(name).plumbago", "\(name).svg")
      let svg = String(decoding: try folder.bytes("\(name).svg"), as: UTF8.self)
      #expect(svg.contains("inkscape:groupmode=\"layer\""), "\(name)")
    }
  }
}

extension TemporaryFolder {
  /// A page as the pixels of our own picture of it, at 144 pixels an inch.
  func raster(of name: String, page: Int, margins: String) throws -> ShownPage {
    try plumbago(
      "export", name, "raster.png", "--scale", "2", "--margins", margins, "--page", "\(page)")
    return try picture("raster.png")
  }

  /// The pixels of a PNG file.
  func picture(_ name: String) throws -> ShownPage {
    let surface = try #require(cairo_image_surface_create_from_png(path(name)))
    defer { cairo_surface_destroy(surface) }
    let (width, height) = (
      Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
    )
    let stride = Int(cairo_image_surface_get_stride(surface))
    let pixels = try #require(cairo_image_surface_get_data(surface))
    var data = Data("P6\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        for channel in [2, 1, 0] { data.append(pixels[y * stride + 4 * x + channel]) }
      }
    }
    return try #require(ShownPage(data))
  }

  /// Draws a line on each page that leaves it to the right and to the top.
  func drawBeside(in name: String) async throws {
    let store = try await DocumentStore.open(path(name))
    let contents = try await store.load()
    var edit = DrawingEdit(label: .draw)
    for (i, page) in contents.settings.layout.pages.enumerated() {
      let path = StrokePath(
        (0...40).map { n in
          StrokePoint(x: Float(page.size.width) - 30 + Float(n) * 2, y: 20 - Float(n) / 2)
        })
      let element = SyntheticInk.element(
        contents.nextElementID.number + Int64(i), path,
        ink: Ink(StockBrushes.pen, Color(rgba: 0xE000_00FF), size: 4))
      edit.contents.append(StrokeContent(from: element.stroke).roundedForFile)
      edit.inserted.append(
        contents.settings.placed(
          Element(
            id: element.id, page: page.id, order: element.order, pageFromElement: .identity,
            kind: element.kind)))
    }
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
  }

  /// Gives a drawing other pages, some of a document that it does not have yet.
  func changePages(
    of name: String, bringing bytes: [UInt8], _ change: ([Page], BlobID) -> [Page]
  ) async throws {
    let store = try await DocumentStore.open(path(name))
    let draft = try await store.beginBlob(type: "application/pdf")
    try await store.append(bytes, to: draft)
    let blob = try await store.finish(draft)
    try await changePages(in: store) { change($0, blob) }
    try await store.close()
  }

  /// Adds a layer with a name and a hidden one, each with a stroke on the first page.
  func addLayers(
    to name: String, _ change: (inout Layer) -> Void = { _ in }
  ) async throws {
    let store = try await DocumentStore.open(path(name))
    let contents = try await store.load()
    let first = contents.settings.layers[0]
    var layers = [
      Layer(id: first.id + 1, order: first.order.next, name: "Notizen ä"),
      Layer(id: first.id + 2, order: first.order.next.next, name: "Hidden", isHidden: true),
    ]
    change(&layers[0])
    var settings = contents.settings
    settings.layers += layers
    var edit = contents.drawing.edit(.paper, to: settings) { ElementID(1) }
    for (i, layer) in layers.enumerated() {
      let element = SyntheticInk.element(
        contents.nextElementID.number + Int64(i),
        SyntheticInk.word(at: Point(60, 60), width: 60, height: 34, loops: 3, samples: 80))
      edit.contents.append(StrokeContent(from: element.stroke).roundedForFile)
      edit.inserted.append(
        settings.placed(
          Element(
            id: element.id, page: settings.layout.pages.first?.id ?? 0, layer: layer.id,
            order: element.order, pageFromElement: .identity, kind: element.kind)))
    }
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
  }

  /// A page's dictionary, counted from 0.
  func annotationsFreePage(of name: String, _ page: Int) throws -> [String: Any] {
    let objects = try QpdfObjects(self, name)
    return try #require(objects.dictionary(objects.pages[page]))
  }
}

extension QpdfObjects {
  /// All dictionaries, those of streams included, by their numbers.
  var all: [[String: Any]] {
    numbered.compactMap { object in
      object["value"] as? [String: Any]
        ?? (object["stream"] as? [String: Any])?["dict"] as? [String: Any]
    }
  }
}
