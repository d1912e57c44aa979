import Canvas
import Gtk
import GtkScribble
import InkModel
import InkWidgets

/// What hovering pens show, what the buttons of pens and tablets do: `data/ui/preferences-pen.ui`.
extension PreferencesWindow {
  func fillPen(_ layout: Layout) {
    bind(layout.child("hover_preview"), to: .hoverPreview, [.off, .pen, .penAndMouse])
    bind(layout.child("ring_key"), to: .ringKey, [.control, .shift, .alt, .none])
    bind(layout.child("writes_in_fields"), to: .writesInFields)
    fillWriting(layout)
    bind(layout.child("grows_other_fields"), to: .growsOtherFields)
    fillOtherPrograms(
      layout.child("other_programs"), note: layout.child("other_programs_note"),
      fields: [layout.child("other_fields_row"), layout.child("grows_other_fields")])
    let buttons: [(StylusButton, single: DropDown, double: DropDown)] = [
      (.lower, layout.child("lower_single"), layout.child("lower_double")),
      (.upper, layout.child("upper_single"), layout.child("upper_double")),
      (.third, layout.child("third_single"), layout.child("third_double")),
    ]
    for (button, single, double) in buttons {
      bind(
        single, to: .penButtons, \.[button].single, SinglePress.allCases,
        titles: SinglePress.allCases.map(\.title))
      bind(
        double, to: .penButtons, \.[button].double, DoublePress.allCases,
        titles: DoublePress.allCases.map(\.title))
    }
    let test: Button = layout.child("test_input")
    test.clicked.connect { [window] in InputTesterWindow.show(parent: window) }
    fillTablet(layout)
  }

  private func fillWriting(_ layout: Layout) {
    let pause: Scale = layout.child("writing_pause")
    pause.value = Settings.shared[.writingPause]
    pause.valueChanged.connect { Settings.shared[.writingPause] = pause.value }
    let rows: [Box] = [layout.child("writing_pause_row"), layout.child("writing_trial_row")]
    for row in rows { row.isSensitive = Settings.shared[.writesInFields] }
    subscribe(to: .writesInFields) { isOn in for row in rows { row.isSensitive = isOn } }
  }

  /// Has a switch install handwriting in other programs for this user, and a note say when it holds.
  ///
  /// - Parameter fields: The row of what the fields of those programs do, and its switch.
  private func fillOtherPrograms(_ toggle: Switch, note: Label, fields: [Widget]) {
    let programs = OtherPrograms.here
    func show() {
      let state = programs.state
      toggle.isActive = state == .on
      toggle.isSensitive = state == .on || state == .off
      note.text = programs.note
      // Where the file is somebody's own, or a session has none, programs may have the module all the same.
      // Of a switch in an insensitive row accessibility is told nothing.
      for each in fields { each.isSensitive = state != .missing }
    }
    show()
    toggle.toggled.connect {
      guard toggle.isActive != (programs.state == .on) else { return }
      do throws(OtherPrograms.Failure) {
        if toggle.isActive { try programs.turnOn() } else { try programs.turnOff() }
        show()
      } catch {
        show()
        note.text = programs.text(of: error)
      }
    }
  }

  /// Shown where a tablet with a pad is connected: a row for each of its buttons.
  private func fillTablet(_ layout: Layout) {
    guard let count = PadController.connectedButtons else { return }
    let rows: Box = layout.child("tablet_rows")
    var last: Widget?
    for i in 0..<min(count, PadMap.buttons) {
      guard let row = Layout("tablet-button-row") else { return }
      let name: Label = row.child("name")
      let press: DropDown = row.child("press")
      name.text = tr("Button {number}").filled("number", String(i + 1))
      press.setAccessibleName(name.text)
      bind(press, to: .pad, \.[i], PadPress.allCases, titles: PadPress.allCases.map(\.title))
      last = row.insert("row", in: rows, after: last)
    }
    let turns = PadTurn.allCases.map(\.title)
    bind(layout.child("ring"), to: .pad, \.ring, PadTurn.allCases, titles: turns)
    bind(layout.child("strip"), to: .pad, \.strip, PadTurn.allCases, titles: turns)
    let groups: Box = layout.child("tablet")
    groups.isVisible = true
  }
}
