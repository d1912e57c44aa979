import Canvas
import Gtk
import InkModel
import InkStore
import InkWidgets

/// The app's settings, stored by GSettings where the schema is installed.
extension Settings {
  static let shared = Settings(schema: Installation.applicationID)

  /// Which paper the app shows.
  enum ColorScheme: String {
    case system
    case light
    case dark
  }

  /// Whether one finger draws now.
  var fingerDraws: Bool { self[.finger].draws(penSeen: self[.penSeen]) }
}

// Every key with its default; those that fields of other programs follow, too, are GtkScribble's. The schema has the same keys,
// with a description of each.

extension Settings.Key where Value == Int {
  static var windowWidth: Self { Self("window-width", default: 1000) }
  static var windowHeight: Self { Self("window-height", default: 720) }
  /// At how many starts it was asked which hand writes.
  static var handQuestions: Self { Self("hand-questions", default: 0) }
}

extension Settings.Key where Value == Bool {
  static var isMaximized: Self { Self("window-maximized", default: false) }
  /// Whether the tool picker is on the paper.
  static var showsTools: Self { Self("show-tools", default: true) }
  /// Whether a pen was ever used with the app.
  static var penSeen: Self { Self("pen-seen", default: false) }
  /// Whether two fingers move the paper while a pen is in proximity.
  static var pansBesidePen: Self { Self("pan-beside-pen", default: false) }
  /// Whether fingers leave the rotation of the paper as it is.
  static var locksRotation: Self { Self("lock-rotation", default: false) }
  /// Whether fingers leave the zoom of the paper as it is.
  static var locksZoom: Self { Self("lock-zoom", default: false) }
  /// Whether the hint about gestures was shown.
  static var gesturesWereTold: Self { Self("gestures-told", default: false) }
  /// Whether the hint about erasing by a button of the pen was shown.
  static var erasingWasTold: Self { Self("erasing-told", default: false) }
  /// Whether the hint was shown that another language is read than the desktop's.
  static var languagesWereTold: Self { Self("languages-told", default: false) }
  static var textGesturesWereTold: Self { Self("text-gestures-told", default: false) }
  /// Whether it was said that drawings are kept where they may go with the program.
  static var dataFolderWasTold: Self { Self("data-folder-told", default: false) }
  /// Whether the highlighter keeps to the lines of a document's text.
  static var highlighterSnaps: Self { Self("highlighter-snaps", default: true) }
  /// Whether drawings open in tabs of a window, instead of in windows of their own.
  static var opensTabs: Self { Self("open-in-tabs", default: false) }
  /// Whether it is said that a drawing which was asked for by its path does not exist yet.
  static var tellsOfNewFiles: Self { Self("tell-of-new-files", default: true) }
  /// Whether a drawing that is dragged to another program has its history.
  static var dragKeepsHistory: Self { Self("drag-keeps-history", default: false) }
  /// Whether drawings are read on battery, so that what is written in them is found.
  static var readsOnBattery: Self { Self("read-on-battery", default: false) }
  /// Whether the desktop's search finds what is written in drawings.
  static var answersDesktop: Self { Self("desktop-search", default: true) }
  /// Whether what a pen writes into a text field becomes text.
  static var writesInFields: Self { Self("field-writing", default: true) }
}

extension Settings.Key where Value == Double {
  /// How much strokes are smoothed, 0 … 1.
  static var stabilizer: Self { Self("stabilizer", default: 0) }
}

extension Settings.Key where Value == Settings.ColorScheme {
  static var colorScheme: Self { Self("color-scheme", default: .system) }
}

extension Settings.Key where Value == FingerMode {
  /// What one finger does on the paper.
  static var finger: Self { Self("finger", default: .automatic) }
}

extension Settings.Key where Value == HoverPolicy {
  /// Which devices show a preview of their mark while they hover.
  static var hoverPreview: Self { Self("hover-preview", default: .pen) }
}

extension Settings.Key where Value == SizeRingController.Modifier {
  /// The key that opens the ring of sizes at the tip.
  static var ringKey: Self { Self("ring-key", default: .control) }
}

extension Settings.Key where Value == Hand? {
  /// The hand that writes, `nil` while it is not known.
  static var hand: Self {
    Self("hand", default: nil, decode: { Hand(rawValue: $0) }, encode: { $0?.rawValue ?? "ask" })
  }
}

extension Settings.Key where Value == ForceCurve {
  /// Maps the pen's force to the one that brushes get.
  static var forceCurve: Self {
    Self(
      "force-curve", default: .identity, decode: { ForceCurve($0) },
      encode: { $0 == .identity ? "" : $0.text })
  }
}

extension Settings.Key where Value == String {
  /// The panel that is open beside the paper; empty for none.
  static var sidePanel: Self { Self("side-panel", default: "") }
  /// The folder of the library; empty for ``Library/standard``.
  static var libraryFolder: Self { Self("library-folder", default: "") }
}

extension Settings.Key where Value == DrawingFolder.Order {
  /// In what order the library shows its drawings.
  static var libraryOrder: Self { Self("library-order", default: .date) }
}

extension Settings.Key where Value == ToolPicker {
  /// The chosen tool, and each tool's options.
  static var toolPicker: Self {
    Self(
      "tool-picker", default: ToolPicker(), decode: { ToolPicker(text: $0) }, encode: { $0.text })
  }
}

extension Settings.Key where Value == PickerPlacements {
  /// The position of the tool picker, for each of its layouts.
  static var pickerPlacements: Self {
    Self(
      "tool-picker-places", default: PickerPlacements(), decode: { PickerPlacements(text: $0) },
      encode: { $0.text })
  }
}

extension Settings.Key where Value == DrawingSettings {
  /// The paper of new drawings.
  static var newDrawing: Self {
    Self(
      "new-drawing", default: .standard, decode: { DrawingSettings(text: $0) },
      encode: { $0.text })
  }
}

extension Settings.Key where Value == String {
  /// The name of the template that new drawings begin with, empty where they begin with paper alone.
  static var newDrawingTemplate: Self { Self("new-drawing-template", default: "") }
}

extension Settings.Key where Value == PenButtonMap {
  /// What the buttons of pens do.
  static var penButtons: Self {
    Self("pen-buttons", default: .standard, decode: { PenButtonMap(text: $0) }, encode: { $0.text })
  }
}

extension Settings.Key where Value == PadMap {
  /// What the buttons, rings and strips of a tablet do.
  static var pad: Self {
    Self("tablet-pad", default: .standard, decode: { PadMap(text: $0) }, encode: { $0.text })
  }
}
