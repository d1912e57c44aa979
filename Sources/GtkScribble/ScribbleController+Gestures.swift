import Gtk
import InkModel
import Scribble

/// What a stroke does that is not read: it selects, edits, or presses what lies below.
extension ScribbleController {
  /// The tool rests: where it is on text it selects from now on.
  func rest(_ writing: Writing) {
    guard writing.field.isOpen,
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
    writing.field.select(range)
  }

  /// Performs the gesture that the only stroke is, where it is one; whether it was.
  ///
  /// - Parameter text: the field's text around the stroke, where that is known already.
  @discardableResult func performGesture(_ writing: Writing, in text: FieldText? = nil) -> Bool {
    guard writing.field.isOpen, writing.session.mayBeGesture,
      let gesture = writing.session.takeGesture(
        at: Self.now, in: text ?? writing.field.text(in: native, .around(writing.session)))
    else { return false }
    switch gesture {
    case .select(let range):
      writing.field.select(range)
      showHandles(of: range, writing)
    case .edit(let edit): writing.field.apply(edit)
    }
    show(writing)
    Self.updateWatching()
    Self.delayedEvents.release()
    return true
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
}
