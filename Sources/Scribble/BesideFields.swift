import InkModel

/// Tells which of several fields takes a stroke that begins beside them, in the gap between two lines of a form.
public enum BesideFields {
  /// The part of a stroke's length that has to lie in a field for that to take it.
  ///
  /// If it is less, a tail that grazes the next field takes a word there; if it is more, a capital is the field's above that
  /// reaches only a little into its own: of “Monday”, 48 points high, a fifth of the first stroke does.
  public static let leastShare = 0.1

  /// The index of the frame in which more of a stroke lies than in that of the field beside which it begins; `nil` where
  /// there is none, and where it begins in the field.
  ///
  /// - Parameters:
  ///   - own: The frame of the field that is nearest to the stroke's first point.
  ///   - others: The frames of other fields.
  public static func taker(of stroke: [Point], beside own: Rect, among others: [Rect]) -> Int? {
    guard let start = stroke.first, !own.contains(start) else { return nil }
    let shares = others.map { share(of: stroke, in: $0) }
    guard let most = shares.indices.max(by: { shares[$0] < shares[$1] }),
      shares[most] >= leastShare, shares[most] > share(of: stroke, in: own)
    else { return nil }
    return most
  }

  /// The part of a stroke's length that lies in a frame, from 0 to 1; 0 for a dot.
  ///
  /// By length, since a pen that rests tells of many points.
  public static func share(of stroke: [Point], in frame: Rect) -> Double {
    var (all, inside) = (0.0, 0.0)
    for (a, b) in zip(stroke, stroke.dropFirst()) {
      let length = a.distance(to: b)
      guard length > 0 else { continue }
      all += length
      // Pieces no longer than a point.
      let count = Int(length.rounded(.up))
      let insideCount = (0..<count).count {
        frame.contains(a.lerp(to: b, (Double($0) + 0.5) / Double(count)))
      }
      inside += length * Double(insideCount) / Double(count)
    }
    return all > 0 ? inside / all : 0
  }
}
