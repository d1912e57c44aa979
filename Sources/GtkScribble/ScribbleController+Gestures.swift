import CGtk
import Gtk
import InkModel
import Scribble

/// What a stroke does that is not read: it selects, edits, scrolls, or presses what lies below.
extension ScribbleController {
  /// The tool rests: where it is on text it selects from now on.
  func rest(_ writing: Writing) {
    guard handlePress == nil else {
      if writing.session.isTap { beginDrag(writing) }
      return
    }
    guard !beginsBeside, writing.field.isOpen,
      writing.session.rest(
        in: writing.field.textInSight(in: native, .around(writing.session)))
    else { return }
    undecided = nil
    show(writing)
    select(to: nil, writing)
    Self.updateWatching()
  }

  func select(to position: Point?, _ writing: Writing) {
    guard let position, writing.field.isOpen,
      let range = writing.session.selection(
        to: position,
        in: writing.field.textInSight(in: native, .around(writing.session, position)))
    else { return }
    selectBeforePause(range, writing)
  }

  /// Selects a range.
  ///
  /// The focus waits for the pause: it raises the desktop's keyboard, and frames the field. A field that shows a selection
  /// only with it is given a painted one until then (``SelectionMark``).
  func selectBeforePause(_ range: Range<Int>, _ writing: Writing) {
    writing.field.select(range, takesFocus: false)
    writing.owesFocus = !writing.field.hasFocus
    if writing.owesFocus, writing.field.needsFocusForText { writing.showSelection(on: native) }
    Self.updateWatching()
  }

  /// Performs the gesture that the only stroke is, where it is one; whether it was.
  ///
  /// In a field that shows it only with the focus the gesture waits for the pause
  /// (``performHeldGestures(_:in:takesFocus:)``).
  ///
  /// - Parameter text: the field's text around the stroke, where that is known already.
  @discardableResult func performGesture(_ writing: Writing, in text: FieldText? = nil) -> Bool {
    guard writing.field.isOpen, writing.session.mayBeGesture else { return false }
    // Before the session is changed: where carets are needed is asked of it.
    let text = text ?? self.text(of: writing, .around(writing.session))
    writing.session.holdsGestures = writing.field.needsFocusForText
    guard let gesture = writing.session.takeGesture(at: Self.now, in: text) else {
      // Where it waits, those before it may no longer: they are of a text that has changed.
      if writing.session.hasHeldGestures { show(writing) }
      return false
    }
    perform(gesture, writing)
    show(writing)
    Self.updateWatching()
    Self.delayedEvents.release()
    return true
  }

  /// - Parameter takesFocus: Whether a field that shows the gesture only with the focus gets that.
  private func perform(_ gesture: TextGesture, _ writing: Writing, takesFocus: Bool = false) {
    switch gesture {
    case .select(let range):
      // In such a field this is the pause: the focus may come.
      if writing.field.needsFocusForText {
        // Without it nothing would be seen of a selection; what was written over it replaces it.
        guard takesFocus else {
          if !writing.session.ink.isEmpty { selectBeforePause(range, writing) }
          return
        }
        writing.field.select(range)
      }
      selectBeforePause(range, writing)
      showHandles(of: range, writing)
    case .edit(let edit): perform(edit, writing, takesFocus: takesFocus)
    case .nothing: break
    }
  }

  /// Performs the gestures that have waited for the pause, in the order drawn: the first gives the field the focus, unless
  /// somebody has gone on to another one.
  ///
  /// - Parameters:
  ///   - text: The field's text, with its carets where ink is to be read or the pen is.
  ///   - takesFocus: Whether the field may get the focus: not where the pen comes down in another field.
  /// - Returns: The text after them, where it was seen before: for what was written or tapped meanwhile.
  func performHeldGestures(
    _ writing: Writing, in text: FieldText, takesFocus: Bool = true
  ) -> FieldText {
    guard writing.session.hasHeldGestures else { return text }
    let expected = writing.session.expected(text)
    while writing.field.isOpen,
      let gesture = writing.session.takeHeldGesture(in: self.text(of: writing, .none))
    {
      let needsFocus = takesFocus && writing.field.needsFocusForText
      perform(gesture, writing, takesFocus: needsFocus && !hasLeft(writing))
    }
    show(writing)
    Self.updateWatching()
    // Else the text of the ink is waited for.
    if !writing.session.isWaiting { Self.delayedEvents.release() }
    // The program is told of an edit, and may have closed the window.
    guard writing.field.isOpen else { return text }
    let current = self.text(of: writing, .none)
    // A program that makes something else of its text shows it elsewhere, too.
    guard current.hasText(of: expected), !expected.carets.isEmpty else {
      return self.text(of: writing, .around(writing.session))
    }
    var left = expected
    left.selection = current.selection
    left.hasFocus = current.hasFocus
    return left
  }

  /// Makes the edit of a gesture.
  ///
  /// The focus waits for the pause, as with words.
  ///
  /// - Parameter takesFocus: Whether it comes with the edit, which has waited itself.
  func perform(_ edit: TextEdit, _ writing: Writing, takesFocus: Bool = false) {
    writing.field.apply(edit, takesFocus: takesFocus)
    writing.noteEdit()
    writing.owesFocus = !writing.field.hasFocus
  }

  /// The stroke was a tap on something that takes presses: delivers its events, once the text is committed.
  func handOn(_ press: KeptEvent, _ release: Event?, past writing: Writing) {
    undecided = nil
    writing.session.withdrawStroke()
    show(writing)
    Self.updateWatching()
    guard let release, let surface else { return finish() }
    handedOn = press
    Self.delayedEvents.deliver([press, KeptEvent(release)], on: surface)
    guard !writing.session.isWaiting else { return }
    // The text came while the pen was down: nothing else would end the delay.
    MainLoop.after(0) { Self.delayedEvents.release() }
  }

  // MARK: Flicks

  /// Has the stroke under the pen scroll the list that it is in, where it is a ``Flick`` by now; whether it is.
  ///
  /// Only where nothing is written yet, in the blank space of a list or over an item's name: nothing moves below a text.
  /// In a list that is wholly in view it does nothing, and is no ink either.
  func takesFlick(_ event: Event, _ writing: Writing) -> Bool {
    guard let press = undecided, let field = writing.field as? ElementField, !field.isFocused,
      let start = writing.session.ink.last?.first,
      let position = position(of: event),
      let scroller = field.scroller ?? Self.scroller(around: field.widget)
    else { return false }
    let seconds = event.time - press.event.time
    let axes = scroller.scrollableAxes
    let axis = (axes.isEmpty ? [.vertical] : axes).first {
      writing.session.isFlick(
        lasting: seconds, along: $0 == .vertical ? Vector(0, 1) : Vector(1, 0))
    }
    guard let axis else { return false }
    undecided = nil
    let swipe = PenSwipe(in: scroller, from: start, along: [axis])
    self.swipe = swipe
    writing.session.withdrawStroke()
    show(writing)
    // What it lies in scrolls from now on.
    writing.withdrawPress()
    Self.updateWatching()
    swipe.move(to: position)
    return true
  }

  func liftFlick() {
    swipe = nil
    if let writing { awaitPause(writing) }
    Self.updateWatching()
    // What has waited for the pen to lift.
    Self.performDelayed()
    Self.delayedEvents.release()
  }

  /// The innermost view that scrolls a widget; `nil` where none does.
  private static func scroller(around widget: UnsafeMutablePointer<GtkWidget>) -> ScrolledWindow? {
    gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type()).map {
      ScrolledWindow(raw: $0.raw)
    }
  }
}
