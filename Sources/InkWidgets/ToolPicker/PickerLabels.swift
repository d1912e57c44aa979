import Canvas
import InkModel

/// Every text of the tool picker, in the language of whoever embeds it.
public struct PickerLabels {
  /// What a screen reader calls the whole.
  public var picker: String
  public var handle: String
  /// Says how the handle is used: dragged, moved by arrow keys, pressed.
  public var handleHelp: String
  public var unfold: String
  public var undo: String
  public var redo: String
  public var tool: (Tool) -> String
  public var eraserKind: (Eraser.Kind) -> String
  public var color: (Color) -> String
  public var colors: String
  public var recentColors: String
  public var customColor: String
  public var pickFromDrawing: String
  public var pickFromDrawingHelp: String
  public var done: String
  public var size: String
  /// What a screen reader calls the ring of sizes and colours at the tip.
  public var ring: String
  /// What it calls a size in there.
  public var sizeName: (Double) -> String
  public var opacity: String
  /// A size as a number: the tool's own unit needs no name.
  public var sizeValue: (Double) -> String
  /// 0 … 1 as a percentage.
  public var percentage: (Double) -> String
  public var selection: SelectionLabels

  public init(
    picker: String, handle: String, handleHelp: String, unfold: String, undo: String,
    redo: String, tool: @escaping (Tool) -> String,
    eraserKind: @escaping (Eraser.Kind) -> String, color: @escaping (Color) -> String,
    colors: String, recentColors: String, customColor: String, pickFromDrawing: String,
    pickFromDrawingHelp: String, done: String, size: String, ring: String,
    sizeName: @escaping (Double) -> String, opacity: String,
    sizeValue: @escaping (Double) -> String, percentage: @escaping (Double) -> String,
    selection: SelectionLabels
  ) {
    self.picker = picker
    self.handle = handle
    self.handleHelp = handleHelp
    self.unfold = unfold
    self.undo = undo
    self.redo = redo
    self.tool = tool
    self.eraserKind = eraserKind
    self.color = color
    self.colors = colors
    self.recentColors = recentColors
    self.customColor = customColor
    self.pickFromDrawing = pickFromDrawing
    self.pickFromDrawingHelp = pickFromDrawingHelp
    self.done = done
    self.size = size
    self.ring = ring
    self.sizeName = sizeName
    self.opacity = opacity
    self.sizeValue = sizeValue
    self.percentage = percentage
    self.selection = selection
  }
}
