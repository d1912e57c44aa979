import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles
import Testing

/// Ink of a drawing that was made from a PDF, as annotations of that PDF and back.
@Suite struct AnnotateTests {
  @Test func `ink is annotations, and nothing else of the document changes`() async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.tool("qpdf", "--check", "out.pdf")
    try folder.expectSameDocument("s.pdf", "out.pdf")
    // One annotation a word; the links, the square and the field of before are there.
    let annotations = try folder.annotations(of: "out.pdf")
    #expect(annotations.count { $0["/Subtype"] as? String == "/Ink" } == 6)
    for kind in ["/Link", "/Square", "/Widget"] {
      #expect(annotations.contains { $0["/Subtype"] as? String == kind }, "\(kind)")
    }
    for ink in annotations where ink["/Subtype"] as? String == "/Ink" {
      #expect(ink["/F"] as? Int == 4)
      #expect((ink["/Rect"] as? [Any])?.count == 4 && (ink["/C"] as? [Any])?.count == 3)
      #expect(((ink["/InkList"] as? [[Any]])?.first?.count ?? 0) >= 4)
      #expect((ink["/NM"] as? String)?.contains("plumbago-") == true)
      #expect((ink["/M"] as? String)?.contains("D:20") == true)
      #expect(ink["/AP"] != nil && ink["/BS"] != nil && ink["/P"] != nil)
    }
  }

  /// Pixels of red ink at 144 pixels an inch may lie one beside those of our own export; 2 of 100 may differ, which are
  /// those that two renderers blend differently.
  @Test func `other programs show the ink where and as the drawing does, turned and cut pages too`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.plumbago("export", "d.plumbago", "own.pdf", "--margins", "clip")
    for page in 1...4 {
      let theirs = try folder.picture(of: "out.pdf", page: page)
      let ours = try folder.picture(of: "own.pdf", page: page)
      #expect(theirs.width == ours.width && theirs.height == ours.height)
      #expect(ours.red.count > 500, "page \(page)")
      for (a, b) in [(theirs, ours), (ours, theirs)] {
        let strays = a.red.subtracting(b.grown(by: 1).red)
        #expect(strays.count * 50 <= a.red.count, "page \(page): \(strays.count) of \(a.red.count)")
      }
    }
  }

  @Test func `a document that was annotated is the same drawing again, samples included`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    let (before, after) = (
      try await folder.strokes(in: "d.plumbago"), try await folder.strokes(in: "e.plumbago")
    )
    #expect(after.count == before.count && !after.isEmpty)
    for (a, b) in zip(before, after) {
      #expect(a.page == b.page && a.stroke.ink == b.stroke.ink && a.stroke.path == b.stroke.path)
      #expect(a.samples == b.samples)
      #expect(a.isNear(b, by: 0.001), "\(a.corner) \(b.corner)")
    }
    // The page has the square of before and no ink of its own: what is drawn again looks the same.
    for page in 1...4 {
      let pictures = try ["d.plumbago", "e.plumbago"].map { file in
        try folder.plumbago("export", file, "p.pdf", "--page", "\(page)")
        return try folder.picture(of: "p.pdf", page: 1)
      }
      #expect(pictures[0].isNear(pictures[1]), "page \(page)")
    }
    // And again: nothing is in it twice.
    try folder.plumbago("annotate", "e.plumbago", "again.pdf")
    let counts = try ["out.pdf", "again.pdf"].map { try folder.annotations(of: $0).count }
    #expect(counts[0] == counts[1])
    let sizes = try ["out.pdf", "again.pdf"].map { try folder.bytes($0).count }
    #expect(abs(sizes[0] - sizes[1]) < 2000)
  }

  @Test func `ink that comes out of a document is there before the first step`() async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    let info = try Info(of: "e.plumbago", in: folder)
    #expect(info.strokes == 12 && info.undo == 0 && info.redo == 0)
  }

  @Test func `S4 ink beside a page goes into the document and comes back, and is told of`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    // Ink on the pages is nothing to tell of: here that is checked.
    try folder.plumbago("annotate", "d.plumbago", "on.pdf")
    // On each of the four pages a line that leaves it to the right by 50 of its 80 points.
    try await folder.drawBeside(in: "d.plumbago")
    let run = try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(run.standardError.contains("4 elements lie beside their pages"), "\(run)")
    #expect(run.standardError.contains("other programs show only the pages"), "\(run)")
    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    let before = try await folder.strokes(in: "d.plumbago")
    let after = try await folder.strokes(in: "e.plumbago")
    #expect(after.count == before.count && before.count == 12 + 4)
    for (a, b) in zip(before, after) {
      #expect(a.page == b.page && a.isNear(b, by: 0.001), "\(a.corner) \(b.corner)")
    }
  }

  /// A pen's number as the ink's data hold it: seven bits a byte, the lowest first.
  private func pattern(_ serial: UInt64) -> Data {
    var (bytes, rest) = ([UInt8](), serial)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return Data(bytes + [UInt8(rest)])
  }

  @Test func `of ink that was erased no byte is in the document`() async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    let store = try await DocumentStore.open(folder.path("d.plumbago"))
    let (kept, erased): (UInt64, UInt64) = (0x0102_0304_AABB_CC01, 0x0102_0304_AABB_CC02)
    let page = try #require(try await store.load().settings.layout.pages.first)
    var edit = DrawingEdit(label: .draw)
    for (i, serial) in [kept, erased].enumerated() {
      let element = SyntheticInk.element(
        Int64(i + 1),
        SyntheticInk.word(
          at: Point(40, 120 + 60 * Double(i)), width: 60, height: 34, loops: 3, samples: 80))
      var content = StrokeContent(from: element.stroke)
      content.tool.serial = serial
      edit.contents.append(content.roundedForFile)
      edit.inserted.append(
        try await store.load().settings.placed(
          Element(
            id: element.id, page: page.id, order: element.order, pageFromElement: .identity,
            kind: element.kind)))
    }
    try await store.perform([.commit(step: 1, edit: edit)])
    try await store.perform([
      .commit(step: 2, edit: DrawingEdit(label: .erase, removed: [edit.inserted[1]]))
    ])
    try await store.close()
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.tool(
      "qpdf", "--qdf", "--object-streams=disable", "--stream-data=uncompress", "out.pdf",
      "plain.pdf")
    let bytes = try Data(contentsOf: URL(filePath: folder.path("plain.pdf")))
    #expect(bytes.firstRange(of: pattern(kept)) != nil)
    #expect(bytes.firstRange(of: pattern(erased)) == nil)
  }

  @Test func `ink that another program deletes or moves is deleted or moved`() async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    let before = try await folder.strokes(in: "d.plumbago")
    // On the second page, which is turned by 90°: 20 to the right in the file is 20 down as it is looked at.
    try folder.change("out.pdf", to: "moved.pdf") { objects in
      for (name, annotation) in objects.ink(onPage: 1) {
        let rect = (annotation["/Rect"] as? [NSNumber] ?? []).map(\.doubleValue)
        objects.set(name, "/Rect", [rect[0] + 20, rect[1], rect[2] + 20, rect[3]])
      }
      // Of the first page only the foreign ones are left, as a viewer that deletes leaves them.
      objects.removeInk(onPage: 0)
    }
    try folder.tool("qpdf", "--check", "moved.pdf")
    try folder.plumbago("convert", "moved.pdf", "e.plumbago")
    let after = try await folder.strokes(in: "e.plumbago")
    #expect(after.filter { $0.page == 1 }.isEmpty && before.contains { $0.page == 1 })
    let pairs = zip(before.filter { $0.page > 1 }, after)
    #expect(after.count == before.count { $0.page > 1 })
    for (a, b) in pairs {
      let moved = a.page == 2 ? Vector(0, 20) : Vector(0, 0)
      #expect(abs(b.corner.x - a.corner.x - moved.dx) < 0.01, "page \(a.page)")
      #expect(abs(b.corner.y - a.corner.y - moved.dy) < 0.01, "page \(a.page)")
    }
  }

  @Test func `ink that another program has drawn anew stays in the document`() async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.change("out.pdf", to: "drawn.pdf") { objects in
      for (name, _) in objects.ink(onPage: 0) {
        objects.set(name, "/InkList", [[0, 0, 10, 10]])
      }
    }
    try folder.plumbago("convert", "drawn.pdf", "e.plumbago")
    let (before, after) = (
      try await folder.strokes(in: "d.plumbago"), try await folder.strokes(in: "e.plumbago")
    )
    #expect(after.count == before.count { $0.page > 1 })
    try folder.plumbago("export", "e.plumbago", "p.pdf", "--page", "1")
    #expect(try folder.picture(of: "p.pdf", page: 1).red.count > 500)
  }

  @Test func `pages that the drawing added, moved, turned or deleted are so in the document`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try await folder.changePages(of: "d.plumbago") { pages in
      // Fourth, a new one, first turned, third: the second is gone.
      var turned = pages[0]
      turned.quarterTurns = 1
      let new = Page(id: 9, order: .first, size: PageSize(width: 200, height: 100))
      return [pages[3], new, turned, pages[2]]
    }
    let run = try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(run.standardError.contains("1 page that the PDF document does not have was added."))
    #expect(run.standardError.contains("1 page of the PDF document is not in the drawing"))
    try folder.tool("qpdf", "--check", "out.pdf")
    let texts = try folder.tool("pdftotext", "out.pdf", "-").split(
      separator: "\u{c}", omittingEmptySubsequences: false
    ).map { $0.split(separator: "\n").first.map(String.init) ?? "" }
    #expect(texts.prefix(4) == ["Page Four", "", "Page One", "Page Three"])
    // What is gone is nowhere in the file, though a link may lead there.
    try folder.tool("qpdf", "--qdf", "--object-streams=disable", "out.pdf", "plain.pdf")
    let plain = String(decoding: try folder.bytes("plain.pdf"), as: UTF8.self)
    #expect(!plain.contains("Page Two") && plain.contains("Page One"))
    try folder.plumbago("export", "d.plumbago", "own.pdf", "--margins", "clip")
    for page in [1, 3, 4] {
      let theirs = try folder.picture(of: "out.pdf", page: page)
      let ours = try folder.picture(of: "own.pdf", page: page)
      #expect(theirs.width == ours.width && ours.red.count > 500, "page \(page)")
      let strays = ours.red.subtracting(theirs.grown(by: 1).red)
      #expect(strays.count * 50 <= ours.red.count, "page \(page)")
    }
    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    #expect(try Info(of: "e.plumbago", in: folder).pages?.count == 4)
  }

  @Test(arguments: [false, true])
  func `pages of another document stay as they are, and those of one that is locked are pictures`(
    isLocked: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try folder.write(SamplePDF.text.replacing("(Page ", with: "(Leaf "), to: "open.pdf")
    try folder.tool("qpdf", "--encrypt", "sesam", "owner", "256", "--", "open.pdf", "locked.pdf")
    let other = [UInt8](try folder.bytes(isLocked ? "locked.pdf" : "open.pdf"))
    try await folder.changePages(of: "d.plumbago", bringing: other) { pages, blob in
      let leaf = Page(
        id: 11, order: .first, size: pages[1].size, background: .document(blob, page: 1))
      var turned = Page(
        id: 12, order: .first, size: pages[2].size, background: .document(blob, page: 2))
      turned.quarterTurns = 1
      return [pages[0], leaf, pages[1], turned]
    }
    try await folder.draw(in: "d.plumbago")
    let run = try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(run.standardError.contains("2 pages that the PDF document does not have were added."))
    #expect(
      run.standardError.contains(
        "2 pages of other documents could not be kept as they are; here they are pictures.")
        == isLocked, "\(run)")
    try folder.tool("qpdf", "--check", "out.pdf")
    let texts = try folder.tool("pdftotext", "out.pdf", "-").split(
      separator: "\u{c}", omittingEmptySubsequences: false
    ).map { $0.split(separator: "\n").first.map(String.init) ?? "" }
    #expect(
      texts.prefix(4) == [
        "Page One", isLocked ? "" : "Leaf Two", "Page Two", isLocked ? "" : "Leaf Three",
      ])
    // The ink is seen where it is in the drawing, and is the same ink when it comes back.
    if !isLocked {
      for page in 1...4 {
        let theirs = try folder.picture(of: "out.pdf", page: page)
        let ours = try folder.raster(of: "d.plumbago", page: page, margins: "clip")
        #expect(theirs.width == ours.width && theirs.height == ours.height, "page \(page)")
        #expect(ours.red.count > 500, "page \(page)")
        let strays = ours.red.subtracting(theirs.grown(by: 1).red)
        #expect(strays.count * 50 <= ours.red.count, "page \(page)")
      }
    }
    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    let (before, after) = (
      try await folder.strokes(in: "d.plumbago"), try await folder.strokes(in: "e.plumbago")
    )
    #expect(before.count == after.count && before.count == 12)
  }

  @Test func `a document that is protected needs its password, and stays protected`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(SamplePDF.text, to: "plain.pdf")
    try folder.tool("qpdf", "--encrypt", "sesam", "owner", "256", "--", "plain.pdf", "s.pdf")
    try folder.write("sesam\n", to: "password")
    try folder.plumbago("convert", "s.pdf", "d.plumbago", "--password-file", "password")
    try await folder.draw(in: "d.plumbago")
    let refused = try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: folder)
    #expect(refused.status == 1 && refused.standardError.contains("password"), "\(refused)")
    #expect(!folder.names.contains("out.pdf"))
    try folder.plumbago("annotate", "d.plumbago", "out.pdf", "--password-file", "password")
    let check = try Command.run(["qpdf", "--check", "out.pdf"], in: folder.url)
    #expect(check.status != 0)
    try folder.tool("qpdf", "--password=sesam", "--check", "out.pdf")
    try folder.plumbago("convert", "out.pdf", "e.plumbago", "--password-file", "password")
    let counts = try ["d.plumbago", "e.plumbago"].map { try Info(of: $0, in: folder).strokes }
    #expect(counts[0] == counts[1] && counts[0] > 0)
  }

  @Test func `of a signed document a copy is written, and no file is replaced`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      SamplePDF.text.replacing("/NeedAppearances false", with: "/SigFlags 3         "), to: "s.pdf")
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    let before = try folder.bytes("s.pdf")
    let refused = try Plumbago.run(["annotate", "d.plumbago", "s.pdf"], in: folder)
    #expect(refused.status == 1 && refused.standardError.contains("signed"), "\(refused)")
    #expect(try folder.bytes("s.pdf") == before)
    let copy = try Plumbago.run(["annotate", "d.plumbago", "copy.pdf"], in: folder)
    #expect(copy.status == 0 && copy.standardError.contains("signature"), "\(copy)")
    try folder.tool("qpdf", "--check", "copy.pdf")
  }

  @Test func `what cannot be written says so, and leaves every file as it was`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("plain.plumbago")
    let plain = try Plumbago.run(["annotate", "plain.plumbago", "out.pdf"], in: folder)
    #expect(plain.status == 1 && plain.standardError.contains("comes from a PDF"), "\(plain)")
    let name = try Plumbago.run(["annotate", "plain.plumbago", "out.png"], in: folder)
    #expect(name.status == 2 && name.standardError.contains(".pdf"), "\(name)")
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try FileManager.default.copyItem(
      atPath: folder.path("d.plumbago"), toPath: folder.path("x.pdf"))
    let drawing = try Plumbago.run(["annotate", "d.plumbago", "x.pdf"], in: folder)
    #expect(drawing.status == 1 && drawing.standardError.contains("drawing"), "\(drawing)")
    let folderName = try Plumbago.run(["annotate", "d.plumbago", "none/out.pdf"], in: folder)
    #expect(folderName.status == 1, "\(folderName)")
    // A disk that takes no more than this.
    let full = try Plumbago.shell(
      "ulimit -f 2; exec \"$plumbago\" annotate d.plumbago s.pdf", in: folder)
    #expect(full.status != 0, "\(full)")
    #expect(try folder.bytes("s.pdf") == Data(SamplePDF.text.utf8))
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
  }

  /// The mean of all channels may differ by 1.5 of 255: the page's own text is pixels in our export.
  @Test
  func `grain, washes and translucent ink look as in our own export, and are not pixels alone`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    let families = [
      StockBrushes.pencil, StockBrushes.crayon, StockBrushes.highlighter, StockBrushes.marker,
      StockBrushes.watercolor, StockBrushes.fountainPen, StockBrushes.brush,
    ]
    try await folder.draw(in: "d.plumbago", brushes: families)
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.tool("qpdf", "--check", "out.pdf")
    try folder.plumbago("export", "d.plumbago", "own.pdf", "--margins", "clip")
    for page in [1, 2] {
      let theirs = try folder.picture(of: "out.pdf", page: page)
      let ours = try folder.picture(of: "own.pdf", page: page)
      let bare = try folder.picture(of: "s.pdf", page: page)
      #expect(theirs.difference(ours) < 1.5, "page \(page): \(theirs.difference(ours))")
      #expect(theirs.difference(bare) > 2.5, "page \(page): \(theirs.difference(bare))")
    }
    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    let (before, after) = (
      try await folder.strokes(in: "d.plumbago"), try await folder.strokes(in: "e.plumbago")
    )
    #expect(before.count == after.count)
    // The order in which they lie on a page, too; the highlighter's, drawn above here, goes below as its rule says.
    let orders = [before, after].map { strokes in
      strokes.map(\.stroke.ink.brush).filter { $0 != "highlighter" }
    }
    #expect(orders[0] == orders[1] && orders[0].count < before.count)
  }

  @Test func `texts and shapes come back as what they are`() async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    let store = try await DocumentStore.open(folder.path("d.plumbago"))
    let settings = try await store.load().settings
    let shape = Shape(
      .rectangle(Rect(x: 20, y: 30, width: 80, height: 40)), ink: .standard, seed: 1)
    let text = TextBox(
      [TextRun("Привет", family: "Sans", size: 20)],
      extent: Rect(x: 0, y: 0, width: 80, height: 30))
    var order = OrderKey.first
    let elements = ([shape, text] as [any ElementValue]).enumerated().map { i, value in
      defer { order = order.next }
      return settings.placed(
        Element(
          id: ElementID(Int64(i + 1)), page: settings.layout.pages[1].id, order: order,
          pageFromElement: .translation(Vector(20, 60)), kind: .other(value)))
    }
    try await store.perform([.commit(step: 1, edit: DrawingEdit(label: .text, inserted: elements))])
    try await store.close()
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.tool("qpdf", "--check", "out.pdf")
    let annotations = try folder.annotations(of: "out.pdf")
    #expect(annotations.contains { ($0["/Contents"] as? String)?.contains("Привет") == true })
    try folder.plumbago("convert", "out.pdf", "e.plumbago")
    let info = try Info(of: "e.plumbago", in: folder)
    #expect(info.texts == 1 && info.shapes == 1 && info.strokes == 0)
  }

  @Test func `however another program packs the document, the ink comes back`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(SamplePDF.text, to: "plain.pdf")
    let packing = ["--linearize", "--object-streams=generate", "--recompress-flate"]
    try folder.tool(["qpdf"] + packing + ["plain.pdf", "s.pdf"])
    try folder.plumbago("convert", "s.pdf", "d.plumbago")
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    try folder.tool("qpdf", "--check", "out.pdf")
    try folder.tool(["qpdf"] + packing + ["out.pdf", "packed.pdf"])
    // Pages taken out and turned by others take their ink along.
    try folder.tool(
      "qpdf", "packed.pdf", "--pages", ".", "2,1", "--", "--rotate=+90:1", "moved.pdf")
    try folder.plumbago("convert", "moved.pdf", "e.plumbago")
    let (before, after) = (
      try await folder.strokes(in: "d.plumbago"), try await folder.strokes(in: "e.plumbago")
    )
    let second = before.filter { $0.page == 2 }
    #expect(after.filter { $0.page == 1 }.count == second.count)
    #expect(after.filter { $0.page == 2 }.count == before.count { $0.page == 1 })
    // 240 by 320 before, turned clockwise once more.
    for (a, b) in zip(second, after) {
      #expect(abs(b.corner.x - (320 - a.corner.y)) < 0.01 && abs(b.corner.y - a.corner.x) < 0.01)
    }
  }

  @Test func `entries that make no sense are left where they are, and harm nothing`() async throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    try folder.plumbago("annotate", "d.plumbago", "out.pdf")
    let spoiled: [(String, Any)] = [
      ("/Version", 99), ("/Rect", [0, 0]), ("/Matrix", [0, 0, 0, 0, 0, 0]), ("/Data", "u:text"),
      ("/Matrix", [1e8, 0, 0, 1e8, 1e8, 1e8]), ("/Points", "u:many"), ("/Rect", "u:none"),
    ]
    for (key, value) in spoiled {
      try folder.change("out.pdf", to: "bad.pdf") { objects in
        for (name, annotation) in objects.ink(onPage: 0) {
          var own = annotation["/PlumbagoInk"] as? [String: Any] ?? [:]
          own[key] = value
          objects.set(name, "/PlumbagoInk", own)
        }
      }
      try folder.plumbago("convert", "bad.pdf", "e.plumbago")
      #expect(try await folder.strokes(in: "e.plumbago").allSatisfy { $0.page > 1 }, "\(key)")
      #expect(try Info(of: "e.plumbago", in: folder).strokes > 0, "\(key)")
      try FileManager.default.removeItem(atPath: folder.path("e.plumbago"))
    }
  }
}
