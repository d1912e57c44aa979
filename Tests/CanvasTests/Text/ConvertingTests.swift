import InkModel
import InkRendering
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// Text boxes in the place of ink.
@Suite struct `Converting ink to text` {
  /// Three lines of ink, the upper two of which are a paragraph.
  private func bench() -> Bench {
    let b = Bench()
    for y in [100.0, 130, 400] { b.line(y) }
    return b
  }

  private func texts(_ b: Bench) -> [String] { b.all.compactMap { $0.textBox?.text } }

  private func converted(
    _ text: String, _ elements: some Sequence<Element>, angle: Double = 0
  ) -> ConvertedText {
    let bounds = elements.reduce(Rect.empty) { $0.union($1.bounds) }
    let turn = AffineTransform.rotation(-angle)
    let box = angle == 0 ? bounds : Rect(center: turn(bounds.center), radius: 12)
    return ConvertedText(
      text, in: box, angle: angle, of: elements.map(\.id), family: "Sans", color: .ink)
  }

  @Test func `ink goes and its text comes in one step, which undo takes back`() {
    let b = bench()
    let ink = b.all
    b.take(b.session.convert([converted("hello", ink[..<2]), converted("end", ink[2...])]))
    #expect(texts(b) == ["hello", "end"] && b.all.count == 2)
    #expect(b.session.history.undoLabel == .convertToText)
    #expect(b.session.selection.map { Set($0.elements.map(\.id)) } == Set(b.all.map(\.id)))
    b.take(b.session.undo())
    #expect(Set(b.all.map(\.id)) == Set(ink.map(\.id)))
    b.take(b.session.redo())
    #expect(texts(b) == ["hello", "end"])
  }

  @Test func `the text lies where its ink was, about as high`() throws {
    let b = Bench()
    b.draw((0...40).map { Point(200 + Double($0) * 3, 300 + ($0.isMultiple(of: 2) ? 0 : 24)) })
    let ink = b.all
    let before = try #require(ink.first).bounds
    b.take(b.session.convert([converted("mmmm", ink)]))
    let after = try #require(b.all.first).bounds
    #expect(abs(after.minX - before.minX) < 2 && abs(after.center.y - before.center.y) < 1)
    #expect(after.height > before.height / 2 && after.height < before.height * 2.5)
  }

  /// The only element after a line of ink was converted, on a page of 600 × 800 points.
  private func onPage(_ text: String, in box: Rect, angle: Double = 0) throws -> Element {
    let page = PageSize(width: 600, height: 800)
    let b = Bench()
    b.take(b.session.change(to: DrawingSettings(layout: .pages(page, count: 1))))
    let ink = AffineTransform.rotation(angle)
    b.draw([ink(Point(box.minX, box.minY)), ink(Point(box.maxX, box.maxY))])
    let ids = b.all.map(\.id)
    let line = ConvertedText(
      text, in: box, angle: angle, of: ids, family: "Sans", color: .ink)
    b.take(b.session.convert([line]))
    return try #require(b.all.first)
  }

  @Test(arguments: ["mmmm wwww mmmm wwww", "illi till illi till illi"])
  func `a line of text is about as wide as its ink, if its letters then are about as high`(
    _ text: String
  ) throws {
    let probe = TextBox([TextRun(text, family: "Sans", size: 20)], extent: .empty).measured
    // Letters that are 0.7 … 1.1 times as wide as those of the font.
    for scale in [0.75, 0.9, 1.0, 1.05] {
      let width = probe.extent.width * scale
      let element = try onPage(text, in: Rect(x: 40, y: 100, width: width, height: 19))
      #expect(abs(element.bounds.width / width - 1) < 0.06, "\(scale)")
    }
    // Others keep a size that can be read, and does not shout.
    for (scale, limit) in [(0.3, 0.7), (1.4, 1.1)] {
      let width = probe.extent.width * scale
      let element = try onPage(text, in: Rect(x: 40, y: 100, width: width, height: 19))
      let size = try #require(element.textBox?.runs.first?.size)
      #expect(abs(size - 20 * limit) < 0.6, "\(scale)")
    }
  }

  @Test func `text stays on the page that its ink is on`() throws {
    let words = "the quick brown fox jumps over the lazy dog"
    for (width, height) in [(120.0, 24.0), (200, 40), (60, 12), (30, 24)] {
      let ink = Rect(x: 595 - width, y: 300, width: width, height: height)
      let element = try onPage(words, in: ink)
      #expect(element.bounds.maxX <= 600.01, "\(width)")
    }
    // Down the page, a quarter turn clockwise: in the canvas turned back the lower edge is at the right.
    let down = Rect(x: 675, y: -320, width: 120, height: 24)
    let turned = try onPage(words, in: down, angle: .pi / 2)
    #expect(turned.bounds.maxY <= 800.01)
  }

  @Test func `text that would hang over the edge of its page is as large as there is room for`()
    throws
  {
    let words = "the quick brown fox jumps over the lazy dog"
    for (width, height) in [(200.0, 40.0), (300, 60), (400, 90)] {
      let ink = Rect(x: 595 - width, y: 300, width: width, height: height)
      let element = try onPage(words, in: ink)
      let size = try #require(element.textBox?.runs.first?.size)
      // Sizes are half points; the page is 600 wide.
      for (size, fits) in [(size, true), (size + 0.5, false)] {
        let line = TextBox([TextRun(words, family: "Sans", size: size)], extent: .empty).measured
        #expect((line.extent.width <= width + 5) == fits, "\(size) in \(width)")
      }
    }
  }

  @Test func `text has the colour of most of its ink`() throws {
    let b = Bench()
    // A dot that is drawn first, and then two words.
    b.draw([Point(50, 100), Point(51, 101)])
    for y in [100.0, 130] { b.line(y) }
    let (red, green) = (Color(rgba: 0xE0_20_20_FF), Color(rgba: 0x20_B0_40_FF))
    let colors = [green, red, red]
    let ink = zip(b.all, colors).map { element, color in
      var element = element
      var stroke = element.stroke
      stroke.ink.color = color
      element.kind = .stroke(stroke)
      return element
    }
    #expect(ConvertedText.color(of: ink) == red)
    #expect(ConvertedText.color(of: Array(ink[..<1])) == green)
    #expect(ConvertedText.color(of: []) == .ink)
  }

  @Test func `turned ink becomes text that is turned as it was`() throws {
    let b = bench()
    let ink = Array(b.all[..<1])
    let center = try #require(ink.first).bounds.center
    b.take(b.session.convert([converted("a", ink, angle: .pi / 2)]))
    let box = try #require(b.all.first { $0.textBox != nil })
    let right = box.canvasFromElement(Point(1, 0)) - box.canvasFromElement(Point.zero)
    #expect(abs(right.dx) < 1e-6 && abs(right.dy - 1) < 1e-6)
    #expect(box.bounds.center.distance(to: center) < 40)
  }

  @Test func `lines about a line apart are one box, others another`() {
    let first = Rect(x: 100, y: 100, width: 200, height: 20)
    var text = ConvertedText(
      "one", in: first, angle: 0, of: [ElementID(1)], family: "Sans", color: .ink)
    #expect(text.continues(in: Rect(x: 104, y: 125, width: 150, height: 20), color: .ink))
    #expect(!text.continues(in: Rect(x: 104, y: 180, width: 150, height: 20), color: .ink))
    #expect(!text.continues(in: Rect(x: 400, y: 125, width: 150, height: 20), color: .ink))
    // Of another colour it is a box of its own, which keeps that.
    let red = Color(rgba: 0xE0_20_20_FF)
    #expect(!text.continues(in: Rect(x: 104, y: 125, width: 150, height: 20), color: red))
    text.add("two", in: Rect(x: 104, y: 125, width: 150, height: 20), of: [ElementID(2)])
    #expect(text.text == "one\ntwo" && text.elements == [ElementID(1), ElementID(2)])
  }

  @Test func `ink that has gone meanwhile is converted to nothing, and nothing is lost`() {
    let b = bench()
    let ink = b.all
    let texts = [converted("hello", ink[..<2])]
    b.take(b.session.undo())
    b.take(b.session.undo())
    let left = b.all
    b.take(b.session.convert(texts))
    #expect(b.all == left)
    // Nor in a drawing that cannot be changed.
    b.take(b.session.redo())
    b.session.isReadOnly = true
    b.take(b.session.convert(texts))
    #expect(b.all.count == 2 && self.texts(b).isEmpty)
  }
}
