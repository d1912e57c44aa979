/// The selection tool, lent for what a command has selected: a picture that came, what was pasted, or all there is.
///
/// Invariants:
/// 1. While it is lent, it is the current tool; whoever chooses a tool, that one too, has it for good.
/// 2. Lending and returning leave the picker as it was.
extension ToolPicker {
  /// The tools that are current and before that again, once the selection tool is returned.
  struct Replaced: Hashable, Sendable {
    var tool: Tool
    var previous: Tool
  }

  /// The selection tool is current only as long as something is selected.
  public var isLent: Bool { replaced != nil }

  /// Makes the selection tool current until ``returnTool()``; nothing happens where it is current already.
  public mutating func lendSelectionTool() {
    guard tool != .selection else { return }
    let replaced = Replaced(tool: tool, previous: previous)
    select(.selection)
    self.replaced = replaced
  }

  /// Makes the tool current that was so before the selection tool was lent, if it is.
  public mutating func returnTool() {
    guard let replaced else { return }
    self.replaced = nil
    (tool, previous) = (replaced.tool, replaced.previous)
  }
}
