import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles
import Testing

/// Files and names that someone chose to do harm, or that chance did.
@Suite(.timeLimit(.minutes(20))) struct HostileTests {
  /// One stroke that is changed before it is written, beside a good one.
  private func crafted(
    _ name: String, in folder: TemporaryFolder, _ craft: (inout Element, inout Stroke) -> Void
  ) async throws {
    func stroke(_ id: Int64) -> (Element, Stroke, StrokeContent) {
      let points = (0..<20).map { StrokePoint(x: Float(10 + $0 * 5), y: Float(40 * id)) }
      let content = StrokeContent(
        id: ContentID(id), tool: StylusTool(.pen),
        samples: points.map { StylusSample(position: $0.position, time: 0) },
        path: StrokePath(points), modelerVersion: 1, seed: 7)
      let stroke = Stroke(content: content.id, ink: .standard, path: content.path, seed: 7)
      let element = Element(
        id: ElementID(id), order: id == 1 ? .first : OrderKey.first.next, kind: .stroke(stroke))
      return (element, stroke, content)
    }
    let good = stroke(1)
    var (element, changed, content) = stroke(2)
    craft(&element, &changed)
    element.kind = .stroke(changed)
    let store = try await DocumentStore.open(folder.path(name))
    let edit = DrawingEdit(
      label: .draw, inserted: [good.0, element], contents: [good.2, content])
    try await store.perform([.commit(step: 1, edit: edit)])
    try await store.close()
  }

  static let crafts: [@Sendable (inout Element, inout Stroke) -> Void] = [
    { e, _ in e.pageFromElement.tx = .nan },
    { e, _ in e.pageFromElement.a = .infinity },
    { _, s in s.path.points[3].x = .nan },
    { _, s in s.path.points[3].y = 1e30 },
    { _, s in s.ink.size = .infinity },
    { _, s in s.ink.size = 1e300 },
    { _, s in s.trails = [EraserTrail(positions: [Point(-1e9, 80), Point(1e9, 80)], radius: 3)] },
    { _, s in s.path.points = [] },
  ]

  private static let leftOut =
    "plumbago: 1 element makes no sense and was left out (number 2).\n"

  @Test(arguments: 0..<crafts.count)
  func `a stroke that makes no sense is left out of exports and told`(index: Int) async throws {
    let folder = try TemporaryFolder()
    try await crafted("a.plumbago", in: folder, Self.crafts[index])
    for format in ["png", "svg", "pdf"] {
      let run = try Plumbago.run(["export", "a.plumbago", "a." + format], in: folder)
      #expect(run.status == 0, "\(run)")
      #expect(run.standardError == Self.leftOut, "\(run)")
    }
    let convert = try Plumbago.run(["convert", "a.plumbago", "b.png"], in: folder)
    #expect(convert.status == 0 && convert.standardError == Self.leftOut, "\(convert)")
    let reading = try Plumbago.run(["recognize", "a.plumbago"], in: folder)
    #expect(reading.status == 0 && reading.standardError == Self.leftOut, "\(reading)")
    let info = try Plumbago.run(["info", "a.plumbago"], in: folder)
    #expect(info.status == 0)
    #expect(info.standardOutput.contains("Strokes: 1\n"), "\(info)")
    #expect(info.standardOutput.contains("Elements that make no sense: 2\n"), "\(info)")
    let json = try Plumbago.run(["info", "--json", "a.plumbago"], in: folder)
    #expect(json.standardOutput.contains("\"refusedElements\": [2]"), "\(json)")
  }

  @Test func `a journal beside a drawing is named, and nothing is touched`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    try folder.write("some journal", to: "a.plumbago-journal")
    let before = try folder.bytes("a.plumbago")
    for arguments in [
      ["info", "a.plumbago"], ["export", "a.plumbago", "a.png"],
      ["replay", Plumbago.recording, "a.plumbago"],
    ] {
      let run = try Plumbago.run(arguments, in: folder)
      #expect(run.status == 1 && run.standardError.contains("“a.plumbago-journal”"), "\(run)")
    }
    #expect(try folder.bytes("a.plumbago") == before)
    #expect(folder.names == ["a.plumbago", "a.plumbago-journal"])
  }

  @Test func `info of a drawing with a damaged index fails`() async throws {
    let folder = try TemporaryFolder()
    let document = try await folder.drawing("a.plumbago", seed: 5, steps: 200)
    let good = try folder.bytes("a.plumbago")
    var damaged = 0
    // Leaves of indexes begin with 10; one cell fewer hides an element.
    for page in 1..<good.count / 4096 where good[page * 4096] == 10 {
      var bad = good
      let count = Int(bad[page * 4096 + 3]) << 8 | Int(bad[page * 4096 + 4])
      guard count > 4 else { continue }
      bad[page * 4096 + 3] = UInt8((count / 2) >> 8)
      bad[page * 4096 + 4] = UInt8((count / 2) & 0xFF)
      try bad.write(to: folder.url.appending(path: "a.plumbago"))
      let run = try Plumbago.run(["info", "--json", "a.plumbago"], in: folder)
      if run.status == 0 {
        #expect(run.standardOutput.contains("\"strokes\": \(document.drawing.count),"), "\(run)")
      } else {
        damaged += 1
        #expect(run.standardError.contains("is damaged"))
      }
    }
    #expect(damaged > 0)
  }

  @Test func `a name that is not UTF-8 is refused, and no other file is made`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    for command in [
      "info \"$name\"", "replay \"$1\" \"$name\"", "recover a.plumbago \"$name\"",
      "export a.plumbago \"$name\".png", "\"$name\"",
    ] {
      let run = try Plumbago.shell(
        "name=$(printf 'b\\377.plumbago'); exec \"$plumbago\" \(command)", [Plumbago.recording],
        in: folder)
      #expect(run.status == 2 && run.standardError.contains("UTF-8"), "\(run)")
    }
    #expect(folder.names == ["a.plumbago"])
  }

  /// Expects that a command refuses to write onto a file under each of some names of it.
  private func expectKept(
    _ file: String, by command: String, onto names: [String],
    saying reason: String = "is a drawing", in folder: TemporaryFolder
  ) throws {
    let (bytes, all) = (try folder.bytes(file), folder.names)
    for name in names {
      let run = try Plumbago.run([command, file, name], in: folder)
      #expect(run.status == 1 && run.standardError.contains("“\(name)” \(reason)"), "\(run)")
      let now = try folder.bytes(file)
      #expect(now == bytes && folder.names == all, "\(command) \(name)")
    }
  }

  /// Gives a file a second name, by a link of either kind.
  private func link(
    _ name: String, to file: String, isSymbolic: Bool, in folder: TemporaryFolder
  ) throws {
    if isSymbolic {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: file)
    } else {
      try FileManager.default.linkItem(atPath: folder.path(file), toPath: folder.path(name))
    }
  }

  @Test func `an export never replaces its own drawing`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.png")
    for (i, name) in ["b.png", "c.png", "d.xopp", "e.inkml"].enumerated() {
      try link(name, to: "a.png", isSymbolic: i % 2 == 0, in: folder)
    }
    let pictures = ["a.png", "b.png", "c.png"]
    try expectKept("a.png", by: "export", onto: pictures, in: folder)
    try expectKept("a.png", by: "thumbnail", onto: pictures + ["d.xopp"], in: folder)
    try expectKept("a.png", by: "convert", onto: pictures + ["d.xopp", "e.inkml"], in: folder)
    #expect(folder.names == pictures + ["d.xopp", "e.inkml"])
  }

  private static let isConverted = "is needed for what is being converted"

  @Test(arguments: ["png", "pdf", "xopp", "inkml"])
  func `what is converted is never replaced by what is made of it`(ending: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <?xml version="1.0"?><xournal><page width="300" height="400">
      <background type="solid" color="#ffffffff" style="plain"/><layer>
      <stroke tool="pen" color="#ff0000ff" width="10">50 200 250 200</stroke>
      </layer></page></xournal>
      """, to: "a.xopp")
    let names = ["b", "c", "d"].map { $0 + "." + ending } + ["e.svg"]
    let made = try Plumbago.run(["convert", "a.xopp", names[0]], in: folder)
    try #require(made.status == 0, "\(made)")
    try link(names[1], to: names[0], isSymbolic: true, in: folder)
    try link(names[2], to: names[0], isSymbolic: false, in: folder)
    try link(names[3], to: names[0], isSymbolic: true, in: folder)
    try expectKept(names[0], by: "convert", onto: names, saying: Self.isConverted, in: folder)
    // Any other file there is replaced.
    try folder.write("old", to: "f." + ending)
    let other = try Plumbago.run(["convert", names[0], "f." + ending], in: folder)
    let bytes = try folder.bytes("f." + ending)
    #expect(other.status == 0 && bytes != Data("old".utf8), "\(other)")
  }

  @Test func `a PDF below pages that are converted is not replaced, nor one saved beside them`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(SamplePDF.text, to: "scan.pdf")
    for (name, source) in [
      ("a.xopp", "domain=\"absolute\" filename=\"scan.pdf\""),
      ("b.xopp", "domain=\"attach\" filename=\"bg.pdf\""),
    ] {
      try folder.write(
        """
        <?xml version="1.0"?><xournal><page width="595" height="842">
        <background type="pdf" \(source) pageno="1"/><layer/></page></xournal>
        """, to: name)
    }
    try folder.write(SamplePDF.text, to: "b.xopp.bg.pdf")
    let (scan, names) = (try folder.bytes("scan.pdf"), folder.names)
    for (file, output) in [
      ("a.xopp", "scan.pdf"), ("b.xopp", "b.xopp.bg.pdf"), ("b.xopp.bg.pdf", "b.xopp"),
    ] {
      let before = try folder.bytes(output)
      let run = try Plumbago.run(["convert", file, output], in: folder)
      #expect(run.status == 1 && run.standardError.contains(Self.isConverted), "\(run)")
      let after = try folder.bytes(output)
      #expect(after == before && folder.names == names, "\(file) \(output)")
    }
    #expect(try folder.bytes("scan.pdf") == scan)
    #expect(try folder.bytes("b.xopp.bg.pdf") == scan)
    for (file, output) in [("a.xopp", "c.pdf"), ("b.xopp", "d.pdf")] {
      let run = try Plumbago.run(["convert", file, output], in: folder)
      #expect(run.status == 0, "\(run)")
    }
  }

  @Test func `annotating never replaces a drawing, its own or another one`() throws {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try FileManager.default.moveItem(
      atPath: folder.path("d.plumbago"), toPath: folder.path("d.pdf"))
    try link("e.pdf", to: "d.pdf", isSymbolic: true, in: folder)
    try link("f.pdf", to: "d.pdf", isSymbolic: false, in: folder)
    try FileManager.default.copyItem(atPath: folder.path("d.pdf"), toPath: folder.path("g.pdf"))
    let names = ["d.pdf", "e.pdf", "f.pdf", "g.pdf"]
    try expectKept("d.pdf", by: "annotate", onto: names, in: folder)
    let (own, other) = (try folder.bytes("d.pdf"), try folder.bytes("g.pdf"))
    #expect(own == other)
  }

  @Test func `recover and replay never replace what they read`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    try folder.write(try Repository.text("Tests/Fixtures/stylus/demo.stylus"), to: "a.stylus")
    for (command, file) in [("recover", "a.plumbago"), ("replay", "a.stylus")] {
      try link("b." + command, to: file, isSymbolic: true, in: folder)
      try link("c." + command, to: file, isSymbolic: false, in: folder)
      let (bytes, all) = (try folder.bytes(file), folder.names)
      for name in [file, "b." + command, "c." + command] {
        let run = try Plumbago.run([command, file, name], in: folder)
        let now = try folder.bytes(file)
        #expect(run.status == 1 && now == bytes && folder.names == all, "\(run)")
      }
    }
  }

  @Test func `recover blames the new file where that cannot be written`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago", steps: 200)
    let missing = try Plumbago.run(["recover", "a.plumbago", "none/b.plumbago"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.standardError == "plumbago: There is no folder “none”.\n")
    let full = try Plumbago.shell(
      "ulimit -f 8; exec \"$plumbago\" recover a.plumbago b.plumbago", in: folder)
    #expect(full.status == 1)
    #expect(full.standardError.contains("“b.plumbago”"), "\(full)")
    #expect(folder.names == ["a.plumbago"])
  }

  // MARK: Recordings

  @Test(arguments: ["1e17", "-1e17", "1e300", "1e16"])
  func `a time beyond all pens is refused with its line`(time: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "plumbago-stylus 1\nsize 9 9\ntool pen 0 0\ndown 0 1 1\nmove \(time) 5 5\nup \(time) 6 6\n",
      to: "a.stylus")
    let run = try Plumbago.run(["replay", "a.stylus", "a.plumbago"], in: folder)
    #expect(run.status == 1)
    #expect(run.standardError == "plumbago: “a.stylus” makes no sense in line 5.\n")
    #expect(folder.names == ["a.stylus"])
  }

  @Test func `a recording whose lines end as on Windows is read`() throws {
    let folder = try TemporaryFolder()
    let text = try Repository.text("Tests/Fixtures/stylus/demo.stylus")
    try folder.write(text.replacingOccurrences(of: "\n", with: "\r\n"), to: "a.stylus")
    let run = try Plumbago.run(["replay", "a.stylus", "a.plumbago"], in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(try Info(of: "a.plumbago", in: folder).strokes == 118)
  }

  @Test func `a recording without end is refused`() throws {
    let folder = try TemporaryFolder()
    let run = try Plumbago.shell(
      "ulimit -v 8000000; exec timeout 30 \"$plumbago\" replay /dev/zero a.plumbago", in: folder)
    #expect(run.status == 1, "\(run)")
    #expect(run.standardError.contains("too long"), "\(run)")
    #expect(folder.names.isEmpty)
  }

  @Test func `a replay that is kept whole succeeds where its log cannot be moved`() async throws {
    let folder = try TemporaryFolder()
    for _ in 0..<4 {
      let run = try Plumbago.run(["replay", Plumbago.recording, "a.plumbago"], in: folder)
      #expect(run.status == 0)
    }
    // The log of one replay is shorter than the drawing, which can grow no more.
    let run = try Plumbago.shell(
      """
      ulimit -f $(($(stat -c %s a.plumbago) / 512))
      exec "$plumbago" replay "$1" a.plumbago
      """, [Plumbago.recording], in: folder)
    #expect(run.status == 0 && run.standardError.contains("All was drawn"), "\(run)")
    #expect(try Info(of: "a.plumbago", in: folder).strokes == 5 * 118)
  }

  // MARK: What a killed run left

  @Test func `the next export or save removes what a killed one left`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let parts = [
      ".plumbago-123.part", ".b.plumbago.1x2y.new", ".b.plumbago.1x2y.new-journal",
      ".2026-11-23 10.00.00.plumbago.zz.new", "..b.plumbago.1x.new.2y.new-wal",
      ".b.plumbago.9f.working.3z.new", ".c.png.plumbago.1x2y.new", ".c.png.plumbago.1x2y.new-wal",
      ".c.png.plumbago.1x2y.new-shm",
    ]
    for name in parts + [".other.txt.zz.new", ".plumbago-notes.part", ".b.plumbago.!.new"] {
      try folder.write("rest", to: name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -61)],
        ofItemAtPath: folder.path(name))
    }
    try folder.write("at work", to: ".plumbago-77.part")
    // As the export that writes it has it.
    let descriptor = open(folder.path(".plumbago-77.part"), O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    #expect(try Plumbago.run(["export", "a.plumbago", "a.png"], in: folder).status == 0)
    #expect(try Plumbago.run(["recover", "a.plumbago", "b.plumbago"], in: folder).status == 0)
    #expect(
      folder.names == [
        ".b.plumbago.!.new", ".other.txt.zz.new", ".plumbago-77.part", ".plumbago-notes.part",
        "a.plumbago", "a.png", "b.plumbago",
      ])
  }

  @Test func `the next conversion removes the drawing that a killed one left`() throws {
    let folder = try TemporaryFolder()
    try folder.write("Some words", to: "a.txt")
    // It waits for someone who reads the pipe, and has its draft all that time.
    let killed = try Plumbago.shell(
      """
      mkfifo pipe.png
      "$plumbago" convert a.txt pipe.png & converter=$!
      i=0
      until ls -A | grep -q 'new$' || [ $i -ge 300 ]; do sleep 0.1; i=$((i + 1)); done
      kill -9 $converter
      wait $converter
      ls -A
      touch -d '61 seconds ago' .*.new*
      """, in: folder)
    #expect(killed.standardOutput.contains(".new"), "\(killed)")
    let next = try Plumbago.run(["convert", "a.txt", "b.png"], in: folder)
    #expect(next.status == 0, "\(next)")
    #expect(!folder.names.contains { $0.contains(".new") }, "\(folder.names)")
  }
}
