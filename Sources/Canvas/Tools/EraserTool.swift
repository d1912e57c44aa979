import InkModel

extension Tool {
  /// Erases what it touches, with the kind of eraser chosen last.
  public static let eraser = Tool.named("eraser")
}

extension ToolDefinition {
  static func eraser(name: String, key: String?) -> ToolDefinition {
    var definition = ToolDefinition(.eraser, name: name, key: key) {
      contact, tip, session, update in
      EraseActivity(
        contact, session.picker.eraser.kind, at: tip.position, in: session, into: &update)
    }
    definition.options = [.size, .eraserKind]
    definition.changesInk = true
    definition.sizes = Eraser.sizes
    definition.presets = [8, 12, 18, 32, 56]
    definition.size = { $0.eraser.size }
    definition.setSize = { $0.eraserSizes[$0.eraserKind] = $1 }
    definition.switchMode = {
      $0.eraserKind = $0.eraserKind == .stroke ? $0.finerEraser : .stroke
    }
    definition.preview = { session, _ in
      .eraser(session.picker.eraser.kind, radius: session.eraserRadius)
    }
    return definition
  }
}
