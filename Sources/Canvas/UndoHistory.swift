import InkModel
import InkStore

/// The steps of a drawing as the window needs them: a view of the history in the file.
///
/// Edits of steps near the head are cached, so that undo and redo need not wait for the disk.
///
/// Invariants:
/// 1. Step numbers ascend; ``position`` steps are done, the rest undone.
/// 2. An edit is cached only for a step that exists.
public struct UndoHistory: Sendable {
  public private(set) var steps: [HistorySummary.Step]
  /// How many steps are done.
  public private(set) var position: Int
  private var edits: [Int: DrawingEdit] = [:]

  /// How many steps on each side of the head are cached; the file has the others.
  public static let reach = 64

  public init(_ summary: HistorySummary = HistorySummary()) {
    steps = summary.steps
    position = summary.undoDepth
  }

  /// The number of the last step that is done, 0 where none is.
  public var head: Int { position > 0 ? steps[position - 1].number : 0 }

  /// The step that undo would undo, and the one that redo would redo.
  public var undoStep: HistorySummary.Step? { position > 0 ? steps[position - 1] : nil }
  public var redoStep: HistorySummary.Step? { position < steps.count ? steps[position] : nil }
  public var undoLabel: EditLabel? { undoStep?.label }
  public var redoLabel: EditLabel? { redoStep?.label }

  public func edit(_ step: Int) -> DrawingEdit? { edits[step] }

  /// Numbers of steps within reach of the head whose edits are not cached, nearest first.
  public var missing: [Int] {
    let near = max(position - Self.reach / 2, 0)..<min(position + Self.reach / 2, steps.count)
    return near.filter { edits[steps[$0].number] == nil }
      .sorted { abs($0 - position) < abs($1 - position) }
      .map { steps[$0].number }
  }

  /// Adds an edit that was read from the file.
  ///
  /// Ignored where the step does not exist any more, or its edit is cached.
  public mutating func hold(_ edit: DrawingEdit, for step: Int) {
    if edits[step] == nil, steps.contains(where: { $0.number == step }) { edits[step] = edit }
  }

  /// A new step on top of the head; undone steps are removed.
  ///
  /// Returns its number.
  public mutating func append(_ edit: DrawingEdit) -> Int {
    for step in steps[position...] { edits[step.number] = nil }
    let number = head + 1
    steps.removeSubrange(position...)
    steps.append(HistorySummary.Step(number: number, label: edit.label))
    position += 1
    // The contents go to the file with the commands; undo and redo do not need them.
    edits[number] = DrawingEdit(
      label: edit.label, removed: edit.removed, inserted: edit.inserted, settings: edit.settings)
    return number
  }

  /// One step back.
  public mutating func stepBack() {
    precondition(position > 0, "there is no step to take back")
    position -= 1
  }

  /// One step forward.
  public mutating func stepForth() {
    precondition(position < steps.count, "there is no step to do again")
    position += 1
  }

  /// Releases edits out of reach, as far as the file has them.
  public mutating func trim(persistedThrough step: Int) {
    guard edits.count > 4 * Self.reach else { return }
    let low = steps[max(position - Self.reach, 0)...].first?.number ?? 0
    let high = steps.prefix(position + Self.reach).last?.number ?? 0
    edits = edits.filter { ($0.key >= low && $0.key <= high) || $0.key > step }
  }
}
