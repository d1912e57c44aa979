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
    let store = try await DocumentStore.open(folder.path(name))
    let contents = try await store.load()
    let settings = contents.settings
    var edit = DrawingEdit(label: .draw)
    var (id, order) = (contents.nextElementID.number, OrderKey.first)
    for (line, page) in zip(lines, pages) {
      for points in line.strokes(in: Rect(x: 20, y: 150, width: 190, height: 24)) {
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
      let boxes = try folder.tool(
        "pdftotext", "-bbox", "-cropbox", "-f", "\(page)", "-l", "\(page)", "out.pdf", "-")
      let ink = Rect(x: 0, y: 120, width: 300, height: 80)
      var count = 0
      for word in boxes.matches(
        of: /xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">([^<]*)</)
      where !["Page", "One", "Two", "Ada"].contains(String(word.5)) {
        let corners = [word.1, word.2, word.3, word.4].compactMap { Double($0) }
        let box = Rect(minX: corners[0], minY: corners[1], maxX: corners[2], maxY: corners[3])
        #expect(ink.contains(box), "page \(page): \(word.5) at \(box)")
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
