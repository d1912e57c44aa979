/// The selection tool, lent for what has come and is selected: a picture, or what was pasted.
///
/// Invariants:
/// 1. While it is lent, it is the current tool; whoever chooses a tool, that one too, has it for good.
/// 2. Lending and returning leave the picker as it was.
extension ToolPicker {
  /// The tools that are current and before that again, once the selection tool is returned.
  struct Lender: Hashable, Sendable {
    var tool: Tool
    var previous: Tool
  }

  /// The selection tool is current only as long as something is selected.
  public var isLent: Bool { lender != nil }

  /// Makes the selection tool current until ``returnTool()``; nothing happens where it is current already.
  public mutating func lendSelectionTool() {
    guard tool != .selection else { return }
    let lender = Lender(tool: tool, previous: previous)
    select(.selection)
    self.lender = lender
  }

  /// Makes the tool current that was so before the selection tool was lent, if it is.
  public mutating func returnTool() {
    guard let lender else { return }
    self.lender = nil
    (tool, previous) = (lender.tool, lender.previous)
  }
}
