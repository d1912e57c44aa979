import InkModel

/// Where a contact came down, and whether it has moved farther than a tap does.
struct Press {
  let tool: StylusTool.Kind
  /// In widget points.
  let start: Point
  /// Stays true once the contact has been farther from ``start`` than the ``slop(of:)`` of its tool.
  private(set) var isDrag = false

  init(_ contact: ContactID, at start: Point) {
    tool = contact.tool.kind
    self.start = start
  }

  /// How far a tap may move, in widget points.
  static func slop(of tool: StylusTool.Kind) -> Double { tool == .finger ? 8 : 3 }

  /// Follows a report of the contact (``Activity/move(_:tip:in:into:)``).
  ///
  /// - Returns: Where the contact is, in widget points; `nil` where the report does not tell that.
  mutating func move(_ settled: [StylusSample], tip: StylusSample?) -> Point? {
    guard let position = (tip ?? settled.last)?.position, position.isFinite else { return nil }
    move(to: position)
    return position
  }

  mutating func move(to position: Point) {
    isDrag = isDrag || start.distance(to: position) > Self.slop(of: tool)
  }
}
