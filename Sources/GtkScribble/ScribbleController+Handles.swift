import CGtk
import Gtk
import InkModel
import Scribble

/// A stroke under the pen that began on a handle, while it is not known yet whether it drags that.
struct HandlePress {
  /// The field whose selection it is.
  let field: any TextField
  /// Whether the handle is one of ours; else GTK gets the press where it is a drag.
  let isOwn: Bool
  let press: KeptEvent
  /// The stroke so far.
  var samples: [StylusSample]
}

/// Handles of a selection, which the pen drags: those of what it has selected, and GTK's own, of
/// what a finger has.
///
/// Ours appear as the selection is made: by a circle or a line below, by a rest and a move, and by
/// taps when no further tap has followed.
///
/// A press on a handle (``handlePress``) begins ink of the handle's field, as if no handle was there. It
/// goes on until the pen lifts, or until the stroke is known to be one of two (``HandleStroke``):
/// - a drag: its ink goes; the pen drags the handle, or GTK gets the press and all that follows;
/// - writing: the handles go, and the ink stays.
/// A tap on a handle does nothing. A stroke that lifts before it is known is writing.
///
/// Invariants:
/// 1. At most one field of all windows has handles of ours, that in which the pen selected last. No
///    ink but that of ``handlePress`` waits there.
/// 2. The next stroke of the pen in a field, a key and a finger remove them; so does whatever ends
///    the selection or moves the focus. What else is pressed does not: a button may act on the
///    selection.
/// 3. From where a stroke is known as a drag of a handle of ours to its lift nothing is written, and
///    nothing moves or scrolls. While one of GTK's is dragged nothing is written.
/// 4. No handle takes the pen while ink waits, before the pause after a text, or where nothing is
///    selected: below a caret the pen writes.
extension ScribbleController {
  private static var handles: FieldHandles?

  static func removeHandles() {
    handles?.end()
    handles = nil
  }

  /// Whether a field of this window or popover has them.
  var hasHandles: Bool { Self.handles?.native == native }

  /// Shows them where a range is what is selected.
  func showHandles(of range: Range<Int>, _ writing: Writing) {
    // A stroke in another window came first.
    guard Self.latest === self, contact == nil else { return }
    Self.removeHandles()
    Self.handles = FieldHandles(
      of: range, in: writing.field, on: native,
      awaitsFocus: { [weak self, weak writing] in
        guard let self, let writing else { return false }
        return writing.owesFocus && focusedWidget == writing.formerFocus
      }, onInvalid: { Self.removeHandles() })
  }

  // MARK: Strokes that begin on a handle

  /// What begins with a press of the pen on a handle; `nil` where none takes it.
  func pressOnHandle(_ event: Event, at position: Point) -> HandlePress? {
    if let writing, writing.session.isWaiting || writing.hasNewText { return nil }
    let (press, samples) = (KeptEvent(event), [event.sample(at: position)])
    if let handles = Self.handles, handles.native == native, handles.isHandle(at: position) {
      return HandlePress(field: handles.field, isOwn: true, press: press, samples: samples)
    }
    guard let text = TextFields.text(ofHandleAt: position + offset, in: native),
      let field = TextFields.field(around: text), mayBegin(at: position, in: field), field.isOpen,
      !field.text(in: native, .none).selection.isEmpty
    else { return nil }
    return HandlePress(field: field, isOwn: false, press: press, samples: samples)
  }

  /// A stroke that began on a handle goes on; whether it drags that from now on.
  ///
  /// - Parameter samples: Those of a motion.
  func takesDrag(_ samples: [StylusSample], of motion: Event, _ writing: Writing) -> Bool {
    guard var press = handlePress else { return false }
    press.samples += samples
    handlePress = press
    switch HandleStroke(of: press.samples) {
    case .open: return false
    case .writing:
      handlePress = nil
      removeHandles(below: writing)
      return false
    case .drag:
      guard beginDrag(writing, with: motion) else { return false }
      if dragsHandle { moveHandle(to: samples.last?.position) }
      return true
    }
  }

  /// Whether the stroke that began on a handle drags that from now on, and its ink goes; else it
  /// goes on as ink.
  ///
  /// - Parameter motion: By which that is known; `nil` where the pen rests.
  @discardableResult func beginDrag(_ writing: Writing, with motion: Event? = nil) -> Bool {
    guard let press = handlePress, let start = press.samples.first?.position else { return false }
    handlePress = nil
    // What is selected may have changed meanwhile.
    guard !press.isOwn || hasHandles && Self.handles?.begin(at: start) == true else {
      removeHandles(below: writing)
      return false
    }
    dragsHandle = press.isOwn
    if !press.isOwn { contact = nil }
    writing.session.withdrawStroke()
    show(writing)
    Self.updateWatching()
    guard !press.isOwn, let surface else { return true }
    handedOn = press.press
    Self.delayedEvents.deliver([press.press] + (motion.map { [KeptEvent($0)] } ?? []), on: surface)
    MainLoop.after(0) { Self.delayedEvents.release() }
    return true
  }

  /// A stroke that began on a handle lifts before it is known what it is; whether it was a tap.
  func endsAsTap(_ writing: Writing) -> Bool {
    guard handlePress != nil else { return false }
    handlePress = nil
    guard writing.session.isTap else {
      removeHandles(below: writing)
      return false
    }
    writing.session.withdrawStroke()
    show(writing)
    Self.updateWatching()
    Self.delayedEvents.release()
    return true
  }

  /// Something is written in a field: its handles, ours and GTK's, would lie over the ink.
  func removeHandles(below writing: Writing) {
    Self.removeHandles()
    TextFields.hideHandles(of: writing.field.widget)
  }

  // MARK: Dragging

  func moveHandle(to position: Point?) {
    guard hasHandles, let position else { return }
    Self.handles?.move(to: position)
  }

  func liftHandle() {
    dragsHandle = false
    Self.handles?.lift()
    if let writing {
      // The pause that began with the selection is over, too.
      writing.turn += 1
      awaitPause(writing)
    }
    // Performs the changes of layout that have waited for this.
    Self.performDelayed()
  }
}
