import Glibc
import InkModel
import Scribble

/// A gesture over text, as the help shows it and lets it be practised.
///
/// Each has a text of its own, the strokes that a hand makes over it, and what `Scribble` makes of them: a picture that is
/// played (``TextGestureArt``) shows what the app does.
enum TextGestureLesson: CaseIterable {
  case scratchOut
  case strikeThrough
  case circle
  case underline
  case part
  case join
  case gap
  case newLine
  case passOver

  /// In English, which is what is read.
  var text: String {
    switch self {
    case .scratchOut, .strikeThrough, .circle, .underline, .passOver:
      "milk sugar bread"  // untranslated: read
    case .part: "milk sugarbread"  // untranslated: read
    case .join: "milk straw berry"  // untranslated: read
    case .gap, .newLine: "milk bread"  // untranslated: read
    }
  }

  /// Text of several lines, not of one.
  var isPage: Bool { self == .newLine }

  /// The pen rests where it comes down.
  var rests: Bool { self == .gap || self == .passOver }

  var title: String {
    switch self {
    case .scratchOut: tr("Scratch Out")
    case .strikeThrough: tr("Strike Through")
    case .circle: tr("Circle")
    case .underline: tr("Underline")
    case .part: tr("Part a Word")
    case .join: tr("Join Two Words")
    case .gap: tr("Write Between Words")
    case .newLine: tr("Break a Line")
    case .passOver: tr("Rest and Pass Over")
    }
  }

  var instruction: String {
    switch self {
    case .scratchOut: tr("Go to and fro over text to delete it.")
    case .strikeThrough: tr("Draw a line through words to delete them.")
    case .circle: tr("Draw a circle around text to select it.")
    case .underline: tr("Draw a line below text to select it.")
    case .part: tr("Draw a line down between two letters.")
    case .join: tr("Draw a line down through the space between two words.")
    case .gap: tr("Rest the pen between two words and lift it. Write in the gap that opens.")
    case .newLine: tr("Draw a line down and then to the left, in a text of many lines.")
    case .passOver: tr("Rest the pen on text until its ink goes, then move it to select.")
    }
  }

  // MARK: What the hand does

  /// The field, with the text in it as it is laid out.
  func field(_ text: String, _ carets: [Rect]) -> FieldText {
    FieldText(text, hasFocus: true, carets: carets, kind: isPage ? .text : .line)
  }

  private func box(of word: String, in field: FieldText) -> Rect {
    let scalars = Array(word.unicodeScalars)
    let start =
      field.scalars.indices.first { field.scalars[$0...].starts(with: scalars) } ?? 0
    let (a, b) = (field.carets[start], field.carets[start + scalars.count])
    return Rect(minX: a.minX, minY: a.minY, maxX: b.minX, maxY: a.maxY)
  }

  /// The stroke over the text; where the pen rests, from there to where it lifts.
  func stroke(in field: FieldText) -> [Point] {
    let h = field.carets.first?.height ?? 20
    switch self {
    case .scratchOut:
      let word = box(of: "sugar", in: field)
      return Self.line(
        (0...5).map { i in
          Point(
            i % 2 == 0 ? word.minX - 1 : word.maxX + 2,
            word.center.y + h * (0.3 - 0.12 * Double(i)))
        })
    case .strikeThrough:
      let word = box(of: "sugar", in: field)
      let y = word.center.y + 0.05 * h
      return Self.line([Point(word.minX - 2, y + 1), Point(word.maxX + 2, y - 1)])
    case .circle:
      let word = box(of: "sugar", in: field)
      return (0...64).map { i in
        let t = -2.2 - Double(i) / 64 * 2.08 * .pi
        let swell = 1 + 0.05 * Double(i) / 64
        return word.center
          + Vector(cos(t) * (word.width / 2 + 0.28 * h), sin(t) * word.height * 0.62) * swell
      }
    case .underline:
      let word = box(of: "bread", in: field)
      let y = word.maxY - 0.02 * h
      return Self.line([Point(word.minX - 2, y), Point(word.maxX + 2, y + 1)])
    case .part: return through(box(of: "bread", in: field).minX, field)
    case .join:
      return through(
        (box(of: "straw", in: field).maxX + box(of: "berry", in: field).minX) / 2, field)
    case .gap:
      let rest = Point(gap(in: field), field.carets[0].center.y)
      return [rest, rest]
    case .newLine:
      let (x, y) = (gap(in: field), field.carets[0].minY + 0.1 * h)
      return Self.line([Point(x, y), Point(x, y + 1.15 * h), Point(x - 2 * h, y + 1.2 * h)])
    case .passOver:
      let (first, last) = (box(of: "sugar", in: field), box(of: "bread", in: field))
      return Self.line([
        Point(first.minX, first.center.y), Point(last.maxX, last.center.y + 1),
      ])
    }
  }

  private func gap(in field: FieldText) -> Double {
    (box(of: "milk", in: field).maxX + box(of: "bread", in: field).minX) / 2
  }

  private func through(_ x: Double, _ field: FieldText) -> [Point] {
    let (box, h) = (field.carets[0], field.carets[0].height)
    return Self.line([Point(x + 1, box.minY - 0.15 * h), Point(x - 1, box.maxY + 0.15 * h)])
  }

  /// From corner to corner, at equal distances.
  private static func line(_ corners: [Point]) -> [Point] {
    zip(corners, corners.dropFirst()).flatMap { a, b in
      let steps = max(2, Int(a.distance(to: b) / 2))
      return (0...steps).map { a.lerp(to: b, Double($0) / Double(steps)) }
    }
  }

  /// The word that is written in the gap, and the strokes of it: “or”.
  static let written = "or"

  static func writing(in gap: Rect) -> [[Point]] {
    let h = gap.height
    let base = gap.center.y + 0.35 * h
    let x = gap.minX + 0.5 * h
    let o = (0...32).map { i in
      let t = -1.9 - Double(i) / 32 * 2.1 * .pi
      return Point(x + 0.36 * h + cos(t) * 0.33 * h, base - 0.36 * h + sin(t) * 0.36 * h)
    }
    let stem = x + 1.2 * h
    let r =
      line([Point(stem, base - 0.7 * h), Point(stem, base), Point(stem, base - 0.4 * h)])
      + (0...16).map { i in
        let t = .pi + Double(i) / 16 * 0.8 * .pi
        return Point(stem + 0.25 * h + cos(t) * 0.25 * h, base - 0.42 * h + sin(t) * 0.28 * h)
      }
    return [o, r]
  }

  // MARK: What the app does

  /// What the hand's stroke does to the text: an edit or a selection, or a gap that opens.
  func outcome(in field: FieldText) -> ScribbleSession.Outcome {
    let stroke = stroke(in: field)
    guard let first = stroke.first, let last = stroke.last else { return .withdrawn }
    var session = ScribbleSession()
    session.begin(at: first)
    if rests {
      guard session.rest(in: field) else { return .withdrawn }
      for point in stroke.dropFirst() { _ = session.selection(to: point, in: field) }
      return session.end(at: 0, in: field, lifting: last)
    }
    session.move(to: Array(stroke.dropFirst()))
    let outcome = session.end(at: 0, in: field, lifting: last)
    guard outcome == .ink, let gesture = session.takeGesture(at: 1, in: field) else {
      return outcome
    }
    switch gesture {
    case .select(let range): return .selection(range)
    case .edit(let edit): return .edit(edit)
    case .nothing: return .withdrawn
    }
  }

  /// The text and the selection after it.
  func result(in field: FieldText) -> (text: String, selection: Range<Int>?) {
    func text(_ range: Range<Int>, _ inserted: String) -> String {
      var scalars = field.scalars
      scalars.replaceSubrange(range, with: inserted.unicodeScalars)
      return String(String.UnicodeScalarView(scalars))
    }
    switch outcome(in: field) {
    case .edit(let edit): return (text(edit.replaced, edit.text), nil)
    case .selection(let range): return (field.text, range)
    case .gap(let position): return (text(position..<position, " " + Self.written), nil)
    default: return (field.text, nil)
    }
  }
}
