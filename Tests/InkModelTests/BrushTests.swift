import Glibc
import InkModel
import InkTestSupport
import Testing

@Suite struct `Brushes` {
  private static func ink(_ family: BrushFamily) -> Ink {
    Ink(family, .ink, size: 8)
  }

  /// What a mark is like, one number each.
  private struct Mark {
    var size: Double
    var slenderness: Double
    var flow: Double

    init(_ mark: BrushMark) {
      size = mark.radius
      slenderness = mark.reach / mark.radius
      flow = mark.flow
    }

    func value(_ property: BrushBehavior.Property) -> Double {
      switch property {
      case .size: size
      case .breadth: slenderness
      case .flow: flow
      }
    }
  }

  private static func sweep(
    _ family: BrushFamily, _ axis: BrushBehavior.Axis, steps: Int = 512
  ) -> [Mark] {
    var marks: [Mark] = []
    for i in 0...steps {
      let t = Float(i) / Float(steps)
      var hand = BrushHand(ink(family))
      var (a, b) = (StrokePoint(x: 0, y: 0), StrokePoint(x: 0, y: 0, timeOffset: 0.001))
      switch axis {
      case .force: b.force = t
      case .altitude: b.altitude = t * .pi / 2
      case .speed: b.x = t * 4
      case .age:
        a.timeOffset = t
        b.timeOffset = t + 0.001
      case .distance:
        // There and at rest: it is not for the speed.
        _ = hand.mark(StrokePoint(x: -400 * t, y: 0, timeOffset: -1))
      }
      _ = hand.mark(a)
      marks.append(Mark(hand.mark(b)))
    }
    return marks
  }

  @Test(arguments: StockBrushes.all)
  func `S13 each thing the hand does changes what its brush says, evenly, and nothing else`(
    family: BrushFamily
  ) {
    for axis in BrushBehavior.Axis.allCases {
      let marks = Self.sweep(family, axis)
      let meant = Set(family.behaviors.filter { $0.axis == axis }.map(\.property))
      for property in BrushBehavior.Property.allCases {
        let values = marks.map { $0.value(property) }
        let steps = zip(values, values.dropFirst()).map { $1 - $0 }
        let noise = 1e-9
        if meant.contains(property) {
          let rises = steps.allSatisfy { $0 >= -noise }
          let falls = steps.allSatisfy { $0 <= noise }
          #expect(rises != falls, "\(family.name): \(property) by \(axis)")
        } else {
          #expect(
            steps.allSatisfy { abs($0) <= noise }, "\(family.name): \(property) by \(axis)")
        }
      }
    }
  }

  @Test(arguments: StockBrushes.all)
  func `S15 S17 2048 steps of force change a mark smoothly, by less than 2 % of its width each`(
    family: BrushFamily
  ) {
    let marks = Self.sweep(family, .force, steps: 2048)
    let full = marks.map(\.size).max() ?? 0
    let flow = marks.map(\.flow).max() ?? 0
    for (a, b) in zip(marks, marks.dropFirst()) {
      #expect(abs(b.size - a.size) <= 0.02 * a.size || abs(b.size - a.size) < 0.002 * full)
      #expect(abs(b.slenderness - a.slenderness) <= 0.02 * a.slenderness)
      #expect(abs(b.flow - a.flow) <= 0.005 * flow)
    }
  }

  @Test(arguments: StockBrushes.all)
  func `S16 a broad nib turns with the azimuth: period 180°, no jump anywhere`(
    family: BrushFamily
  ) {
    // Flat enough for the pencil's side, too.
    let widths = (0..<720).map { i in
      family.mark(
        Self.ink(family),
        at: StrokePoint(x: 0, y: 0, altitude: 0.4, azimuth: Float(i) / 720 * 2 * .pi)
      ).width(across: 0)
    }
    let (least, most) = (widths.min() ?? 0, widths.max() ?? 0)
    for i in 0..<720 {
      #expect(abs(widths[i] - widths[(i + 360) % 720]) < 1e-4 * most)
      #expect(abs(widths[i] - widths[(i + 1) % 720]) < 0.01 * most)
    }
    guard most > 1.001 * least else { return }
    if case .fixed = family.tip.direction { return }
    // Two thick and two thin directions in a turn, evenly in between.
    let rising = (0..<720).map { widths[($0 + 1) % 720] > widths[$0] }
    #expect((0..<720).count { rising[$0] != rising[($0 + 1) % 720] } == 4)
  }

  @Test func `S13 S16 fountain pen and marker follow the azimuth, the pencil's side too`() {
    for (family, altitude) in [
      (StockBrushes.fountainPen, Float(1)), (StockBrushes.marker, 1), (StockBrushes.pencil, 0.4),
    ] {
      let along = family.mark(
        Self.ink(family), at: StrokePoint(x: 0, y: 0, altitude: altitude, azimuth: 0))
      let across = family.mark(
        Self.ink(family), at: StrokePoint(x: 0, y: 0, altitude: altitude, azimuth: .pi / 2))
      let ratio = along.width(across: 0) / across.width(across: 0)
      // The chisels stand square to the pen, the lead's side lies along it.
      #expect(family == StockBrushes.pencil ? ratio < 1 / 3.0 : ratio > 3)
    }
  }

  @Test
  func `S16 a marker turns with the barrel where the pen tells how that is turned`()
    throws
  {
    func edge(roll: Float?, azimuth: Float) throws -> Vector {
      var stroke = WetStroke(tool: StylusTool(.pen), ink: Self.ink(StockBrushes.marker), seed: 1)
      stroke.append(
        (0..<12).map {
          StylusSample(
            position: Point(Double($0) * 3, 0), time: Double($0) / 240, azimuth: azimuth, roll: roll
          )
        })
      let path = try #require(stroke.finished(id: ContentID(1))).path
      let marks = path.points.map { StockBrushes.marker.mark(stroke.ink, at: $0) }
      let first = try #require(marks.first)
      #expect(marks.allSatisfy { ($0.edge - first.edge).length < 1e-3 })
      return first.edge
    }
    let resting = try edge(roll: 0, azimuth: 3)
    // In its neutral position the nib lies as in most hands, however the pen leans.
    #expect((try edge(roll: nil, azimuth: StrokePoint.defaultAzimuth) - resting).length < 1e-3)
    #expect((try edge(roll: 0, azimuth: 1) - resting).length < 1e-3)
    for roll in stride(from: Float(0.2), to: 6.2, by: 0.3) {
      let turned = try edge(roll: roll, azimuth: 3)
      #expect((AffineTransform.rotation(Double(roll))(resting) - turned).length < 1e-3)
    }
    // Where nothing tells how the barrel is turned, the lean decides, as it always did.
    let leaning = try edge(roll: nil, azimuth: 3)
    #expect((leaning - resting).length > resting.length / 4)
    #expect(
      StockBrushes.all.filter { $0.name == "marker" }.allSatisfy { family in
        let mark = family.mark(
          Self.ink(family), at: StrokePoint(x: 0, y: 0, azimuth: 3))
        return (mark.edge - leaning).length < 1e-3
      })
  }

  @Test func `S3 S14 an upright pencil is a point, and below 45° its side shades along the pen`() {
    func mark(_ degrees: Float) -> BrushMark {
      StockBrushes.pencil.mark(
        Self.ink(StockBrushes.pencil),
        at: StrokePoint(x: 0, y: 0, altitude: degrees / 180 * .pi, azimuth: 0))
    }
    let (upright, held, low, flat) = (mark(90), mark(60), mark(30), mark(15))
    #expect(upright == held && upright.edge == .zero)
    #expect(low.reach > 4 * upright.reach && flat.reach > 8 * upright.reach)
    #expect(flat.reach > 1.5 * low.reach)
    #expect(low.radius == upright.radius && abs(low.edge.dy) < 1e-6)
  }

  @Test(arguments: StockBrushes.all)
  func `S18 a tool without axes makes the mark of a middling hand, as wide as its size`(
    family: BrushFamily
  ) {
    let mark = family.mark(Self.ink(family), at: StrokePoint(x: 0, y: 0))
    let told = family.mark(
      Self.ink(family),
      at: StrokePoint(x: 0, y: 0, force: 0.5, altitude: .pi / 3, azimuth: .pi / 4))
    #expect(mark == told)
    #expect(abs(2 * mark.reach / 8 - 1) < 0.3, "\(family.name): \(2 * mark.reach)")
    #expect(abs(mark.flow - 1) < 1e-9)
  }

  @Test(arguments: StockBrushes.all)
  func `no mark reaches farther than its brush says`(family: BrushFamily) {
    var g = SeededGenerator(seed: 5)
    let ink = Self.ink(family)
    var hand = BrushHand(ink)
    for i in 0..<2000 {
      let mark = hand.mark(
        StrokePoint(
          x: Float.random(in: 0...30, using: &g), y: Float.random(in: 0...30, using: &g),
          force: Float.random(in: 0...1, using: &g),
          altitude: Float.random(in: 0...(.pi / 2), using: &g),
          azimuth: Float.random(in: 0..<(2 * .pi), using: &g), timeOffset: Float(i) * 0.01))
      #expect(mark.reach <= family.reach(ink) * 1.000_001 && mark.radius > 0)
    }
  }

  @Test(arguments: StockBrushes.all)
  func `a fragment's marks are its parent's`(family: BrushFamily) {
    let path = SyntheticInk.word(
      at: Point(30, 200), width: 320, height: 120, loops: 5, samples: 300)
    let ink = Self.ink(family)
    var whole = BrushHand(ink, along: path)
    let marks = path.points.map { whole.mark($0) }
    for from in [0, 1, 57, 200] {
      let piece = StrokePath(Array(path.points[from..<(from + 60)]))
      var hand = BrushHand(ink, along: piece)
      // The cut point itself goes by the chord after it, every other by the one before.
      for (i, p) in piece.points.enumerated() {
        let mark = hand.mark(p)
        if i > 0 || from == 0 { #expect(mark == marks[from + i]) }
        #expect(abs(mark.reach / marks[from + i].reach - 1) < 0.05)
      }
    }
  }

  @Test func `S13 a brush can go by the distance walked, and a fragment goes on where it was cut`()
  {
    // It runs dry: thinner and paler from its tenth size to its fortieth.
    let family = BrushFamily(
      name: "dry", version: 1, tip: .round,
      behaviors: [
        BrushBehavior(.distance, .size, ResponseCurve((10, 1), (40, 0.4))),
        BrushBehavior(.distance, .flow, ResponseCurve((10, 1), (40, 0.2))),
      ])
    let ink = Self.ink(family)
    let path = SyntheticInk.word(
      at: Point(30, 200), width: 320, height: 120, loops: 5, samples: 300)
    var hand = BrushHand(ink, of: family)
    let marks = path.points.map { hand.mark($0) }
    for (i, mark) in marks.enumerated() {
      let distance = Double(path.length(of: 0...Double(i))) / ink.size
      let dryness = min(max((distance - 10) / 30, 0), 1)
      #expect(abs(mark.radius - 4 * (1 - 0.6 * dryness)) < 0.01)
      #expect(abs(mark.flow - (1 - 0.8 * dryness)) < 0.01)
      let there = family.mark(ink, on: path, at: Double(i))
      #expect(abs(there.radius - mark.radius) < 0.01 && abs(there.flow - mark.flow) < 0.01)
    }
    #expect(marks[0].radius == 4 && marks[marks.count - 1].radius < 1.7)
    // What a copy keeps of a stroke whose beginning is erased.
    let whole = Stroke(content: ContentID(1), ink: ink, path: path, seed: 1)
    var cut = whole
    cut.spans = [100...path.span.upperBound]
    let rest = cut.trimmed.path
    #expect(rest.points.count == path.points.count - 100 && rest.lead > 20)
    var other = BrushHand(ink, of: family, along: rest)
    for (i, p) in rest.points.enumerated() {
      #expect(abs(other.mark(p).radius - marks[i + 100].radius) < 0.01)
    }
  }

  @Test func `the brushes that shipped are what they were`() {
    // The pen is the one that people's files already hold.
    let pen = StockBrushes.pen
    for force in [Float(0), 0.25, 0.5, 1] {
      let mark = pen.mark(.standard, at: StrokePoint(x: 0, y: 0, force: force, altitude: 0.2))
      #expect(mark == BrushMark(radius: 2 * (0.2 + (0.8 - 0.2) * Double(force))))
    }
    #expect(pen.band == .above && pen.medium == .ink)
    // Of pencil and crayon the first versions have the look that their strokes were drawn with.
    func first(_ name: String) -> BrushFamily {
      StockBrushes.family(of: Ink(brush: name, brushVersion: 1, color: .ink, size: 2))
    }
    let graphite = BrushTexture(
      grain: 0.9, roughness: 0.78, softness: 0.8, strength: 0.92, flatness: 0.4)
    #expect(first("pencil").medium == .dry(graphite))
    let wax = BrushTexture(
      grain: 1.7, roughness: 0.95, softness: 0.5, strength: 0.96, flatness: 0.8)
    let crayon = first("crayon")
    #expect(crayon.medium == .dry(wax))
    let hard = crayon.mark(
      Ink(crayon, .ink, size: 10), at: StrokePoint(x: 0, y: 0, force: 1, altitude: 1.2))
    #expect(abs(hard.flow - 2.6) < 1e-9 && abs(hard.radius - 5.6) < 1e-9)
  }

  @Test func `each brush on offer is one that ships, in its newest version, once`() {
    #expect(
      StockBrushes.inks.map(\.brush)
        == [
          "pen", "fountainpen", "pencil", "marker", "highlighter", "brush", "crayon", "watercolor",
        ])
    for ink in StockBrushes.inks {
      let family = StockBrushes.family(of: ink)
      #expect(family.name == ink.brush && family.version == ink.brushVersion)
      let versions = StockBrushes.all.filter { $0.name == ink.brush }.map(\.version)
      #expect(versions.max() == ink.brushVersion && Set(versions).count == versions.count)
    }
    #expect(StockBrushes.inks[0] == .standard)
  }

  @Test func `a brush of another version of the app is drawn as a pen`() {
    var ink = Ink.standard
    ink.brush = "laser"
    #expect(StockBrushes.family(of: ink) == StockBrushes.pen)
    ink = Ink(StockBrushes.pencil, .ink, size: 2)
    ink.brushVersion = 99
    #expect(StockBrushes.family(of: ink) == StockBrushes.pen)
  }

  @Test func `a response curve runs through its handles and rises only where they do`() {
    var g = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      var (x, y) = (0.0, 0.0)
      let handles = (0..<Int.random(in: 2...6, using: &g)).map { _ in
        x += Double.random(in: 0.01...1, using: &g)
        y += Double.random(in: 0...1, using: &g)
        return ResponseCurve.Handle(x, y)
      }
      let curve = ResponseCurve(handles)
      for h in handles { #expect(abs(curve(h.x) - h.y) < 1e-12) }
      let values = (-10...400).map { curve(x * Double($0) / 390) }
      for (a, b) in zip(values, values.dropFirst()) { #expect(b >= a - 1e-12) }
      #expect(values.min()! >= curve.minimum && values.max()! <= curve.maximum + 1e-12)
    }
  }
}
