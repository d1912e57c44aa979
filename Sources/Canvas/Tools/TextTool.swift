import InkModel

extension Tool {
  /// Places text boxes, and edits those that are there.
  public static let text = Tool.named("text")
}

extension ToolDefinition {
  static func text(name: String, key: String?) -> ToolDefinition {
    var definition = ToolDefinition(.text, name: name, key: key) {
      contact, tip, session, update in
      TextActivity(contact, at: tip.position)
    }
    definition.options = [.size, .text]
    definition.changesInk = true
    definition.sizes = TextStyle.sizes
    definition.presets = [10, 14, 18, 28, 48]
    definition.size = { $0.textStyle.size }
    definition.setSize = { picker, size in
      picker.changeTextStyle { $0.size = (size * 2).rounded() / 2 }
    }
    definition.cursor = "text"
    return definition
  }
}
