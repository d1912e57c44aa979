import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

// Words that were written last can be read otherwise.
extension ScribbleController {
  /// Readings that a word offers at the most, besides the literal one.
  private static let mostReadings = 4

  // MARK: Marks

  /// Shows a dotted line below each word that can be read otherwise, as long as it can.
  ///
  /// - Parameter text: the field's text now.
  func showMarks(_ writing: Writing, in text: FieldText) {
    guard writing.field.isOpen,
      !writing.session.writtenWords(in: text, at: Self.now).isEmpty
    else { return writing.removeMarks() }
    if writing.marks == nil {
      writing.marks = WrittenMarks(on: native, color: writing.field.color)
      let deferred = DeferredUpdate { [weak self, weak writing] in
        guard let self, let writing else { return }
        self.updateMarks(writing)
      }
      writing.layout = writing.field.subscribe(toLayoutIn: native) { deferred.request() }
    }
    updateMarks(writing, in: text)
    MainLoop.after(writing.session.settings.memory + 0.05) { [weak self, weak writing] in
      guard let self, let writing else { return }
      self.updateMarks(writing)
    }
  }

  private func updateMarks(_ writing: Writing, in text: FieldText? = nil) {
    guard writing.marks != nil else { return }
    var words: [WrittenWord] = []
    if writing.field.isOpen {
      let text = text ?? writing.field.text(in: native, .none)
      words = writing.session.writtenWords(in: text, at: Self.now)
    }
    guard !words.isEmpty else {
      writing.removeMarks()
      return forgetEarlier(writing)
    }
    let shown = writing.field.text(in: native, TextRegion(ranges: words.map(\.range)))
    let visible = writing.field.frame(in: native)
    writing.marks?.lines = words.flatMap { shown.frames(of: $0.range) }.compactMap { frame in
      let seen = frame.intersection(visible)
      guard seen.height > frame.height / 2, seen.width > 0 else { return nil }
      return WrittenMarks.Line(start: Point(seen.minX, frame.maxY - 1), length: seen.width)
    }
  }

  // MARK: Readings

  /// Offers other readings of the word at a text position, where it was written just now.
  func offerReadings(at position: Int, of text: FieldText, _ writing: Writing) {
    let words = writing.session.writtenWords(in: text, at: Self.now)
    guard
      let word = words.first(where: { $0.range.contains(position) })
        ?? words.first(where: { $0.range.upperBound == position }),
      let frame = text.frames(of: word.range).first
    else { return }
    let recognizer = Self.recognizer
    var context = word.context
    context.favored = []
    // Only what stands before the word tells of its beginning.
    if context.kind == .text { context.kind = .line }
    var literal = context
    literal.isLiteral = true
    Task { [weak self, weak writing] in
      let usual = await Self.candidates(
        of: word.strokes, context, limit: Self.mostReadings + 1, by: recognizer)
      let exact = await Self.candidates(of: word.strokes, literal, limit: 1, by: recognizer)
      guard let self, let writing, self.writing === writing, writing.session.ink.isEmpty else {
        return
      }
      let others = usual.map(\.text).filter { $0 != word.text }.prefix(Self.mostReadings)
      let asWritten = exact.first?.text
      let isNew = asWritten.map { $0 != word.text && !others.contains($0) } ?? false
      guard !others.isEmpty || isNew else { return }
      Self.closeReadings()
      let popover = ReadingsPopover(
        over: self.native, below: writing.field.areaOfReadings(of: frame, in: self.native),
        readings: Array(others), literal: isNew ? asWritten : nil
      ) { [weak self, weak writing] reading in
        guard let self, let writing else { return }
        self.choose(reading, for: word, writing)
      }
      Self.readings = (popover, self)
    }
  }

  private func choose(_ reading: String, for word: WrittenWord, _ writing: Writing) {
    Self.closeReadings()
    guard writing.field.isOpen,
      let edit = writing.session.choose(
        reading, for: word, in: writing.field.text(in: native, .none), at: Self.now)
    else { return }
    Self.favored = writing.session.favored
    apply(edit, writing)
  }

  static func closeReadings() {
    // A button of it may be in the middle of its press.
    guard let popover = readings?.popover else { return }
    readings = nil
    MainLoop.after(0) { popover.close() }
  }

  /// A press elsewhere and a key close the readings, and do what they always do.
  func closeReadings(at event: Event) {
    guard let readings = Self.readings, !readings.popover.isNative(native) else { return }
    switch event.type {
    case .buttonPress, .touchBegin, .keyPress: Self.closeReadings()
    default: break
    }
  }
}

extension TextField {
  /// What other readings of a word are shown below: in a field of one line all of its height, which they leave in sight,
  /// where the word is; in another field the word.
  ///
  /// - Parameter word: The word's frame; like what is returned, in the points of a window or a popover.
  fileprivate func areaOfReadings(
    of word: Rect, in native: UnsafeMutablePointer<GtkWidget>
  ) -> Rect {
    guard isOneLine, let own = Widget(outermost).frame(in: Widget(native)) else {
      return word
    }
    return Rect(x: word.minX, y: own.minY, width: word.width, height: own.height)
  }
}
