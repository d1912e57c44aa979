import CCairo
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// Text boxes in lines and pixels, and as text in formats that hold text.
@Suite struct `Painting text` {
  private static let words =
    "The quick brown fox jumps over the lazy dog, and then it rests a while in the shade."

  private static func box(
    _ text: String, size: Double = 16, alignment: TextAlignment = .start, width: Double? = nil,
    color: Color = .black
  ) -> TextBox {
    TextBox(
      [TextRun(text, family: "DejaVu Sans", size: size, color: color)], alignment: alignment,
      width: width, extent: .empty
    ).measured
  }

  private static func element(_ box: TextBox, _ t: AffineTransform = .identity) -> Element {
    Element(id: ElementID(1), order: .first, canvasFromElement: t, kind: .other(box))
  }

  /// The rows of a picture in which there is ink, as stretches, each with the first and the last inked column.
  private func lines(_ p: Pixels) -> [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)] {
    let values = p.values
    var lines: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)] = []
    for y in 0..<p.height {
      let inked = (0..<p.width).filter { values[y * p.width + $0] >> 24 > 40 }
      guard let first = inked.first, let last = inked.last else { continue }
      if let line = lines.last, line.rows.upperBound >= y - 1 {
        lines[lines.count - 1] = (
          line.rows.lowerBound...y,
          min(first, line.columns.lowerBound)...max(last, line.columns.upperBound)
        )
      } else {
        lines.append((y...y, first...last))
      }
    }
    return lines
  }

  private func painted(_ box: TextBox, scale: Double, side: Double = 260) -> Pixels {
    let n = Int(side * scale)
    let p = Pixels(n, n)
    p.paint(
      [Self.element(box)],
      deviceFromCanvas: .scale(scale) * .translation(Vector(side / 2 - 100, 10)))
    return p
  }

  @Test(arguments: TextAlignment.allCases)
  func `lines break at the same words at every scale`(alignment: TextAlignment) {
    var box = Self.box(Self.words, alignment: alignment, width: 200)
    // In the middle of the picture, whatever edge the box hangs from.
    let shift = TextBoxLayout(box).anchor * 200
    func lines(_ scale: Double) -> [(Double, Double)] {
      let n = Int(240 * scale)
      let p = Pixels(n, n)
      p.paint(
        [Self.element(box)],
        deviceFromCanvas: .scale(scale) * .translation(Vector(20 + shift, 10)))
      return self.lines(p).map {
        (Double($0.columns.lowerBound) / scale, Double($0.columns.upperBound + 1) / scale)
      }
    }
    let once = lines(1)
    #expect(once.count >= 4)
    for scale in [0.75, 1.5, 2, 3.3, 5] {
      let other = lines(scale)
      #expect(other.count == once.count, "at \(scale)")
      for (a, b) in zip(once, other) {
        #expect(abs(a.0 - b.0) < 1.6 && abs(a.1 - b.1) < 1.6, "at \(scale): \(a) and \(b)")
      }
    }
    // Narrower, there are more.
    box.width = 100
    #expect(lines(1).count > once.count)
  }

  /// The last two are larger than a font can be: as a text that was made ten times as large, zoomed in to the full, and as
  /// one that a file says to be that large.
  @Test(arguments: [(144.0, 1.0), (144, 64), (144, 640), (144, 6400), (50_000, 1)])
  func `letters are where they are, however large they are shown`(size: Double, scale: Double) {
    // A letter that fills its box: a square.
    let box = Self.box("█ █", size: size)
    let p = Pixels(60, 60)
    let middle = TextBoxLayout(box).words[0][0].box.center
    p.paint(
      [Self.element(box)],
      deviceFromCanvas: .translation(Vector(30, 30)) * .scale(scale)
        * .translation(Point.zero - middle))
    #expect(p.values.allSatisfy { $0 >> 24 == 255 })
  }

  @Test func `lines begin and end where the alignment says`() {
    func edges(_ alignment: TextAlignment) -> [(Int, Int)] {
      let box = Self.box("Wide as a line is\nshort", alignment: alignment, width: 200)
      let p = Pixels(240, 80)
      p.paint(
        [Self.element(box)],
        deviceFromCanvas: .translation(Vector(20 + TextBoxLayout(box).anchor * 200, 10)))
      return lines(p).map { ($0.columns.lowerBound, $0.columns.upperBound + 1) }
    }
    let (start, middle, end) = (edges(.start), edges(.center), edges(.end))
    #expect(start.count == 2 && middle.count == 2 && end.count == 2)
    for line in start { #expect((20...23).contains(line.0)) }
    for line in end { #expect((217...220).contains(line.1)) }
    for line in middle { #expect(abs(line.0 - 20 - (220 - line.1)) <= 3) }
  }

  @Test(arguments: TextAlignment.allCases, [nil, 150.0])
  func `each word's ink lies in its box, and nothing lies between them`(
    alignment: TextAlignment, width: Double?
  ) {
    let box = Self.box(Self.words + "\nשלום עולם", alignment: alignment, width: width)
    let words = TextBoxLayout(box).words
    #expect(
      words.map { $0.map(\.text) }
        == [Self.words, "שלום עולם"].map { $0.split(separator: " ").map(String.init) })
    let frame = box.extent.roundedOut
    let p = Pixels(Int(frame.width), Int(frame.height))
    p.paint([Self.element(box)], deviceFromCanvas: .translation(Vector(-frame.minX, -frame.minY)))
    var inked = [Int](repeating: 0, count: words.joined().count)
    for (i, v) in p.values.enumerated() where v >> 24 > 100 {
      let at = Point(
        Double(i % p.width) + frame.minX + 0.5, Double(i / p.width) + frame.minY + 0.5)
      // A letter may reach over its width by a little.
      let index = words.joined().enumerated().first { $1.box.outset(by: 1).contains(at) }?.offset
      guard let index else {
        Issue.record("ink at \(at) is of no word")
        continue
      }
      inked[index] += 1
    }
    #expect(inked.allSatisfy { $0 > 10 }, "\(inked)")
    // Words of one line are apart.
    for line in words {
      for (a, b) in zip(line, line.dropFirst()) where a.box.minY == b.box.minY {
        let overlap = min(a.box.maxX, b.box.maxX) - max(a.box.minX, b.box.minX)
        #expect(overlap < -2, "\(a) and \(b)")
      }
    }
  }

  @Test func `text from right to left hangs from its right edge`() {
    let box = Self.box("שלום עולם")
    let bounds = box.bounds
    #expect(bounds.maxX < 2 && bounds.minX < -40)
    let latin = Self.box("Hello").bounds
    #expect(latin.minX > -2 && latin.maxX > 30)
  }

  @Test func `nothing is painted outside of its bounds, moved, turned or scaled`() {
    var generator = SeededGenerator(seed: 41)
    let pieces = ["Ägypten", "fjord", "W\n", "一文字", "ffi ", "(quay)", "  ", "\n", "שלום"]
    var inked = 0
    for _ in 0..<40 {
      let runs = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        TextRun(
          pieces.randomElement(using: &generator)!,
          family: ["DejaVu Sans", "Serif", "No Such Font"].randomElement(using: &generator)!,
          size: Double.random(in: 6...40, using: &generator),
          weight: Bool.random(using: &generator) ? 400 : 700,
          slant: Bool.random(using: &generator) ? .upright : .italic, color: .black)
      }
      let box = TextBox(
        runs, alignment: TextAlignment.allCases.randomElement(using: &generator)!,
        width: Bool.random(using: &generator) ? 90 : nil, extent: .empty
      ).measured
      let t = AffineTransform.similarity(
        about: .zero, scale: Double.random(in: 0.4...2, using: &generator),
        angle: Double.random(in: 0...6, using: &generator))
      let element = Self.element(box, t)
      let bounds = element.bounds
      let frame = bounds.outset(by: 30).roundedOut
      let p = Pixels(Int(frame.width), Int(frame.height))
      p.paint([element], deviceFromCanvas: .translation(Vector(-frame.minX, -frame.minY)))
      for (i, v) in p.values.enumerated() where v >> 24 > 0 {
        inked += 1
        let at = Rect(
          x: Double(i % p.width) + frame.minX, y: Double(i / p.width) + frame.minY, width: 1,
          height: 1)
        #expect(at.intersects(bounds.outset(by: 0.1)), "\(box.text) at \(at)")
      }
    }
    #expect(inked > 1000)
  }

  @Test func `it is as dark on light paper as it is light on dark paper`() {
    func tone(_ paper: PaperStyle) -> UInt32 {
      let p = Pixels(60, 60, paper: paper)
      p.paint(
        [Self.element(Self.box("■", size: 40))], paper: paper,
        deviceFromCanvas: .translation(Vector(5, 5)))
      let values = p.values.map { $0 & 0xFF }
      return paper == .light ? values.min()! : values.max()!
    }
    #expect(tone(.light) == 0)
    #expect(tone(.dark) > 200)
  }

  @Test func `each run has its own colour and size`() throws {
    let box = TextBox(
      [
        TextRun("MM", family: "DejaVu Sans", size: 30, color: Color(rgba: 0xFF00_00FF)),
        TextRun("MM", family: "DejaVu Sans", size: 15, color: Color(rgba: 0x0000_FFFF)),
      ], extent: .empty
    ).measured
    let p = Pixels(120, 60)
    p.paint([Self.element(box)], deviceFromCanvas: .translation(Vector(5, 5)))
    func rows(_ mask: UInt32) throws -> Int {
      let rows = p.values.enumerated().filter { $1 >> 24 > 128 && $1 & 0xFF_FFFF == mask }
        .map { $0.offset / p.width }
      return try #require(rows.max()) - (try #require(rows.min())) + 1
    }
    let (red, blue) = (try rows(0xFF_0000), try rows(0x00_00FF))
    #expect(abs(red - 2 * blue) <= 2 && red > 18)
  }

  @Test func `many threads paint the same`() async {
    let box = Self.box(Self.words, width: 150)
    @Sendable func paint() -> [UInt32] {
      let p = Pixels(200, 200)
      p.paint([Self.element(box)], deviceFromCanvas: .translation(Vector(10, 10)))
      return p.values
    }
    let one = paint()
    let all = await withTaskGroup(of: [UInt32].self) { group in
      for _ in 0..<24 { group.addTask { paint() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(one.contains { $0 != 0 } && all.allSatisfy { $0 == one })
  }

  @Test func `a stand-in has about the ink of the text where letters have no shape`() {
    let element = Self.element(Self.box(Self.words, width: 200))
    func area(rough: Bool) -> Double {
      let p = Pixels(60, 60)
      let painter = ElementPainter(paper: .light)
      let t = AffineTransform.translation(Vector(5, 5)) * .scale(0.2)
      if rough {
        painter.paintStandIn(element, on: p.cr, deviceFromCanvas: t, clip: nil)
      } else {
        painter.paint(element, on: p.cr, deviceFromCanvas: t)
      }
      return p.area
    }
    let (sharp, rough) = (area(rough: false), area(rough: true))
    #expect(sharp > 20 && (0.5...2).contains(rough / sharp), "\(sharp) and \(rough)")
  }

  @Test func `PDF and SVG hold it as text`() throws {
    let folder = Folder()
    let box = TextBox(
      [
        TextRun("Fish & <chips>, ", family: "DejaVu Sans", size: 14),
        TextRun("bold", family: "DejaVu Sans", size: 14, weight: 700),
        TextRun("\nsecond line", family: "DejaVu Sans", size: 14, slant: .italic),
      ], extent: .empty
    ).measured
    let drawing = Drawing([Self.element(box, .translation(Vector(7, 9)))])
    for exporter in DrawingExporters.all {
      try exporter.export(
        drawing, options: ExportOptions(), to: folder.file("a." + exporter.fileExtension))
    }
    let text = shell("pdftotext '\(folder.file("a.pdf"))' -").output
    #expect(text.contains("Fish & <chips>, bold") && text.contains("second line"), "\(text)")
    let images = shell("pdfimages -list '\(folder.file("a.pdf"))'").output.split(separator: "\n")
    #expect(images.count == 2)
    let svg = try #require(read(folder.file("a.svg")))
    #expect(svg.contains("Fish &amp; &lt;chips&gt;, </tspan>") && !svg.contains("<image"))
    #expect(svg.contains("font-weight=\"700\"") && svg.contains("font-style=\"italic\""))
    #expect(svg.split(separator: "<text ").count == 3)
    #expect(shell("xmllint --noout '\(folder.file("a.svg"))' 2>&1").status == 0)
    // And PNG shows it.
    let png = try #require(Pixels(png: folder.file("a.png")))
    #expect(png.values.count { $0 & 0xFF < 100 } > 100)
  }
}
