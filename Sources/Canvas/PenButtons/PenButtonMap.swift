import InkModel

/// What one press of a button does: it may change the drawing, but only where a person chose that.
public enum SinglePress: String, Hashable, Sendable, CaseIterable {
  case nothing
  /// Erases while the button is held.
  case erase
  /// Moves the paper while the button is held.
  case pan
  case undo
  case redo
  case toggleEraser = "toggle-eraser"
  case previousTool = "previous-tool"
  case colors
  case sizes

  /// Acts for as long as the button is held.
  public var isHeld: Bool { self == .erase || self == .pan }
}

/// What two quick presses of a button do: they never change the drawing, and twice is as before
/// (S33, S37).
public enum DoublePress: String, Hashable, Sendable, CaseIterable {
  case nothing
  case toggleEraser = "toggle-eraser"
  case previousTool = "previous-tool"
  case colors
  case sizes
}

/// What each button of a pen does.
public struct PenButtonMap: Hashable, Sendable {
  public struct Slots: Hashable, Sendable {
    public var single = SinglePress.nothing
    public var double = DoublePress.nothing

    public init(single: SinglePress = .nothing, double: DoublePress = .nothing) {
      self.single = single
      self.double = double
    }
  }

  /// In a fresh profile: two presses change between the tool and the eraser (S32); held, a button erases, and one short
  /// press does nothing.
  public static let standard = PenButtonMap()

  private var changed: [StylusButton: Slots] = [:]

  public init() {}

  public subscript(button: StylusButton) -> Slots {
    get { changed[button] ?? Self.standardSlots(button) }
    set { changed[button] = newValue == Self.standardSlots(button) ? nil : newValue }
  }

  private static func standardSlots(_ button: StylusButton) -> Slots {
    switch button {
    case .lower, .upper: Slots(single: .erase, double: .toggleEraser)
    case .third: Slots()
    }
  }

  /// What differs from ``standard``, as settings keep it: `lower=undo,nothing` and so on.
  public var text: String {
    StylusButton.allCases.compactMap { button in
      changed[button].map { "\(button.rawValue)=\($0.single.rawValue),\($0.double.rawValue)" }
    }.joined(separator: " ")
  }

  /// From ``text``; unknown words are ignored.
  public init(text: String) {
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=")
      guard parts.count == 2, let button = StylusButton(rawValue: String(parts[0])) else {
        continue
      }
      let slots = parts[1].split(separator: ",")
      guard slots.count == 2, let single = SinglePress(rawValue: String(slots[0])),
        let double = DoublePress(rawValue: String(slots[1]))
      else { continue }
      self[button] = Slots(single: single, double: double)
    }
  }
}
