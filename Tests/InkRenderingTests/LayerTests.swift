import CCairo
import Foundation
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

@Suite struct `Layers in pictures` {
  private static let side = Double(TileGrid.side)

  /// Broad lines that cross, on three layers: below, faint, above; the faint one has a highlighter on it.
  private static func drawing(
    opacity: Double = 0.4, hidden: Int32? = nil, layer: Int32? = nil
  ) -> Drawing {
    var number: Int64 = 0
    var elements: [Element] = []
    func line(_ layer: Int32, _ a: Point, _ b: Point, _ color: Color, brush: String? = nil) {
      number += 1
      var ink = brush.flatMap { name in StockBrushes.inks.first { $0.brush == name } } ?? .standard
      ink.color = color
      ink.size = 14
      let points = (0...30).map { i in
        let p = a + (b - a) * (Double(i) / 30)
        return StrokePoint(x: Float(p.x), y: Float(p.y), force: 0.8, timeOffset: Float(i) / 60)
      }
      var element = SyntheticInk.element(
        number, StrokePath(points), ink: ink, order: SyntheticInk.key(number))
      element.layer = layer
      elements.append(element)
    }
    let (red, green, blue) = (
      Color(rgba: 0xC021_10FF), Color(rgba: 0x1080_30FF), Color(rgba: 0x1030_C0FF)
    )
    line(0, Point(20, 60), Point(230, 60), red)
    line(0, Point(60, 20), Point(60, 230), red)
    line(1, Point(20, 120), Point(230, 130), green, brush: "highlighter")
    line(1, Point(20, 20), Point(230, 230), green)
    line(1, Point(20, 230), Point(230, 20), green)
    line(2, Point(190, 20), Point(190, 230), blue)
    var settings = DrawingSettings(
      layers: [
        Layer(id: 0, order: .first),
        Layer(id: 1, order: OrderKey.first.next, name: "Notes & <ideas>", opacity: opacity),
        Layer(id: 2, order: OrderKey.first.next.next, name: "Top"),
      ])
    if let hidden { settings = settings.changing(hidden) { $0.isHidden = true } }
    if let layer {
      // Alone, and opaque.
      settings = settings.changing(layer) { $0.opacity = 1 }
      elements.removeAll { $0.layer != layer }
    }
    return Drawing(elements, settings: settings)
  }

  private static func tile(_ drawing: Drawing) throws -> Pixels {
    let request = TileRequest(
      key: TileKey(paper: .light, scale: 1, column: 0, row: 0), version: 1)
    let image = try #require(
      try TileRenderer.paint(request, of: drawing, with: ElementPainter(paper: .light)))
    let pixels = Pixels(TileGrid.side, TileGrid.side)
    image.paint(on: pixels.cr, x: 0, y: 0)
    return pixels
  }

  /// Premultiplied pixels over others, the upper ones with an opacity.
  private static func composited(_ layers: [(pixels: Pixels, opacity: Double)]) -> Pixels {
    let result = Pixels(TileGrid.side, TileGrid.side)
    for y in 0..<result.height {
      for x in 0..<result.width {
        var sum = [0.0, 0, 0, 0]
        for layer in layers {
          let p = layer.pixels[x, y]
          let channels = [24, 16, 8, 0].map { Double(p >> UInt32($0) & 0xFF) * layer.opacity }
          for i in 0..<4 { sum[i] = channels[i] + sum[i] * (1 - channels[0] / 255) }
        }
        let bytes = sum.map { UInt32($0.rounded()) }
        result[x, y] = bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]
      }
    }
    return result
  }

  @Test(arguments: [0.1, 0.4, 0.85])
  func `a faint layer is faint as a whole, where its lines cross, too`(opacity: Double) throws {
    let whole = try Self.tile(Self.drawing(opacity: opacity))
    let parts = try (Int32(0)...2).map { try Self.tile(Self.drawing(layer: $0)) }
    let expected = Self.composited([(parts[0], 1), (parts[1], opacity), (parts[2], 1)])
    #expect(Difference(whole, expected).worst <= 3)
    // Lines of one colour that cross look there as they do beside.
    let (cross, line) = (whole[125, 125] >> 24, whole[100, 100] >> 24)
    #expect(abs(Int(cross) - Int((255 * opacity).rounded())) <= 2 && cross == line)
  }

  @Test func `a hidden layer is in no picture, and in no size of one`() throws {
    for hidden in [Int32(0), 1, 2] {
      let drawing = Self.drawing(hidden: hidden)
      let without = Drawing(
        drawing.elements.filter { $0.layer != hidden }, settings: drawing.settings)
      #expect(Difference(try Self.tile(drawing), try Self.tile(without)).worst == 0)
      #expect(
        try PNGExporter().data(of: drawing, options: ExportOptions())
          == PNGExporter().data(of: without, options: ExportOptions()))
      #expect(
        try SVGExporter().data(of: drawing, options: ExportOptions())
          == SVGExporter().data(of: without, options: ExportOptions()))
      var overview = TileOverview()
      var bare = TileOverview()
      let (requests, others) = (
        overview.update(for: drawing, paper: .light, version: 1),
        bare.update(for: without, paper: .light, version: 1)
      )
      #expect(!requests.isEmpty && requests == others)
      for request in requests {
        let painter = ElementPainter(paper: .light)
        let pair = try [drawing, without].map { drawing -> Pixels in
          let pixels = Pixels(TileGrid.side, TileGrid.side)
          try TileRenderer.paint(request, of: drawing, with: painter)?
            .paint(on: pixels.cr, x: 0, y: 0)
          return pixels
        }
        #expect(Difference(pair[0], pair[1]).worst == 0)
      }
    }
  }

  @Test func `a layer with nothing visible on it changes no pixel`() throws {
    let drawing = Self.drawing(opacity: 0)
    let without = Drawing(drawing.elements.filter { $0.layer != 1 }, settings: drawing.settings)
    #expect(Difference(try Self.tile(drawing), try Self.tile(without)).worst == 0)
  }

  @Test func `a PDF shows faint layers as the screen does, by the eyes of another program`() throws
  {
    let drawing = Self.drawing(opacity: 0.4)
    let folder = FileManager.default.temporaryDirectory.appending(path: "layers-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let options = ExportOptions(scale: 2)
    let png = folder + "/a.png"
    try PNGExporter().export(drawing, options: options, to: png)
    let reference = try #require(Pixels(png: png))
    let file = folder + "/b.pdf"
    try PDFExporter().export(drawing, options: ExportOptions(), to: file)
    let made = shell("pdftoppm -r 144 -png -singlefile '\(file)' '\(folder)/c'")
    try #require(made.status == 0, "\(made.output)")
    let seen = try #require(Pixels(png: folder + "/c.png"))
    #expect(seen.width == reference.width && seen.height == reference.height)
    // Edges are smoothed otherwise; lines and what lies where they cross are the same.
    #expect(Difference(seen, reference).local <= 24)
  }

  @Test func `layers are groups of an SVG file, named as Inkscape names them`() throws {
    let text = String(
      decoding: try SVGExporter().data(of: Self.drawing(), options: ExportOptions()),
      as: UTF8.self)
    let groups = text.split(separator: "\n").filter { $0.hasPrefix("<g") }
    #expect(
      groups == [
        "<g id=\"layer0\" inkscape:groupmode=\"layer\">",
        "<g id=\"layer1\" inkscape:groupmode=\"layer\" inkscape:label=\"Notes &amp; &lt;ideas&gt;\" opacity=\"0.4\">",
        "<g id=\"layer2\" inkscape:groupmode=\"layer\" inkscape:label=\"Top\">",
      ])
    #expect(text.components(separatedBy: "</g>").count == 4)
    let file = FileManager.default.temporaryDirectory.appending(path: "layers-\(UUID()).svg").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(shell("xmllint --noout '\(file)' 2>&1").output == "")
    // A drawing of one layer has none.
    let plain = SyntheticInk.page(strokes: 9)
    let bytes = try SVGExporter().data(of: plain, options: ExportOptions())
    #expect(!String(decoding: bytes, as: UTF8.self).contains("<g"))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `ink that can be painted last looks as if all were painted in order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var settings = Self.drawing().settings
    if random.once(in: 2) { settings = settings.changing(1) { $0.isHidden = true } }
    var drawing = Drawing(settings: settings)
    var cache = TileCache(budget: 64 << 20)
    let grid = TileGrid(paper: .light, scale: 1)
    let key = TileKey(grid, column: 0, row: 0)
    var (last, others) = (0, 0)
    for number in Int64(1)...60 {
      var ink = try #require(StockBrushes.inks.randomElement(using: &random))
      ink.size = .random(in: 1...9, using: &random)
      let from = Point(.random(in: 0...220, using: &random), .random(in: 0...220, using: &random))
      let points = (0...12).map { i in
        StrokePoint(
          x: Float(from.x) + Float(i) * 2, y: Float(from.y) + Float(i % 3), force: 0.7,
          timeOffset: Float(i) / 100)
      }
      let layer = Int32.random(in: 0...2, using: &random)
      var element = SyntheticInk.element(
        number, StrokePath(points), ink: ink,
        order: drawing.order(for: StockBrushes.family(of: ink).band, in: layer))
      element.layer = layer
      element = drawing.settings.placed(element)
      try drawing.apply(DrawingEdit(label: .draw, inserted: [element]))
      if drawing.canBePaintedLast(element) {
        last += 1
        cache.append(element, version: Int(number))
      } else {
        others += 1
        cache.invalidate(element.bounds, version: Int(number))
      }
      for request in cache.requests(visible: [key], margin: [], version: Int(number)) {
        if let image = try TileRenderer.paint(
          request, of: drawing, with: ElementPainter(paper: .light))
        {
          cache.insert(image)
        }
      }
      let shown = Pixels(TileGrid.side, TileGrid.side)
      try #require(cache.image(for: key)).paint(on: shown.cr, x: 0, y: 0)
      #expect(Difference(shown, try Self.tile(drawing)).worst <= 2, "stroke \(number)")
    }
    #expect(last > 8 && others > 8)
  }

  @Test func `merging an opaque layer down changes no pixel`() throws {
    let drawing = Self.drawing(opacity: 1)
    let upper = Array(drawing.elements(ofLayer: 1))
    var after = drawing.settings
    after.layers.removeAll { $0.id == 1 }
    var merged = drawing
    try merged.apply(
      DrawingEdit(
        label: .mergeLayer, removed: upper,
        inserted: zip(upper, drawing.orders(above: upper, in: 0)).enumerated().map {
          $1.0.version(ElementID(100 + Int64($0)), layer: 0, order: $1.1)
        }, settings: SettingsChange(before: drawing.settings, after: after)))
    #expect(Difference(try Self.tile(merged), try Self.tile(drawing)).worst == 0)
  }
}
