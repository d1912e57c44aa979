import Canvas
import Gtk
import InkModel
import InkWidgets

/// Shows what pens, fingers and the mouse report, as they report it, and records it.
///
/// Laid out in `data/ui/input-tester.ui`.
final class InputTesterWindow {
  private static var shown: InputTesterWindow?

  private let window: Window
  /// The window that it is over.
  private var parent: Window?
  private let pad = TestPad()
  private let sheet: InputSheet
  private let record: ToggleButton
  private var meter = InputMeter()
  /// The mouse's last position, in points of the pad.
  private var mousePosition: Point?
  private var nextUpdate: Timer?
  private var dialogs: FileDialogs?

  static func show(parent: (some GObjectPointer)?) {
    guard let tester = shown ?? InputTesterWindow() else { return }
    shown = tester
    tester.parent = parent.map { Window($0) }
    tester.window.setTransient(for: tester.parent)
    tester.window.present()
  }

  private init?() {
    guard let layout = Layout("input-tester"),
      let sheet = InputSheet(in: layout.child("sheet"))
    else { return nil }
    self.sheet = sheet
    window = layout.child("window")
    record = layout.child("record")
    pad.put(in: layout.child("test_pad"), width: 300, height: 240)
    let clear: Button = layout.child("clear")
    clear.clicked.connect { [weak self] in self?.clear() }
    let gestures: Button = layout.child("gestures")
    gestures.clicked.connect { [weak self] in GestureRecorderWindow.show(parent: self?.parent) }
    record.toggled.connect { [weak self] in self?.toggleRecording() }
    listen()
    window.destroyed.connect { Self.shown = nil }
  }

  // MARK: Listening

  private static var now: Double { MonotonicClock.system.now }

  private func listen() {
    let pad = pad.canvas
    pad.onInput = { [weak self] in self?.take($0) }
    pad.onPenHover = { [weak self] tool, sample in
      guard let self else { return }
      guard let sample else { return }
      self.meter.take(tool, sample, isTouching: false, at: Self.now)
      self.showSoon()
    }
    pad.onPenLeave = { [weak self] _ in
      self?.meter.leave()
      self?.showSoon()
    }
    pad.hover.onHover = { [weak self] tool, position in
      guard let self, let tool, tool.kind == .mouse, let position,
        position != self.mousePosition
      else {
        return
      }
      self.mousePosition = position
      let sample = StylusSample(position: position, time: Self.now)
      self.meter.take(tool, sample, isTouching: self.pad.canvas.session.isBusy, at: Self.now)
      self.showSoon()
    }
    pad.onPenButton = { [weak self] _, button, isDown in
      self?.meter.press(button, isDown: isDown)
      self?.showSoon()
    }
  }

  private func take(_ input: StylusInput) {
    switch input {
    case .down(let contact, let tip):
      meter.take(contact.tool, tip, isTouching: true, at: Self.now)
    case .move(let contact, let settled, _):
      for sample in settled { meter.take(contact.tool, sample, isTouching: true, at: Self.now) }
    case .up, .lost, .cancelled: meter.lift()
    }
    showSoon()
  }

  /// Updates the readings 30 times a second at most, which is faster than anyone reads.
  private func showSoon() {
    guard nextUpdate == nil else { return }
    nextUpdate = Timer(after: 1.0 / 30) { [weak self] in
      guard let self else { return }
      nextUpdate = nil
      sheet.show(meter)
    }
  }

  // MARK: Recording

  private func clear() {
    pad.clear()
    meter = InputMeter()
    sheet.show(meter)
  }

  private func toggleRecording() {
    record.label = record.isActive ? tr("_Stop and Save…") : tr("_Record")
    let canvas = pad.canvas
    if record.isActive {
      canvas.recorder = StylusRecorder(
        width: canvas.session.viewport.width, height: canvas.session.viewport.height)
      return
    }
    guard let done = canvas.recorder?.result else { return }
    canvas.recorder = nil
    let dialogs = FileDialogs(parent: window) { nil }
    self.dialogs = dialogs
    dialogs.save(
      tr("Save the Recording"), [.recordings], name: tr("Input Test") + ".stylus"
    ) { [weak self] path in
      RecordingFile.write(done.text, to: path, parent: self?.window.cast())
    }
  }
}
