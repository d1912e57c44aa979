import InkModel

/// The hand that holds the pen.
public enum Hand: String, Hashable, Sendable, CaseIterable {
  case left
  case right
}

/// The placement of the picker in each layout of a window, as the user left it.
public struct PickerPlacements: Hashable, Sendable {
  /// The shapes of window that have a placement of their own.
  public enum Layout: String, Hashable, Sendable, CaseIterable {
    case landscape
    case portrait
    /// Narrower than ``compactWidth``: always at the bottom, over the whole width (S59).
    case compact
  }

  /// Widget points; a window is compact below.
  public static let compactWidth = 600.0

  public static func layout(width: Double, height: Double) -> Layout {
    if width < compactWidth { return .compact }
    return width >= height ? .landscape : .portrait
  }

  /// Only what the user changed; the rest follows the hand.
  private var moved: [Layout: PickerPlacement] = [:]

  public init() {}

  /// The default placement: the picker is neither under the hand nor over the paper that is drawn
  /// on (S21).
  ///
  /// A writing hand is below and beside its tip. So the side away from it is free, and for a hand
  /// that is not known, the top.
  public static func standard(_ layout: Layout, hand: Hand?) -> PickerPlacement {
    switch (layout, hand) {
    case (.landscape, .right): PickerPlacement(.docked(.left, along: 0.5))
    case (.landscape, .left): PickerPlacement(.docked(.right, along: 0.5))
    case (.portrait, .right): PickerPlacement(.docked(.top, along: 0))
    case (.portrait, .left): PickerPlacement(.docked(.top, along: 1))
    case (.landscape, nil), (.portrait, nil): PickerPlacement(.docked(.top, along: 0.5))
    case (.compact, .left): PickerPlacement(.docked(.bottom, along: 1))
    case (.compact, _): PickerPlacement(.docked(.bottom, along: 0))
    }
  }

  public func placement(_ layout: Layout, hand: Hand?) -> PickerPlacement {
    moved[layout] ?? Self.standard(layout, hand: hand)
  }

  /// Stores a placement; the default one is not stored, so that it still depends on the hand.
  public mutating func setPlacement(_ placement: PickerPlacement, _ layout: Layout, hand: Hand?) {
    moved[layout] = placement == Self.standard(layout, hand: hand) ? nil : placement
  }

  /// Removes all stored placements.
  public mutating func reset() { moved = [:] }

  // MARK: Text

  /// One line for settings: a word for each layout that the user changed, as `landscape=left:0.5`
  /// or `portrait=folded:floating:0.25:0.75`.
  public var text: String {
    moved.sorted { $0.key.rawValue < $1.key.rawValue }.map { layout, placement in
      let folded = placement.isFolded ? "folded:" : ""
      switch placement.position {
      case .docked(let edge, let along):
        return "\(layout.rawValue)=\(folded)\(edge.rawValue):\(along)"
      case .floating(let x, let y): return "\(layout.rawValue)=\(folded)floating:\(x):\(y)"
      }
    }.joined(separator: " ")
  }

  /// As far as it can be read; the rest is the default.
  public init(text: String) {
    for word in text.split(separator: " ") {
      guard let cut = word.firstIndex(of: "="), let layout = Layout(rawValue: String(word[..<cut]))
      else { continue }
      var parts = word[word.index(after: cut)...].split(separator: ":")[...]
      let isFolded = parts.first == "folded"
      if isFolded { parts.removeFirst() }
      let numbers = parts.dropFirst().compactMap { Double($0) }
      guard let name = parts.first, numbers.allSatisfy({ (0...1).contains($0) }) else { continue }
      if name == "floating", numbers.count == 2 {
        moved[layout] = PickerPlacement(
          .floating(x: numbers[0], y: numbers[1]), isFolded: isFolded)
      } else if let edge = PickerPlacement.Edge(rawValue: String(name)), numbers.count == 1 {
        moved[layout] = PickerPlacement(.docked(edge, along: numbers[0]), isFolded: isFolded)
      }
    }
  }
}
