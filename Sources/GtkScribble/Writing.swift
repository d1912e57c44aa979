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
  /// Hidden from the first ink to a pause after the text.
  private var suggestions: Suggestions?
  /// From the first ink to a pause after the text: nothing moves, and nothing is suggested.
  private(set) var isStill = false

  /// Below the words that can be read otherwise; `nil` where there are none.
  var marks: WrittenMarks?
  var layout: [Subscription] = []
  /// Text has come that was not told of (``ScribbleController/onText``).
  var hasNewText = false
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

  /// Removes the ink without a reading.
  func drop() {
    stopReading()
    wordsTask?.cancel()
    session.cancel()
    ink?.end(fades: false)
    ink = nil
    removeMarks()
    closeGap()
    field.setPlaceholderHidden(false)
    endStillness()
  }

  /// Ink is there: the field shows no hint and no suggestion.
  func hideHints() {
    field.setPlaceholderHidden(true)
    guard !isStill else { return }
    isStill = true
    suggestions = field.hideSuggestions()
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

  /// A pause follows the text: suggestions may show again, and what has waited may move.
  func endStillness() {
    isStill = false
    suggestions?.show()
    suggestions = nil
    ScribbleController.performDelayed()
    guard hasNewText else { return }
    hasNewText = false
    ScribbleController.onText(Widget(field.widget))
  }
}
