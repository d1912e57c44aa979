/// The brushes that ship, by name and version.
///
/// An entry that has shipped is never edited: strokes in people's files name it.
public enum StockBrushes {
  public typealias Family = BrushFamily

  /// A round nib whose line grows with force, from a hairline to one and a half times its size.
  public static let pen = BrushFamily(
    name: "pen", version: 1, tip: BrushTip(breadth: 1, thickness: 1),
    behaviors: [BrushBehavior(.force, .size, ResponseCurve((0, 0.2), (1, 0.8)))])

  /// A broad nib, perpendicular to the pen's azimuth: thin along it, thick across; it spreads under
  /// force, and fast strokes are thinner.
  public static let fountainPen = BrushFamily(
    name: "fountainpen", version: 1,
    tip: BrushTip(breadth: 0.62, thickness: 0.15, direction: .azimuth(plus: .pi / 2)),
    behaviors: [
      BrushBehavior(.force, .size, ResponseCurve((0, 0.42), (0.5, 1), (1, 1.7))),
      BrushBehavior(.speed, .size, ResponseCurve((300, 1), (2200, 0.8))),
    ])

  /// Graphite: force makes it darker, the side of the lead shades broadly, and the tooth of the paper
  /// shows at any zoom.
  public static let pencil = pencil(
    version: 2,
    BrushTexture(
      grain: 2, roughness: 0.62, softness: 1, strength: 0.96, flatness: 0.35, tooth: .layered,
      relief: 0.15))

  /// The first pencil, whose grain is too fine to be seen at 100 % on a screen of scale 1.
  public static let smoothPencil = pencil(
    version: 1,
    BrushTexture(grain: 0.9, roughness: 0.78, softness: 0.8, strength: 0.92, flatness: 0.4))

  private static func pencil(version: Int, _ texture: BrushTexture) -> BrushFamily {
    BrushFamily(
      name: "pencil", version: version, tip: .round,
      behaviors: [
        BrushBehavior(.force, .flow, ResponseCurve((0, 0.1), (0.5, 1), (1, 2.8))),
        BrushBehavior(.force, .size, ResponseCurve((0, 0.85), (0.5, 1), (1, 1.2))),
        BrushBehavior(.altitude, .breadth, sideOfTheLead),
        BrushBehavior(.altitude, .flow, ResponseCurve((0.2, 0.45), (0.6, 0.6), (0.95, 1))),
      ], medium: .dry(texture))
  }

  /// Upright to about 50° the point alone touches; below 45° more and more of the lead's side does.
  private static let sideOfTheLead = ResponseCurve(
    (0.15, 14), (0.35, 9.5), (0.55, 5), (0.75, 1.8), (0.9, 1))

  /// A felt chisel that turns with the barrel, or stays perpendicular to the azimuth where the barrel
  /// rotation is not known; even, however often a stroke crosses itself.
  public static let marker = marker(version: 2, .barrel(plus: .pi / 2))

  /// The first marker, which does not use the barrel rotation.
  static let leaningMarker = marker(version: 1, .azimuth(plus: .pi / 2))

  private static func marker(version: Int, _ direction: BrushTip.Direction) -> BrushFamily {
    BrushFamily(
      name: "marker", version: version,
      tip: BrushTip(breadth: 0.56, thickness: 0.16, direction: direction),
      behaviors: [BrushBehavior(.force, .size, ResponseCurve((0, 0.9), (0.5, 1), (1, 1.1)))])
  }

  /// A broad chisel that stands nearly upright, so that a line of text is covered evenly; it lies
  /// below all other ink.
  public static let highlighter = BrushFamily(
    name: "highlighter", version: 1,
    tip: BrushTip(breadth: 0.5, thickness: 0.14, direction: .fixed(1.75)), band: .below)

  /// Soft hair: a point under no force, broad under much; fast strokes are thinner.
  public static let brush = BrushFamily(
    name: "brush", version: 1, tip: .round,
    behaviors: [
      BrushBehavior(.force, .size, ResponseCurve((0, 0.04), (0.25, 0.45), (0.5, 1), (1, 2.1))),
      BrushBehavior(.speed, .size, ResponseCurve((400, 1), (1200, 0.85), (2600, 0.6))),
    ])

  /// Wax on the tooth of the paper: the grains take it first, drawn out along the stroke; force
  /// fills the valleys between them.
  public static let crayon = BrushFamily(
    name: "crayon", version: 2, tip: .round,
    behaviors: [
      BrushBehavior(.force, .flow, ResponseCurve((0, 0.2), (0.5, 1), (1, 3.4))),
      BrushBehavior(.force, .size, ResponseCurve((0, 0.85), (0.5, 1), (1, 1.12))),
      BrushBehavior(.altitude, .breadth, lyingWax),
    ],
    medium: .dry(
      BrushTexture(
        grain: 2.2, roughness: 0.82, softness: 0.95, strength: 1, flatness: 0.5, tooth: .layered,
        relief: 0.16, drag: 0.8)))

  /// The first crayon: dots on the grains, never quite closed.
  public static let stippledCrayon = BrushFamily(
    name: "crayon", version: 1, tip: .round,
    behaviors: [
      BrushBehavior(.force, .flow, ResponseCurve((0, 0.25), (0.5, 1), (1, 2.6))),
      BrushBehavior(.force, .size, ResponseCurve((0, 0.85), (0.5, 1), (1, 1.12))),
      BrushBehavior(.altitude, .breadth, lyingWax),
    ],
    medium: .dry(
      BrushTexture(
        grain: 1.7, roughness: 0.95, softness: 0.5, strength: 0.96, flatness: 0.8)))

  private static let lyingWax = ResponseCurve((0.2, 3), (0.5, 2), (0.9, 1))

  /// A round brush full of thinned colour: broader under force; even inside, darker where it ends.
  public static let watercolor = BrushFamily(
    name: "watercolor", version: 1, tip: .round,
    behaviors: [
      BrushBehavior(.force, .size, ResponseCurve((0, 0.25), (0.5, 1), (1, 1.7))),
      BrushBehavior(.speed, .size, ResponseCurve((600, 1), (2600, 0.8))),
    ],
    medium: .wash(
      BrushWash(tone: 0.43, edge: 3, raggedness: 0.9, granulation: 0.1, grain: 9)))

  /// Every family in every version, in the order in which they are offered.
  public static let all = [
    pen, fountainPen, smoothPencil, pencil, leaningMarker, marker, highlighter, brush,
    stippledCrayon, crayon, watercolor,
  ]

  /// What each brush draws with in a fresh profile, in the order in which they are offered: the
  /// newest version of each, with a colour (its alpha is the opacity) and a size that suit it.
  ///
  /// Writing in them can be read: on both papers each has a contrast of 4.5:1 or more with
  /// the sheet that shines through. The highlighter need not: it lies behind ink, whose contrast
  /// it must not lower, and is not used alone for writing. Of watercolour the edge has it, too.
  public static let inks = [
    Ink(pen, .ink, size: 2),
    Ink(fountainPen, Color(rgba: 0x1B2F_6BFF), size: 3),
    Ink(pencil, Color(rgba: 0x3A3B_40FF), size: 2.5),
    Ink(marker, Color(rgba: 0xB016_30D8), size: 8),
    Ink(highlighter, Color(rgba: 0xFFD9_0080), size: 18),
    Ink(brush, .ink, size: 6),
    Ink(crayon, Color(rgba: 0x2C7D_37FF), size: 9),
    Ink(watercolor, Color(rgba: 0x1A50_A0D8), size: 14),
  ]

  /// The family of a stored ink, or the pen where this version of the app does not know it.
  public static func family(of ink: Ink) -> BrushFamily {
    all.first { $0.version == ink.brushVersion && $0.name == ink.brush } ?? pen
  }
}

extension Ink {
  /// The ink of a brush.
  public init(_ family: BrushFamily, _ color: Color, size: Double) {
    self.init(brush: family.name, brushVersion: family.version, color: color, size: size)
  }
}

extension Ink {
  /// The colour to paint with on a paper.
  ///
  /// ``Color/resolved(on:of:)`` of its brush's band.
  public func color(on paper: PaperStyle) -> Color {
    // The band is looked up only where it matters.
    paper == .dark
      ? color.resolved(on: paper, of: StockBrushes.family(of: self).band)
      : color.resolved(on: paper)
  }
}

extension Color {
  /// The colour to paint with on a paper, of ink in a band.
  ///
  /// ``resolved(on:)``, except for ink of the lower band: that highlights the paper and is not read itself, so on
  /// dark paper it keeps its hue, faint enough for light ink on it to be read.
  public func resolved(on paper: PaperStyle, of band: LayerBand) -> Color {
    guard paper == .dark, band == .below else { return resolved(on: paper) }
    return with(alpha: Double(alpha) / 255 * 0.6)
  }
}
