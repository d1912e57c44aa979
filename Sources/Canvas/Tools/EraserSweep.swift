import InkModel

/// An eraser's work from its down to its end, which becomes one step.
///
/// It passes over pictures, as over paper: a stroke that is wiped off one takes nothing of it.
///
/// Meanwhile, strokes erased in part are in the drawing as they are by then, each with the
/// order of the one it was; no update or file has these versions. Invariants:
/// 1. The drawing holds each of ``fragments`` and none of ``removed``.
/// 2. The drawing before the sweep is this one without ``fragments`` and with ``removed``.
struct EraserSweep {
  let kind: Eraser.Kind
  /// The position of the eraser, in widget points.
  var tip: Point
  /// The position up to which it has erased, in canvas points.
  private(set) var last: Point
  /// Elements of the drawing before the sweep that are removed.
  private(set) var removed: [Element] = []
  /// The elements that replace them.
  private(set) var fragments: [ElementID: Element] = [:]
  /// How many elements have been tested so far; tests count it.
  private(set) var visits = 0

  init(_ kind: Eraser.Kind, at tip: Point, _ position: Point) {
    self.kind = kind
    self.tip = tip
    last = Self.rounded(position)
  }

  /// What one straight stretch of the sweep changes in the drawing.
  struct Stretch {
    var edit = DrawingEdit(label: .erase)
    /// For each element that the edit removes, the one that replaces it.
    var changes: [(old: Element, new: Element?)] = []
    /// The bounds of what looks different, in canvas space.
    var damage = Rect.empty
  }

  /// What the eraser covers on its way to a position, in canvas space.
  func disc(to position: Point, radius: Double) -> SweptDisc {
    SweptDisc(from: last, to: Self.rounded(position), radius: radius)
  }

  /// Moves on to a position and returns what that erases.
  ///
  /// - Parameters:
  ///   - layer: The only one that is erased on.
  ///   - nextID: gives a number for each stroke that is left in part.
  mutating func move(
    to position: Point, radius: Double, over drawing: Drawing, onLayer layer: Int32,
    nextID: () -> ElementID
  ) -> Stretch {
    let disc = disc(to: position, radius: radius)
    last = disc.end
    var stretch = Stretch()
    for element in drawing.elements(in: disc.bounds)
    where !element.isGround && drawing.settings.layerOrTop(element.layer).id == layer {
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
      let new = left.rest.map { drawing.piece(of: element, nextID(), $0) }
      stretch.changes.append((element, new))
      stretch.edit.removed.append(element)
      if let new { stretch.edit.inserted.append(new) }
    }
    return stretch
  }

  /// Notes that an element of the drawing was removed, or replaced by another.
  mutating func replace(_ old: Element, with new: Element?) {
    if fragments.removeValue(forKey: old.id) == nil { removed.append(old) }
    if let new { fragments[new.id] = new }
  }

  /// Separates fragments whose ink is not connected any more.
  mutating func settle(nextID: () -> ElementID) -> Stretch {
    var stretch = Stretch()
    for fragment in fragments.values.sorted(by: { $0.id < $1.id }) {
      guard let settled = fragment.settled() else { continue }
      stretch.edit.removed.append(fragment)
      fragments[fragment.id] = nil
      for part in settled.fragments {
        let new = fragment.version(nextID(), part)
        stretch.edit.inserted.append(new)
        fragments[new.id] = new
      }
      if settled.looksDifferent { stretch.damage = stretch.damage.union(fragment.bounds) }
    }
    return stretch
  }

  /// The sweep as a step.
  var edit: DrawingEdit {
    DrawingEdit(
      label: .erase, removed: removed, inserted: fragments.values.sorted { $0.id < $1.id })
  }

  /// Positions on a grid of 1/4096 canvas point cost little in a file; a pixel at the closest view is
  /// 64 times as much.
  static func rounded(_ p: Point) -> Point {
    Point((p.x * 4096).rounded() / 4096, (p.y * 4096).rounded() / 4096)
  }
}

extension Drawing {
  /// What an eraser leaves of an element: it belongs to the page of the element.
  ///
  /// Ink from before there were pages names none. A copy without history cuts the path of a piece down to what shows of
  /// it, and by its own first point the piece might find another page there.
  fileprivate func piece(of element: Element, _ id: ElementID, _ kind: Element.Kind) -> Element {
    let piece = element.version(id, kind)
    let page = page(of: element)
    guard page != element.page else { return piece }
    return piece.version(id, page: page, layer: element.layer, in: settings)
  }
}
