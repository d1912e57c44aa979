import CGtk
import Gtk
import Scribble

/// What is being written, and the field.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class Writing {
  let field: any TextField
  var session: ScribbleSession
  var ink: FieldInk?
  /// Counts the events that put a reading off.
  var turn = 0
  var task: Task<Void, Never>?
  /// All ink is being recognised.
  var isReading = false
  /// The words before the one under the pen are being recognised.
  var wordsTask: Task<Void, Never>?
  /// Hidden from the first ink to a pause after the text, whatever field the pen has gone on to.
  private var suggestions: Suggestions?
  /// From the first ink to a pause after the text: nothing moves, and nothing is suggested.
  private(set) var isStill = false
  /// Holds the field's frame meanwhile, and already while the tip is down that may yet make a tap.
  private var heldFrame: HeldFrame?

  /// Who is told when it begins.
  var listeners: [WritingListener] = []
  /// Who was told that it begins, and not yet that it is finished.
  private var told: [WritingListener] = []
  /// The field gets text and focus at a pause.
  private(set) var delaysFocus = false
  /// Words or a selection have come without the focus, which the field gets at the pause.
  var owesFocus = false
  /// The pen has gone on to another field, while the ink is being recognised: the text comes without the focus.
  var isLeft = false
  /// The widget that had the keyboard focus as the ink began; it may be gone, and is only compared.
  var formerFocus: UnsafeMutablePointer<GtkWidget>?

  /// Below the words that can be read otherwise; `nil` where there are none.
  var marks: WrittenMarks?
  var layout: [Subscription] = []
  /// Text has come that was not told of (``ScribbleController/onText``).
  var hasNewText = false
  /// Shows what is selected where the field does not yet; `nil` where it does.
  private var selectionMark: SelectionMark?
  /// Whose strokes are the start of what is written, until that is text.
  var adopted: ScribbleInteraction?
  /// The gap that is open between two words.
  var gap: TextGap?

  init(_ field: any TextField, _ settings: ScribbleSession.Settings) {
    self.field = field
    session = ScribbleSession(settings)
  }

  func stopReading() {
    task?.cancel()
    isReading = false
  }

  /// Nothing comes of the ink: strokes that were drawn elsewhere are there again.
  func restoreAdopted() {
    guard let adopted else { return }
    self.adopted = nil
    adopted.delegate?.interactionRestoresStrokes(adopted)
  }

  /// Removes the ink without a reading.
  func drop() {
    restoreAdopted()
    stopReading()
    wordsTask?.cancel()
    session.cancel()
    ink?.end(fades: false)
    ink = nil
    removeMarks()
    closeGap()
    field.setPlaceholderHidden(false)
    isLeft = false
    endStillness()
  }

  /// The tip comes down: the field shows no hint and stays where it is, though this may turn out to be a tap.
  ///
  /// - Parameter frame: Called where the field is not held yet: what holds its frame.
  func press(holding frame: () -> HeldFrame?) {
    field.setPlaceholderHidden(true)
    hold(frame)
    // It opens again at the next key. What else is suggested goes with a stroke: a search that was hidden for a tap
    // would begin anew.
    Suggestions.closeCompletion(of: field.widget)
  }

  private func hold(_ frame: () -> HeldFrame?) {
    if let heldFrame { heldFrame.holdNeighbors() } else { heldFrame = frame() }
  }

  /// Somebody has pressed something beside the field, or a key.
  ///
  /// What that changes there is seen at once, and no completion opens at the pause for what was
  /// written before.
  func noteOtherAction() {
    heldFrame?.releaseNeighbors()
    suggestions?.forgetWritten()
  }

  /// Text has come into the field, or a gesture has deleted some.
  func noteEdit() { suggestions?.textIsWritten() }

  /// It was a tap: what the program has laid out meanwhile applies, unless something is written.
  func withdrawPress() {
    guard !isStill else { return }
    heldFrame?.end()
    heldFrame = nil
  }

  /// Ink is there: the field shows no hint and no suggestion.
  ///
  /// - Parameter frame: Called where the field is not held yet: what holds its frame.
  /// - Returns: Whether that is new; listeners were told then.
  @discardableResult func begin(holding frame: () -> HeldFrame?) -> Bool {
    field.setPlaceholderHidden(true)
    guard !isStill else { return false }
    isStill = true
    hold(frame)
    hideSuggestions()
    // They were told already where the pen comes back from another field before the text is there.
    guard told.isEmpty else { return true }
    delaysFocus = false
    for listener in listeners where isStill {
      told.append(listener)
      // May close the window, which ends the writing.
      listener.willBegin()
    }
    delaysFocus = told.contains { $0.shouldDelayFocus() }
    return isStill
  }

  /// A popover has been opened, perhaps by the program of the field since its text has changed.
  func opened(_ popover: UnsafeMutablePointer<GtkWidget>) { suggestions?.hold(popover) }

  /// The field, an element of an area, has become a text widget.
  func fieldIsFocused() {
    guard isStill || isLeft else { return }
    field.setPlaceholderHidden(true)
    hideSuggestions()
  }

  private func hideSuggestions() {
    suggestions =
      suggestions ?? Suggestions.takeWaiting(of: field.widget) ?? field.hideSuggestions()
  }

  /// Its text is there, or there will be none.
  func finish() {
    let listeners = told
    told = []
    for listener in listeners { listener.didFinish() }
  }

  /// Shows what the pen selects until the field has the focus.
  ///
  /// - Parameter native: The window or popover.
  func showSelection(on native: UnsafeMutablePointer<GtkWidget>) {
    if selectionMark == nil { selectionMark = SelectionMark(in: field, on: native) }
  }

  func removeSelection() {
    selectionMark?.end()
    selectionMark = nil
  }

  func closeGap() {
    gap?.close()
    gap = nil
  }

  func removeMarks() {
    marks?.end()
    marks = nil
    layout = []
  }

  /// The pen goes on to another field; ink that is being recognised still becomes text here.
  func leave() {
    isLeft = isReading
    if !isReading {
      wordsTask?.cancel()
      closeGap()
    }
    endStillness()
  }

  /// A pause follows the text, or the pen goes on to another field: what has waited may move, and suggestions may show
  /// again once nobody writes.
  func endStillness() {
    let wasStill = isStill
    isStill = false
    heldFrame?.end()
    heldFrame = nil
    removeSelection()
    // Not while ink is read: if they were let go now, they would show as its text comes.
    if !isReading {
      suggestions?.showAtPause(after: isLeft ? session.settings.pause : 0)
      suggestions = nil
    }
    if !isLeft { finish() }
    ScribbleController.performDelayed()
    if wasStill, ScribbleController.mayMove {
      ScribbleController.growth.writingHasEnded(in: field)
    }
    guard hasNewText else { return }
    hasNewText = false
    ScribbleController.onText(Widget(field.widget))
  }
}
