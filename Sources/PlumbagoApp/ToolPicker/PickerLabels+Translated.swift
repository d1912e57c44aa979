import Canvas
import InkModel
import InkWidgets

extension PickerLabels {
  /// What the picker says, in the user's language.
  static var translated: PickerLabels {
    PickerLabels(
      picker: tr("Tools"), handle: tr("Move or Fold the Tools"),
      handleHelp: tr("Drag to move the tools, press to fold them away; arrow keys move them too"),
      unfold: tr("Unfold the Tools"), undo: tr("Nothing to undo"), redo: tr("Nothing to redo"),
      tool: { name($0) }, eraserKind: { name($0) }, color: { name($0) }, colors: tr("Colors"),
      recentColors: tr("Used lately"), customColor: tr("Another Color…"),
      pickFromDrawing: tr("Pick From the Drawing"),
      pickFromDrawingHelp: tr("Press a line of the drawing to draw in its color"),
      done: tr("Done"), size: tr("Size"), ring: tr("Sizes and Colors"),
      sizeName: { tr("Size {number}").filled("number", number($0)) },
      opacity: tr("Opacity"),
      sizeValue: { number($0) },
      percentage: { tr("{number} %").filled("number", String(Int(($0 * 100).rounded()))) },
      selection: .translated)
  }

  /// What a tool is called.
  static func name(_ tool: Tool) -> String {
    switch tool {
    case .eraser: trc("tool", "Eraser")
    case .selection: trc("tool", "Selection")
    case .brush("pen"): trc("tool", "Pen")
    case .brush("fountainpen"): trc("tool", "Fountain Pen")
    case .brush("pencil"): trc("tool", "Pencil")
    case .brush("marker"): trc("tool", "Marker")
    case .brush("highlighter"): trc("tool", "Highlighter")
    case .brush("brush"): trc("tool", "Brush")
    case .brush("crayon"): trc("tool", "Crayon")
    case .brush(let name): name
    }
  }

  static func name(_ kind: Eraser.Kind) -> String {
    switch kind {
    case .stroke: trc("eraser", "Whole lines")
    case .part: trc("eraser", "The part of a line that it touches")
    case .area: trc("eraser", "Just the ink that it covers")
    }
  }

  static func name(_ color: Color) -> String {
    let names = [
      trc("color", "Ink"), trc("color", "Gray"), trc("color", "Red"), trc("color", "Orange"),
      trc("color", "Green"), trc("color", "Teal"), trc("color", "Blue"), trc("color", "Violet"),
    ]
    if let i = DefaultPalette.colors.firstIndex(of: color), i < names.count { return names[i] }
    let digits = String(color.rgba >> 8, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// With one digit after the point where there is something after it.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}
