import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// What hovering pens show, what the buttons of pens do, and the parts of a tablet.
extension PreferencesWindow {
  func buildPen(in page: Form.Widget) {
    let group = Form.group(tr("Pen"), in: page)
    buildHover(in: group)
    Form.row(
      tr("Handwriting"), note: tr("What the pen writes into a text field becomes text"),
      Form.toggle(Settings.shared[.writesInFields]) { Settings.shared[.writesInFields] = $0 },
      in: group)
    for button in StylusButton.allCases { buildButton(button, in: group) }
    let test = gtk_button_new_with_mnemonic(tr("Test Inp_ut…"))!
    gtk_widget_set_hexpand(test, 1)
    Form.wideRow(test, in: group)
    RawSignal.connect(test, "clicked") { [weak self] in
      InputTesterWindow.show(parent: self?.window.cast())
    }
    buildPad(in: page)
  }

  private func buildHover(in group: Form.Widget) {
    let policies: [HoverPolicy] = [.off, .pen, .penAndMouse]
    let preview = Form.choice(
      [trc("preview", "Off"), tr("Of the Pen"), tr("Of Pen and Mouse")],
      selected: policies.firstIndex(of: Settings.shared[.hoverPreview]) ?? 1
    ) { i in
      if policies.indices.contains(i) { Settings.shared[.hoverPreview] = policies[i] }
    }
    Form.row(
      tr("Preview"), note: tr("Shows the mark to come while the pen is near the paper"), preview,
      in: group)
    let keys: [SizeRingController.Modifier] = [.control, .shift, .alt, .none]
    let ring = Form.choice(
      [tr("Hold Ctrl"), tr("Hold Shift"), tr("Hold Alt"), trc("key", "No Key")],
      selected: keys.firstIndex(of: Settings.shared[.ringKey]) ?? 0
    ) { i in
      if keys.indices.contains(i) { Settings.shared[.ringKey] = keys[i] }
    }
    Form.row(
      tr("Sizes at the tip"), note: tr("Opens sizes and colors around the pen near the paper"),
      ring, in: group)
  }

  // MARK: Buttons of pens

  private func buildButton(_ button: StylusButton, in group: Form.Widget) {
    let slots = Settings.shared[.penButtons][button]
    let singles = SinglePress.allCases
    let single = Form.choice(
      singles.map(\.title), selected: singles.firstIndex(of: slots.single) ?? 0
    ) { i in
      if singles.indices.contains(i) { Settings.shared[.penButtons][button].single = singles[i] }
    }
    let doubles = DoublePress.allCases
    let double = Form.choice(
      doubles.map(\.title), selected: doubles.firstIndex(of: slots.double) ?? 0
    ) { i in
      if doubles.indices.contains(i) { Settings.shared[.penButtons][button].double = doubles[i] }
    }
    let names = Self.names(button)
    Form.row(names.single, single, in: group)
    Form.row(names.double, double, in: group)
  }

  private static func names(_ button: StylusButton) -> (single: String, double: String) {
    switch button {
    case .lower: (tr("Lower button, one press"), tr("Lower button, two presses"))
    case .upper: (tr("Upper button, one press"), tr("Upper button, two presses"))
    case .third: (tr("Third button, one press"), tr("Third button, two presses"))
    }
  }

  // MARK: The parts of a tablet

  /// Buttons of the pads that are there, `nil` where there is none.
  private var padButtons: Int? {
    guard let seat = gdk_display_get_default_seat(gdk_display_get_default()),
      let list = gdk_seat_get_devices(seat, GDK_SEAT_CAPABILITY_TABLET_PAD)
    else { return nil }
    defer { g_list_free(list) }
    var most = 0
    var next: UnsafeMutablePointer<GList>? = list
    while let node = next {
      if let device = node.pointee.data {
        let pad = OpaquePointer(device)
        most = max(most, Int(gdk_device_pad_get_n_features(pad, GDK_DEVICE_PAD_FEATURE_BUTTON)))
      }
      next = node.pointee.next
    }
    return min(most, PadMap.buttons)
  }

  private func buildPad(in page: Form.Widget) {
    guard let buttons = padButtons else { return }
    let group = Form.group(tr("Tablet Buttons"), in: page)
    let presses = PadPress.allCases
    for i in 0..<buttons {
      let choice = Form.choice(
        presses.map(\.title),
        selected: presses.firstIndex(of: Settings.shared[.pad][i]) ?? 0
      ) { chosen in
        if presses.indices.contains(chosen) { Settings.shared[.pad][i] = presses[chosen] }
      }
      Form.row(tr("Button {number}").filled("number", String(i + 1)), choice, in: group)
    }
    let turns = PadTurn.allCases
    for (name, path) in [(tr("Ring"), \PadMap.ring), (tr("Strip"), \PadMap.strip)] {
      let choice = Form.choice(
        turns.map(\.title),
        selected: turns.firstIndex(of: Settings.shared[.pad][keyPath: path]) ?? 0
      ) { chosen in
        if turns.indices.contains(chosen) { Settings.shared[.pad][keyPath: path] = turns[chosen] }
      }
      Form.row(name, choice, in: group)
    }
  }
}
