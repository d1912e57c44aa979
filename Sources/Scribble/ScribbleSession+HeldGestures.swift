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

  /// Whether the next gesture waits: it acts on the text that those before it leave.
  var willHold: Bool { holdsGestures || hasHeldGestures }

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

  /// The stroke that may be a gesture over a text that is not known yet: the first one that scratches, or the only one.
  public var strokeOverText: [Point]? {
    guard !isDown else { return nil }
    return ink.first { ScratchOut.isOne($0) } ?? (ink.count == 1 ? ink[0] : nil)
  }

  /// The text is known now that ink lies over (``awaitsText``): strokes that scratch become gestures that wait, and one
  /// that is alone may be a gesture.
  ///
  /// - Parameter field: With its carets around all ink.
  public mutating func see(_ field: FieldText) {
    guard awaitsText, !isDown else { return }
    awaitsText = false
    let strokes = ink
    ink = []
    var scratched: [Rect] = []
    for stroke in strokes {
      let level = field.level(stroke)
      guard ScratchOut.isOne(level) else {
        ink.append(stroke)
        continue
      }
      let box = Rect(around: level)
      // Over the same word once more, since nothing was seen of the first.
      let isAgain = scratched.contains {
        let shared = $0.intersection(box)
        return shared.width * 2 > box.width && shared.height * 2 > min($0.height, box.height)
      }
      scratched.append(box)
      guard !isAgain, !field.isReplacedWhole,
        let edit = ScratchOut.edit(by: level, in: expected(field).leveled)
      else { continue }
      hold(.edit(edit), by: stroke, in: field)
    }
    counting = nil
    mayBeGesture = ink.count == 1
  }

  /// A field as the gestures that wait leave it, with what stays of its text where it is seen now.
  ///
  /// So the next gesture is taken for what it is drawn over, and acts on the text that it finds; and what was written over
  /// or behind what is seen goes there.
  public func expected(_ field: FieldText) -> FieldText {
    guard held.scalars.isSame(as: field.scalars) else { return field }
    return held.list.reduce(field) { field, held in
      switch held.gesture {
      case .edit(let edit): return field.edited(by: edit)
      case .select(let range):
        var selected = field
        selected.selection = range
        selected.hasFocus = true
        return selected
      case .nothing: return field
      }
    }
  }

  /// Whether it is not known where the text is seen that the gestures that wait leave.
  func losesSight(of field: FieldText) -> Bool {
    hasHeldGestures && !field.carets.isEmpty && expected(field).leveled.carets.isEmpty
  }

  /// Uses up the first gesture that waits, which acts now; `nil` where none does.
  ///
  /// To be asked for until there is none.
  ///
  /// - Parameter field: The field as it is. Where its text is not the one that the gesture was drawn over, neither that nor
  ///   those behind it act: the program has changed it meanwhile, perhaps as it was told of the gesture before.
  public mutating func takeHeldGesture(in field: FieldText) -> TextGesture? {
    guard hasHeldGestures else { return nil }
    written = nil
    counting = nil
    guard held.scalars.isSame(as: field.scalars) else {
      held.list = []
      return nil
    }
    let first = held.list.removeFirst()
    if case .edit(let edit) = first.gesture {
      held.scalars.replaceSubrange(edit.replaced, with: edit.text.unicodeScalars)
      // Words that were written before it have a position of their own.
      placed = first.followsInk ? nil : PlacedCaret(position: edit.caret)
    }
    return first.gesture
  }
}
