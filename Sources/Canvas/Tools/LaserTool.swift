import InkModel

extension Tool {
  /// Points at the drawing with a light that fades: nothing of it is stored.
  public static let laser = Tool.named("laser")
}

extension ToolDefinition {
  static func laser(name: String, key: String?) -> ToolDefinition {
    ToolDefinition(.laser, name: name, key: key) { _, tip, session, update in
      guard session.viewport.canvasFromWidget(tip.position).isFinite else { return nil }
      return LaserActivity(at: tip.position, in: session, into: &update)
    }
  }
}
