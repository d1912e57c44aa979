import CCairo
import Foundation
import InkModel
import InkStore
import RepositoryFiles
import Testing

@Suite struct ExportTests {
  /// Width and height that the header of a PNG file tells.
  private func size(ofPNG data: Data) throws -> [Int] {
    try #require(data.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    return [16, 20].map { at in data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func `export writes each format that it names`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    for name in ["a.png", "a.svg", "a.pdf", "b.PNG"] {
      let run = try Plumbago.run(["export", "a.plumbago", name], in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty && run.standardOutput.isEmpty)
    }
    #expect(folder.names == ["a.pdf", "a.plumbago", "a.png", "a.svg", "b.PNG"])
    #expect(try size(ofPNG: folder.bytes("a.png")) == size(ofPNG: folder.bytes("b.PNG")))
    #expect(try folder.bytes("a.pdf").prefix(5) == Data("%PDF-".utf8))
    let svg = String(decoding: try folder.bytes("a.svg"), as: UTF8.self)
    #expect(svg.contains("<svg") && svg.contains("</svg>"))
  }

  @Test func `a scale of two has twice the pixels, and dark paper is dark`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    for arguments in [["1.png"], ["2.png", "--scale", "2"], ["dark.png", "--dark"]] {
      let run = try Plumbago.run(["export", "a.plumbago"] + arguments, in: folder)
      #expect(run.status == 0, "\(run)")
    }
    let single = try size(ofPNG: folder.bytes("1.png"))
    #expect(try size(ofPNG: folder.bytes("2.png")) == single.map { $0 * 2 })
    #expect(try size(ofPNG: folder.bytes("dark.png")) == single)
    #expect(try folder.bytes("dark.png") != folder.bytes("1.png"))
  }

  /// The pixels of a PNG file, 0xAARRGGBB, the colors multiplied by alpha.
  private func pixels(_ name: String, in folder: TemporaryFolder) throws -> [UInt32] {
    let surface = try #require(cairo_image_surface_create_from_png(folder.path(name)))
    defer { cairo_surface_destroy(surface) }
    let data = UnsafeRawPointer(try #require(cairo_image_surface_get_data(surface)))
    let width = Int(cairo_image_surface_get_width(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    return (0..<Int(cairo_image_surface_get_height(surface))).flatMap { y in
      (0..<width).map { x in data.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self) }
    }
  }

  /// Whether two colors are one but for how they were rounded.
  private func isSame(_ a: UInt32, _ b: UInt32) -> Bool {
    [0, 8, 16].allSatisfy { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) <= 3 }
  }

  @Test(arguments: [[], ["--dark"]])
  func `transparent paper shows what is behind it, and ink has the color it has on that paper`(
    paper: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let drawn = try Plumbago.run(["replay", Plumbago.recording, "a.plumbago"], in: folder)
    #expect(drawn.status == 0)
    for (name, more) in [("paper.png", []), ("clear.png", ["--transparent"])] {
      let arguments = ["export", "a.plumbago", name, "--scale", "4"] + paper + more
      let run = try Plumbago.run(arguments, in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    }
    // The kind of color in the file's header: without alpha, and with it.
    let kinds = try ["paper.png", "clear.png"].map { try folder.bytes($0)[25] }
    #expect(kinds == [2, 6])
    let onPaper = try pixels("paper.png", in: folder)
    let clear = try pixels("clear.png", in: folder)
    try #require(onPaper.count == clear.count)
    #expect(clear.first == 0 && clear.last == 0)
    let solid = clear.indices.filter { clear[$0] >> 24 == 255 }
    #expect(solid.count > 100)
    let same = solid.count { isSame(clear[$0], onPaper[$0]) }
    #expect(same == solid.count)
    // Ink is dark on light paper and light on dark paper.
    let light = solid.count { clear[$0] >> 8 & 0xFF > 128 }
    #expect(paper.isEmpty ? light < solid.count / 10 : light > solid.count * 9 / 10)
  }

  @Test func `transparent paper is no rectangle of an SVG drawing`() throws {
    let folder = try TemporaryFolder()
    let drawn = try Plumbago.run(["replay", Plumbago.recording, "a.plumbago"], in: folder)
    #expect(drawn.status == 0)
    for (name, more) in [("paper.svg", []), ("clear.svg", ["--transparent"])] {
      let run = try Plumbago.run(["export", "a.plumbago", name, "--no-pattern"] + more, in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    }
    let texts = try ["paper.svg", "clear.svg"].map {
      String(decoding: try folder.bytes($0), as: UTF8.self)
    }
    #expect(texts.map { $0.contains("<rect") } == [true, false])
    #expect(texts.allSatisfy { $0.contains("<path") })
  }

  /// The exports of a drawing of one line on two pages, on its paper and without it.
  private func exports(
    on pattern: PaperPattern, as format: String
  ) async throws -> (onPaper: Data, clear: Data) {
    let folder = try TemporaryFolder()
    let line = Shape(.line(Point(20, 30), Point(280, 130)), ink: .standard, seed: 1)
    let settings = DrawingSettings(
      paper: Paper(pattern: pattern),
      layout: .pages(PageSize(width: 300, height: 200), count: 2))
    let element = Element(id: ElementID(1), order: .first, kind: .other(line))
    let edit = DrawingEdit(
      label: .draw, inserted: [element],
      settings: SettingsChange(before: .standard, after: settings))
    let store = try await DocumentStore.open(folder.path("a.plumbago"), kinds: .complete)
    try await store.perform([.commit(step: 1, edit: edit)])
    try await store.close()
    for (name, more) in [("paper", []), ("clear", ["--transparent"])] {
      let run = try Plumbago.run(["export", "a.plumbago", "\(name).\(format)"] + more, in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    }
    return try (folder.bytes("paper.\(format)"), folder.bytes("clear.\(format)"))
  }

  @Test(arguments: ["png", "svg"])
  func `transparent paper is without its lines, too`(format: String) async throws {
    let plain = try await exports(on: .plain, as: format)
    let ruled = try await exports(on: .ruled, as: format)
    let hasLines = plain.onPaper != ruled.onPaper
    let isSameWithout = plain.clear == ruled.clear
    #expect(hasLines && isSameWithout)
  }

  @Test func `a failed export leaves what was there, and nothing where nothing was`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    try await folder.emptyDrawing("empty.plumbago")
    try folder.write("precious", to: "old.png")
    let broken = try folder.write("no drawing", to: "broken.plumbago")
    for source in ["empty.plumbago", "missing.plumbago", broken.lastPathComponent] {
      for target in ["old.png", "new.png"] {
        let run = try Plumbago.run(["export", source, target], in: folder)
        #expect(run.status == 1)
        #expect(run.standardError.hasPrefix("plumbago: "))
        #expect(run.standardError.split(separator: "\n").count == 1)
      }
    }
    #expect(String(decoding: try folder.bytes("old.png"), as: UTF8.self) == "precious")
    #expect(
      folder.names == ["a.plumbago", "broken.plumbago", "empty.plumbago", "old.png"])
  }

  @Test(arguments: ["png", "svg", "pdf"])
  func `an export that finds no room leaves what was there`(format: String) async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago", steps: 120)
    try folder.write("precious", to: "old." + format)
    // In blocks of 512 bytes (POSIX), less than any of the three needs.
    let run = try Plumbago.shell(
      "ulimit -f 4; exec \"$plumbago\" export a.plumbago \"$1\" --scale 2", ["old." + format],
      in: folder)
    #expect(run.status == 1)
    #expect(
      run.standardError == "plumbago: “old.\(format)” cannot be written: File too large\n")
    #expect(String(decoding: try folder.bytes("old." + format), as: UTF8.self) == "precious")
    #expect(folder.names == ["a.plumbago", "old." + format])
  }

  @Test func `a thumbnail is a small PNG of all that is drawn, or of the first page`() async throws
  {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    for (arguments, longest) in [([], 256), (["--size", "64"], 64)] {
      let run = try Plumbago.run(["thumbnail", "a.plumbago", "out"] + arguments, in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
      let sides = try size(ofPNG: folder.bytes("out"))
      #expect((longest * 3 / 4...longest).contains(sides.max() ?? 0), "\(sides)")
    }
    let before = try folder.bytes("a.plumbago")
    for wrong in [["--size", "0"], ["--size", "x"], ["--size", "100000"]] {
      #expect(try Plumbago.run(["thumbnail", "a.plumbago", "b"] + wrong, in: folder).status == 2)
    }
    #expect(try Plumbago.run(["thumbnail", "a.plumbago", "a.plumbago"], in: folder).status == 1)
    #expect(try folder.bytes("a.plumbago") == before && !folder.names.contains("b"))
    // Pages are upright, whatever is drawn beside them.
    let store = try await DocumentStore.open(folder.path("a.plumbago"))
    let contents = try await store.load()
    let after = DrawingSettings(
      paper: Paper(pattern: .ruled), layout: .pages(PageSize(width: 300, height: 600), count: 2))
    let edit = DrawingEdit(
      label: .paper, settings: SettingsChange(before: contents.settings, after: after))
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
    #expect(try Plumbago.run(["thumbnail", "a.plumbago", "page"], in: folder).status == 0)
    let sides = try size(ofPNG: folder.bytes("page"))
    #expect((250...256).contains(sides[1]) && abs(sides[0] * 2 - sides[1]) <= 3, "\(sides)")
  }

  /// The contrast of a gray color against white paper, by WCAG 2.1.
  private func contrast(_ level: Double) -> Double {
    let luminance = level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
    return 1.05 / (luminance + 0.05)
  }

  /// The thumbnail of a black line, 2000 points wide, by columns: how light its pixels are, 0 to 1.
  private func thumbnail(ofLine width: Double) async throws -> [[Double]] {
    let folder = try TemporaryFolder()
    let ink = Ink(brush: "pen", brushVersion: 1, color: .black, size: width)
    let line = Shape(.line(Point(0, 500), Point(2000, 700)), ink: ink, seed: 1)
    let element = Element(id: ElementID(1), order: .first, kind: .other(line))
    let edit = DrawingEdit(label: .draw, inserted: [element])
    let store = try await DocumentStore.open(folder.path("a.plumbago"), kinds: .complete)
    try await store.perform([.commit(step: 1, edit: edit)])
    try await store.close()
    let run = try Plumbago.run(["thumbnail", "a.plumbago", "out"], in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    let sides = try size(ofPNG: folder.bytes("out"))
    #expect((250...256).contains(sides[0]), "\(sides)")
    let levels = try pixels("out", in: folder).map { Double($0 & 0xFF) / 255 }
    return (0..<sides[0]).map { x in (0..<sides[1]).map { levels[$0 * sides[0] + x] } }
  }

  @Test func `thin ink of a large drawing can be seen in its thumbnail, and thick ink is as it is`()
    async throws
  {
    let thin = try await thumbnail(ofLine: 2)
    let along = thin[20..<235].map { contrast($0.min() ?? 1) }
    let weakest = along.min() ?? 0
    #expect(weakest >= 3)
    // As the library's list shows it: a quarter as large, or less.
    var darkest = 1.0
    for x in stride(from: 20, to: 230, by: 5) {
      for y in stride(from: 0, to: thin[0].count - 4, by: 5) {
        let block = (0..<25).map { thin[x + $0 % 5][y + $0 / 5] }
        darkest = min(darkest, block.reduce(0, +) / 25)
      }
    }
    let inList = contrast(darkest)
    #expect(inList >= 3)
    // 60 of 2000 to 2096 points, on 256 pixels, and half a pixel for soft edges.
    let thick = try await thumbnail(ofLine: 60)
    let width = thick[128].reduce(0) { $0 + 1 - $1 }
    #expect((6.9...8.2).contains(width), "\(width)")
  }

  @Test func `file managers get a thumbnail by the command that is installed for them`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await folder.drawing("a drawing.plumbago")
    let entry = try String(
      contentsOf: Repository.url("data/org.plumbago.Plumbago.thumbnailer"), encoding: .utf8)
    let line = try #require(entry.split(separator: "\n").first { $0.hasPrefix("Exec=") })
    // As GnomeDesktop's thumbnail factory fills it in.
    let filled = ["%s": "128", "%i": "a drawing.plumbago", "%o": "out.png"]
    let words = line.dropFirst("Exec=".count).split(separator: " ").map {
      filled[String($0)] ?? String($0)
    }
    #expect(words.first == "plumbago" && words.count == 6)
    let run = try Plumbago.run(Array(words.dropFirst()), in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    let sides = try size(ofPNG: folder.bytes("out.png"))
    #expect((96...128).contains(sides.max() ?? 0), "\(sides)")
  }

  @Test func `export changes nothing in the drawing`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let before = try folder.bytes("a.plumbago")
    #expect(try Plumbago.run(["export", "a.plumbago", "a.svg"], in: folder).status == 0)
    #expect(try folder.bytes("a.plumbago") == before)
    #expect(folder.names == ["a.plumbago", "a.svg"])
  }

  @Test func `S4 margins grow or are clipped by choice, and what is left out is told`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let store = try await DocumentStore.open(folder.path("a.plumbago"))
    let contents = try await store.load()
    // All ink of it lies far from so small a page, or nearly all.
    let after = DrawingSettings(
      paper: Paper(pattern: .ruled), layout: .pages(PageSize(width: 60, height: 60), count: 2))
    let edit = DrawingEdit(
      label: .paper, settings: SettingsChange(before: contents.settings, after: after))
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
    let grown = try Plumbago.run(["export", "a.plumbago", "grown.png"], in: folder)
    #expect(grown.status == 0 && grown.standardError.isEmpty)
    let clip = ["export", "a.plumbago", "cut.png", "--margins", "clip", "--no-pattern"]
    let cut = try Plumbago.run(clip, in: folder)
    #expect(cut.status == 0)
    #expect(cut.standardError.contains("outside of the pages"))
    #expect(try size(ofPNG: folder.bytes("cut.png")) == [60, 144])
    let page = ["--margins", "clip", "--page"]
    let alone = try Plumbago.run(["export", "a.plumbago", "alone.png"] + page + ["2"], in: folder)
    #expect(alone.status == 0)
    #expect(try size(ofPNG: folder.bytes("alone.png")) == [60, 60])
    let both = try Plumbago.run(["export", "a.plumbago", "both.pdf"] + page + ["2-1"], in: folder)
    #expect(both.status == 0)
    #expect(try folder.tool("pdfinfo", "both.pdf").contains(/Pages: +2\n/))
    let third = try Plumbago.run(["export", "a.plumbago", "third.png"] + page + ["3"], in: folder)
    #expect(third.status == 1 && !folder.names.contains("third.png"))
    #expect(third.standardError == "plumbago: The drawing has 2 pages and no page 3.\n")
    let none = try Plumbago.run(["export", "a.plumbago", "none.png"] + page + ["0"], in: folder)
    #expect(none.status == 2 && none.standardError.contains("or “1-3,7”, not “0”"))
    let wide = try size(ofPNG: folder.bytes("grown.png"))
    #expect(wide[0] > 500 && wide[1] > 500)
    let info = try Plumbago.run(["info", "a.plumbago", "--json"], in: folder)
    #expect(info.standardOutput.contains("\"pattern\": \"ruled\""))
    let pages = "\"pages\": {\"count\": 2, \"width\": 60, \"height\": 60, \"labels\": [null, null]}"
    #expect(info.standardOutput.contains(pages))
    let words = try Plumbago.run(["info", "a.plumbago"], in: folder)
    #expect(words.standardOutput.contains("Paper: Ruled, 2 pages, "))
  }
}
