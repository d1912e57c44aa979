import InkModel

/// Undo and redo of a text while it is edited: of its letters and of their style.
///
/// Typing makes a step for each word, and erasing one letter after the other a single step; every other
/// change is a step of its own.
///
/// Invariants:
/// 1. The current state is the text as it is.
/// 2. The states after it are of steps that were undone; the next change drops them.
public struct TextPast {
  public struct State: Equatable {
    /// One at least; the only one of an empty text has no text.
    public var runs: [TextRun]
    public var alignment: TextAlignment
    /// By the numbers of Unicode scalars; at the caret empty.
    public var selection: Range<Int>

    public init(_ runs: [TextRun], _ alignment: TextAlignment, selection: Range<Int> = 0..<0) {
      self.runs = runs
      self.alignment = alignment
      self.selection = selection
    }

    var scalars: [Unicode.Scalar] { runs.flatMap(\.text.unicodeScalars) }

    func looks(as other: State) -> Bool { runs == other.runs && alignment == other.alignment }
  }

  /// The last change, which the next one may join in one step.
  private enum Last: Equatable {
    /// Typing up to a position.
    case typing(Int)
    /// Erasing, at a position.
    case erasing(Int)
    /// The selected text was removed, at a position, by an event.
    case cut(Int, UInt64)
    /// A change of style by a slider, at a time in seconds.
    case sweep(Double)
    case other
  }

  /// Steps that are kept.
  private static let most = 1000
  /// Seconds within which a further change by a slider, of which it tells many, belongs to the step of the one before.
  static let sweepTime = 0.7

  private var states: [State]
  private var current = 0
  private var last = Last.other

  public init(_ state: State) {
    states = [state]
  }

  public var canUndo: Bool { current > 0 }
  public var canRedo: Bool { current < states.count - 1 }

  /// Something else is selected; the text is as it was.
  public mutating func select(_ range: Range<Int>) {
    if states[current].selection != range, case .sweep = last { last = .other }
    states[current].selection = range
  }

  /// The letters have changed.
  ///
  /// - Parameter event: The number of the event that changed them: where a letter is typed over a
  ///   selection, a text view reports first that the selection was removed, then that the letter was
  ///   inserted.
  public mutating func change(to new: State, in event: UInt64 = 0) {
    let old = states[current]
    guard !new.looks(as: old) else { return }
    let kind = Change(from: old, to: new)
    let goesOn =
      switch (last, kind) {
      case (.typing(let end), .inserted(let scalar, let position)):
        position == end && !beginsWord(scalar, behind: position)
      case (.erasing(let last), .erased(let position)):
        position == last || position == last - 1
      case (.cut(let cut, let before), .inserted(_, let position)):
        position == cut && event == before && event != 0
      default: false
      }
    add(new, goesOn: goesOn)
    last =
      switch kind {
      case .inserted(_, let position): .typing(position + 1)
      case .erased where !old.selection.isEmpty, .other where new.scalars.count < old.scalars.count:
        .cut(new.selection.lowerBound, event)
      case .erased(let position): .erasing(position)
      case .other: .other
      }
  }

  /// The style has changed, and the letters have not.
  ///
  /// - Parameters:
  ///   - isSweep: It is one of the many changes of a slider.
  ///   - time: In seconds.
  public mutating func changeLooks(to new: State, isSweep: Bool, at time: Double) {
    guard !new.looks(as: states[current]) else { return }
    var goesOn = false
    if isSweep, case .sweep(let before) = last { goesOn = time - before < Self.sweepTime }
    add(new, goesOn: goesOn)
    last = isSweep ? .sweep(time) : .other
  }

  private mutating func add(_ new: State, goesOn: Bool) {
    states.removeLast(states.count - current - 1)
    if goesOn, current > 0 {
      states[current] = new
    } else {
      states.append(new)
      if states.count > Self.most { states.removeFirst() }
      current = states.count - 1
    }
  }

  /// Whether a letter that is typed at a position is a blank behind a word.
  private func beginsWord(_ scalar: Unicode.Scalar, behind position: Int) -> Bool {
    guard scalar.properties.isWhitespace, position > 0 else { return false }
    return !states[current].scalars[position - 1].properties.isWhitespace
  }

  /// Takes the last step back; `nil` where there is none.
  public mutating func undo() -> State? { go(by: -1) }

  /// Makes the step again that was undone last; `nil` where there is none.
  public mutating func redo() -> State? { go(by: 1) }

  private mutating func go(by offset: Int) -> State? {
    guard states.indices.contains(current + offset) else { return nil }
    current += offset
    last = .other
    return states[current]
  }

  /// What two texts differ in.
  private enum Change {
    case inserted(Unicode.Scalar, at: Int)
    case erased(at: Int)
    case other

    init(from old: State, to new: State) {
      let (a, b) = (old.scalars, new.scalars)
      let prefix = zip(a, b).prefix { $0 == $1 }.count
      let suffix = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
      let shorter = min(a.count, b.count)
      guard abs(a.count - b.count) == 1, prefix + suffix >= shorter else {
        self = .other
        return
      }
      // Among equal letters it may be any of them: the caret tells which.
      let caret = new.selection.lowerBound - (b.count > a.count ? 1 : 0)
      let position = min(max(caret, shorter - suffix), prefix)
      self = b.count > a.count ? .inserted(b[position], at: position) : .erased(at: position)
    }
  }
}
