import Canvas
import InkModel
import InkTestSupport
import Testing

@testable import Exchange

@Suite struct InkMLTests {
  @Test
  func
    `numbers, differences and differences of differences are read as the standard's example has them`()
    throws
  {
    // InkML, 3.2.1, its X and Y.
    let rows = try InkMLTrace.rows(
      Array("1125 18432,'23'43,\"7\"-8,3-5,7 -3,6 2,6 8,3 6".utf8), channels: 2)
    #expect(
      rows == [
        [1125, 18432], [1148, 18475], [1178, 18510], [1211, 18540], [1251, 18567], [1297, 18596],
        [1349, 18633], [1404, 18676],
      ])
    #expect(try InkMLTrace.rows(Array("#A #1f, * !3, '? 2".utf8), channels: 2).count == 3)
    #expect(
      try InkMLTrace.rows(Array("1e1 2.5e-1,-.5-4".utf8), channels: 2) == [
        [10, 0.25], [-0.5, -4],
      ])
    #expect(throws: ExchangeError.self) { try InkMLTrace.rows(Array("1 two".utf8), channels: 2) }
  }

  @Test func `ink of another program comes at its size, with its force, colour and width`() throws {
    let text = """
      <ink xmlns="http://www.w3.org/2003/InkML">
      <definitions>
      <context xml:id="ctx0">
      <inkSource xml:id="src0">
      <traceFormat>
      <channel name="X" type="integer" max="1023" units="cm"/>
      <channel name="Y" type="integer" max="767" units="cm"/>
      <channel name="F" type="integer" min="0" max="32767" units="dev"/>
      </traceFormat>
      <channelProperties>
      <channelProperty channel="X" name="resolution" value="1000" units="1/cm"/>
      <channelProperty channel="Y" name="resolution" value="1000" units="1/cm"/>
      </channelProperties>
      </inkSource>
      </context>
      <brush xml:id="br0">
      <brushProperty name="width" value="0.1" units="cm"/>
      <brushProperty name="color" value="#ED1C24"/>
      <brushProperty name="transparency" value="55"/>
      </brush>
      </definitions>
      <trace contextRef="#ctx0" brushRef="#br0">0 0 0, 2540 0 16383.5, 2540 5080 32767</trace>
      </ink>
      """
    let document = try ExchangeFormat.read(Array(text.utf8))
    #expect(document.pages.count == 1 && document.pages[0].size == nil)
    let stroke = try #require(document.pages[0].items.first?.stroke)
    // 2,540 units of which there are 1,000 in a centimetre are an inch.
    let expected = [Point(0, 0), Point(72, 0), Point(72, 144)]
    for (point, wanted) in zip(stroke.path.points, expected) {
      #expect(point.position.distance(to: wanted) < 0.001)
    }
    #expect(stroke.path.points.map(\.force) == [0, 0.5, 1])
    #expect(stroke.ink.color == Color(rgba: 0xED1C_24C8))
    #expect(abs(stroke.ink.size - 72 / 25.4) < 0.001)
  }

  @Test(arguments: [nil, PageSize(width: 300, height: 400)])
  func `what was written comes back point for point, brushes too`(page: PageSize?) throws {
    var random = RandomInk(seed: 7)
    var settings = DrawingSettings.standard
    if let page { settings.layout = .pages(page, count: 2) }
    let elements = StockBrushes.inks.enumerated().map { n, ink -> Element in
      let content = random.content(Int64(n + 1), count: 20, near: random.point(within: 200))
      return settings.placed(
        Element(
          id: ElementID(Int64(n + 1)), page: page == nil ? 0 : Int32(n % 2 + 1),
          order: SyntheticInk.key(Int64(n + 1)), pageFromElement: .identity,
          kind: .stroke(Stroke(content: content.id, ink: ink, path: content.path, seed: 1))))
    }
    let drawing = Drawing(elements, settings: settings)
    let bytes = try ExchangeFormat.inkML.write(
      ExchangeDocument(drawing, title: "Ink", for: .inkML)
    ) { _ in nil }
    let document = try ExchangeFormat.read(bytes)
    #expect(document.title == "Ink")
    let new = document.drawing()
    #expect(new.settings.layout.pages.map(\.size) == settings.layout.pages.map(\.size))
    let read = new.elements
    #expect(read.count == elements.count)
    for page in Set(elements.map(\.page)) {
      for (a, b) in zip(elements.filter { $0.page == page }, read.filter { $0.page == page }) {
        let (p, q) = (try #require(a.kind.inkStroke), try #require(b.kind.inkStroke))
        #expect(p.ink == q.ink)
        for (x, y) in zip(p.path.points, q.path.points) {
          #expect(x.position.distance(to: y.position) < 0.001)
          #expect(abs(x.force - y.force) < 0.001 && abs(x.altitude - y.altitude) < 0.001)
          #expect(abs(x.timeOffset - p.path.points[0].timeOffset - y.timeOffset) < 0.001)
        }
      }
    }
  }
}
