import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles
import SampleDocuments
import Testing

/// A document of four pages with all that annotations have to leave alone.
///
/// The first page is plain, the second cut and turned by 90°, the third turned by 180° with larger units, the fourth turned
/// by 270° with a box that it inherits and that begins below 0. On the first there are a link to the third, a square of
/// another program and a field, on the second a link to the web.
enum SamplePDF {
  static let text: String = {
    func stream(_ entries: String, _ content: String) -> String {
      SampleDocument.stream(content, entries)
    }
    let pages = [
      ("One", "/MediaBox [0 0 300 400] /Annots [11 0 R 12 0 R 16 0 R]"),
      ("Two", "/MediaBox [0 0 400 300] /CropBox [30 20 350 260] /Rotate 90 /Annots [21 0 R]"),
      ("Three", "/MediaBox [0 0 300 300] /Rotate 180 /UserUnit 2"), ("Four", "/Rotate 270"),
    ]
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R /Outlines 14 0 R /Metadata 18 0 R"
        + " /AcroForm << /Fields [16 0 R] /NeedAppearances false >> >>",
      "<< /Type /Pages /Kids [3 0 R 5 0 R 7 0 R 9 0 R] /Count 4 /MediaBox [-50 -20 250 380] >>",
    ]
    for (i, (name, entries)) in pages.enumerated() {
      objects.append(
        "<< /Type /Page /Parent 2 0 R \(entries) /Contents \(4 + 2 * i) 0 R"
          + " /Resources << /Font << /F1 19 0 R >> >> >>")
      objects.append(
        stream("", "BT /F1 18 Tf 40 60 Td (Page \(name)) Tj ET 0 0 1 rg 60 100 40 20 re f"))
    }
    objects += [
      "<< /Type /Annot /Subtype /Link /Rect [40 60 140 80] /Border [0 0 0] /Dest [7 0 R /Fit] >>",
      "<< /Type /Annot /Subtype /Square /Rect [200 300 260 360] /C [0 1 0] /F 4 /AP << /N 13 0 R >> >>",
      stream("/Type /XObject /Subtype /Form /BBox [0 0 60 60]", "0 1 0 rg 0 0 60 60 re f"),
      "<< /Type /Outlines /First 15 0 R /Last 15 0 R /Count 1 >>",
      "<< /Title (Third) /Parent 14 0 R /Dest [7 0 R /Fit] >>",
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [40 20 200 40] /P 3 0 R"
        + " /F 4 /AP << /N 17 0 R >> >>",
      stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 160 20] /Resources << /Font << /F1 19 0 R >> >>",
        "/Tx BMC BT /F1 12 Tf 2 5 Td (Ada) Tj ET EMC"),
      stream("/Type /Metadata /Subtype /XML", "<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>"),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Title (Sample) /Author (Somebody) >>",
      "<< /Type /Annot /Subtype /Link /Rect [60 150 160 170] /Border [0 0 0]"
        + " /A << /S /URI /URI (https://example.org/a) >> >>",
    ]
    return SampleDocument.text(objects: objects, version: "1.6", trailer: "/Info 20 0 R")
  }()

  /// Its links and fields: where they are, and where they lead.
  static let places = [
    "page 1 /Link /Rect [40 60 140 80] /Border [0 0 0] /Dest [page 3 /Fit]",
    "page 1 /Widget /Rect [40 20 200 40]",
    "page 2 /Link /Rect [60 150 160 170] /A << /S /URI /URI u:https://example.org/a >> /Border [0 0 0]",
  ]
}

/// A stroke of a drawing, on its page.
struct PageStroke {
  var page: Int32
  var stroke: Stroke
  var samples: [StylusSample]
  var pageFromElement: InkModel.AffineTransform

  /// Where it begins, in the space of the page.
  var corner: Point { pageFromElement(stroke.path.points[0].position) }

  func isNear(_ other: PageStroke, by distance: Double) -> Bool {
    zip(stroke.path.points, other.stroke.path.points).allSatisfy {
      pageFromElement($0.position).distance(to: other.pageFromElement($1.position)) < distance
    }
  }
}

extension TemporaryFolder {
  /// Makes `s.pdf` and `d.plumbago` of it.
  func inkedDrawing() throws {
    try write(SamplePDF.text, to: "s.pdf")
    try plumbago("convert", "s.pdf", "d.plumbago")
  }

  /// Runs the app, which must succeed.
  func plumbago(_ arguments: String...) throws {
    let run = try Plumbago.run(arguments, in: self)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
  }

  @discardableResult
  func tool(_ arguments: String...) throws -> String { try tool(arguments) }

  @discardableResult
  func tool(_ arguments: [String]) throws -> String {
    let run = try Command.run(arguments, in: url)
    #expect(run.status == 0, "\(run)")
    return run.standardOutput
  }

  /// Draws words in red on each page of a drawing: two on the second and the third, one on the others; each of two
  /// strokes.
  ///
  /// - Parameter brushes: One after the other.
  func draw(in name: String, brushes: [BrushFamily] = [StockBrushes.pen]) async throws {
    let store = try await DocumentStore.open(path(name))
    let contents = try await store.load()
    let settings = contents.settings
    var edit = DrawingEdit(label: .draw)
    let red = Color(rgba: 0xE000_00FF)
    for (i, page) in settings.layout.pages.enumerated() {
      for word in 0..<(i == 1 || i == 2 ? 2 : 1) {
        for part in 0..<2 {
          let number = Int64(edit.inserted.count + 1)
          let path = SyntheticInk.word(
            at: Point(40 + Double(part) * 62, 120 + Double(word) * 90), width: 60, height: 34,
            loops: 3, samples: 80)
          let element = SyntheticInk.element(
            number, path,
            ink: Ink(
              brushes[(Int(number) - 1) % brushes.count], red, size: brushes.count > 1 ? 12 : 4))
          var content = StrokeContent(from: element.stroke)
          // Samples of a pen, which no path has.
          for n in content.samples.indices { content.samples[n].azimuth = Float(n % 7) / 4 }
          edit.contents.append(content.roundedForFile)
          edit.inserted.append(
            settings.placed(
              Element(
                id: element.id, page: page.id, order: element.order,
                pageFromElement: .translation(Vector(Double(i), 0)), kind: element.kind)))
        }
      }
    }
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
  }

  /// Text, metadata, outline, fields, links and facts of two documents are the same, as other programs see them.
  func expectSameDocument(_ a: String, _ b: String) throws {
    for arguments in [
      ["pdftotext", "-layout", "FILE", "-"], ["pdfinfo", "-meta", "FILE"],
      ["qpdf", "--json", "--json-key=outlines", "--json-key=acroform", "FILE"],
    ] {
      let answers = try [a, b].map { file in
        try tool(arguments.map { $0 == "FILE" ? file : $0 })
          .replacing(/"[0-9]+ 0 R"|obj:[0-9]+|"object": .*/, with: "")
      }
      #expect(answers[0] == answers[1] && !answers[0].isEmpty, "\(arguments)")
    }
    let facts = try [a, b].map {
      try tool("pdfinfo", $0).split(separator: "\n").filter { !$0.hasPrefix("File size") }
    }
    #expect(facts[0] == facts[1])
    for file in [a, b] {
      let places = try places(in: file)
      #expect(places == SamplePDF.places, "\(file)")
    }
  }

  /// The links and fields of a document as qpdf reads them, a line each; see ``SamplePDF/places``.
  private func places(in name: String) throws -> [String] {
    let objects = try QpdfObjects(self, name)
    return objects.pages.indices.flatMap { page in
      objects.annotations(onPage: page).compactMap { reference -> String? in
        guard let value = objects.dictionary(reference),
          let kind = value["/Subtype"] as? String, ["/Link", "/Widget"].contains(kind)
        else { return nil }
        let entries = ["/Rect", "/A", "/Border", "/Dest"].compactMap { key in
          value[key].map { "\(key) \(objects.text(of: $0))" }
        }
        return (["page \(page + 1) \(kind)"] + entries).joined(separator: " ")
      }
    }
  }

  /// Gives a drawing other pages.
  func changePages(of name: String, _ change: ([Page]) -> [Page]) async throws {
    let store = try await DocumentStore.open(path(name))
    try await changePages(in: store, change)
    try await store.close()
  }

  /// The same, in a drawing that is open.
  func changePages(
    in store: DocumentStore, _ change: ([Page]) -> [Page]
  ) async throws {
    let contents = try await store.load()
    var after = contents.settings
    var order = OrderKey.first
    after.layout = PageLayout(
      change(contents.settings.layout.pages).map { page in
        var page = page
        page.order = order
        order = order.next
        return page
      })
    var next = contents.nextElementID.number
    let gone = Set(contents.settings.layout.pages.map(\.id)).subtracting(
      after.layout.pages.map(\.id))
    let edit = contents.drawing.edit(.movePages, to: after, deleting: gone) {
      defer { next += 1 }
      return ElementID(next)
    }
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
  }

  /// All strokes, bottom first.
  func strokes(in name: String) async throws -> [PageStroke] {
    let store = try await DocumentStore.open(path(name), mode: .readOnly)
    let contents = try await store.load()
    var found: [PageStroke] = []
    let layout = contents.settings.layout
    for element in contents.drawing.elements {
      guard let stroke = element.kind.inkStroke, let page = layout.index(of: element.page) else {
        continue
      }
      found.append(
        PageStroke(
          page: Int32(page + 1), stroke: stroke,
          samples: try await store.samples(of: stroke.content),
          pageFromElement: element.pageFromElement))
    }
    try await store.close()
    return found.enumerated().sorted { ($0.element.page, $0.offset) < ($1.element.page, $1.offset) }
      .map(\.element)
  }

  /// All annotations of a document, as qpdf reads them.
  func annotations(of name: String) throws -> [[String: Any]] {
    let objects = try QpdfObjects(self, name)
    return (0..<objects.pages.count).flatMap { page in
      objects.annotations(onPage: page).compactMap { objects.dictionary($0) }
    }
  }

  /// Changes the objects of a document, as another program does.
  func change(_ name: String, to new: String, _ change: (QpdfObjects) -> Void) throws {
    let objects = try QpdfObjects(self, name)
    change(objects)
    try objects.write(to: new)
  }

  /// A page as poppler shows it, at 144 pixels an inch.
  func picture(of name: String, page: Int) throws -> ShownPage {
    try tool(
      "pdftoppm", "-cropbox", "-r", "144", "-f", "\(page)", "-l", "\(page)", "-singlefile", name,
      "shown")
    return try #require(ShownPage(try bytes("shown.ppm")))
  }
}

/// A document as the JSON that qpdf writes and reads.
final class QpdfObjects {
  private let folder: TemporaryFolder
  private var root: [String: Any]
  private var objects: [String: [String: Any]]

  init(_ folder: TemporaryFolder, _ name: String) throws {
    self.folder = folder
    try folder.tool("qpdf", "--json-output", "--json-stream-data=inline", name, "objects.json")
    let parsed = try JSONSerialization.jsonObject(with: folder.bytes("objects.json"))
    root = try #require(parsed as? [String: Any])
    let parts = try #require(root["qpdf"] as? [[String: Any]])
    objects = try #require(parts[1] as? [String: [String: Any]])
  }

  func write(to name: String) throws {
    var parts = root["qpdf"] as? [[String: Any]] ?? []
    parts[1] = objects
    root["qpdf"] = parts
    let data = try JSONSerialization.data(
      withJSONObject: root, options: .withoutEscapingSlashes)
    try data.write(to: folder.url.appending(path: "changed.json"))
    try folder.tool("qpdf", "--json-input", "changed.json", name)
  }

  /// All objects, by their numbers.
  var numbered: [[String: Any]] {
    objects.sorted { Self.number($0.key) < Self.number($1.key) }.map(\.value)
  }

  private static func number(_ name: String) -> Int {
    name.split(separator: ":").last?.split(separator: " ").first.flatMap { Int($0) } ?? 0
  }

  func dictionary(_ reference: Any) -> [String: Any]? {
    if let direct = reference as? [String: Any] { return direct }
    return (reference as? String).flatMap { objects["obj:" + $0]?["value"] as? [String: Any] }
  }

  /// References of the pages, in order.
  var pages: [String] {
    func below(_ node: String) -> [String] {
      guard let value = dictionary(node) else { return [] }
      guard let kids = value["/Kids"] as? [String] else { return [node] }
      return kids.flatMap(below)
    }
    let trailer = objects["trailer"]?["value"] as? [String: Any]
    let catalog = trailer?["/Root"].flatMap { dictionary($0) }
    return (catalog?["/Pages"] as? String).map(below) ?? []
  }

  /// A value as text in which what it refers to stands itself, pages by their numbers from 1.
  func text(of value: Any) -> String {
    if let reference = value as? String, reference.wholeMatch(of: /[0-9]+ [0-9]+ R/) != nil {
      if let page = pages.firstIndex(of: reference) { return "page \(page + 1)" }
      return objects["obj:" + reference]?["value"].map { text(of: $0) } ?? reference
    }
    if let list = value as? [Any] {
      return "[" + list.map { text(of: $0) }.joined(separator: " ") + "]"
    }
    if let entries = value as? [String: Any] {
      let parts = entries.sorted { $0.key < $1.key }.map { "\($0.key) \(text(of: $0.value)) " }
      return "<< " + parts.joined() + ">>"
    }
    return "\(value)"
  }

  func annotations(onPage page: Int) -> [Any] {
    dictionary(pages[page])?["/Annots"] as? [Any] ?? []
  }

  func ink(onPage page: Int) -> [(String, [String: Any])] {
    annotations(onPage: page).compactMap { reference in
      guard let name = reference as? String, let value = dictionary(name),
        value["/Subtype"] as? String == "/Ink"
      else { return nil }
      return (name, value)
    }
  }

  func set(_ reference: String, _ key: String, _ new: Any) {
    var value = dictionary(reference) ?? [:]
    value[key] = new
    objects["obj:" + reference] = ["value": value]
  }

  func removeInk(onPage page: Int) {
    let ink = Set(ink(onPage: page).map(\.0))
    set(
      pages[page], "/Annots",
      annotations(onPage: page).filter { !ink.contains($0 as? String ?? "") })
  }
}

/// Pixels of a page.
struct ShownPage {
  var width: Int
  var height: Int
  private var pixels: [UInt8]
  /// The numbers of pixels that are red ink.
  var red: Set<Int>

  /// From a portable pixmap.
  init?(_ data: Data) {
    let parts = data.prefix(64).split(
      maxSplits: 4, omittingEmptySubsequences: true, whereSeparator: { $0 == 10 || $0 == 32 })
    guard parts.count >= 4, let w = Int(String(decoding: parts[1], as: UTF8.self)),
      let h = Int(String(decoding: parts[2], as: UTF8.self)), data.count > w * h * 3
    else { return nil }
    (width, height) = (w, h)
    let pixels = Array(data.suffix(w * h * 3))
    self.pixels = pixels
    red = Set(
      (0..<w * h).filter {
        pixels[3 * $0] > 200 && pixels[3 * $0 + 1] < 90 && pixels[3 * $0 + 2] < 90
      })
  }

  /// With what lies so many pixels beside red ink as red ink.
  func grown(by distance: Int) -> ShownPage {
    var copy = self
    for pixel in red {
      for dy in -distance...distance {
        for dx in -distance...distance { copy.red.insert(pixel + dy * width + dx) }
      }
    }
    return copy
  }

  /// The mean difference of all channels.
  func difference(_ other: ShownPage) -> Double {
    guard pixels.count == other.pixels.count else { return 255 }
    // By a loop: a million pairs are generic ones else, and take a second.
    var sum = 0
    for i in pixels.indices { sum += abs(Int(pixels[i]) - Int(other.pixels[i])) }
    return Double(sum) / Double(pixels.count)
  }

  /// Whether it is white all over.
  var isWhite: Bool { pixels.allSatisfy { $0 == 255 } }

  /// Whether the lower right corner is.
  var hasWhiteCorner: Bool { pixels.suffix(3).allSatisfy { $0 == 255 } }

  /// Whether no channel of more than one pixel in a thousand differs by more than 8 of 255.
  func isNear(_ other: ShownPage) -> Bool {
    guard width == other.width, height == other.height else { return false }
    var differing = 0
    for i in pixels.indices where abs(Int(pixels[i]) - Int(other.pixels[i])) > 8 { differing += 1 }
    return differing * 1000 <= pixels.count
  }
}
