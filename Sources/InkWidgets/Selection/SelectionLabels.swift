import Canvas

/// Every text about selections, in the language of whoever embeds the canvas.
public struct SelectionLabels {
  /// What a screen reader calls the bar of actions.
  public var bar: String
  public var cut: String
  public var copy: String
  public var duplicate: String
  public var color: String
  public var delete: String
  public var more: String
  public var toFront: String
  public var toBack: String
  /// The ways to select, and that new selections come to old ones.
  public var kind: (SelectionKind) -> String
  public var adds: String

  public init(
    bar: String, cut: String, copy: String, duplicate: String, color: String, delete: String,
    more: String, toFront: String, toBack: String, kind: @escaping (SelectionKind) -> String,
    adds: String
  ) {
    self.bar = bar
    self.cut = cut
    self.copy = copy
    self.duplicate = duplicate
    self.color = color
    self.delete = delete
    self.more = more
    self.toFront = toFront
    self.toBack = toBack
    self.kind = kind
    self.adds = adds
  }
}
