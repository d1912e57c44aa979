import CCairo
import InkModel

/// A straight line of a paper's pattern, in canvas points.
struct PaperLine: Hashable, Sendable {
  var start: Point
  var end: Point
  var weight = Weight.usual

  enum Weight: CaseIterable, Hashable, Sendable {
    /// Between the lines that people count.
    case fine
    case usual
    /// What divides the page.
    case strong

    /// In canvas points; on a screen never less than a pixel.
    var width: Double {
      switch self {
      case .fine: 0.5
      case .usual: PaperRules.lineWidth
      case .strong: 1.5
      }
    }

    /// Of the lines' colour.
    var opacity: Double {
      switch self {
      case .fine: 0.6
      case .usual, .strong: 1
      }
    }
  }

  init(_ start: Point, _ end: Point, _ weight: Weight = .usual) {
    self.start = start
    self.end = end
    self.weight = weight
  }

  /// The part within a rectangle; `nil` where there is none (Liang and Barsky, 1984).
  func clipped(to box: Rect) -> PaperLine? {
    let d = end - start
    var (low, high) = (0.0, 1.0)
    for (p, q) in [
      (-d.dx, start.x - box.minX), (d.dx, box.maxX - start.x), (-d.dy, start.y - box.minY),
      (d.dy, box.maxY - start.y),
    ] {
      if p == 0 {
        if q < 0 { return nil }
      } else if p < 0 {
        low = max(low, q / p)
      } else {
        high = min(high, q / p)
      }
    }
    guard low < high else { return nil }
    return PaperLine(
      low > 0 ? start + d * low : start, high < 1 ? start + d * high : end, weight)
  }
}

extension Paper {
  /// The least distance between lines of a weight, in canvas points: where that is little on the screen they fade.
  func pitch(of weight: PaperLine.Weight) -> Double {
    switch (pattern, weight) {
    case (.hexagons, _): spacing / 2
    case (.logLog, .strong): spacing
    // From 3 to 4 (from 9 to 10 it is a third of that, which looks as it does on paper), and from 1.8 to 2.
    case (.logLog, .usual): spacing * 0.125
    case (.logLog, .fine): spacing * 0.0458
    // Between frames of A4.
    case (_, .strong) where pattern.isForm: 40
    default: spacing
    }
  }

  /// The opacity of lines of a weight where a canvas point is so many screen points.
  func fade(_ weight: PaperLine.Weight, scale: Double) -> Double {
    Self.fade(at: pitch(of: weight) * scale)
  }

  /// The opacity of the strongest of the pattern.
  func fade(scale: Double) -> Double {
    guard pattern != .plain else { return 0 }
    return hasWeights
      ? PaperLine.Weight.allCases.reduce(0) { max($0, fade($1, scale: scale)) }
      : fade(.usual, scale: scale)
  }

  /// Whether lines differ in weight, each of which fades by itself.
  var hasWeights: Bool { pattern.isForm || pattern == .logLog }
}

extension [PaperLine] {
  /// Strokes the lines as shapes, in canvas space.
  ///
  /// - Parameters:
  ///   - thinnest: The least width of a line, in canvas points.
  ///   - fade: How much of each weight is seen.
  func paint(
    _ color: Color, on cr: OpaquePointer, thinnest: Double,
    fade: (PaperLine.Weight) -> Double = { _ in 1 }
  ) {
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT)
    for weight in PaperLine.Weight.allCases {
      let own = filter { $0.weight == weight }
      let share = fade(weight) * weight.opacity
      guard !own.isEmpty, share > 0 else { continue }
      cairo_set_source(cr, color.faded(share))
      cairo_set_line_width(cr, Swift.max(weight.width, thinnest))
      for line in own {
        cairo_move_to(cr, line.start.x, line.start.y)
        cairo_line_to(cr, line.end.x, line.end.y)
      }
      cairo_stroke(cr)
    }
  }
}

extension Color {
  /// With a share of its opacity.
  func faded(_ share: Double) -> Color {
    var copy = self
    copy.alpha = UInt8((Double(alpha) * share).rounded())
    return copy
  }
}
