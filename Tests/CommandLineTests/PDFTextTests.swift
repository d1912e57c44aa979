import Foundation
import InkModel
import InkStore
import RecordedHands
import RepositoryFiles
import Testing

/// What handwriting says, in PDF files that other programs search.
@Suite struct PDFTextTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let pack = folder.url.appending(path: "share/plumbago/recognition/en")
    try FileManager.default.createDirectory(at: pack, withIntermediateDirectories: true)
    for name in ["language.bin", "network.bin"] {
      try FileManager.default.createSymbolicLink(
        at: pack.appending(path: name),
        withDestinationURL: Repository.url("data/recognition/en/\(name)"))
    }
  }

  private func run(_ arguments: String...) throws {
    let run = try Plumbago.shell(
      "PLUMBAGO_DATA_DIR=$PWD/share XDG_CACHE_HOME=$PWD/cache exec \"$plumbago\" \"$@\"", arguments,
      in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
  }

  /// Writes lines of people's hands on pages of a drawing, one each.
  private func write(_ lines: [RecordedWriting], on pages: [Int], in name: String) async throws {
    let box = Rect(x: 20, y: 150, width: 190, height: 24)
    try await write(zip(lines, pages).map { ($0.strokes(in: box), $1) }, in: name)
  }

  /// Writes positions of strokes on pages of a drawing.
  private func write(_ inks: [([[Point]], page: Int)], in name: String) async throws {
    let store = try await DocumentStore.open(folder.path(name))
    let contents = try await store.load()
    let settings = contents.settings
    var edit = DrawingEdit(label: .draw)
    var (id, order) = (contents.nextElementID.number, OrderKey.first)
    for (strokes, page) in inks {
      for points in strokes {
        var wet = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
        wet.append(
          points.enumerated().map { j, p in
            StylusSample(position: p, time: Double(j) / 120, force: 0.5, altitude: 1, azimuth: 0.8)
          })
        let content = try #require(wet.finished(id: ContentID(id)))
        edit.contents.append(content)
        edit.inserted.append(
          settings.placed(
            Element(
              id: ElementID(id), page: settings.layout.pages[page].id, order: order,
              pageFromElement: .identity,
              kind: .stroke(
                Stroke(
                  content: content.id, ink: .standard, path: content.path, seed: content.seed)))))
        (id, order) = (id + 1, order.next)
      }
    }
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// How many of a text's words another has.
  private static func share(of wanted: String, in found: String) -> Double {
    let (wanted, found) = (words(wanted), Set(words(found)))
    return Double(wanted.count { found.contains($0) }) / Double(max(wanted.count, 1))
  }

  /// The words that a PDF program finds on a page, and their boxes in points from the page's upper left corner.
  private func boxes(ofPage page: Int, in name: String) throws -> [(word: String, box: Rect)] {
    let told = try folder.tool(
      "pdftotext", "-bbox", "-cropbox", "-f", "\(page)", "-l", "\(page)", name, "-")
    return told.matches(
      of: /xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">([^<]*)</
    ).map { word in
      let corners = [word.1, word.2, word.3, word.4].compactMap { Double($0) }
      return (
        String(word.5),
        Rect(minX: corners[0], minY: corners[1], maxX: corners[2], maxY: corners[3])
      )
    }
  }

  /// Two of three words of hands that nobody has seen before, as the reading of lines is measured elsewhere; and they
  /// lie where the ink is.
  @Test func `pdftotext finds what is written by hand over a document, and where`() async throws {
    let all = try RecordedWriting.lines()
    let lines = [all[8], all[2]]
    try folder.write(SamplePDF.text, to: "s.pdf")
    try run("convert", "s.pdf", "d.plumbago")
    // The first page is plain, the second cut and turned.
    try await write(lines, on: [0, 1], in: "d.plumbago")
    try run("export", "d.plumbago", "out.pdf", "--margins", "clip")
    try folder.tool("qpdf", "--check", "out.pdf")
    for page in 1...2 {
      let text = try folder.tool("pdftotext", "-f", "\(page)", "-l", "\(page)", "out.pdf", "-")
      #expect(text.contains("Page "))
      let wanted = lines[page - 1].text
      #expect(Self.share(of: wanted, in: text) >= 2 / 3, "“\(wanted)” in “\(text)”")
      let ink = Rect(x: 0, y: 120, width: 300, height: 80)
      var count = 0
      for (word, box) in try boxes(ofPage: page, in: "out.pdf")
      where !["Page", "One", "Two", "Ada"].contains(word) {
        #expect(ink.contains(box), "page \(page): \(word) at \(box)")
        count += 1
      }
      #expect(count >= 2, "page \(page)")
    }
    // Nothing is to be seen of it.
    try run("export", "d.plumbago", "bare.pdf", "--margins", "clip", "--no-text")
    #expect(
      Self.share(of: lines[0].text, in: try folder.tool("pdftotext", "bare.pdf", "-")) < 0.2)
    for page in 1...2 {
      let (with, without) = (
        try folder.picture(of: "out.pdf", page: page),
        try folder.picture(of: "bare.pdf", page: page)
      )
      #expect(with.difference(without) == 0)
    }
  }

  @Test func `words that are found in a PDF lie within half a word of their ink`() async throws {
    let words = try Array(RecordedWriting.words().prefix(18))
    // Six lines of three words each, all of one height, with room between them as people leave it.
    let areas = words.indices.map {
      Rect(x: 20 + 90 * Double($0 % 3), y: 40 + 45 * Double($0 / 3), width: 70, height: 18)
    }
    let inks = zip(words, areas).map { $0.strokes(in: $1) }
    try await folder.drawing("p.plumbago")
    try await folder.changePages(of: "p.plumbago") { _ in
      [Page(id: 5, order: .first, size: PageSize(width: 300, height: 400))]
    }
    try await write(inks.map { ($0, page: 0) }, in: "p.plumbago")
    try run("export", "p.plumbago", "out.pdf")
    let boxes = try boxes(ofPage: 1, in: "out.pdf")
    var count = 0
    for (word, ink) in zip(words, inks) {
      let own = Rect(around: ink.joined())
      let found = boxes.filter { $0.word.lowercased() == word.text.lowercased() }
        .min { ($0.box.center - own.center).length < ($1.box.center - own.center).length }
      // What was read as another word is measured elsewhere.
      guard let found else { continue }
      count += 1
      let half = own.width / 2
      #expect(
        abs(found.box.minX - own.minX) < half && abs(found.box.maxX - own.maxX) < half
          && abs(found.box.center.y - own.center.y) < own.height / 2 + 5,
        "“\(word.text)” at \(found.box), its ink at \(own)")
    }
    #expect(Double(count) >= Double(words.count) * 2 / 3, "\(boxes.map(\.word))")
  }

  @Test func `pdftotext finds what is written on paper, turned or not`() async throws {
    let all = try RecordedWriting.lines()
    let lines = [all[5], all[4]]
    try await folder.drawing("p.plumbago")
    try await folder.changePages(of: "p.plumbago") { _ in
      let size = PageSize(width: 300, height: 400)
      return [
        Page(id: 5, order: .first, size: size),
        Page(id: 6, order: .first, size: size, quarterTurns: 1),
      ]
    }
    try await write(lines, on: [0, 1], in: "p.plumbago")
    try run("export", "p.plumbago", "out.pdf")
    try folder.tool("qpdf", "--check", "out.pdf")
    let text = try folder.tool("pdftotext", "out.pdf", "-")
    for line in lines {
      #expect(Self.share(of: line.text, in: text) >= 2 / 3, "“\(line.text)” in “\(text)”")
    }
    #expect(try folder.tool("pdfinfo", "out.pdf").contains("Creator:         Plumbago"))
  }

  @Test func `annotations of handwriting say what is written`() async throws {
    let line = try RecordedWriting.lines()[8]
    try folder.write(SamplePDF.text, to: "s.pdf")
    try run("convert", "s.pdf", "d.plumbago")
    try await write([line], on: [0], in: "d.plumbago")
    try run("annotate", "d.plumbago", "out.pdf")
    let texts = try folder.annotations(of: "out.pdf").filter {
      $0["/Subtype"] as? String == "/Ink"
    }.compactMap { ($0["/Contents"] as? String)?.replacing("u:", with: "") }
    #expect(
      Self.share(of: line.text, in: texts.joined(separator: " ")) >= 2 / 3,
      "“\(line.text)” in \(texts)")
  }
}
