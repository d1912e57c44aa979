import Canvas
import Gtk
import InkModel

/// Every text of the tool picker, in the language of the embedding app; English by default.
public struct PickerLabels {
  /// What a screen reader calls the picker.
  public var picker: String
  public var handle: String
  /// Says to a screen reader how the handle is used: dragged, moved by arrow keys, pressed.
  public var handleHelp: String
  public var unfold: String
  public var undo: String
  public var redo: String
  public var tool: (Tool) -> String
  /// Says what a tool does that has nothing to set; `nil` for the others.
  public var toolHelp: (Tool) -> String?
  public var eraserKind: (Eraser.Kind) -> String
  public var color: (Color) -> String
  public var colors: String
  /// What a screen reader calls the button that says the layer, by the layer's name.
  public var layer: (String) -> String
  public var recentColors: String
  /// The colour that a tool has in a fresh profile.
  public var ownColor: String
  public var customColor: String
  /// Changes a colour of the row.
  public var editColor: String
  public var removeColor: String
  /// Brings back the colours that the row had at first.
  public var standardColors: String
  /// Names the button that shows the three above.
  public var changeRow: String
  public var pickFromDrawing: String
  public var pickFromDrawingHelp: String
  public var done: String
  public var size: String
  /// What a screen reader calls the ring of sizes and colours at the tip.
  public var ring: String
  /// What it calls a size in the ring.
  public var sizeName: (Double) -> String
  public var opacity: String
  /// A size as a number, without a unit.
  public var sizeValue: (Double) -> String
  /// 0 … 1 as a percentage.
  public var percentage: (Double) -> String
  /// Millimetres with their unit: the radius of a compass.
  public var millimetres: (Double) -> String
  public var selection: SelectionLabels
  public var text: TextLabels

  /// - Parameters:
  ///   - tr: Translates a text, which may have a `{number}` in it.
  ///   - trc: Translates one that is ambiguous by itself, by its context.
  public init(
    _ tr: @escaping (_ text: String) -> String = { $0 },
    inContext trc: @escaping (_ context: String, _ text: String) -> String = { $1 }
  ) {
    picker = tr("Tools")
    handle = tr("Move or Fold the Tools")
    handleHelp = tr("Drag to move the tools, press to fold them away; arrow keys move them too")
    unfold = tr("Unfold the Tools")
    undo = tr("Nothing to undo")
    redo = tr("Nothing to redo")
    // `ToolCatalog` marks the names for translation.
    let translated = trc
    tool = { translated("tool", ToolCatalog.definition(of: $0).name) }
    toolHelp = { tool in
      tool == .laser
        ? tr("It points at the drawing with light that fades. Nothing of it is kept.") : nil
    }
    eraserKind = { kind in
      switch kind {
      case .stroke: trc("eraser", "Whole lines")
      case .part: trc("eraser", "The part of a line that it touches")
      case .area: trc("eraser", "Just the ink that it covers")
      }
    }
    color = { color in
      let inks = [
        trc("color", "Ink"), trc("color", "Gray"), trc("color", "Red"), trc("color", "Orange"),
        trc("color", "Green"), trc("color", "Teal"), trc("color", "Blue"), trc("color", "Violet"),
      ]
      let lights = [
        trc("color", "Yellow"), trc("color", "Light orange"), trc("color", "Light green"),
        trc("color", "Turquoise"), trc("color", "Pink"), trc("color", "Light violet"),
        trc("color", "Light blue"), trc("color", "Light gray"),
      ]
      for (palette, names) in [
        (DefaultPalette.colors, inks), (HighlighterPalette.colors, lights),
      ] {
        if let i = palette.firstIndex(of: color), i < names.count { return names[i] }
      }
      let digits = String(color.rgba >> 8, radix: 16, uppercase: true)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
    colors = tr("Colors")
    layer = { tr("Layer: {layer}").replacing("{layer}", with: $0) }
    recentColors = tr("Used lately")
    ownColor = tr("Own Color of the Tool")
    customColor = tr("Another Color…")
    editColor = tr("Edit Color…")
    removeColor = tr("Remove From the Row")
    standardColors = tr("Standard Colors")
    changeRow = tr("Change the Row")
    pickFromDrawing = tr("Pick From the Drawing")
    pickFromDrawingHelp = tr("Press a line of the drawing to draw in its color")
    done = tr("Done")
    size = tr("Size")
    ring = tr("Sizes and Colors")
    sizeName = { Self.fill(tr("Size {number}"), Self.number($0)) }
    opacity = tr("Opacity")
    sizeValue = { Self.number($0) }
    percentage = {
      Self.fill(tr("{number} %"), String(Int(($0 * 100).rounded()))).leftToRight
    }
    millimetres = { Self.fill(tr("{number} mm"), Self.number($0)) }
    selection = SelectionLabels(tr, inContext: trc)
    text = TextLabels(tr, inContext: trc)
  }

  private static func fill(_ text: String, _ number: String) -> String {
    text.replacing("{number}", with: number)
  }

  /// With one decimal, without any for a whole number.
  private static func number(_ value: Double) -> String { NumberText.text(value, decimals: 1) }
}
