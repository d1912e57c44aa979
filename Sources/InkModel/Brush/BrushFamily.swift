/// A brush as data: the shape of its tip, and how its marks depend on the tool's axes.
///
/// 1. ``StockBrushes`` lists the families that ship; ``StockBrushes/family(of:)`` finds the one that
///    an ``Ink`` names.
/// 2. ``BrushHand`` turns the points of a path into ``BrushMark``s, one by one.
/// 3. Painting covers what the marks sweep from point to point, as the ``medium`` says: evenly, as the
///    grain of the paper lets it through, or as a wash with a darker edge.
///
/// **The law of fragments.** What is painted at a position depends on the points of the path there (and
/// on the chord that led to them), on how far along the line they lie, and on the position itself: never
/// on a point's index or on what comes later. So a stroke in progress shows what it
/// will show when it is done, and a fragment (a range of a parent's path, cut points included)
/// paints what the whole did, except within a mark's reach of the cut. A brush that changes along the
/// stroke depends on ``StrokePoint/timeOffset``, which fragments keep, or on the distance, for which
/// they keep ``StrokePath/lead``.
public struct BrushFamily: Hashable, Sendable {
  /// The name that files keep.
  public let name: String
  /// From 1; a family that has shipped in a version never changes in it.
  public let version: Int
  public let tip: BrushTip
  public let behaviors: [BrushBehavior]
  /// What the marks are made of.
  public let medium: BrushMedium
  public let band: LayerBand

  public init(
    name: String, version: Int, tip: BrushTip, behaviors: [BrushBehavior] = [],
    medium: BrushMedium = .ink, band: LayerBand = .above
  ) {
    self.name = name
    self.version = version
    self.tip = tip
    self.behaviors = behaviors
    self.medium = medium
    self.band = band
  }

  /// The most that any mark under `ink` reaches from its point, in canvas points.
  public func reach(_ ink: Ink) -> Double {
    var size = max(tip.breadth, tip.thickness)
    for behavior in behaviors where behavior.property != .flow {
      let most = behavior.curve.maximum
      size *= behavior.property == .breadth ? max(most, 1) : most
    }
    return max(ink.size * size, BrushMark.leastRadius)
  }

  /// The mark of this brush under `ink` at one point, at speed and distance 0.
  public func mark(_ ink: Ink, at point: StrokePoint) -> BrushMark {
    mark(ink, at: point, speed: 0, distance: 0)
  }

  /// The same at a path parameter, at speed 0.
  public func mark(_ ink: Ink, on path: StrokePath, at parameter: Double) -> BrushMark {
    let distance =
      usesDistance ? Double(path.lead) + Double(path.length(of: 0...max(parameter, 0))) : 0
    return mark(ink, at: path.point(at: parameter), speed: 0, distance: distance)
  }

  var usesDistance: Bool { behaviors.contains { $0.axis == .distance } }
}

/// What a brush's marks are made of.
public enum BrushMedium: Hashable, Sendable {
  /// Covers evenly, however often a stroke crosses itself.
  case ink
  /// Dry colour, which the grain of the paper shows through.
  case dry(BrushTexture)
  /// Colour in much water, which dries with a darker edge.
  case wash(BrushWash)

  /// About how much of a mark's area its colour covers at half force, 0 … 1.
  public var cover: Double {
    switch self {
    case .ink: 1
    case .dry: 0.6
    case .wash(let wash): wash.tone
    }
  }
}

/// The shape of a brush's tip where it touches the paper: a bar with round ends.
public struct BrushTip: Hashable, Sendable {
  /// The direction of the long side of a tip.
  public enum Direction: Hashable, Sendable {
    /// Radians from +x towards +y, whatever the tool's axes.
    case fixed(Double)
    /// The tool's azimuth plus so many radians.
    case azimuth(plus: Double)
    /// The barrel's direction plus so many radians; the azimuth's where the tool does not report its
    /// barrel rotation.
    case barrel(plus: Double)
  }

  /// Half the length of the long side, ends included, as a multiple of the ink's size.
  public let breadth: Double
  /// Half the length of the short side, as a multiple of the ink's size; the radius of the ends.
  public let thickness: Double
  public let direction: Direction

  public init(breadth: Double, thickness: Double, direction: Direction = .azimuth(plus: 0)) {
    self.breadth = breadth
    self.thickness = thickness
    self.direction = direction
  }

  /// A round tip as wide as the ink's size.
  public static let round = BrushTip(breadth: 0.5, thickness: 0.5)
}

/// How one property of a mark depends on one axis.
public struct BrushBehavior: Hashable, Sendable {
  /// What the property depends on.
  public enum Axis: Hashable, Sendable, CaseIterable {
    /// 0 … 1.
    case force
    /// Radians, 0 flat … π/2 upright.
    case altitude
    /// Canvas points a second along the chord that led to the point.
    case speed
    /// Seconds since the tool touched.
    case age
    /// How far along the line from where the tool touched, as a multiple of the ink's size.
    ///
    /// In a copy that leaves out what was erased, a gap in the line counts as if it were straight.
    case distance
  }

  /// What changes: continuous properties only, so that no force switches anything on or off.
  public enum Property: Hashable, Sendable, CaseIterable {
    /// Both sides of the tip.
    case size
    /// The long side alone.
    case breadth
    /// The amount of colour, for brushes with a texture.
    case flow
  }

  public let axis: Axis
  public let property: Property
  /// What the property is multiplied with.
  public let curve: ResponseCurve

  public init(_ axis: Axis, _ property: Property, _ curve: ResponseCurve) {
    self.axis = axis
    self.property = property
    self.curve = curve
  }
}

/// Which end of its layer's order a new element is added at; see ``Drawing/order(of:)``.
public enum LayerBand: Hashable, Sendable {
  /// Above every element of the layer.
  case above
  /// Below every element of the layer, whenever it is added, but above the pictures that it lies over: highlighters.
  case below
}

/// How a dry colour sits on the grain of the paper.
///
/// The colour is added up along the stroke at each position; the paper's height there
/// decides how much of it shows. The grain is a function of the position alone, in the space the
/// stroke was drawn in.
public struct BrushTexture: Hashable, Sendable {
  /// The relief of the paper.
  public enum Tooth: Hashable, Sendable {
    /// Grains of one width, not shown where a grain is smaller than two device pixels.
    case single
    /// Grains of several widths, of which at any zoom those show that are two device pixels or wider.
    case layered
  }

  /// The distance from one grain of the paper to the next, in canvas points.
  public let grain: Double
  /// How much of what shows the grain decides: 0 nothing … 1 all.
  public let roughness: Double
  /// How gradually a grain is covered: near 0 sharply … 1 evenly.
  public let softness: Double
  /// The most that one stroke covers, however often it passes: 0 … 1.
  public let strength: Double
  /// How flat the mark is across: 0 densest along its middle … 1 the same up to its edge.
  public let flatness: Double
  public let tooth: Tooth
  /// How much less shows in the deepest valleys than on the grains, even where all is covered: 0 … 1.
  public let relief: Double
  /// How far soft colour is drawn out along the stroke on either side of a grain, in canvas points.
  ///
  /// 0 for colour that stays where it is rubbed off. For the layered tooth only.
  public let drag: Double

  public init(
    grain: Double, roughness: Double, softness: Double, strength: Double, flatness: Double,
    tooth: Tooth = .single, relief: Double = 0, drag: Double = 0
  ) {
    self.grain = grain
    self.roughness = roughness
    self.softness = softness
    self.strength = strength
    self.flatness = flatness
    self.tooth = tooth
    self.relief = relief
    self.drag = drag
  }
}

/// How colour in much water dries on the paper: an even wash, darker where it ends.
///
/// What shows at a position depends on how far it lies within the stroke, wherever the stroke crosses
/// itself: one stroke is one pool of water. Strokes above each other are glazes, each on the ones below.
public struct BrushWash: Hashable, Sendable {
  /// The coverage inside, as a share of that at the edge: 0 … 1.
  public let tone: Double
  /// The width of the darker edge, in canvas points, above 0.
  public let edge: Double
  /// How far the relief of the paper holds the edge back at most, in canvas points.
  public let raggedness: Double
  /// How much more colour settles in the valleys of the paper than on average, as a share of the tone:
  /// 0 … 1.
  public let granulation: Double
  /// The distance from one grain of the paper to the next, in canvas points.
  public let grain: Double

  public init(
    tone: Double, edge: Double, raggedness: Double, granulation: Double, grain: Double
  ) {
    self.tone = tone
    self.edge = edge
    self.raggedness = raggedness
    self.granulation = granulation
    self.grain = grain
  }
}
