import Canvas
import Gtk
import InkModel
import InkWidgets

/// The view, and the pen that the keyboard moves.
extension CommandTable {
  static let view = Group(
    title: tr("View"),
    commands: [
      .win(
        "zoom-in", tr("Zoom In"), keys: ["<Control>plus", "<Control>equal", "<Control>KP_Add"],
        icon: "list-add-symbolic", isEnabled: { $0.canZoomIn }
      ) { $0.canvas.view.zoomIn() },
      .win(
        "zoom-out", tr("Zoom Out"), keys: ["<Control>minus", "<Control>KP_Subtract"],
        icon: "list-remove-symbolic", isEnabled: { $0.canZoomOut }
      ) { $0.canvas.view.zoomOut() },
      .win("zoom-original", tr("Actual _Size"), keys: ["<Control>0", "<Control>KP_0"]) {
        $0.canvas.view.zoomToOriginal()
      },
      .win("zoom-fit", tr("Zoom to _Fit"), keys: ["<Control>1", "<Control>9", "<Control>KP_1"]) {
        $0.canvas.view.zoomToFit()
      },
      .win("zoom-width", tr("Fit the _Width"), keys: ["<Control>2", "<Control>KP_2"]) {
        $0.canvas.view.zoomToWidth()
      },
      .win("turn-right", tr("Rotate _Right"), keys: ["<Control>r", "<Control>bracketright"]) {
        $0.canvas.view.turn(clockwise: true)
      },
      .win("turn-left", tr("Rotate _Left"), keys: ["<Control><Shift>r", "<Control>bracketleft"]) {
        $0.canvas.view.turn(clockwise: false)
      },
      .win(
        "turn-reset", tr("R_eset Rotation"), keys: ["<Control>5", "<Control>KP_5"],
        isEnabled: { $0.canvas.view.viewport.rotation != 0 }
      ) { $0.canvas.view.resetTurn() },
      .win("lock-rotation", tr("L_ock Rotation"), isOn: { _ in Settings.shared[.locksRotation] }) {
        Settings.shared[.locksRotation] = $1
      },
      .win("lock-zoom", tr("Lock _Zoom"), isOn: { _ in Settings.shared[.locksZoom] }) {
        Settings.shared[.locksZoom] = $1
      },
      instrument(
        .ruler, "ruler", tr("_Ruler"), title: tr("Show or Hide the Ruler"), key: "u"),
      instrument(
        .setSquare, "set-square", tr("Set S_quare"), title: tr("Show or Hide the Set Square"),
        key: "<Shift>u"),
      instrument(
        .compass, "compass", tr("_Compass"), title: tr("Show or Hide the Compass"),
        key: "<Shift>c"),
      .win(
        "measure-instrument", tr("Radi_us or Angle…"),
        title: tr("Radius or Angle of What Lies Over the Paper"),
        isEnabled: { $0.canvas.instrument != nil }
      ) { $0.askForMeasure() },
      // The canvas handles its key, which ends other things first.
      .listed([KeyNames.escape], tr("Put the Ruler, Set Square or Compass Away")),
      .win("hide-instrument", tr("_Hide What Lies Over the Paper")) { $0.canvas.instrument = nil },
      .win(
        "fullscreen", tr("F_ull Screen"), keys: ["F11"], isOn: { $0.window.isFullscreen }
      ) { $0.fillScreen($1) },
      .listed([KeyNames.escape], tr("Leave Full Screen")),
    ])

  /// Puts an instrument onto the paper, instead of the one that is there, or takes it away.
  private static func instrument(
    _ kind: Instrument.Kind, _ name: String, _ label: String, title: String, key: String
  ) -> AppCommand {
    .win(name, label, title: title, keys: [key], isOn: { $0.canvas.instrument == kind }) {
      $0.canvas.instrument = $1 ? kind : nil
    }
  }

  static let moving = Group(
    title: tr("Moving the Paper"),
    commands: [
      .listed(KeyNames.arrows, tr("Move in Steps, With Shift in Long Ones")),
      .listed([KeyNames.pageUp, KeyNames.pageDown], tr("Move by a Screenful")),
      .listed(["plus", "minus"], tr("Zoom In and Out")),
      .listed(["0", "1"], tr("Actual Size, Zoom to Fit")),
      .listed(["space"], tr("Hold to Move the Paper With Any Tool")),
    ])

  static let keyboardPen = Group(
    title: tr("Drawing With the Keyboard"),
    commands: [
      .win(
        "keyboard-pen", tr("Draw With the _Keyboard"), title: tr("Take the Pen Up, Put It Away"),
        keys: ["v"], isOn: { $0.canvas.virtualPen.isOn }
      ) { $0.canvas.virtualPen.isOn = $1 },
      .listed(KeyNames.arrows, tr("Move the Pen, With Shift in Fine Steps")),
      .listed(["space", KeyNames.enter], tr("Put the Tip Down, Lift It")),
      .listed(
        [KeyNames.pageUp, KeyNames.pageDown],
        tr("Press Harder or Softer, With Shift Raise or Lower")),
      .listed(
        [KeyNames.home, KeyNames.end],
        tr("Turn Where the Pen Leans, With Shift Stand It Up or Lay It Down")),
      .listed([KeyNames.escape], tr("Lift the Tip, Put the Pen Away")),
    ])
}
