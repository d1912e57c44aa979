import InkModel

/// Handles of a selection that the pen has made, which it drags.
///
/// They appear as the selection is made: by a circle or a line below, by a rest and a move, and by
/// taps when no further tap has followed.
///
/// Invariants:
/// 1. At most one field of all windows has handles, that in which the pen selected last. No ink
///    waits there.
/// 2. The next stroke of the pen in a field, a key and a finger remove them; so does whatever ends
///    the selection or moves the focus. What else is pressed does not: a button may act on the
///    selection.
/// 3. From the press on a handle to its release nothing is written, and nothing moves or scrolls.
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

  /// Whether a press at a position is on a handle, which it drags from now on.
  func takesHandle(at position: Point) -> Bool {
    guard hasHandles, Self.handles?.begin(at: position) == true else { return false }
    dragsHandle = true
    return true
  }

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
