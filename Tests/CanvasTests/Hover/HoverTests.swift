import Canvas
import InkModel
import InkRendering
import InkStore
import InkTestSupport
import Testing

@Suite struct HoverTests {
  private let pen = StylusTool(.pen, serial: 7)

  private func sample(
    _ x: Double = 100, _ y: Double = 120, distance: Float? = nil, azimuth: Float? = nil,
    altitude: Float? = nil
  ) -> StylusSample {
    StylusSample(
      position: Point(x, y), time: 1, force: 0, altitude: altitude, azimuth: azimuth,
      distance: distance)
  }

  // MARK: Outlines

  @Test(arguments: PaperStyle.allCases)
  func `S27 on any ground a preview or its outline stands out by 3 to 1`(_ paper: PaperStyle) {
    let inks = StockBrushes.inks
    let colors = DefaultPalette.colors.map { $0.resolved(on: paper) }
    for ink in inks {
      let family = StockBrushes.family(of: ink)
      for color in colors + [ink.color.resolved(on: paper)] {
        // On ink of its own colour, of another, and on bare paper.
        for ground in colors + [paper.color] {
          let mark = color.with(alpha: Double(ink.color.alpha) / 255)
          let cover =
            switch family.medium {
            case .ink: Double(mark.alpha) / 255
            case .dry: 0.6
            case .wash(let wash): Double(mark.alpha) / 255 * wash.tone
            }
          let seen = ground.mixed(mark.opaque, cover)
          guard let edge = HoverPreview.outline(of: mark, family, on: ground) else {
            #expect(seen.contrast(against: ground) >= 3, "\(ink.brush) \(color) on \(ground)")
            continue
          }
          let shown = seen.mixed(edge.opaque, Double(edge.alpha) / 255)
          #expect(
            shown.contrast(against: ground) >= 3, "the edge of \(ink.brush) \(color) on \(ground)")
        }
      }
    }
  }

  @Test func `S27 below a preview is all ink that shines through, down to what hides the rest`()
    throws
  {
    let b = Bench()
    func draw(_ brush: BrushFamily, _ color: Color) {
      b.session.picker.select(.brush(brush.name))
      b.session.picker.setColor(color)
      b.session.picker.setOpacity(Double(color.alpha) / 255)
      b.session.picker.setSize(30)
      b.line(120)
    }
    func preview(_ brush: BrushFamily) throws -> HoverPreview {
      b.session.picker.select(.brush(brush.name))
      var hover = Hover()
      hover.hover(pen, sample(150, 120))
      return try #require(b.session.preview(of: hover))
    }
    let paper = PaperStyle.light.color
    let first = try preview(StockBrushes.marker)
    #expect(first.ground(on: .light) == paper)
    // Seven tenths of the marker's red: on its own line a second dot of it would hardly be seen.
    let red = Color(rgba: 0xB016_30B3)
    draw(StockBrushes.marker, red)
    let once = paper.mixed(Color(rgba: 0xB016_30FF), 0.7)
    let second = try preview(StockBrushes.marker)
    #expect(second.ground(on: .light).contrast(against: once) < 1.02)
    let edge = try #require(
      HoverPreview.outline(of: red, StockBrushes.marker, on: second.ground(on: .light)))
    let shown = once.mixed(Color(rgba: 0xB016_30FF), 0.7)
      .mixed(edge.with(alpha: 1), Double(edge.alpha) / 255)
    #expect(shown.contrast(against: once) >= 3)
    // A highlighter goes below it, on bare paper; what is drawn there lies below the red.
    let below = try preview(StockBrushes.highlighter).grounds
    #expect(below.isEmpty)
    draw(StockBrushes.highlighter, Color(rgba: 0xFFD9_0080))
    let again = try preview(StockBrushes.highlighter).grounds
    #expect(again.count == 1)
    let both = try preview(StockBrushes.marker).grounds
    #expect(both.map(\.band) == [.above, .below])
    // Nothing is seen through ink that covers.
    draw(StockBrushes.pen, Color(rgba: 0x1020_30FF))
    let hidden = try preview(StockBrushes.pen).grounds
    #expect(hidden.map(\.color) == [Color(rgba: 0x1020_30FF)])
  }

  // MARK: Fading

  @Test(arguments: [(0, 1), (0.25, 1), (0.5, 1), (0.6, 0.8), (0.75, 0.5), (0.9, 0.2), (1, 0)])
  func `S99 a preview is opaque up to half of the height and fades evenly from there`(
    _ height: Double, _ opacity: Double
  ) {
    #expect(abs(HoverFade().opacity(at: height) - opacity) < 1e-12)
    // The formula of the requirement, in its own words.
    let fade = 0.5
    let alpha = 1 - max(height - fade, 0) / (1 - fade)
    #expect(abs(HoverFade().opacity(at: height) - alpha) < 1e-12)
  }

  @Test func `S99 opacity is within 0 and 1 for any height, and 1 where none is known`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      var fade = HoverFade()
      fade.threshold = .random(in: 0...0.95, using: &random)
      let a = Double.random(in: -1...2, using: &random)
      let b = Double.random(in: -1...2, using: &random)
      #expect((0...1).contains(fade.opacity(at: a)))
      #expect(fade.opacity(at: min(a, b)) >= fade.opacity(at: max(a, b)))
    }
    #expect(HoverFade().opacity(at: nil) == 1)
    #expect(HoverFade().opacity(at: .nan) == 1)
  }

  @Test func `S100 with reduced motion a preview is there or not`() {
    var fade = HoverFade()
    fade.isAbrupt = true
    for i in 0..<100 { #expect(fade.opacity(at: Double(i) / 100) == 1) }
    #expect(fade.opacity(at: 1) == 0)
  }

  @Test func `S99 an axis that is always at its end tells nothing, and one that moves is believed`()
  {
    let b = Bench()
    var hover = Hover()
    // From afar: at its end for a moment, and nothing to be seen.
    for _ in 0..<10 { hover.hover(pen, sample(distance: 1)) }
    #expect(b.session.preview(of: hover) == nil)
    // For good: it is no height at all.
    for _ in 0..<20 { hover.hover(pen, sample(distance: 1)) }
    #expect(b.session.preview(of: hover)?.opacity == 1)
    // Once it says anything else it is one, and stays one.
    hover.hover(pen, sample(distance: 0.75))
    #expect(b.session.preview(of: hover)?.opacity == 0.5)
    for _ in 0..<100 { hover.hover(pen, sample(distance: 1)) }
    #expect(b.session.preview(of: hover) == nil)
    // Another pen is not this one.
    hover.hover(StylusTool(.pen, serial: 8), sample(distance: nil))
    #expect(b.session.preview(of: hover)?.opacity == 1)
  }

  // MARK: What is shown

  @Test func `S25 S100 height changes the opacity of a preview and nothing else`() throws {
    let b = Bench()
    for tool in ToolCatalog.all.filter(\.hasPreview).map(\.tool) {
      b.session.picker.select(tool)
      var hover = Hover()
      hover.hover(pen, sample(distance: 0))
      let touching = try #require(b.session.preview(of: hover))
      for i in 1..<100 {
        hover.hover(pen, sample(distance: Float(i) / 100))
        var preview = try #require(b.session.preview(of: hover))
        #expect(preview.opacity == HoverFade().opacity(at: Double(Float(i) / 100)))
        preview.opacity = touching.opacity
        #expect(preview == touching)
      }
    }
  }

  /// What a press at the hovering position leaves, through the pen's own input.
  private func dot(_ b: Bench, at s: StylusSample) throws -> Stroke {
    var pressed = s
    pressed.force = HoverPreview.force
    let contact = ContactID(pen)
    b.handle(.down(contact, tip: pressed))
    b.handle(.up(contact, settled: [pressed]))
    guard case .stroke(let stroke) = try #require(b.appended.last).kind else {
      throw KeptDrawingError()
    }
    return stroke
  }
  private struct KeptDrawingError: Error {}

  @Test func `S24 S27 S89 the preview is the dot that a middling press leaves there`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<120 {
      let b = Bench()
      let brush = ToolPicker.brushes.randomElement(using: &random)!
      b.session.picker.select(.brush(brush))
      b.session.picker.setSize(.random(in: 1...40, using: &random))
      b.session.picker.setColor(Color(rgba: .random(in: 0 ... .max, using: &random)))
      b.session.picker.setOpacity(.random(in: 0.1...1, using: &random))
      b.session.forceCurve = ForceCurve(softness: .random(in: -1...1, using: &random))
      b.session.viewport.zoom(to: .random(in: 0.25...8, using: &random), about: Point(300, 200))
      b.session.viewport.rotate(to: .random(in: -3...3, using: &random), about: Point(10, 20))
      let s = sample(
        .random(in: 0...800, using: &random), .random(in: 0...600, using: &random),
        azimuth: .random(in: 0...6.28, using: &random),
        altitude: .random(in: 0.2...1.5, using: &random))
      var hover = Hover()
      hover.hover(pen, s)
      let preview = try #require(b.session.preview(of: hover))
      let element = try #require(preview.element)
      guard case .stroke(let foretold) = element.kind else {
        Issue.record("of another kind")
        return
      }
      let stroke = try dot(b, at: s)
      #expect(foretold.ink == stroke.ink)
      #expect(preview.position == s.position)
      // As it is shown, in the pixels of the view.
      let t = b.session.viewport.widgetFromCanvas
      let rasterizer = StrokePainter(paper: .light)
      let here = rasterizer.outline(of: foretold, deviceFromElement: t).bounds
      let there = rasterizer.outline(of: stroke, deviceFromElement: t).bounds
      #expect(abs(here.width - there.width) <= 1 && abs(here.height - there.height) <= 1)
      #expect(here.center.distance(to: there.center) <= 1)
      #expect(rasterizer.color(of: foretold.ink) == rasterizer.color(of: stroke.ink))
    }
  }

  @Test func `S24 a preview's nib is turned as that of the stroke which begins there`() throws {
    for altitude in stride(from: Float(1.2), through: .pi / 2, by: 0.02) {
      let b = Bench()
      let s = sample(azimuth: 4, altitude: altitude)
      var hover = Hover()
      hover.hover(pen, s)
      guard case .mark(_, let foretold) = try #require(b.session.preview(of: hover)).shape else {
        Issue.record("no mark")
        return
      }
      let first = try #require(dot(b, at: s).path.points.first)
      #expect(abs(first.azimuth - foretold.azimuth) < 0.01, "\(altitude)")
    }
  }

  @Test func `S24 erasers of each kind and both ends of a pen have the ring of their disc`() throws
  {
    for kind in Eraser.Kind.allCases {
      for (tool, held) in [
        (pen, Tool.eraser), (StylusTool(.eraser, serial: 7), .brush("pen")),
      ] {
        let b = Bench()
        b.session.picker.select(kind)
        b.session.picker.setSize(34)
        b.session.picker.select(held)
        b.session.viewport.zoom(to: 3, about: .zero)
        var hover = Hover()
        hover.hover(tool, sample())
        let preview = try #require(b.session.preview(of: hover))
        #expect(preview.shape == .eraser(kind, radius: 17))
        #expect(preview.element == nil)
      }
    }
    // And so has a brush whose button is held to erase.
    let b = Bench()
    b.session.isErasing = true
    var hover = Hover()
    hover.hover(pen, sample())
    #expect(b.session.preview(of: hover)?.shape == .eraser(.stroke, radius: 9))
  }

  // MARK: When

  @Test func `S98 no preview while anything draws, and one from the lifting on`() throws {
    let b = Bench()
    let contact = ContactID(pen)
    var hover = Hover()
    func handle(_ input: StylusInput) {
      hover.take(input)
      b.handle(input)
    }
    hover.hover(pen, sample())
    #expect(b.session.preview(of: hover) != nil)
    handle(.down(contact, tip: sample(100, 120)))
    #expect(b.session.preview(of: hover) == nil)
    handle(.move(contact, settled: [sample(140, 130)], tip: sample(150, 130)))
    #expect(b.session.preview(of: hover) == nil)
    handle(.up(contact, settled: [sample(160, 140)]))
    let back = try #require(b.session.preview(of: hover))
    #expect(back.position == Point(160, 140) && back.opacity == 1)

    // Another tool's drawing counts as well, and a pen that vanished hovers nowhere.
    let finger = ContactID(.finger, sequence: 4)
    handle(.down(finger, tip: sample(20, 20)))
    #expect(b.session.preview(of: hover) == nil)
    handle(.up(finger, settled: []))
    #expect(b.session.preview(of: hover)?.position == Point(160, 140))
    handle(.down(contact, tip: sample()))
    handle(.lost(contact))
    #expect(b.session.preview(of: hover) == nil)
  }

  @Test func `S97 drawing is the same without hovering, and hovering without drawing`() throws {
    let contact = ContactID(pen)
    let strokes: [[StylusInput]] = (0..<4).map { i in
      let y = 100 + 30 * Double(i)
      return [
        .down(contact, tip: sample(100, y)),
        .move(contact, settled: [sample(140, y + 5)], tip: sample(150, y + 6)),
        .up(contact, settled: [sample(160, y + 8)]),
      ]
    }
    // Drawing, once with all of hovering and once with none.
    let (both, drawing) = (Bench(), Bench())
    var hover = Hover()
    for stroke in strokes {
      hover.hover(pen, sample(90, 90))
      #expect(both.session.preview(of: hover) != nil)
      for input in stroke {
        hover.take(input)
        both.handle(input)
        drawing.handle(input)
      }
    }
    func boxes(_ b: Bench) -> [Rect] { b.session.drawing.elements.map(\.bounds) }
    #expect(boxes(both).count == 4 && boxes(both) == boxes(drawing))
    // Hovering, where nothing that touches is drawn.
    let hovering = Bench()
    var alone = Hover()
    for stroke in strokes {
      alone.hover(pen, sample(90, 90))
      #expect(hovering.session.preview(of: alone)?.position == Point(90, 90))
      for input in stroke { alone.take(input) }
      let back = try #require(hovering.session.preview(of: alone))
      guard case .up(_, let settled) = stroke[2] else {
        Issue.record("of another kind")
        return
      }
      #expect(back.position == settled.last?.position)
    }
    #expect(Array(hovering.session.drawing.elements).isEmpty)
  }

  @Test func `S23 a tool that goes takes its preview along, and only its own`() {
    let b = Bench()
    var hover = Hover()
    hover.hover(pen, sample())
    hover.hover(StylusTool(.eraser, serial: 7), nil)
    #expect(b.session.preview(of: hover) != nil)
    hover.hover(pen, nil)
    #expect(b.session.preview(of: hover) == nil && hover.tool == nil)
  }

  @Test func `a drawing that takes no ink shows none to come`() {
    let b = Bench()
    var hover = Hover()
    hover.hover(pen, sample())
    b.session.isReadOnly = true
    #expect(b.session.preview(of: hover) == nil)
  }

  @Test func `S30 S31 S101 which devices have a preview is a table`() {
    let table: [(StylusTool.Kind, off: Bool, pen: Bool, all: Bool)] = [
      (.pen, false, true, true), (.eraser, false, true, true), (.brush, false, true, true),
      (.pencil, false, true, true), (.airbrush, false, true, true), (.lens, false, false, true),
      (.mouse, false, false, true), (.finger, false, false, false),
    ]
    #expect(table.map(\.0) == StylusTool.Kind.allCases)
    for (kind, off, pen, all) in table {
      #expect(HoverPolicy.off.shows(kind) == off)
      #expect(HoverPolicy.pen.shows(kind) == pen)
      #expect(HoverPolicy.penAndMouse.shows(kind) == all)
    }
  }

  // MARK: Never acting

  @Test func `S26 10,000 random hover streams leave the drawing and the tools as they were`() {
    let b = Bench()
    b.line(100)
    b.line(200)
    b.session.picker.setColor(Color(rgba: 0x12_3456FF))
    let drawing = b.session.drawing.elements
    let (picker, view, told) = (b.session.picker, b.session.viewport, b.told.count)
    let position = b.session.history.position
    var random = SeededGenerator(seed: 3)
    var buttons = PenButtons()
    var modifier = HeldModifier()
    var outputs: [PenButtons.Output] = []
    for stream in 0..<10_000 {
      var hover = Hover()
      let kinds = StylusTool.Kind.allCases
      let tool = StylusTool(kinds.randomElement(using: &random)!, serial: UInt64(stream % 3))
      for step in 0..<Int.random(in: 1...12, using: &random) {
        let odd = random.once(in: 40)
        hover.hover(
          tool,
          random.once(in: 12)
            ? nil
            : StylusSample(
              position: odd
                ? Point(.nan, .infinity)
                : Point(
                  .random(in: -100...900, using: &random), .random(in: -100...700, using: &random)),
              time: Double(step), force: .random(in: 0...0.01, using: &random),
              distance: random.once(in: 3) ? nil : .random(in: 0...1, using: &random)))
        _ = b.session.preview(of: hover)
        // Time passes for whatever waits, too.
        outputs += buttons.wake(at: Double(stream))
        if modifier.isDue(at: Double(stream)) { Issue.record("a key that nobody pressed") }
      }
      outputs += buttons.leave(tool)
    }
    #expect(outputs.isEmpty)
    #expect(Array(b.session.drawing.elements) == Array(drawing))
    #expect(b.session.picker == picker && b.session.viewport == view)
    #expect(b.told.count == told && b.session.history.position == position)
  }
}
