import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// Shows everything that a pen, a finger or the mouse says, as it says it, and records it.
final class InputTesterWindow {
  private var subscriptions: [Subscription] = []
  private static var shown: InputTesterWindow?

  private let window: Form.Widget
  private let pad: CanvasWidget
  private let sheet = InputSheet()
  private let record: Form.Widget
  private let note: Form.Widget
  private var meter = InputMeter()
  /// Where the mouse was last.
  private var mousePlace: Point?
  private var isWaitingToShow = false
  private var dialogs: FileDialogs?

  static func show(parent: (some GObjectPointer)?) {
    let tester = shown ?? InputTesterWindow()
    shown = tester
    if let parent { gtk_window_set_transient_for(tester.window.cast(), parent.cast()) }
    gtk_window_present(tester.window.cast())
  }

  private init() {
    window = gtk_window_new()
    pad = CanvasWidget(session: CanvasSession(.empty))
    record = gtk_toggle_button_new_with_mnemonic(tr("_Record"))
    note = Form.note(
      tr("Draw here with a pen, a finger or the mouse, and hold the pen near the surface."))
    gtk_window_set_title(window.cast(), tr("Input Test"))
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    gtk_window_set_default_size(window.cast(), 760, 620)
    gtk_widget_set_size_request(window, 320, 320)
    let bar = gtk_header_bar_new()!
    let clear = gtk_button_new_with_mnemonic(tr("_Clear"))!
    gtk_header_bar_pack_start(bar.opaque, record)
    gtk_header_bar_pack_end(bar.opaque, clear)
    gtk_window_set_titlebar(window.cast(), bar)
    gtk_window_set_child(window.cast(), layOut())
    RawSignal.connect(clear, "clicked") { [weak self] in self?.clear() }
    RawSignal.connect(record, "toggled") { [weak self] in self?.toggleRecording() }
    followTheApp()
    listen()
    closeByEscape()
    RawSignal.connect(window, "destroy") { Self.shown = nil }
  }

  /// Pad and sheet stand side by side where there is room, else one above the other.
  private func layOut() -> Form.Widget {
    let box = gtk_flow_box_new()!
    gtk_flow_box_set_selection_mode(box.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(box.opaque, 2)
    gtk_flow_box_set_min_children_per_line(box.opaque, 1)
    gtk_flow_box_set_column_spacing(box.opaque, 12)
    gtk_flow_box_set_row_spacing(box.opaque, 12)
    gtk_widget_add_css_class(box, "form")
    let left = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
    let frame = gtk_frame_new(nil)!
    gtk_widget_add_css_class(frame, "test-pad")
    Accessible.name(pad.widget, tr("Test pad"))
    gtk_widget_set_size_request(pad.widget, 300, 240)
    gtk_frame_set_child(frame.cast(), pad.widget)
    gtk_widget_set_vexpand(frame, 1)
    gtk_box_append(left.cast(), frame)
    gtk_box_append(left.cast(), note)
    gtk_flow_box_insert(box.opaque, left, -1)
    gtk_flow_box_insert(box.opaque, sheet.widget, -1)
    for i in 0..<2 {
      // What is on the sheet is read and not chosen.
      if let child = gtk_flow_box_get_child_at_index(box.opaque, CInt(i)) {
        gtk_widget_set_focusable(child.widget, 0)
      }
    }
    return Form.scrolled(box, tallest: 2000)
  }

  private func followTheApp() {
    func look(_ tester: InputTesterWindow) {
      tester.pad.paper = Appearance.shared.isDark ? .dark : .light
    }
    look(self)
    Appearance.shared.listeners.subscribe { [weak self] in self.map(look) }.store(
      in: &subscriptions)
    pad.session.picker = SharedToolPicker.shared.picker.onPad
    SharedToolPicker.shared.listeners.subscribe { [weak self] in
      self?.pad.session.picker = SharedToolPicker.shared.picker.onPad
    }.store(in: &subscriptions)
    pad.session.forceCurve = Settings.shared[.forceCurve]
    pad.hover.policy = Settings.shared[.hoverPreview]
    // What a finger says is seen only where it draws.
    pad.touch.fingerMode = .draw
  }

  private func closeByEscape() {
    let keys = gtk_event_controller_key_new()!
    RawSignal.connectKey(keys, "key-pressed") { [weak self] key, _ in
      guard let self, Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      gtk_window_close(self.window.cast())
      return true
    }
    gtk_widget_add_controller(window, keys)
  }

  // MARK: Listening

  private static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }

  private func listen() {
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
    pad.hover.onHover = { [weak self] tool, place in
      guard let self, let tool, tool.kind == .mouse, let place, place != self.mousePlace else {
        return
      }
      self.mousePlace = place
      let sample = StylusSample(position: place, time: Self.now)
      self.meter.take(tool, sample, isTouching: self.pad.session.isBusy, at: Self.now)
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

  /// Once for each frame at most: nobody reads faster.
  private func showSoon() {
    guard !isWaitingToShow else { return }
    isWaitingToShow = true
    MainLoop.after(1.0 / 30) { [weak self] in
      guard let self else { return }
      self.isWaitingToShow = false
      self.sheet.show(self.meter)
    }
  }

  // MARK: Recording

  private func clear() {
    while pad.session.history.undoStep != nil {
      let before = pad.session.history.position
      pad.perform { $0.undo() }
      guard pad.session.history.position < before else { break }
    }
    meter = InputMeter()
    sheet.show(meter)
  }

  private func toggleRecording() {
    let isRecording = gtk_toggle_button_get_active(record.cast()) != 0
    gtk_button_set_label(record.cast(), isRecording ? tr("_Stop and Save…") : tr("_Record"))
    if isRecording {
      pad.recorder = StylusRecorder(
        width: pad.session.viewport.width, height: pad.session.viewport.height)
      return
    }
    guard let done = pad.recorder?.result else { return }
    pad.recorder = nil
    let dialogs = FileDialogs(parent: window.cast(to: GtkWindow.self))
    self.dialogs = dialogs
    dialogs.save(
      tr("Save the Recording"), [.recordings], name: tr("Input Test") + ".stylus"
    ) { [weak self] path in
      RecordingFile.write(done, to: path, parent: self?.window.cast())
    }
  }
}
