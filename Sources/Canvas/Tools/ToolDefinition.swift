import InkModel

/// Everything about a tool: its name and its picture, what can be set, and what a contact
/// does with it.
///
/// Each tool has a file with its own; they are the rows of ``ToolCatalog``.
public struct ToolDefinition: Sendable {
  public let tool: Tool
  /// In English; translated in the context `tool`.
  public let name: String
  /// The letter that makes it current, as GTK writes keys; `nil` for none.
  public let key: String?

  /// What can be set, beside the kinds of eraser and of selection.
  public struct Options: OptionSet, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let size = Options(rawValue: 1)
    public static let opacity = Options(rawValue: 2)
    public static let eraserKind = Options(rawValue: 4)
    public static let selectionKind = Options(rawValue: 8)
    /// Font, alignment and lists.
    public static let text = Options(rawValue: 16)
  }
  public var options: Options = []
  /// It draws or erases: it does nothing in a drawing that is read-only.
  public var changesInk = false

  // MARK: Sizes

  /// Canvas points for a brush, widget points for others; 1 where there is no choice.
  public var sizes = 1.0...1.0
  /// Five sizes to choose from, finest first, in even ratios; none where there is no choice.
  public var presets: [Double] = []
  var size: @Sendable (ToolPicker) -> Double = { _ in 1 }
  var setSize: @Sendable (inout ToolPicker, Double) -> Void = { _, _ in }
  /// Changes to the tool's other mode; twice is as before.
  var switchMode: @Sendable (inout ToolPicker) -> Void = { _ in }

  // MARK: On the canvas

  /// The name of its cursor in CSS.
  public var cursor = "crosshair"
  /// The mark that the tool would make where it hovers; `nil` for a tool without such.
  var preview: (@Sendable (CanvasSession, StylusSample) -> HoverPreview.Shape?)?
  public var hasPreview: Bool { preview != nil }

  /// What a contact does that came down while the tool was current; `nil` for nothing.
  typealias Begin =
    @Sendable (ContactID, StylusSample, CanvasSession, inout CanvasUpdate) -> (any Activity)?
  let begin: Begin

  init(_ tool: Tool, name: String, key: String?, begin: @escaping Begin) {
    self.tool = tool
    self.name = name
    self.key = key
    self.begin = begin
  }
}
