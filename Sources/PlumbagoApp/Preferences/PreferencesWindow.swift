import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// What a person sets once for all drawings; every change holds at once.
final class PreferencesWindow {
  private var subscriptions: [Subscription] = []
  private static var shown: PreferencesWindow?

  typealias Widget = UnsafeMutablePointer<GtkWidget>

  let window: Widget
  private let pad: CanvasWidget
  private let editor: ForceCurveEditor
  private var softness: Widget!

  static func show(parent: (some GObjectPointer)?) {
    let preferences = shown ?? PreferencesWindow()
    shown = preferences
    if let parent { gtk_window_set_transient_for(preferences.window.cast(), parent.cast()) }
    gtk_window_present(preferences.window.cast())
  }

  private init() {
    window = gtk_window_new()
    pad = CanvasWidget(session: CanvasSession(.empty))
    // There is nowhere to move it to.
    pad.touch.fingerMode = .draw
    editor = ForceCurveEditor(Settings.shared[.forceCurve])
    gtk_window_set_title(window.cast(), tr("Preferences"))
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    gtk_window_set_default_size(window.cast(), 440, 620)
    gtk_widget_set_size_request(window, 300, 240)
    // A bar of its own, as all our windows have; without a wish it has the window's title.
    gtk_window_set_titlebar(window.cast(), gtk_header_bar_new())
    let page = Form.page()
    buildLook(in: page)
    buildPressure(in: page)
    buildPen(in: page)
    buildLines(in: page)
    buildTouch(in: page)
    buildHand(in: page)
    let scroller = Form.scrolled(page, tallest: 2000)
    gtk_window_set_child(window.cast(), scroller)
    followTheApp()
    closeByEscape()
    RawSignal.connect(window, "destroy") { Self.shown = nil }
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

  /// The pad has the paper, the tool and the hand that drawings have.
  private func followTheApp() {
    func look() { pad.paper = Appearance.shared.isDark ? .dark : .light }
    look()
    Appearance.shared.listeners.subscribe { [weak self] in
      self?.pad.paper = Appearance.shared.isDark ? .dark : .light
    }.store(in: &subscriptions)
    pad.session.picker = SharedToolPicker.shared.picker.onPad
    SharedToolPicker.shared.listeners.subscribe { [weak self] in
      self?.pad.session.picker = SharedToolPicker.shared.picker.onPad
    }.store(in: &subscriptions)
    pad.hover.policy = Settings.shared[.hoverPreview]
    Settings.shared.subscribe(to: .hoverPreview) { [weak self] in
      self?.pad.hover.policy = $0
    }.store(in: &subscriptions)
    pad.session.stabilizer = Stabilizer(Settings.shared[.stabilizer])
    pad.session.forceCurve = Settings.shared[.forceCurve]
  }

  // MARK: Rows

  private func buildLook(in page: Widget) {
    let group = Form.group(tr("Appearance"), in: page)
    let schemes: [Settings.ColorScheme] = [.system, .light, .dark]
    let choice = Form.choice(
      [tr("As the System"), tr("Light"), tr("Dark")],
      selected: schemes.firstIndex(of: Settings.shared[.colorScheme]) ?? 0
    ) { i in
      if schemes.indices.contains(i) { Settings.shared[.colorScheme] = schemes[i] }
    }
    Form.row(tr("Style"), choice, in: group)
    Settings.shared.subscribe(to: .colorScheme) {
      guard let i = schemes.firstIndex(of: $0) else { return }
      gtk_drop_down_set_selected(choice.opaque, UInt32(i))
    }.store(in: &subscriptions)
  }

  private func buildHand(in page: Widget) {
    let group = Form.group(tr("Hand"), in: page)
    let hands: [Hand?] = [nil, .right, .left]
    let choice = Form.choice(
      [trc("hand", "Either"), trc("hand", "Right"), trc("hand", "Left")],
      selected: hands.firstIndex(of: Settings.shared[.hand]) ?? 0
    ) { i in
      if hands.indices.contains(i) { Settings.shared[.hand] = hands[i] }
    }
    Form.row(
      tr("Drawing hand"), note: tr("The tools stand where this hand does not hide them"), choice,
      in: group)
    Settings.shared.subscribe(to: .hand) {
      guard let i = hands.firstIndex(of: $0) else { return }
      gtk_drop_down_set_selected(choice.opaque, UInt32(i))
    }.store(in: &subscriptions)
  }

  private func buildPressure(in page: Widget) {
    let group = Form.group(tr("Pen Pressure"), in: page)
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    gtk_widget_set_valign(editor.widget, GTK_ALIGN_CENTER)
    gtk_box_append(box.cast(), editor.widget)
    Accessible.name(pad.widget, tr("Test pad"))
    gtk_widget_set_size_request(pad.widget, 120, 148)
    gtk_widget_set_hexpand(pad.widget, 1)
    let frame = gtk_frame_new(nil)!
    gtk_widget_add_css_class(frame, "test-pad")
    gtk_frame_set_child(frame.cast(), pad.widget)
    gtk_widget_set_hexpand(frame, 1)
    gtk_box_append(box.cast(), frame)
    let row = Form.wideRow(box, in: group)
    gtk_box_append(
      row.cast(), Form.note(tr("Bend the curve and try it on the pad: the pen draws with it.")))

    softness = Form.slider(-1...1, marks: [(-1, tr("Hard")), (1, tr("Soft"))], value: 0) {
      [weak self] in self?.take(ForceCurve(softness: $0))
    }
    Form.row(tr("Touch"), softness, in: group)
    let buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    let clear = gtk_button_new_with_mnemonic(tr("_Clear the Pad"))!
    let reset = gtk_button_new_with_mnemonic(tr("_Reset the Curve"))!
    for button in [clear, reset] {
      gtk_widget_set_hexpand(button, 1)
      gtk_box_append(buttons.cast(), button)
    }
    Form.wideRow(buttons, in: group)
    RawSignal.connect(clear, "clicked") { [weak self] in self?.clearPad() }
    RawSignal.connect(reset, "clicked") { [weak self] in
      self?.take(.identity)
      if let softness = self?.softness { gtk_range_set_value(softness.cast(), 0) }
    }
    editor.onChange = { [weak self] in self?.take($0) }
  }

  private func take(_ curve: ForceCurve) {
    editor.curve = curve
    pad.session.forceCurve = curve
    Settings.shared[.forceCurve] = curve
  }

  private func clearPad() {
    while pad.session.history.undoStep != nil {
      let before = pad.session.history.position
      pad.perform { $0.undo() }
      guard pad.session.history.position < before else { return }
    }
  }

  private func buildLines(in page: Widget) {
    let group = Form.group(tr("Lines"), in: page)
    let stabilizer = Form.slider(
      0...1, marks: [(0, tr("None")), (1, tr("Strong"))], value: Settings.shared[.stabilizer]
    ) { [weak self] value in
      Settings.shared[.stabilizer] = value
      self?.pad.session.stabilizer = Stabilizer(value)
    }
    Form.row(tr("Stabilizer"), stabilizer, in: group)
    let ways: [FastInk] = [.automatic, .on, .off]
    let fast = Form.choice(
      [tr("Automatic"), tr("On"), tr("Off")],
      selected: ways.firstIndex(of: Settings.shared[.fastInk]) ?? 0
    ) { i in
      if ways.indices.contains(i) { Settings.shared[.fastInk] = ways[i] }
    }
    Form.row(
      tr("Fast ink"), note: tr("Shows the line under the pen ahead of the window's frames"), fast,
      in: group)
  }

  private func buildTouch(in page: Widget) {
    let group = Form.group(tr("Touchscreen"), in: page)
    let modes: [FingerMode] = [.automatic, .draw, .pan]
    let finger = Form.choice(
      [tr("Automatic"), tr("Draws"), tr("Moves the Paper")],
      selected: modes.firstIndex(of: Settings.shared[.finger]) ?? 0
    ) { i in
      if modes.indices.contains(i) { Settings.shared[.finger] = modes[i] }
    }
    Form.row(
      tr("One finger"), note: tr("Automatic: draws until a pen has been seen"), finger, in: group)
    Settings.shared.subscribe(to: .finger) {
      guard let i = modes.firstIndex(of: $0) else { return }
      gtk_drop_down_set_selected(finger.opaque, UInt32(i))
    }.store(in: &subscriptions)
    let beside = Form.toggle(Settings.shared[.pansBesidePen]) {
      Settings.shared[.pansBesidePen] = $0
    }
    Form.row(
      tr("Other hand moves the paper"), note: tr("With two fingers, while the pen draws"), beside,
      in: group)
  }
}
