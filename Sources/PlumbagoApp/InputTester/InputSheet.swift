import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// The values of an input test: a row for each thing that a device can say.
final class InputSheet {
  let widget: Form.Widget

  private struct Row {
    let value: Form.Widget
    let level: Form.Widget?
  }

  private let tool: Row
  private let state: Row
  private let place: Row
  private let buttons: Row
  private let rate: Row
  private let delay: Row
  private var axes: [InputMeter.Axis: Row] = [:]

  init() {
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    gtk_widget_set_size_request(widget, 280, -1)
    let device = Form.group(nil, in: widget)
    tool = Self.row(tr("Tool"), in: device)
    state = Self.row(tr("State"), in: device)
    place = Self.row(tr("Place"), in: device)
    buttons = Self.row(tr("Buttons"), in: device)
    rate = Self.row(tr("Reports a second"), in: device)
    delay = Self.row(tr("Delay"), in: device)
    let held = Form.group(nil, in: widget)
    for axis in InputMeter.Axis.allCases {
      axes[axis] = Self.row(Self.name(axis), range: axis.range, in: held)
    }
    show(InputMeter())
  }

  private static func row(
    _ name: String, range: ClosedRange<Double>? = nil, in group: Form.Widget
  ) -> Row {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)!
    let value = gtk_label_new("–")!
    gtk_label_set_xalign(value.opaque, 1)
    gtk_label_set_width_chars(value.opaque, 9)
    gtk_label_set_selectable(value.opaque, 0)
    gtk_widget_add_css_class(value, "reading")
    var level: Form.Widget?
    if let range {
      let bar = gtk_level_bar_new_for_interval(0, range.upperBound - range.lowerBound)!
      // The colours of a battery mean nothing here.
      for offset in ["low", "high", "full"] {
        gtk_level_bar_remove_offset_value(bar.opaque, offset)
      }
      gtk_widget_set_size_request(bar, 76, -1)
      gtk_widget_set_valign(bar, GTK_ALIGN_CENTER)
      gtk_box_append(box.cast(), bar)
      level = bar
    }
    gtk_box_append(box.cast(), value)
    let row = Form.row(name, box, in: group)
    gtk_widget_add_css_class(row, "reading-row")
    return Row(value: value, level: level)
  }

  // MARK: Values

  func show(_ meter: InputMeter) {
    set(tool, meter.tool.map { Self.name($0) })
    set(state, meter.tool == nil ? nil : meter.isTouching ? tr("Touches") : tr("Hovers"))
    set(
      place,
      meter.position.map { "\(Self.number($0.x, digits: 1)), \(Self.number($0.y, digits: 1))" })
    let pressed = StylusButton.allCases.filter(meter.buttons.contains).map { Self.name($0) }
    set(buttons, pressed.isEmpty ? nil : pressed.joined(separator: ", "))
    set(rate, meter.rate.map { Self.number($0, digits: 0) })
    set(
      delay,
      meter.delay.map {
        tr("{number} ms").filled("number", Self.number($0 * 1000, digits: 0))
      })
    for (axis, row) in axes { show(axis, meter, in: row) }
  }

  private func show(_ axis: InputMeter.Axis, _ meter: InputMeter, in row: Row) {
    let value = meter.value(axis)
    set(row, value.map { Self.text(axis, $0) })
    if let level = row.level {
      let least = axis.range.lowerBound
      gtk_level_bar_set_value(level.opaque, (value ?? least) - least)
      let seen = meter.seen(axis).map {
        tr("{least} … {most}").filled("least", Self.text(axis, $0.lowerBound))
          .filled("most", Self.text(axis, $0.upperBound))
      }
      gtk_widget_set_tooltip_text(level, seen)
    }
  }

  /// A thing that the device does not say shows a dash.
  private func set(_ row: Row, _ text: String?) {
    let text = text ?? "–"
    guard String(cString: gtk_label_get_label(row.value.opaque)) != text else { return }
    gtk_label_set_label(row.value.opaque, text)
  }

  private static func text(_ axis: InputMeter.Axis, _ value: Double) -> String {
    switch axis {
    case .pressure, .distance, .slider: number(value, digits: 3)
    case .altitude, .azimuth, .rotation: number(value * 180 / .pi, digits: 1) + "°"
    case .tiltX, .tiltY: number(value, digits: 1) + "°"
    }
  }

  private static func number(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return "–" }
    var unit = 1
    for _ in 0..<digits { unit *= 10 }
    let whole = Int((abs(value) * Double(unit)).rounded())
    let sign = value < 0 && whole != 0 ? "−" : ""
    guard digits > 0 else { return sign + String(whole) }
    let fraction = String(whole % unit)
    return sign + String(whole / unit) + "."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  // MARK: Names

  private static func name(_ tool: StylusTool) -> String {
    let kind =
      switch tool.kind {
      case .pen: trc("device", "Pen")
      case .eraser: trc("device", "Eraser")
      case .brush: trc("device", "Brush")
      case .pencil: trc("device", "Pencil")
      case .airbrush: trc("device", "Airbrush")
      case .lens: trc("device", "Puck")
      case .mouse: trc("device", "Mouse")
      case .finger: trc("device", "Finger")
      }
    return tool.serial == 0 ? kind : kind + " " + String(tool.serial, radix: 16, uppercase: true)
  }

  private static func name(_ button: StylusButton) -> String {
    switch button {
    case .lower: trc("button", "Lower")
    case .upper: trc("button", "Upper")
    case .third: trc("button", "Third")
    }
  }

  private static func name(_ axis: InputMeter.Axis) -> String {
    switch axis {
    case .pressure: tr("Pressure")
    case .altitude: tr("Altitude")
    case .azimuth: tr("Azimuth")
    case .tiltX: tr("Tilt to the right")
    case .tiltY: tr("Tilt towards you")
    case .distance: tr("Distance")
    case .rotation: tr("Rotation")
    case .slider: tr("Slider")
    }
  }
}
