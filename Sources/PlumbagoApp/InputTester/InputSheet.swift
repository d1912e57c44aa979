import Canvas
import Gtk
import InkModel
import InkWidgets

/// The readings of the input test: a row for each value that a device can report.
///
/// Laid out in `data/ui/input-sheet.ui`.
final class InputSheet {
  private let tool: Label
  private let state: Label
  private let position: Label
  private let buttons: Label
  private let rate: Label
  private let delay: Label
  private let axes: [(axis: InputMeter.Axis, value: Label, level: LevelBar)]

  /// - Parameter box: Where the readings are shown.
  init?(in box: Box) {
    guard let layout = Layout("input-sheet") else { return nil }
    tool = layout.child("tool")
    state = layout.child("state")
    position = layout.child("position")
    buttons = layout.child("buttons")
    rate = layout.child("rate")
    delay = layout.child("delay")
    axes = [
      (.pressure, layout.child("pressure"), layout.child("pressure_level")),
      (.altitude, layout.child("altitude"), layout.child("altitude_level")),
      (.azimuth, layout.child("azimuth"), layout.child("azimuth_level")),
      (.tiltX, layout.child("tilt_x"), layout.child("tilt_x_level")),
      (.tiltY, layout.child("tilt_y"), layout.child("tilt_y_level")),
      (.distance, layout.child("distance"), layout.child("distance_level")),
      (.rotation, layout.child("rotation"), layout.child("rotation_level")),
      (.slider, layout.child("slider"), layout.child("slider_level")),
    ]
    for (axis, _, level) in axes {
      level.maximum = axis.range.upperBound - axis.range.lowerBound
      // The theme colors these like the charge of a battery, which means nothing here.
      for offset in ["low", "high", "full"] { level.removeOffset(offset) }
    }
    layout.append("sheet", to: box)
    show(InputMeter())
  }

  // MARK: Values

  func show(_ meter: InputMeter) {
    set(tool, meter.tool.map { Self.name($0) })
    // A comma would be taken for the mark of decimals where that is one.
    let between = NumberText.decimalMark == "," ? "; " : ", "
    set(state, meter.tool == nil ? nil : meter.isTouching ? tr("Touches") : tr("Hovers"))
    set(
      position,
      meter.position.map { Self.number($0.x, digits: 1) + between + Self.number($0.y, digits: 1) })
    let pressed = StylusButton.allCases.filter(meter.buttons.contains).map { Self.name($0) }
    set(buttons, pressed.isEmpty ? nil : pressed.joined(separator: ", "))
    set(rate, meter.rate.map { Self.number($0, digits: 0) })
    set(
      delay,
      meter.delay.map {
        tr("{number} ms").filled("number", Self.number($0 * 1000, digits: 0))
      })
    for (axis, value, level) in axes {
      let reading = meter.value(axis)
      set(value, reading.map { Self.text(axis, $0) })
      let least = axis.range.lowerBound
      level.value = (reading ?? least) - least
      level.tooltip = meter.seen(axis).map {
        tr("{least} … {most}").filled("least", Self.text(axis, $0.lowerBound))
          .filled("most", Self.text(axis, $0.upperBound))
      }
    }
  }

  /// What the device does not report shows a dash.
  private func set(_ label: Label, _ text: String?) {
    let text = text ?? "–"
    if label.text != text { label.text = text }
  }

  private static func text(_ axis: InputMeter.Axis, _ value: Double) -> String {
    switch axis {
    case .pressure, .distance, .slider: number(value, digits: 3)
    case .altitude, .azimuth, .rotation: number(value * 180 / .pi, digits: 1) + "°"
    case .tiltX, .tiltY: number(value, digits: 1) + "°"
    }
  }

  private static func number(_ value: Double, digits: Int) -> String {
    NumberText.text(value, decimals: digits, keepsZeros: true)
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
}
