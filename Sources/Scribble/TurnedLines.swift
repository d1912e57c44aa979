import InkModel

/// The lines of a text that is turned on the screen, in points in which they are level.
///
/// Shapes are told along the lines: a line below a word rises on the screen as the word does.
public struct TurnedLines: Hashable, Sendable {
  /// From the points of the field's carets to those in which its lines are level, as large.
  public var levelFromField: AffineTransform
  /// See ``FieldText/carets`` and ``FieldText/sides``.
  public var carets: [Rect]
  public var sides: [FieldText.Sides]

  public init(levelFromField: AffineTransform, carets: [Rect], sides: [FieldText.Sides] = []) {
    (self.levelFromField, self.carets, self.sides) = (levelFromField, carets, sides)
  }
}

extension FieldText {
  /// The field in points in which its lines are level.
  var leveled: FieldText {
    guard let turned else { return self }
    var field = self
    (field.carets, field.sides, field.turned) = (turned.carets, turned.sides, nil)
    return field
  }

  /// A point of the field where ``leveled`` has it.
  func level(_ point: Point) -> Point { turned?.levelFromField(point) ?? point }

  /// A stroke over the field where ``leveled`` has it.
  func level(_ stroke: [Point]) -> [Point] {
    guard let turned else { return stroke }
    return stroke.map { turned.levelFromField($0) }
  }
}
