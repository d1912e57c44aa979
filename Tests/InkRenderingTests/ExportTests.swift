import CCairo
import Glibc
import InkModel
import InkTestSupport
import Synchronization
import Testing

@testable import InkRendering

/// A folder that goes with the object.
final class Folder {
  let path: String
  init() {
    var name = Array("/tmp/plumbago-export-XXXXXX".utf8CString)
    path = mkdtemp(&name).map { String(cString: $0) } ?? "/tmp"
  }
  deinit { _ = shell("rm -rf '\(path)'") }
  func file(_ name: String) -> String { path + "/" + name }
  var names: [String] {
    shell("ls -A '\(path)'").output.split(separator: "\n").map(String.init).sorted()
  }
}

@discardableResult
func shell(_ command: String) -> (status: Int32, output: String) {
  guard let pipe = popen(command, "r") else { return (-1, "") }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let n = fread(&buffer, 1, buffer.count, pipe)
    if n <= 0 { break }
    bytes += buffer.prefix(n)
  }
  return (pclose(pipe) >> 8 & 0xFF, String(decoding: bytes, as: UTF8.self))
}

func read(_ path: String) -> String? {
  guard let f = fopen(path, "rb") else { return nil }
  defer { fclose(f) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let n = fread(&buffer, 1, buffer.count, f)
    if n <= 0 { break }
    bytes += buffer.prefix(n)
  }
  return String(decoding: bytes, as: UTF8.self)
}

func write(_ text: String, to path: String) {
  guard let f = fopen(path, "wb") else { return }
  fputs(text, f)
  fclose(f)
}

/// What a call throws.
private func error(_ work: () throws(ExportError) -> Void) -> ExportError? {
  do throws(ExportError) {
    try work()
    return nil
  } catch {
    return error
  }
}

@Suite struct `Export` {
  private static let drawing = SyntheticInk.page(strokes: 40, width: 300)

  @Test func `formats go by the end of the name`() {
    #expect(DrawingExporters.exporter(forPath: "a/b.c.PNG") is PNGExporter)
    #expect(DrawingExporters.exporter(forPath: "x.svg") is SVGExporter)
    #expect(DrawingExporters.exporter(forPath: ".pdf") is PDFExporter)
    #expect(DrawingExporters.exporter(forPath: "png") == nil)
    #expect(DrawingExporters.exporter(forPath: "x.jpeg") == nil)
    #expect(Set(DrawingExporters.all.map(\.fileExtension)).count == DrawingExporters.all.count)
  }

  @Test(arguments: [0.5, 1, 2], PaperStyle.allCases)
  func `a PNG is the drawing painted straight, on its paper`(
    scale: Double, paper: PaperStyle
  ) throws {
    let folder = Folder()
    let options = ExportOptions(scale: scale, paper: paper, margin: 10)
    try PNGExporter().export(Self.drawing, options: options, to: folder.file("a.png"))
    let got = try #require(Pixels(png: folder.file("a.png")))
    let page = Self.drawing.bounds.outset(by: 10).roundedOut
    let want = Pixels(
      Int((page.width * scale).rounded(.up)), Int((page.height * scale).rounded(.up)), paper: paper)
    want.paint(
      Self.drawing.elements, paper: paper,
      deviceFromCanvas: .scale(scale) * .translation(Vector(-page.minX, -page.minY)))
    try #require(got.width == want.width && got.height == want.height)
    #expect(Difference(got, want).worst <= 17)
    #expect(folder.names == ["a.png"])
  }

  @Test func `a PNG without background is transparent`() throws {
    let folder = Folder()
    try PNGExporter().export(
      Self.drawing, options: ExportOptions(background: false), to: folder.file("a.png"))
    let got = try #require(Pixels(png: folder.file("a.png")))
    #expect(got[0, 0] == 0)
    #expect(got.values.contains { $0 >> 24 == 255 })
  }

  @Test(arguments: PaperStyle.allCases)
  func `a PDF drawn by another program is the PNG`(paper: PaperStyle) throws {
    let folder = Folder()
    let options = ExportOptions(scale: 1, paper: paper, title: "Größe — «тест» 図")
    try PDFExporter().export(Self.drawing, options: options, to: folder.file("a.pdf"))
    var close = options
    close.scale = 2
    try PNGExporter().export(Self.drawing, options: close, to: folder.file("a.png"))
    let drawn = shell("pdftoppm -r 144 -png -singlefile '\(folder.path)/a.pdf' '\(folder.path)/b'")
    #expect(drawn.status == 0)
    let (png, pdf) = (
      try #require(Pixels(png: folder.file("a.png"))),
      try #require(Pixels(png: folder.file("b.png")))
    )
    try #require(png.width == pdf.width && png.height == pdf.height)
    // Two painters, two methods of smoothing edges; a lost or moved stroke would be hundreds.
    let d = Difference(png, pdf)
    let wrong = zip(png.values, pdf.values).count { a, b in
      abs(Int(a >> 8 & 0xFF) - Int(b >> 8 & 0xFF)) > 110
    }
    #expect(wrong < 20 && d.local <= 40, "\(d)")
    let info = shell("pdfinfo -enc UTF-8 '\(folder.path)/a.pdf'").output
    #expect(info.contains("Größe — «тест» 図"))
    #expect(info.contains("Pages:           1"))
    // Outlines, not a picture of them.
    #expect(
      shell("pdfimages -list '\(folder.path)/a.pdf'").output.split(separator: "\n").count == 2)
  }

  @Test func `a PDF of a huge drawing fits what readers take`() throws {
    let folder = Folder()
    let far = StrokePath([StrokePoint(x: 0, y: 0), StrokePoint(x: 100_000, y: 300)])
    try PDFExporter().export(
      Drawing([SyntheticInk.element(1, far)]), options: ExportOptions(), to: folder.file("a.pdf"))
    let info = shell("pdfinfo '\(folder.path)/a.pdf'").output
    #expect(info.contains("Page size:       14400 x"), "\(info)")
  }

  @Test func `an SVG is well formed, with one path a stroke and its title`() throws {
    let folder = Folder()
    let title = "a <b> & \"c\" ]]> 'd'\u{1}\u{8}\n図 🖊"
    try SVGExporter().export(
      Self.drawing, options: ExportOptions(scale: 2, margin: 5, title: title),
      to: folder.file("a.svg"))
    #expect(shell("xmllint --noout '\(folder.path)/a.svg' 2>&1").output == "")
    func ask(_ path: String) -> String {
      let text = shell("xmllint --xpath \"\(path)\" '\(folder.path)/a.svg' 2>&1").output
      return text.last == "\n" ? String(text.dropLast()) : text
    }
    #expect(ask("count(//*[local-name()='path'])") == "40")
    #expect(ask("string(//*[local-name()='title'])") == "a <b> & \"c\" ]]> 'd'\n図 🖊")
    let page = Self.drawing.bounds.outset(by: 5).roundedOut
    #expect(
      ask("string(/*/@viewBox)")
        == "\(Int(page.minX)) \(Int(page.minY)) \(Int(page.width)) \(Int(page.height))")
    #expect(ask("string(/*/@width)") == "\(Int(page.width * 2))pt")
    #expect(ask("count(//*[local-name()='rect'])") == "1")
    // Not much larger than what is in it: some 60 samples a stroke.
    #expect((read(folder.file("a.svg")) ?? "").utf8.count < 40 * 3000)
  }

  @Test func `an SVG's paths, filled by the nonzero rule, are the drawing`() throws {
    let folder = Folder()
    try SVGExporter().export(
      Self.drawing, options: ExportOptions(background: false), to: folder.file("a.svg"))
    let text = try #require(read(folder.file("a.svg")))
    let scale = 2.0
    let view = AffineTransform.scale(scale)
    let got = Pixels(660, 400)
    var count = 0
    for line in text.split(separator: "\n") where line.hasPrefix("<path") {
      count += 1
      let parts = line.split(separator: "\"")
      let color = try #require(UInt32(parts[1].dropFirst(), radix: 16))
      cairo_set_source(got.cr, Color(rgba: color << 8 | 0xFF))
      try addPath(String(parts[3]), view, to: got.cr)
      cairo_fill(got.cr)
    }
    #expect(count == Self.drawing.count)
    let want = Pixels(660, 400)
    want.paint(Self.drawing.elements, deviceFromCanvas: view)
    let d = Difference(got, want)
    #expect(d.isRoundingOnly, "\(d)")
    #expect(want.area > 1000)
  }

  /// Reads the little of SVG's path language that is written: M, l and z.
  private func addPath(_ d: String, _ t: AffineTransform, to cr: OpaquePointer) throws {
    var numbers: [Double] = []
    var at = Point.zero
    var command: Character = " "
    var word = ""
    func endWord() throws {
      guard !word.isEmpty else { return }
      numbers.append(try #require(Double(word)))
      word = ""
      guard numbers.count == 2 else { return }
      at = command == "M" ? Point(numbers[0], numbers[1]) : at + Vector(numbers[0], numbers[1])
      numbers = []
      let p = t(at)
      if command == "M" { cairo_move_to(cr, p.x, p.y) } else { cairo_line_to(cr, p.x, p.y) }
    }
    for c in d {
      switch c {
      case "M", "l", "z":
        try endWord()
        if c == "z" { cairo_close_path(cr) }
        command = c
      case " ": try endWord()
      case "-":
        try endWord()
        word = "-"
      default: word.append(c)
      }
    }
    #expect(word.isEmpty && numbers.isEmpty)
  }

  @Test func `numbers in an SVG are short`() {
    let cases = [
      (0, "0"), (5, ".05"), (50, ".5"), (-5, "-.05"), (100, "1"), (-150, "-1.5"), (1234, "12.34"),
      (-1, "-.01"), (1200, "12"), (10, ".1"),
    ]
    for (n, text) in cases { #expect(SVGExporter.number(n) == text) }
    for n in -2000...2000 { #expect(Double(SVGExporter.number(n)) == Double(n) / 100) }
  }

  @Test func `what no format has numbers for is the nearest number of a drawing, or 0`() {
    #expect(
      SVGExporter.hundredths(12.344) == 1234 && SVGExporter.hundredths(-1e7) == -1_000_000_000)
    for v in [1e300, .greatestFiniteMagnitude, .infinity] {
      #expect(SVGExporter.hundredths(v) == 1_000_000_000_000_000)
      #expect(SVGExporter.hundredths(-v) == -1_000_000_000_000_000)
    }
    #expect(SVGExporter.hundredths(.nan) == 0)
    // A circle of any size has corners.
    for radius in [1e15, 1e300] { #expect(StrokeOutline.steps(radius, 2 * .pi) == 4096) }
  }

  @Test(arguments: [PageLayout.infinite, .pages(StandardPage.a4.size, count: 1)])
  func `ink beyond all limits is left out of every format, and the rest is there`(
    layout: PageLayout
  ) throws {
    let folder = Folder()
    let line = StrokePath((0..<20).map { StrokePoint(x: Float(50 + $0 * 5), y: 90) })
    let good = SyntheticInk.element(1, line)
    let huge = Ink(brush: "pen", brushVersion: 1, color: .black, size: 1e300)
    let far = StrokePath([StrokePoint(x: 0, y: 0), StrokePoint(x: 1e30, y: 0)])
    let above = StrokePath([StrokePoint(x: 0, y: -1e20), StrokePoint(x: 1e20, y: -1.1e20)])
    let settings = DrawingSettings(
      paper: Paper(pattern: .grid, spacing: 20), layout: layout)
    let want = Drawing([good], settings: settings)
    let given = Drawing(
      [
        good, SyntheticInk.element(2, line, ink: huge), SyntheticInk.element(3, far),
        SyntheticInk.element(4, above),
      ],
      settings: settings)
    #expect(given.exportedBounds == good.bounds)
    #expect(ExportOptions(margins: .clip).leftOut(of: given) == 0)
    let none = Drawing([SyntheticInk.element(3, far)], settings: settings)
    #expect(given.hasExportedInk && !none.hasExportedInk)
    for format in ["svg", "png"] {
      let exporter = try #require(DrawingExporters.exporter(forPath: "a." + format))
      try exporter.export(want, options: ExportOptions(), to: folder.file("a." + format))
      try exporter.export(given, options: ExportOptions(), to: folder.file("b." + format))
      let same = shell("cmp '\(folder.file("a." + format))' '\(folder.file("b." + format))'")
      #expect(same.status == 0, "\(format)")
    }
    try PDFExporter().export(given, options: ExportOptions(), to: folder.file("b.pdf"))
  }

  @Test func `translucent ink stays translucent, and even, in every format`() throws {
    let folder = Folder()
    let ink = Ink(brush: "pen", brushVersion: 1, color: Color(rgba: 0x2459_C880), size: 8)
    let loop = SyntheticInk.word(
      at: Point(10, 60), width: 120, height: 50, loops: 3, samples: 120)
    let drawing = Drawing([SyntheticInk.element(1, loop, ink: ink)])
    let options = ExportOptions(background: false)
    try PNGExporter().export(drawing, options: options, to: folder.file("a.png"))
    let png = try #require(Pixels(png: folder.file("a.png")))
    #expect(png.values.allSatisfy { $0 >> 24 <= 0x81 })
    try SVGExporter().export(drawing, options: options, to: folder.file("a.svg"))
    #expect(read(folder.file("a.svg"))?.contains("fill=\"#2459c8\" fill-opacity=\"0.502\"") == true)
    try PDFExporter().export(drawing, options: options, to: folder.file("a.pdf"))
    shell("pdftocairo -png -transp -r 72 -singlefile '\(folder.path)/a.pdf' '\(folder.path)/b'")
    let pdf = try #require(Pixels(png: folder.file("b.png")))
    #expect(pdf.values.allSatisfy { $0 >> 24 <= 0x82 } && pdf.values.contains { $0 >> 24 > 0x7E })
  }

  @Test(arguments: StockBrushes.inks)
  func `every brush comes out in every format as it is on the page`(ink: Ink) throws {
    let folder = Folder()
    let drawing = Drawing([
      SyntheticInk.element(
        1,
        SyntheticInk.lively(samples: 160) { t in
          Point(30 + 160 * t, 60 + 25 * sin(t * 15))
        }, ink: ink)
    ])
    var options = ExportOptions(scale: 1)
    for exporter in [SVGExporter(), PDFExporter()] as [any DrawingExporter] {
      try exporter.export(
        drawing, options: options, to: folder.file("a." + exporter.fileExtension))
    }
    options.scale = 2
    try PNGExporter().export(drawing, options: options, to: folder.file("a.png"))
    let png = try #require(Pixels(png: folder.file("a.png")))
    shell("pdftoppm -r 144 -png -singlefile '\(folder.path)/a.pdf' '\(folder.path)/b'")
    let pdf = try #require(Pixels(png: folder.file("b.png")))
    try #require(png.width == pdf.width && png.height == pdf.height)
    // Grain is finer in the file than on the page at this scale: eight by eight pixels together.
    func blocks(_ p: Pixels) -> [Int] {
      let values = p.values
      var sums = [Int](repeating: 0, count: (p.width / 8 + 1) * (p.height / 8 + 1))
      for y in 0..<p.height {
        for x in 0..<p.width {
          sums[y / 8 * (p.width / 8 + 1) + x / 8] += Int(values[y * p.width + x] >> 8 & 0xFF)
        }
      }
      return sums.map { $0 / 64 }
    }
    let worst = zip(blocks(png), blocks(pdf)).map { abs($0 - $1) }.max() ?? 0
    #expect(worst < 40, "\(ink.brush): \(worst)")
    #expect(shell("xmllint --noout '\(folder.path)/a.svg' 2>&1").output == "")
    let isOutline = StockBrushes.family(of: ink).medium == .ink
    let svg = try #require(read(folder.file("a.svg")))
    #expect(svg.contains("<image ") == !isOutline && svg.contains("<path ") == isOutline)
  }

  @Test func `bytes become text as others write it`() {
    for (bytes, text) in [
      ([], ""), ([0x66], "Zg=="), ([0x66, 0x6F], "Zm8="), ([0x66, 0x6F, 0x6F], "Zm9v"),
      ([0xFB, 0xFF, 0xBF, 0], "+/+/AA=="),
    ] as [([UInt8], String)] { #expect(Base64.encode(bytes) == text) }
  }

  @Test func `S56 dark paper has the inks resolved for it`() throws {
    let folder = Folder()
    try SVGExporter().export(
      Self.drawing, options: ExportOptions(paper: .dark), to: folder.file("a.svg"))
    let text = try #require(read(folder.file("a.svg")))
    func hex(_ c: Color) -> String {
      let s = String(c.rgba >> 8, radix: 16)
      return "#" + String(repeating: "0", count: 6 - s.count) + s
    }
    #expect(text.contains(hex(Color.ink.resolved(on: .dark))))
    #expect(!text.contains(hex(.ink)))
    #expect(text.contains(hex(PaperStyle.dark.color)))
  }

  @Test func `an empty drawing is an empty page`() throws {
    let folder = Folder()
    for exporter in DrawingExporters.all {
      let path = folder.file("a." + exporter.fileExtension)
      try exporter.export(Drawing(), options: ExportOptions(), to: path)
    }
    let png = try #require(Pixels(png: folder.file("a.png")))
    #expect(png.width == 595 && png.height == 842)
    #expect(Set(png.values) == [PaperStyle.light.color.rgba >> 8 | 0xFF00_0000])
    #expect(shell("pdfinfo '\(folder.path)/a.pdf'").output.contains("595 x 842 pts (A4)"))
    #expect(shell("xmllint --noout '\(folder.path)/a.svg' 2>&1").output == "")
  }

  @Test func `S12 a drawing of one dot is exported with room around it`() throws {
    let folder = Folder()
    let dot = Drawing([SyntheticInk.element(1, StrokePath([StrokePoint(x: -3, y: 500)]))])
    try PNGExporter().export(dot, options: ExportOptions(margin: 4), to: folder.file("a.png"))
    let png = try #require(Pixels(png: folder.file("a.png")))
    #expect(png.width < 20 && png.height < 20)
    #expect(png.values.contains { $0 >> 8 & 0xFF < 120 })
  }

  @Test func `a PNG of a huge drawing is refused with a scale that fits`() throws {
    let folder = Folder()
    let far = StrokePath([StrokePoint(x: 0, y: 0), StrokePoint(x: 100_000, y: 90_000)])
    let drawing = Drawing([SyntheticInk.element(1, far)])
    write("before", to: folder.file("a.png"))
    let refusal = error { () throws(ExportError) in
      try PNGExporter().export(drawing, options: ExportOptions(), to: folder.file("a.png"))
    }
    guard case .tooLarge(let width, _, let largest)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(width > 100_000 && largest > 0.05 && largest < 0.2)
    #expect(refusal?.description.contains("\(largest)") == true)
    #expect(read(folder.file("a.png")) == "before")
    try PNGExporter().export(
      drawing, options: ExportOptions(scale: largest), to: folder.file("a.png"))
    shell("rm '\(folder.path)/a.png'")
    for scale in [0, -1, .nan, .infinity] as [Double] {
      for exporter in DrawingExporters.all {
        let refusal = error { () throws(ExportError) in
          try exporter.export(
            drawing, options: ExportOptions(scale: scale), to: folder.file("a"))
        }
        if case .badScale? = refusal { continue }
        Issue.record("\(scale): \(String(describing: refusal))")
      }
    }
    #expect(folder.names.isEmpty)
  }
}

@Suite struct `Export to awkward paths` {
  private static let drawing = SyntheticInk.page(strokes: 40, width: 300)

  private func code(_ e: ExportError?) -> Int32? {
    if case .system(_, _, let code)? = e { return code }
    return nil
  }

  @Test func `a full device is an error, in every format`() {
    for exporter in DrawingExporters.all {
      let e = error { () throws(ExportError) in
        try exporter.export(Self.drawing, options: ExportOptions(), to: "/dev/full")
      }
      #expect(code(e) == ENOSPC)
      #expect(e?.description.contains("No space left on device") == true)
    }
  }

  /// In a mount namespace of this thread's own, so that nothing else sees it.
  private func onTinyDisk(_ folder: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    final class Job: Sendable {
      let folder: String
      let work: @Sendable () -> Void
      init(_ folder: String, _ work: @escaping @Sendable () -> Void) {
        (self.folder, self.work) = (folder, work)
      }
    }
    var thread = pthread_t()
    let job = Unmanaged.passRetained(Job(folder, work)).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let job = Unmanaged<Job>.fromOpaque(argument).takeRetainedValue()
        guard let symbol = dlsym(nil, "unshare") else { return nil }
        // glibc has it for GNU sources only; CLONE_FS | CLONE_NEWNS.
        let unshare = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
        guard unshare(0x200 | 0x20000) == 0,
          mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0,
          mount("none", job.folder, "tmpfs", 0, "size=8k") == 0
        else { return nil }
        job.work()
        return UnsafeMutableRawPointer(bitPattern: 1)
      }, job)
    var result: UnsafeMutableRawPointer?
    pthread_join(thread, &result)
    return result != nil
  }

  @Test(.enabled(if: geteuid() == 0, "mounting a small disk takes root"))
  func `a full disk leaves the file that was there`() {
    let folder = Folder()
    let path = folder.path
    // What happened there, in words: expectations know their test on its own thread only.
    let found = Mutex<[String]>([])
    let done = onTinyDisk(path) {
      for exporter in DrawingExporters.all {
        let file = path + "/a." + exporter.fileExtension
        write("before", to: file)
        let e = error { () throws(ExportError) in
          try exporter.export(
            Self.drawing, options: ExportOptions(scale: 3), to: file)
        }
        let left = shell("ls -A '\(path)' | wc -l").output.filter(\.isNumber)
        let text = "\(e?.description ?? "no error"), \(read(file) ?? "nothing"), \(left) file"
        found.withLock { $0.append(text) }
        unlink(file)
      }
    }
    // A container may forbid mounting even to root.
    guard done else {
      print("no small disk could be mounted here")
      return
    }
    let texts = found.withLock { $0 }
    #expect(texts.count == DrawingExporters.all.count)
    for text in texts {
      #expect(text.contains("No space left on device") && text.hasSuffix(", before, 1 file"))
    }
  }

  @Test func `a missing folder, a folder, and a name too long are errors`() {
    let folder = Folder()
    let cases: [(String, Int32)] = [
      (folder.file("no/such/a.png"), ENOENT), (folder.path, EISDIR),
      (folder.file(String(repeating: "x", count: 300) + ".png"), ENAMETOOLONG), ("", ENOENT),
    ]
    for (path, want) in cases {
      for exporter in DrawingExporters.all {
        let e = error { () throws(ExportError) in
          try exporter.export(Self.drawing, options: ExportOptions(), to: path)
        }
        #expect(code(e) == want, "\(path): \(String(describing: e))")
      }
    }
    #expect(folder.names.isEmpty)
  }

  @Test(.enabled(if: geteuid() != 0 || access("/proc/self/mem", R_OK) == 0))
  func `a folder that takes no files is an error`() {
    // /proc takes no files from anybody, root included.
    let e = error { () throws(ExportError) in
      try SVGExporter().export(Self.drawing, options: ExportOptions(), to: "/proc/a.svg")
    }
    #expect([ENOENT, EACCES, EPERM, EROFS].contains(code(e) ?? 0), "\(String(describing: e))")
  }

  @Test func `an existing file is replaced, keeps its mode, and a link to it stays a link`() throws
  {
    let folder = Folder()
    write("before", to: folder.file("real.svg"))
    chmod(folder.file("real.svg"), 0o640)
    symlink("real.svg", folder.file("link.svg"))
    try SVGExporter().export(
      Self.drawing, options: ExportOptions(), to: folder.file("link.svg"))
    #expect(read(folder.file("real.svg"))?.contains("<svg") == true)
    var info = stat()
    stat(folder.file("real.svg"), &info)
    #expect(info.st_mode & 0o7777 == 0o640)
    lstat(folder.file("link.svg"), &info)
    #expect(info.st_mode & S_IFMT == S_IFLNK)
    #expect(folder.names == ["link.svg", "real.svg"])
  }

  @Test func `whether a file can be written is found out without leaving one`() {
    let folder = Folder()
    write("before", to: folder.file("old"))
    mkdir(folder.file("taken"), 0o755)
    #expect(ExportFile.canWrite(to: folder.file("new")))
    #expect(ExportFile.canWrite(to: folder.file("old")))
    #expect(!ExportFile.canWrite(to: folder.file("taken")))
    #expect(!ExportFile.canWrite(to: folder.file("none/new")))
    #expect(folder.names == ["old", "taken"] && read(folder.file("old")) == "before")
  }

  @Test func `a pipe gets the bytes of the file`() throws {
    let folder = Folder()
    mkfifo(folder.file("pipe"), 0o600)
    let (path, copy) = (folder.file("pipe"), folder.file("copy.svg"))
    let reader = popen("cat '\(path)' > '\(copy)'", "r")
    try SVGExporter().export(Self.drawing, options: ExportOptions(), to: path)
    pclose(reader)
    try SVGExporter().export(Self.drawing, options: ExportOptions(), to: folder.file("a.svg"))
    #expect(read(copy) == read(folder.file("a.svg")))
    #expect(read(copy)?.hasSuffix("</svg>\n") == true)
  }
}
