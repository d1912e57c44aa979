import InkModel

extension Tool {
  /// Selects elements, and moves the selection.
  public static let selection = Tool.named("selection")
}

extension ToolDefinition {
  static func selection(name: String, key: String?) -> ToolDefinition {
    var definition = ToolDefinition(.selection, name: name, key: key) {
      contact, tip, session, update in
      SelectActivity(contact, at: tip.position, in: session, into: &update)
    }
    definition.options = [.selectionKind]
    definition.switchMode = {
      $0.selectionKind = $0.selectionKind == .lasso ? .box : .lasso
    }
    return definition
  }
}
