/// What a step did, by the word that files keep; the shell turns it into a sentence.
public struct EditLabel: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let draw = EditLabel(rawValue: "draw")
  public static let erase = EditLabel(rawValue: "erase")
}

/// A change of a drawing as a value: the one thing that undo, repainting and saving all read.
///
/// Every change, a move or a new colour too, is a set of element versions that vanish and a set
/// that appear.
public struct DrawingEdit: Hashable, Sendable {
  public var label: EditLabel
  public var removed: [Element]
  public var inserted: [Element]
  /// Contents that `inserted` names and that the file does not hold yet.
  public var contents: [StrokeContent]

  public init(
    label: EditLabel, removed: [Element] = [], inserted: [Element] = [],
    contents: [StrokeContent] = []
  ) {
    self.label = label
    self.removed = removed
    self.inserted = inserted
    self.contents = contents
  }

  /// The edit that takes this one back.
  ///
  /// Its contents are in the file already.
  public var inverse: DrawingEdit {
    DrawingEdit(label: label, removed: inserted, inserted: removed)
  }

  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  /// The box of everything that looks different afterwards, in canvas space.
  public var damage: Rect {
    var r = Rect.empty
    for e in removed { r = r.union(e.bounds) }
    for e in inserted { r = r.union(e.bounds) }
    return r
  }
}

/// Why an edit does not fit a drawing; the drawing is as it was.
public enum DrawingError: Error, Hashable, Sendable {
  /// The edit removes an element that the drawing does not hold.
  case missing(ElementID)
  /// The edit inserts an element that the drawing holds already.
  case duplicate(ElementID)
}
