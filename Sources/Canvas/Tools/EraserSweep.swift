import InkModel

/// An eraser on its way over the drawing, from touching to lifting: one step in the end.
///
/// While it goes on, strokes erased in part are in the drawing as they are by then, each in the
/// place of the one it was; nobody else hears of these. Invariants:
/// 1. The drawing holds each of ``pieces`` and none of ``removed``.
/// 2. The drawing before the sweep is this one without ``pieces`` and with ``removed``.
struct EraserSweep {
  let kind: Eraser.Kind
  /// Where the eraser is, in widget points.
  var tip: Point
  /// How far it has erased, in canvas points.
  private(set) var last: Point
  /// What was there before and is not any more.
  private(set) var removed: [Element] = []
  /// What is there instead.
  private(set) var pieces: [ElementID: Element] = [:]
  /// How many elements have been looked at so far; tests count it.
  private(set) var visits = 0

  init(_ kind: Eraser.Kind, at tip: Point, _ place: Point) {
    self.kind = kind
    self.tip = tip
    last = Self.rounded(place)
  }

  /// What one straight stretch of the way does to the drawing.
  struct Stretch {
    var edit = DrawingEdit(label: .erase)
    /// For each element that the edit removes, what it inserts in its place.
    var changes: [(old: Element, new: Element?)] = []
    /// The box of what looks different, in canvas space.
    var damage = Rect.empty
  }

  /// Moves on to a place and says what that erases.
  ///
  /// - Parameter nextID: gives a number for each stroke that is left in part.
  mutating func move(
    to place: Point, radius: Double, over drawing: Drawing, nextID: () -> ElementID
  ) -> Stretch {
    let place = Self.rounded(place)
    let disc = SweptDisc(from: last, to: place, radius: radius)
    last = place
    var stretch = Stretch()
    for element in drawing.elements(in: disc.bounds) {
      visits += 1
      let left: Erased<Element.Kind>?
      switch kind {
      case .stroke:
        left = element.isTouched(by: disc) ? Erased(rest: nil, damage: element.bounds) : nil
      case .part: left = element.cut(by: disc)
      case .area: left = element.rubbed(by: disc)
      }
      guard let left else { continue }
      stretch.damage = stretch.damage.union(left.damage)
      let new = left.rest.map { element.version(nextID(), $0) }
      stretch.changes.append((element, new))
      stretch.edit.removed.append(element)
      if let new { stretch.edit.inserted.append(new) }
    }
    return stretch
  }

  /// Notes that an element of the drawing has gone, or another has come in its place.
  mutating func replace(_ old: Element, with new: Element?) {
    if pieces.removeValue(forKey: old.id) == nil { removed.append(old) }
    if let new { pieces[new.id] = new }
  }

  /// Lets what is left fall apart where nothing holds them together any more.
  mutating func settle(nextID: () -> ElementID) -> Stretch {
    var stretch = Stretch()
    for piece in pieces.values.sorted(by: { $0.id < $1.id }) {
      guard let settled = piece.settled() else { continue }
      stretch.edit.removed.append(piece)
      pieces[piece.id] = nil
      for part in settled.fragments {
        let new = piece.version(nextID(), part)
        stretch.edit.inserted.append(new)
        pieces[new.id] = new
      }
      if settled.looksDifferent { stretch.damage = stretch.damage.union(piece.bounds) }
    }
    return stretch
  }

  /// The sweep as a step.
  var edit: DrawingEdit {
    DrawingEdit(
      label: .erase, removed: removed, inserted: pieces.values.sorted { $0.id < $1.id })
  }

  /// Places on a grid of 1/4096 canvas point cost little in a file; a pixel at the closest view is
  /// 64 times as much.
  static func rounded(_ p: Point) -> Point {
    Point((p.x * 4096).rounded() / 4096, (p.y * 4096).rounded() / 4096)
  }
}
