import InkModel

/// The steps of a drawing as the window needs them: a view of the history in the file.
///
/// Steps are numbered from 1 without gaps; ``head`` is the last one in force, 0 for none. Edits
/// of steps near the head are held, so that undo and redo need not wait for the disk.
///
/// Invariants:
/// 1. 0 ≤ head ≤ labels.count.
/// 2. An edit is held only for a step that exists.
public struct UndoHistory: Sendable {
  /// What each step did; step n is at n - 1.
  public private(set) var labels: [EditLabel]
  public private(set) var head: Int
  private var edits: [Int: DrawingEdit] = [:]

  /// How many steps on each side of the head are held; beyond it the file has them.
  public static let reach = 64

  public init(labels: [EditLabel] = [], head: Int = 0) {
    precondition((0...labels.count).contains(head), "head \(head) of \(labels.count) steps")
    self.labels = labels
    self.head = head
  }

  public var undoLabel: EditLabel? { head > 0 ? labels[head - 1] : nil }
  public var redoLabel: EditLabel? { head < labels.count ? labels[head] : nil }

  public func edit(_ step: Int) -> DrawingEdit? { edits[step] }

  /// Steps within reach of the head whose edits are not held, nearest first.
  public var missing: [Int] {
    let near = max(head - Self.reach / 2, 1)...max(min(head + Self.reach / 2, labels.count), 1)
    return near.filter { $0 <= labels.count && edits[$0] == nil }
      .sorted { abs($0 - head) < abs($1 - head) }
  }

  /// Gives the history an edit that the file knew. Ignored where the step is gone or known.
  public mutating func hold(_ edit: DrawingEdit, for step: Int) {
    if step >= 1, step <= labels.count, edits[step] == nil { edits[step] = edit }
  }

  /// A new step on top of the head; what could be redone is gone. Returns its number.
  public mutating func append(_ edit: DrawingEdit) -> Int {
    for step in (head + 1)..<(labels.count + 1) { edits[step] = nil }
    labels.removeSubrange(head...)
    labels.append(edit.label)
    head += 1
    // The contents are on their way to the file; nothing that is undone needs them again.
    edits[head] = DrawingEdit(
      label: edit.label, removed: edit.removed, inserted: edit.inserted)
    return head
  }

  public mutating func moveHead(to step: Int) {
    precondition((0...labels.count).contains(step), "head \(step) of \(labels.count) steps")
    head = step
  }

  /// Lets go of edits out of reach, as far as the file has them.
  public mutating func trim(persistedThrough step: Int) {
    guard edits.count > 2 * Self.reach else { return }
    edits = edits.filter { abs($0.key - head) <= Self.reach || $0.key > step }
  }
}
