import InkModel

/// The table of tools, in the order of the picker.
///
/// To add one: a file with its ``ToolDefinition`` beside this one, a row here, an ``Activity`` if what it
/// does is new, and a drawing of it for the picker (`ToolDrawing` in `InkWidgets`).
public enum ToolCatalog {
  public static let all: [ToolDefinition] = [
    .brush("pen", name: trc("tool", "Pen"), key: "p"),
    .brush("fountainpen", name: trc("tool", "Fountain Pen"), key: "f"),
    .brush("pencil", name: trc("tool", "Pencil"), key: "n"),
    .brush("marker", name: trc("tool", "Marker"), key: "m"),
    .brush("highlighter", name: trc("tool", "Highlighter"), key: "h"),
    .brush("brush", name: trc("tool", "Brush"), key: "b"),
    .brush("crayon", name: trc("tool", "Crayon"), key: "c"),
    .brush("watercolor", name: trc("tool", "Watercolor"), key: "w"),
    .eraser(name: trc("tool", "Eraser"), key: "e"),
    .selection(name: trc("tool", "Selection"), key: "s"),
    .text(name: trc("tool", "Text"), key: "t"),
    .laser(name: trc("tool", "Laser Pointer"), key: "l"),
  ]

  public static let tools = all.map(\.tool)

  /// The definition of a tool; a brush that is not in the table is named by its own name.
  public static func definition(of tool: Tool) -> ToolDefinition {
    all.first { $0.tool == tool } ?? .brush(tool.description, name: tool.description, key: nil)
  }

  /// Marks a text for translation: the widget that shows it translates it, with this context.
  private static func trc(_ context: String, _ text: String) -> String { text }
}
