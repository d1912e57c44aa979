import InkModel

/// Ink as a line of JSON (RFC 8259, jsonlines.org): an object whose member `s` is a list of strokes,
/// each a flat list `x0,y0,dx,dy,dx,dy,…`: a first point, then steps, y growing downwards.
///
/// Other members are skipped, but for `id`, which is kept to be returned.
package struct InkLine: Sendable {
  package var strokes: [WrittenStroke]
  /// The value of `id` as JSON that says the same, or nil.
  package var id: String?

  /// The most bytes of a line.
  ///
  /// An hour of writing without a pause, some ten bytes a point at 240 points a second, has about
  /// half. Larger: a hostile line can take more memory, up to four times its size.
  package static let mostBytes = 16 << 20

  /// How deep arrays and objects may be nested, the line's own object being the first level.
  ///
  /// Ink needs three.
  package static let deepestNesting = 64

  /// The most strokes of a line.
  ///
  /// Three closely written pages have about as many; reading takes time in proportion, about 2 ms a stroke. Larger: a
  /// hostile line keeps whoever waits for it longer.
  package static let mostStrokes = 10_000

  /// What is wrong with a line.
  package enum Problem: Error, Sendable {
    /// It has more than ``InkLine/mostBytes``.
    case tooLong
    /// It is nested deeper than ``InkLine/deepestNesting``.
    case tooDeep
    /// It has more than ``InkLine/mostStrokes``.
    case tooManyStrokes
    /// It is not a JSON object.
    case notJSON
    /// It has no `s` that is a list of flat lists of pairs of numbers, finite and with finite sums.
    case noStrokes
  }

  package init(_ line: String) throws(Problem) {
    guard line.utf8.count <= Self.mostBytes else { throw .tooLong }
    var reader = JSONReader(bytes: Array(line.utf8), deepest: Self.deepestNesting)
    var strokes: [WrittenStroke]?
    var id: String?
    var hasStrokes = false
    let whole = reader.object { reader, key in
      switch key {
      case "s":
        hasStrokes = true
        let start = reader.position
        strokes = reader.strokes()
        if strokes != nil { return true }
        // Valid JSON that is no ink is another error than what is no JSON.
        reader.position = start
        return reader.skipValue()
      case "id":
        id = reader.normalizedValue()
        return id != nil
      default: return reader.skipValue()
      }
    }
    if reader.isTooDeep { throw .tooDeep }
    guard whole, reader.isAtEnd else { throw .notJSON }
    guard hasStrokes, let strokes else { throw .noStrokes }
    guard strokes.count <= Self.mostStrokes else { throw .tooManyStrokes }
    self.strokes = strokes
    self.id = id
  }
}

extension JSONReader {
  /// Strokes of steps; nil where it is anything else.
  fileprivate mutating func strokes() -> [WrittenStroke]? {
    var all: [WrittenStroke] = []
    let whole = array { reader in
      var points: [Point] = []
      var (x, y) = (0.0, 0.0)
      var waiting: Double?
      let flat = reader.array { reader in
        guard let v = reader.number() else { return false }
        if let dx = waiting {
          x += dx
          y += v
          guard x.isFinite, y.isFinite else { return false }
          points.append(Point(x, y))
          waiting = nil
        } else {
          waiting = v
        }
        return true
      }
      guard flat, waiting == nil else { return false }
      all.append(WrittenStroke(points))
      return true
    }
    return whole ? all : nil
  }
}
