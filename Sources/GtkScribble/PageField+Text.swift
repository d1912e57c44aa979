import CGtk
import Gtk
import InkModel
import Scribble

/// What a text view tells of its text: no more than a question is about.
///
/// GTK takes time for each caret, in a long line in proportion to the line. Neither the carets that are asked for at once
/// nor the characters that are copied are more in a longer text.
extension PageField {
  /// How many characters are known on each side of the selection and of what has carets.
  ///
  /// If they are fewer, a reading misses the context that it may have, which begins before the words of the last line
  /// that it sees (``ScribbleSession/Settings/mostContext``).
  private static let charactersBeside = 1000
  /// How many carets are asked for on each side of the ink in a long line on the screen: those of a long word that ends
  /// there.
  private static let caretsBeside = 40
  /// A line on the screen of no more characters has carets at all of them, unless it is of a long line of the text.
  private static let longestWholeRow = 250
  /// In a line of the text of more characters only those near the ink have carets: each takes GTK as long as that line is.
  private static let longestShortLine = 2000
  /// The lines on the screen that have carets at the most.
  ///
  /// A word and a gesture reach over fewer.
  private static let mostRows = 12
  /// How far above, below and beside the ink there are carets, in points.
  private static let reach = 12.0

  func text(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText {
    let count = Int(gtk_text_buffer_get_char_count(buffer))
    let selection = selection
    var rows: [Row] = []
    let ancestorFromField = region.isEmpty ? nil : ancestorFromField(native)
    if let fieldFromAncestor = ancestorFromField?.inverse {
      rows = self.rows(near: region.areas, fieldFromAncestor)
    }
    let ranges =
      ancestorFromField == nil
      ? [] : region.ranges.map { $0.clamped(to: 0..<count) }.map { $0.lowerBound...$0.upperBound }
    let runs = Self.joined(rows.map(\.part) + ranges)
    // Ink below the last line goes to the end of the text, which may be far behind the carets of a
    // long one.
    let end = rows.last?.whole.upperBound == count ? [count..<count] : []
    let scalars = scalars(
      around: runs.map { $0.lowerBound..<$0.upperBound } + [selection] + end, of: count)
    var field = FieldText(
      scalars, selection: selection, hasFocus: hasFocus, kind: kind,
      alphabet: gtk_text_view_get_input_purpose(textView).alphabet)
    guard let ancestorFromField, let first = runs.first else { return field }
    field.firstCaret = first.lowerBound
    field.longRows = rows.filter { $0.part != $0.whole }.map(\.whole)
    var frames: [CaretFrame] = []
    var former = first
    for run in runs {
      if run != former {
        let count = run.lowerBound - former.upperBound - 1
        field.skips.append(FieldText.Skip(caret: frames.count, count: count))
      }
      frames += run.map { frame(at: $0) }
      former = run
    }
    ScribbleController.asked(carets: frames.count)
    (field.carets, field.sides) = Self.carets(of: frames, ancestorFromField)
    if let levelFromAncestor = Self.leveling(ancestorFromField) {
      let (carets, sides) = Self.carets(of: frames, levelFromAncestor * ancestorFromField)
      field.turned = TurnedLines(levelFromField: levelFromAncestor, carets: carets, sides: sides)
    }
    return field
  }

  /// The same in the order of the text, those that overlap or follow each other as one.
  private static func joined(_ runs: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var joined: [ClosedRange<Int>] = []
    for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, run.lowerBound <= last.upperBound + 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
      } else {
        joined.append(run)
      }
    }
    return joined
  }

  // MARK: Characters

  /// The text, known around some ranges.
  private func scalars(around ranges: [Range<Int>], of count: Int) -> FieldScalars {
    let wide = ranges.map { range in
      let first = max(range.lowerBound - Self.charactersBeside, 0)
      return first...min(range.upperBound + Self.charactersBeside, count)
    }
    let parts = Self.joined(wide).map { range in
      let known = range.lowerBound..<range.upperBound
      return FieldScalars.Part(start: known.lowerBound, scalars: scalars(in: known))
    }
    ScribbleController.asked(characters: parts.reduce(0) { $0 + $1.scalars.count })
    return FieldScalars(count: count, parts: parts, revision: BufferState.of(buffer).number)
  }

  /// Some of the text; a picture or a widget in it counts as one character, so that offsets are GTK's.
  private func scalars(in range: Range<Int>) -> [Unicode.Scalar] {
    var (start, end) = (iter(at: range.lowerBound), iter(at: range.upperBound))
    return Array((takeString(gtk_text_iter_get_slice(&start, &end)) ?? "").unicodeScalars)
  }

  /// Whether it has a text, as far as that is known.
  func has(_ text: FieldScalars) -> Bool {
    Int(gtk_text_buffer_get_char_count(buffer)) == text.count
      && text.parts.allSatisfy { scalars(in: $0.range) == $0.scalars }
  }

  func tapped(at position: Int, count: Int, in text: FieldText) -> Range<Int> {
    guard count > 2, text.kind == .text else { return text.tapped(at: position, count: count) }
    // A line may end far from what is known of the text.
    var start = iter(at: position)
    var end = start
    gtk_text_iter_set_line_offset(&start, 0)
    if gtk_text_iter_ends_line(&end) == 0 { gtk_text_iter_forward_to_line_end(&end) }
    return offset(of: start)..<offset(of: end)
  }

  private func offset(of iter: GtkTextIter) -> Int {
    var iter = iter
    return Int(gtk_text_iter_get_offset(&iter))
  }

  var selection: Range<Int> {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_selection_bounds(buffer, &start, &end)
    return offset(of: start)..<offset(of: end)
  }

  // MARK: Lines on the screen

  /// The text positions of a line on the screen, and of that part of it which has carets.
  private struct Row {
    var whole: ClosedRange<Int>
    var part: ClosedRange<Int>
  }

  /// The lines that are in sight and near some areas of an ancestor, in the order of the text.
  private func rows(near areas: [Rect], _ fieldFromAncestor: AffineTransform) -> [Row] {
    var (x, y) = (CInt(0), CInt(0))
    gtk_text_view_window_to_buffer_coords(textView, GTK_TEXT_WINDOW_WIDGET, 0, 0, &x, &y)
    let bufferFromAncestor =
      AffineTransform.translation(Vector(Double(x), Double(y))) * fieldFromAncestor
    var seen = GdkRectangle()
    gtk_text_view_get_visible_rect(textView, &seen)
    let sight = Rect(
      x: Double(seen.x), y: Double(seen.y), width: Double(seen.width), height: Double(seen.height))
    var rows: [Int: Row] = [:]
    for area in areas {
      let box = bufferFromAncestor(area.outset(by: Self.reach))
      for row in self.rows(in: Self.moved(box, into: sight)) {
        let former = rows[row.whole.lowerBound]?.part ?? row.part
        let first = min(former.lowerBound, row.part.lowerBound)
        let last = max(former.upperBound, row.part.upperBound)
        rows[row.whole.lowerBound] = Row(whole: row.whole, part: first...last)
      }
    }
    return rows.values.sorted { $0.whole.lowerBound < $1.whole.lowerBound }
  }

  /// A rectangle with each side moved into another, to the nearest point.
  private static func moved(_ box: Rect, into sight: Rect) -> Rect {
    func between(_ value: Double, _ low: Double, _ high: Double) -> Double {
      min(max(value, low), high)
    }
    return Rect(
      minX: between(box.minX, sight.minX, sight.maxX),
      minY: between(box.minY, sight.minY, sight.maxY),
      maxX: between(box.maxX, sight.minX, sight.maxX),
      maxY: between(box.maxY, sight.minY, sight.maxY))
  }

  /// The lines that reach into a rectangle of the buffer's points; one at least.
  private func rows(in box: Rect) -> [Row] {
    var start = GtkTextIter()
    gtk_text_view_get_iter_at_location(textView, &start, CInt(box.minX), CInt(box.minY))
    // From right to left a line ends at its left edge.
    gtk_text_view_backward_display_line_start(textView, &start)
    var rows: [(start: GtkTextIter, end: GtkTextIter)] = []
    while true {
      var frame = GdkRectangle()
      gtk_text_view_get_iter_location(textView, &start, &frame)
      if !rows.isEmpty, Double(frame.y) > box.maxY { break }
      var end = start
      gtk_text_view_forward_display_line_end(textView, &end)
      rows.append((start, end))
      var next = end
      if gtk_text_iter_ends_line(&end) != 0 {
        gtk_text_iter_forward_line(&next)
        // There is none behind the last.
        guard gtk_text_iter_get_line(&next) > gtk_text_iter_get_line(&end) else { break }
      } else {
        gtk_text_iter_forward_char(&next)
      }
      guard offset(of: next) > offset(of: start) else { break }
      start = next
    }
    let excess = max(rows.count - Self.mostRows, 0)
    return rows.dropFirst(excess / 2).prefix(Self.mostRows).map { row($0.start, $0.end, box) }
  }

  private func row(_ start: GtkTextIter, _ end: GtkTextIter, _ box: Rect) -> Row {
    let first = offset(of: start)
    let whole = first...max(first, offset(of: end))
    var start = start
    guard
      whole.count > Self.longestWholeRow
        || gtk_text_iter_get_chars_in_line(&start) > Self.longestShortLine
    else { return Row(whole: whole, part: whole) }
    var frame = GdkRectangle()
    gtk_text_view_get_iter_location(textView, &start, &frame)
    let ends = [box.minX, box.maxX].map { x in
      var iter = GtkTextIter()
      gtk_text_view_get_iter_at_location(
        textView, &iter, CInt(x), frame.y + frame.height / 2)
      return min(max(offset(of: iter), whole.lowerBound), whole.upperBound)
    }
    let part = min(ends[0], ends[1])...max(ends[0], ends[1])
    return Row(whole: whole, part: widened(part, within: whole))
  }

  /// A part of a line with the words that it begins and ends in, and a letter of those beside them.
  private func widened(
    _ part: ClosedRange<Int>, within whole: ClosedRange<Int>
  ) -> ClosedRange<Int> {
    let before = scalars(
      in: max(part.lowerBound - Self.caretsBeside, whole.lowerBound)..<part.lowerBound)
    let after = scalars(
      in: part.upperBound..<min(part.upperBound + Self.caretsBeside, whole.upperBound))
    let first = part.lowerBound - Self.lengthToNextWord(in: before.reversed())
    return first...part.upperBound + Self.lengthToNextWord(in: after)
  }

  /// How many characters there are up to a letter behind a space, that letter included; all where there is none.
  private static func lengthToNextWord(in characters: [Unicode.Scalar]) -> Int {
    guard let space = characters.firstIndex(where: { $0.properties.isWhitespace }),
      let letter = characters[space...].firstIndex(where: { !$0.properties.isWhitespace })
    else { return characters.count }
    return letter + 1
  }

  // MARK: Carets

  /// The caret before a character or at the end of a line, in the buffer's points.
  ///
  /// It is as wide as the character; from right to left that is negative.
  func caretFrame(at iter: GtkTextIter) -> GdkRectangle {
    var (iter, frame) = (iter, GdkRectangle())
    gtk_text_view_get_iter_location(textView, &iter, &frame)
    if gtk_text_iter_ends_line(&iter) != 0 {
      // There GTK 4.8 tells the right edge even of a line from right to left; the cursor is where that ends.
      var cursor = GdkRectangle()
      gtk_text_view_get_cursor_locations(textView, &iter, &cursor, nil)
      frame.x = cursor.x
    }
    return frame
  }

  /// The ends of the caret before a character, and where the character ends, in the field's points.
  private struct CaretFrame {
    var top: Point
    var bottom: Point
    var end: Point
  }

  private func frame(at offset: Int) -> CaretFrame {
    let box = caretFrame(at: iter(at: offset))
    var (x, y) = (CInt(0), CInt(0))
    gtk_text_view_buffer_to_window_coords(
      textView, GTK_TEXT_WINDOW_WIDGET, box.x, box.y, &x, &y)
    return CaretFrame(
      top: Point(Double(x), Double(y)), bottom: Point(Double(x), Double(y + box.height)),
      end: Point(Double(x + box.width), Double(y) + Double(box.height) / 2))
  }

  /// Carets in other points, and the sides of their characters where the carets do not tell them; on turned paper the upright
  /// bounds of a caret's height around its middle.
  private static func carets(
    of frames: [CaretFrame], _ otherFromField: AffineTransform
  ) -> (carets: [Rect], sides: [FieldText.Sides]) {
    let carets = frames.map { frame in
      let (top, bottom) = (otherFromField(frame.top), otherFromField(frame.bottom))
      return Rect(
        x: (top.x + bottom.x) / 2, y: min(top.y, bottom.y), width: 0,
        height: abs(bottom.y - top.y))
    }
    guard FieldText("", carets: carets).runsLeft else { return (carets, []) }
    let sides = zip(carets, frames).dropLast().map { caret, frame in
      FieldText.Sides(from: caret.minX, to: otherFromField(frame.end).x)
    }
    return (carets, sides)
  }

  /// How much a line rises by its length that counts as turned; less is the rounding of positions.
  private static let leastSlope = 0.001

  /// What turns an ancestor's points so that lines of the field are level there; `nil` where they are.
  private static func leveling(_ ancestorFromField: AffineTransform) -> AffineTransform? {
    let right = Vector(ancestorFromField.a, ancestorFromField.b)
    guard right.length > 0 else { return nil }
    let (cosine, sine) = (right.dx / right.length, right.dy / right.length)
    guard cosine < 0 || abs(sine) > leastSlope else { return nil }
    return AffineTransform(a: cosine, b: -sine, c: sine, d: cosine, tx: 0, ty: 0)
  }
}

// How much of a text is asked for, as tests see it.
extension ScribbleController {
  /// The most carets and characters that text views were asked for at once.
  package private(set) static var mostAsked = (carets: 0, characters: 0)

  fileprivate static func asked(carets: Int = 0, characters: Int = 0) {
    mostAsked.carets = max(mostAsked.carets, carets)
    mostAsked.characters = max(mostAsked.characters, characters)
  }
}
