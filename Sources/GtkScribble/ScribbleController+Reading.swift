import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

/// From the lift of the pen to the text in the field.
extension ScribbleController {
  /// - Parameter release: `nil` where none was delivered here.
  func lift(_ release: Event? = nil) {
    contact = nil
    writing?.ink?.lift()
    guard !dragsHandle else { return liftHandle() }
    guard swipe == nil else { return liftFlick() }
    guard var writing else { return }
    guard writing.field.isOpen else { return forget() }
    guard !endsAsTap(writing) else { return }
    if let taker = taker(of: writing) {
      guard let next = pass(writing, to: taker) else { return }
      writing = next
    }
    if let undecided, writing.session.isTap {
      handOn(undecided, release, past: writing)
      return
    }
    // A tap gives the field the focus at once: what has waited for that comes before it. The tap is for what was seen
    // below it, which may be elsewhere then.
    var seen: FieldText?
    if writing.session.isTap, writing.session.ink.count == 1, writing.session.hasHeldGestures {
      seen = performHeldGestures(writing, in: self.text(of: writing, .around(writing.session)))
      guard writing.field.isOpen else { return forget() }
    }
    let position = release.flatMap { self.position(of: $0) }
    let region = TextRegion.around(writing.session, position)
    let text =
      seen
      ?? (writing.session.isSelecting
        ? writing.field.textInSight(in: native, region) : self.text(of: writing, region))
    var gap: Int?
    var crossedOut: ElementField?
    let isAlone = writing.session.ink.count == 1
    awaitTextBelowScratch(writing)
    writing.session.holdsGestures = writing.field.needsFocusForText
    let outcome = writing.session.end(at: Self.now, in: text, lifting: position)
    // Before a tap gives the field the focus, to which what it lies in may scroll.
    if writing.session.shownInk.isEmpty { writing.withdrawPress() }
    switch outcome {
    case .tap(let position, let count):
      if count == 1 { offerReadings(at: position, of: text, writing) }
      let range = writing.field.tapped(at: position, count: count, in: text)
      writing.field.select(range)
      // A further tap may choose more.
      if count > 1 {
        after(writing.session.settings.tapAgain, writing) { $0.showHandles(of: range, $1) }
      }
    case .edit(let edit): perform(edit, writing)
    case .selection(let range):
      selectBeforePause(range, writing)
      showHandles(of: range, writing)
    case .rest(let position): selectBeforePause(position..<position, writing)
    case .gap(let position):
      selectBeforePause(position..<position, writing)
      gap = position
    // A dot has not moved as far as a tap may.
    case .ink: begin(writing)
    // To and fro where there is no text, and no ink that it could be over.
    case .withdrawn:
      if writing.session.ink.isEmpty { writing.adopted = nil }
      if isAlone, let element = writing.field as? ElementField, !element.isFocused {
        crossedOut = element
      }
    }
    show(writing)
    if let gap { openGap(at: gap, writing) }
    Self.updateWatching()
    // The program may close the window.
    crossedOut?.crossOut()
    guard writing.session.isWaiting else { return }
    writing.turn += 1
    let settings = writing.session.settings
    if writing.session.mayBeGesture {
      after(settings.gestureDelay, writing) { $0.performGesture($1) }
    }
    after(settings.pause, writing) { $0.read($1) }
    readWrittenWords(writing, text)
  }

  /// Does something after a time in seconds, unless the field is written in meanwhile.
  func after(
    _ seconds: Double, _ writing: Writing,
    _ body: @escaping @MainActor (ScribbleController, Writing) -> Void
  ) {
    let turn = writing.turn
    MainLoop.after(seconds) { [weak self, weak writing] in
      guard let self, let writing, self.writing === writing, writing.turn == turn else { return }
      body(self, writing)
    }
  }

  /// Shows the ink that is left; without any, removes the widget for it.
  func show(_ writing: Writing) {
    let shown = writing.session.shownInk
    if shown.isEmpty {
      writing.ink?.end()
      writing.ink = nil
      writing.field.setPlaceholderHidden(false)
      writing.closeGap()
      // While a tip that selects is still down, the field stays; its lift has a pause of its own.
      if contact == nil {
        writing.withdrawPress()
        awaitPause(writing)
      }
    } else {
      writing.ink?.keep(starts: shown.compactMap(\.first))
    }
  }

  /// At the pause the field gets the focus that it has waited for, and what has waited may move.
  func awaitPause(_ writing: Writing) {
    after(writing.session.settings.pause, writing) {
      // A tip drags a handle: its lift has a pause of its own.
      guard $0.contact == nil else { return }
      $0.giveFocus($1)
      $1.endStillness()
    }
  }

  /// The text of a field that is written in.
  func text(of writing: Writing, _ region: TextRegion) -> FieldText {
    var text = writing.field.text(in: native, region)
    // The caret behind the last word counts as in a field with the focus, which it has not yet.
    text.hasFocus = text.hasFocus || writing.owesFocus
    return text
  }

  /// Performs the gestures that have waited, and has all ink of a field recognised, off the main thread; drops the ink if
  /// the field no longer takes text.
  ///
  /// - Parameter takesFocus: Whether gestures that have waited, and the text, may give the field
  ///   the focus.
  func read(_ writing: Writing, takesFocus: Bool = true) {
    guard writing.field.isOpen else { return drop(writing) }
    guard !focusesForGesture(writing, takesFocus: takesFocus) else { return }
    let text = text(of: writing, .around(writing.session))
    if writing.session.awaitsText {
      writing.session.see(text)
      show(writing)
    }
    guard !performGesture(writing, in: text) else { return endIfLeft(writing) }
    let left = performHeldGestures(writing, in: text, takesFocus: takesFocus)
    guard let reading = writing.session.reading(of: left, at: Self.now) else {
      // Of a stroke to and fro over nothing, nothing comes.
      if !writing.session.isWaiting { Self.delayedEvents.release() }
      return endIfLeft(writing)
    }
    let recognizer = Self.recognizer
    writing.isReading = true
    writing.task = Task { [weak self, weak writing] in
      let candidate = await Self.candidates(of: reading, by: recognizer).first
      guard let self, let writing, !Task.isCancelled else { return }
      self.commit(reading, candidate, writing, takesFocus: takesFocus)
    }
  }

  /// Has the words before the one under the pen recognised, where it begins one.
  func readWords(_ writing: Writing) {
    // Text that comes into a gap would move those behind it.
    guard writing.field.isOpen, !writing.delaysFocus, writing.gap == nil else { return }
    // Before the session is changed: where carets are needed is asked of it.
    let text = text(of: writing, .around(writing.session))
    guard let reading = writing.session.readingOfWords(of: text, at: Self.now) else { return }
    commitWords(reading, writing) { _, reading, candidate in (reading, candidate) }
  }

  /// Has all words recognised, though more may follow, and commits those that are finished.
  private func readWrittenWords(_ writing: Writing, _ field: FieldText) {
    guard !writing.delaysFocus, writing.gap == nil,
      let reading = writing.session.readingOfWrittenWords(of: field, at: Self.now)
    else { return }
    commitWords(reading, writing) { $0.finishedWords(of: $1, in: $2) }
  }

  /// Has words recognised while the pen goes on, and commits those of them that `part` returns.
  private func commitWords(
    _ reading: ScribbleSession.Reading, _ writing: Writing,
    part:
      @escaping @MainActor (ScribbleSession, ScribbleSession.Reading, Candidate) -> (
        reading: ScribbleSession.Reading, candidate: Candidate
      )?
  ) {
    let recognizer = Self.recognizer
    writing.wordsTask?.cancel()
    writing.wordsTask = Task { [weak self, weak writing] in
      let candidate = await Self.candidates(of: reading, by: recognizer).first
      guard let self, let writing, !Task.isCancelled, writing.field.isOpen,
        let candidate, let words = part(writing.session, reading, candidate)
      else { return }
      // The edit is made on a copy: words for which the field has no room wait for the pause, since it would scroll
      // or grow under the pen.
      var session = writing.session
      let field = writing.field.text(in: self.native, .none)
      if case .edit(let edit) = session.commit(words.reading, as: words.candidate, in: field),
        writing.field.hasRoom(for: edit)
      {
        writing.session = session
        // The focus waits for the pause: it raises the desktop's keyboard, and frames the field.
        self.apply(edit, writing, takesFocus: false)
        writing.owesFocus = !writing.field.hasFocus
        self.show(writing)
        Self.updateWatching()
        Self.delayedEvents.release()
      }
    }
  }

  /// - Parameter takesFocus: Whether that gives the field the focus, unless somebody has gone on to another one.
  func apply(_ edit: TextEdit, _ writing: Writing, takesFocus: Bool = true) {
    writing.adopted = nil
    writing.closeGap()
    writing.field.apply(edit, takesFocus: takesFocus && !hasLeft(writing))
    let text = writing.field.text(in: native, .none)
    writing.session.settled(as: text)
    writing.hasNewText = true
    writing.noteEdit()
    showMarks(writing, in: text)
  }

  nonisolated private static func candidates(
    of reading: ScribbleSession.Reading, by recognizer: Task<HandwritingRecognizer?, Never>?
  ) async -> [Candidate] {
    await candidates(of: reading.strokes, reading.context, limit: 1, by: recognizer)
  }

  /// Readings of ink, the likeliest first; none where there is no recogniser, or the task was cancelled.
  nonisolated static func candidates(
    of strokes: [WrittenStroke], _ context: RecognitionContext, limit: Int,
    by recognizer: Task<HandwritingRecognizer?, Never>?
  ) async -> [Candidate] {
    guard let recognizer = await recognizer?.value else { return [] }
    let recognition = try? await recognizer.recognize(strokes, context: context, limit: limit)
    return recognition?.candidates ?? []
  }

  /// - Parameter takesFocus: Whether the field may get the focus: not where the pen comes down in
  ///   another field.
  private func commit(
    _ reading: ScribbleSession.Reading, _ candidate: Candidate?, _ writing: Writing,
    takesFocus: Bool
  ) {
    writing.isReading = false
    guard writing.field.isOpen else { return drop(writing) }
    var candidate = candidate
    if let field = writing.field as? ElementField, !field.isFocused, let text = candidate?.text,
      !text.isEmpty
    {
      guard !field.takesMarksAlone, StrayMarks.areAll(of: text) else {
        return focus(field, writing, takesFocus: takesFocus)
      }
      // The ink goes, and nothing comes of it.
      candidate = nil
    }
    let text = writing.field.text(in: native, .none)
    switch writing.session.commit(reading, as: candidate, in: text) {
    case .edit(let edit):
      apply(edit, writing, takesFocus: takesFocus)
      if text.isForNumbers, !writing.field.hasTaken(edit, from: text) { showRefusal(writing) }
      if takesFocus, !hasLeft(writing) { writing.field.showCaret() }
    case .again: return read(writing, takesFocus: takesFocus)
    case .nothing:
      writing.restoreAdopted()
      if text.isForNumbers { showRefusal(writing) }
    case .void: break
    }
    if takesFocus {
      giveFocus(writing)
    } else {
      writing.owesFocus = false
      writing.removeSelection()
    }
    show(writing)
    endIfLeft(writing)
    Self.updateWatching()
    Self.delayedEvents.release()
  }

  /// Shows that a field has taken nothing of what was written, unless the next stroke has begun.
  private func showRefusal(_ writing: Writing) {
    guard contact == nil, writing.field.isOpen else { return }
    Self.endRefusal()
    Self.refusal = FieldRefusal(of: writing.field)
  }

  static func endRefusal() {
    refusal?.end()
    refusal = nil
  }

  /// Ends a writing that the pen has left, whose ink is read now.
  private func endIfLeft(_ writing: Writing) {
    if writing.isLeft {
      writing.owesFocus = false
      writing.finish()
      writing.endStillness()
    }
    forgetEarlier(writing)
  }

  /// Has all ink recognised without waiting for the pause: an event may depend on it.
  ///
  /// - Parameter takesFocus: Whether gestures that have waited, and the text, may give the field
  ///   the focus.
  func finish(takesFocus: Bool = true) {
    guard contact == nil, let writing, writing.session.isWaiting, !writing.isReading else { return }
    writing.turn += 1
    read(writing, takesFocus: takesFocus)
  }

  /// Another field is written in; ink that is being recognised is still committed to this one, and its words can be read
  /// otherwise as long as before.
  func leaveField() {
    guard let writing else { return }
    guard writing.isReading || writing.marks != nil else { return drop(writing) }
    writing.leave()
    // The program is told, and may have closed the window.
    guard self.writing === writing else { return }
    earlier.append(writing)
    self.writing = nil
  }

  /// What was written in a field that the pen has left and is back in, where something of it can still change.
  func takeEarlier(in field: any TextField) -> Writing? {
    func isFocused(_ field: any TextField) -> Bool { (field as? ElementField)?.isFocused != false }
    guard isFocused(field),
      let i = earlier.firstIndex(where: { $0.field.widget == field.widget && isFocused($0.field) })
    else { return nil }
    let writing = earlier.remove(at: i)
    writing.isLeft = false
    return writing
  }

  /// Whether somebody has gone on from a writing to another field: with the pen, in this window or in another one, or
  /// with the keyboard focus.
  func hasLeft(_ writing: Writing) -> Bool {
    if writing.isLeft || (Self.latest ?? self) !== self { return true }
    // An arrow that waited for the text in vain may move the focus to a button: that is no field.
    guard let focus = focusedWidget, focus != writing.formerFocus,
      focus.isA(gtk_text_get_type()) || focus.isA(gtk_text_view_get_type())
    else { return false }
    let field = writing.field.widget
    return focus != field && gtk_widget_is_ancestor(focus, field) == 0
  }

  /// Gives the field the focus that it did not take before the pause, unless that has gone
  /// elsewhere.
  func giveFocus(_ writing: Writing) {
    writing.removeSelection()
    guard writing.owesFocus else { return }
    writing.owesFocus = false
    Self.updateWatching()
    guard writing.field.isOpen, !writing.field.hasFocus, !hasLeft(writing),
      focusedWidget == writing.formerFocus
    else { return }
    writing.field.select(writing.field.text(in: native, .none).selection)
  }

  /// The widget that has the keyboard focus of the window.
  var focusedWidget: UnsafeMutablePointer<GtkWidget>? {
    gtk_widget_get_root(native).flatMap { gtk_root_get_focus($0) }
  }

  /// Forgets what was written in a field that the pen has left, once nothing of it can change any more.
  func forgetEarlier(_ writing: Writing) {
    guard !writing.isReading, writing.marks == nil,
      let i = earlier.firstIndex(where: { $0 === writing })
    else { return }
    earlier.remove(at: i)
    // Of text that came late nobody was told.
    writing.endStillness()
  }

  /// The field no longer takes text.
  func forget() {
    contact = nil
    if let writing { drop(writing) }
    if Self.readings?.controller === self { Self.closeReadings() }
    dragsHandle = false
    handlePress = nil
    swipe = nil
    if hasHandles { Self.removeHandles() }
    undecided = nil
    handedOn = nil
  }

  func drop(_ dropped: Writing) {
    dropped.drop()
    earlier.removeAll { $0 === dropped }
    if writing === dropped { writing = nil }
    Self.updateWatching()
    Self.delayedEvents.release()
  }
}
