import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// Asks for gestures on a touchscreen, one after the other, and saves what the fingers did.
///
/// Laid out in `data/ui/gesture-recorder.ui`.
final class GestureRecorderWindow {
  private static var shown: GestureRecorderWindow?

  private let window: Window
  /// What is asked for: an icon, then the words.
  private let asked: Box
  private let instruction: Label
  private let progress: Label
  private let name: Entry
  private let again: Button
  private let skip: Button
  private let save: Button
  private let touches: TouchSource
  private var icon: (gesture: Gesture, widget: PaintedWidget)?
  private var recorder: GestureRecorder
  /// What was done before the last saving.
  private var saved: [GestureRecording.Take] = []
  private var nextStep: Timer?
  private var dialogs: FileDialogs?

  static func show(parent: (some GObjectPointer)?) {
    guard let recorder = shown ?? GestureRecorderWindow() else { return }
    shown = recorder
    recorder.window.setTransient(for: parent.map { Window($0) })
    recorder.window.present()
  }

  private init?() {
    guard let layout = Layout("gesture-recorder") else { return nil }
    window = layout.child("window")
    asked = layout.child("asked")
    instruction = layout.child("instruction")
    progress = layout.child("progress")
    name = layout.child("name")
    again = layout.child("again")
    skip = layout.child("skip")
    save = layout.child("save")
    let pad: Frame = layout.child("pad")
    touches = TouchSource(attachedTo: pad)
    var random = SystemRandomNumberGenerator()
    recorder = GestureRecorder(using: &random)
    name.setExtraMenu(TextMenu.steps)
    touches.onTouch = { [weak self] phase, touch in
      self?.follow { $0.handle(TouchEvent(phase, touch)) }
    }
    again.clicked.connect { [weak self] in self?.follow { $0.again() } }
    skip.clicked.connect { [weak self] in self?.follow { $0.skip() } }
    save.clicked.connect { [weak self] in self?.askWhere() }
    window.closeRequested.connect { [weak self] in self?.keepsOpen() ?? false }
    window.destroyed.connect { Self.shown = nil }
    update()
  }

  // MARK: Recording

  private static var now: Double { MonotonicClock.system.now }

  /// Has the recorder take something, shows what it asks for then, and wakes it when it wants to be.
  private func follow(_ change: (inout GestureRecorder) -> Void) {
    change(&recorder)
    nextStep = recorder.deadline.map { deadline in
      // A millisecond later than due, so that rounding never wakes it too early.
      Timer(after: max(deadline - Self.now, 0) + 0.001) { [weak self] in
        self?.follow { $0.advance(to: Self.now) }
      }
    }
    update()
  }

  private func update() {
    if icon?.gesture != recorder.asked {
      if let icon { asked.remove(icon.widget) }
      icon = nil
      if let gesture = recorder.asked {
        let widget: PaintedWidget = GestureArt(gesture).widget
        asked.prepend(widget)
        icon = (gesture, widget)
      }
    }
    Self.show(recorder.asked?.instruction ?? tr("That was all. Please save it."), on: instruction)
    let count = tr("{done} of {all} recorded")
      .filled("done", String(recorder.takes.count))
      .filled("all", String(recorder.order.count))
    let dropped = tr("This could not be recorded. Do it once more, or skip it.")
    Self.show(recorder.hasDropped ? dropped : count, on: progress)
    again.isSensitive = recorder.canRepeat
    skip.isSensitive = recorder.asked != nil
    save.isSensitive = !recorder.takes.isEmpty
  }

  /// Each move of a finger asks for it: the layout is not to be made anew for what is shown already.
  private static func show(_ text: String, on label: Label) {
    if label.text != text { label.text = text }
  }

  // MARK: Saving

  private func askWhere() {
    let recording = GestureRecording(
      hand: name.text.trimmed,
      screen: Monitor.showing(window)?.size.map {
        GestureRecording.Size(width: $0.width, height: $0.height)
      },
      takes: recorder.takes)
    let dialogs = FileDialogs(parent: window) { nil }
    self.dialogs = dialogs
    dialogs.save(
      tr("Save the Recording"), [.gestureRecordings], name: tr("Gestures") + ".jsonl"
    ) { [weak self] path in
      let isWritten = RecordingFile.write(recording.text, to: path, parent: self?.window)
      if isWritten { self?.saved = recording.takes }
    }
  }

  /// Whether it stays open for now, since what was recorded is not saved yet and a question is asked.
  private func keepsOpen() -> Bool {
    guard !recorder.takes.isEmpty, recorder.takes != saved else { return false }
    MessageDialog.ask(
      parent: window, tr("The gestures are not saved"),
      tr("Closing the window forgets what was recorded."),
      choices: [
        .init(tr("_Cancel")) {},
        .init(tr("_Close"), isDestructive: true) { [weak self] in self?.window.destroy() },
      ])
    return true
  }
}
