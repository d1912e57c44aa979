import InkModel

/// A gesture that waits for the pause.
struct HeldGesture: Hashable, Sendable {
  /// Its ink, which is shown meanwhile.
  var stroke: [Point]
  /// What it does to the text as the gestures before it leave that.
  var gesture: TextGesture
  /// Whether ink was there before it that is not read yet.
  var followsInk: Bool
}

// Gestures that wait for the pause, as words do, in a field that an edit or a selection would change at once
// (``ScribbleSession/holdsGestures``).
extension ScribbleSession {
  /// Whether there are any.
  public var hasHeldGestures: Bool { !held.list.isEmpty }

  /// All strokes that are shown: those of gestures that wait, and ``ink``.
  public var shownInk: [[Point]] { held.list.map(\.stroke) + ink }

  /// Lets a gesture wait for the pause.
  ///
  /// - Parameter field: The field as it is.
  mutating func hold(_ gesture: TextGesture, by stroke: [Point], in field: FieldText) {
    // Of a text that is no longer there.
    if !held.scalars.isSame(as: field.scalars) { held.list = [] }
    held.scalars = field.scalars
    held.list.append(
      HeldGesture(stroke: stroke, gesture: gesture, followsInk: !ink.isEmpty))
  }

  /// A field as the gestures that wait leave it, with what stays of its text where it is seen now.
  ///
  /// So the next gesture is taken for what it is drawn over, and acts on the text that it finds.
  func expected(_ field: FieldText) -> FieldText {
    guard held.scalars.isSame(as: field.scalars) else { return field }
    return held.list.reduce(field) { field, held in
      switch held.gesture {
      case .edit(let edit): return field.edited(by: edit)
      case .select(let range):
        var selected = field
        selected.selection = range
        selected.hasFocus = true
        return selected
      }
    }
  }

  /// Uses up the gestures that wait, which act now: each on the text that the one before it has left.
  ///
  /// - Parameter field: The field as it is; where its text has changed meanwhile, they do nothing.
  /// - Returns: The gestures in the order in which they were drawn, and the field that they leave. Its text is where it was
  ///   seen as they were drawn: what was written over it or behind it goes there.
  public mutating func takeHeldGestures(
    in field: FieldText
  ) -> (gestures: [TextGesture], field: FieldText) {
    guard let last = held.list.last else { return ([], field) }
    let left = expected(field)
    let isSame = held.scalars.isSame(as: field.scalars)
    let gestures = isSame ? held.list.map(\.gesture) : []
    held.list = []
    written = nil
    counting = nil
    if isSame, case .edit(let edit) = last.gesture {
      // Words that were written before it have their own place.
      placed = last.followsInk ? nil : edit.caret
    }
    return (gestures, left)
  }
}
