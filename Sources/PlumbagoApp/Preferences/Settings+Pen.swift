import Canvas
import Glibc
import InkWidgets

/// What is set of pens, of what hovers and of the parts of a tablet.
extension Settings {
  /// Which devices show a preview of their mark while they hover.
  ///
  /// `PLUMBAGO_HOVER` in the environment wins over what is stored.
  var hoverPreview: HoverPolicy {
    get {
      let text = getenv("PLUMBAGO_HOVER").map { String(cString: $0) } ?? text("hover-preview")
      return HoverPolicy(rawValue: text) ?? .pen
    }
    set { setText("hover-preview", newValue.rawValue) }
  }

  /// The key that opens the ring of sizes at the tip.
  var ringKey: SizeRingController.Modifier {
    get { SizeRingController.Modifier(rawValue: text("ring-key")) ?? .control }
    set { setText("ring-key", newValue.rawValue) }
  }

  /// Whether what a pen writes into a text field becomes text.
  var writesInFields: Bool {
    get { flag("field-writing", usually: true) }
    set { setFlag("field-writing", newValue, usually: true) }
  }

  /// What the buttons of pens are for.
  var penButtons: PenButtonMap {
    get { PenButtonMap(text: text("pen-buttons")) }
    set { setText("pen-buttons", newValue.text) }
  }

  /// What the parts of a tablet's pad are for.
  var pad: PadMap {
    get { PadMap(text: text("tablet-pad")) }
    set { setText("tablet-pad", newValue.text) }
  }
}
