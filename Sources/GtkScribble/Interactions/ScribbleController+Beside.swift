import CGtk
import Gtk
import InkModel
import Scribble

/// Strokes that were drawn beside a field a moment ago, with which a stroke in the field goes on.
///
/// They stay where they are until that stroke is more than a tap, and come back where nothing is read.
enum StrokesBeside {
  case none
  /// They are of a drawing: the field takes nothing.
  case drawing
  /// They are the start of a word that is meant for the field.
  case word([[StylusSample]], ScribbleInteraction)
}

extension ScribbleController {
  /// How far before a field's start the first letters of its word may be drawn, in points.
  ///
  /// If it is less, a word is torn whose first letter begins ``TextFields/startMargin`` before the field; if it is more, the
  /// end of what is written on a drawing becomes a field's.
  private static let wordMargin = 2 * TextFields.startMargin
  /// How far above or below a field letters of its word reach that are drawn beside it, in points.
  private static let wordOverhang = 24.0
  /// The most strokes that are the start of a word.
  ///
  /// If they are fewer, a capital and a letter behind it are none; if they are more, a line of writing that ends beside a
  /// field is.
  private static let mostStrokesBeside = 5

  /// What was drawn beside a field, where a stroke that begins at a position in it goes on with that.
  func strokesDrawn(beside field: any TextField, at position: Point) -> StrokesBeside {
    // What waits there goes on itself.
    if isWritten(field), writing?.session.isWaiting == true { return .none }
    guard let box = Widget(field.outermost).frame(in: Widget(native)) else { return .none }
    let isReversed = Widget(field.paper).direction == .rightToLeft
    var area = box.outset(by: Self.wordOverhang)
    (area.minX, area.maxX) =
      isReversed
      ? (box.minX, box.maxX + Self.wordMargin) : (box.minX - Self.wordMargin, box.maxX)
    let around = WidgetInteractions.around(field.paper)
    for distance in stride(from: 4, through: Self.wordMargin, by: 4) {
      let x = isReversed ? box.maxX + distance : box.minX - distance
      for interaction in others(than: around, at: Point(x, position.y)).compactMap(\.direct) {
        let strokes = interaction.recentStrokes(in: Widget(native))
        guard !strokes.isEmpty else { continue }
        return goesOn(at: position, with: strokes)
          ? kind(of: strokes, within: area, interaction) : .none
      }
    }
    return .none
  }

  private func goesOn(at position: Point, with strokes: [[StylusSample]]) -> Bool {
    let ink = strokes.map { $0.map(\.position) }
    return ScribbleSession(Self.settings(), waiting: ink).continuation(at: position) != .none
  }

  private func kind(
    of strokes: [[StylusSample]], within area: Rect, _ interaction: ScribbleInteraction
  ) -> StrokesBeside {
    let isWord =
      strokes.count <= Self.mostStrokesBeside
      && strokes.joined().allSatisfy { area.contains($0.position) }
    return isWord ? .word(strokes, interaction) : .drawing
  }

  /// The stroke under the pen is more than a tap: what was drawn beside its field becomes the start of its word.
  func adoptStrokesBeside(_ writing: Writing) {
    guard case .word(let strokes, let interaction) = strokesBeside else { return }
    strokesBeside = .none
    guard interaction.delegate?.interactionGivesUpStrokes(interaction) == true else { return }
    writing.adopted = interaction
    // A program that is told may have closed the window.
    guard self.writing === writing, writing.field.isOpen else { return writing.restoreAdopted() }
    writing.session.adopt(strokes.map { $0.map(\.position) })
    writing.ink?.insert(strokes)
  }

  // MARK: Strokes of another field

  /// How far apart points of a stroke are at which fields are looked for, in points.
  private static let searchStep = 4.0

  /// The field that takes the stroke under the pen from the one beside which it begins; `nil` where that keeps it.
  func taker(of writing: Writing) -> (any TextField)? {
    guard writing.session.beginsInk, writing.session.isWriting, !writing.session.hasHeldGestures,
      !(writing.field is ElementField), let stroke = writing.session.ink.first,
      let start = stroke.first,
      let own = Widget(writing.field.outermost).frame(in: Widget(native)), !own.contains(start)
    else { return nil }
    var others: [(field: any TextField, frame: Rect, entry: Point)] = []
    var last = start
    for point in stroke where point.distance(to: last) >= Self.searchStep {
      last = point
      guard let field = TextFields.pick(point, in: native).flatMap(TextFields.field(around:)),
        field.widget != writing.field.widget, field.isOpen,
        !others.contains(where: { $0.field.widget == field.widget }),
        let frame = Widget(field.outermost).frame(in: Widget(native))
      else { continue }
      others.append((field, frame, point))
    }
    guard let index = BesideFields.taker(of: stroke, beside: own, among: others.map { $0.frame })
    else { return nil }
    let other = others[index]
    // Ink of an earlier word is being read there, and is still shown.
    let isBusy = earlier.contains { $0.field.widget == other.field.widget && $0.ink != nil }
    guard !isBusy, mayBegin(at: other.entry, in: other.field), other.field.isOpen,
      self.writing === writing
    else { return nil }
    return other.field
  }

  /// The stroke under the pen becomes one of another field; `nil` where the program has closed that.
  func pass(_ writing: Writing, to field: any TextField) -> Writing? {
    let (stroke, ink) = (writing.session.ink.last ?? [], writing.ink)
    writing.ink = nil
    writing.session.withdrawStroke()
    writing.field.setPlaceholderHidden(false)
    leaveField()
    // A program that was told that nothing has come into the first may have closed the window.
    guard let start = stroke.first, surface != nil, field.isOpen else {
      ink?.end(fades: false)
      return nil
    }
    let next = takeEarlier(in: field) ?? Writing(field, Self.settings())
    self.writing = next
    next.listeners = listeners(of: field)
    next.turn += 1
    next.stopReading()
    prepare(next)
    next.ink = ink
    next.session.begin(at: start)
    next.session.move(to: Array(stroke.dropFirst()))
    begin(next)
    return self.writing === next ? next : nil
  }
}
