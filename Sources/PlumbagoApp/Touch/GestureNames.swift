import Canvas

/// Names of gestures, in the user's language.
extension Gesture {
  /// What the gesture does.
  var title: String {
    switch effect {
    case .draw: tr("Draw")
    case .pan: tr("Move the Paper")
    case .moveView: tr("Move, Zoom and Rotate the Paper")
    case .zoom: tr("Zoom In and Back")
    case .undo, .redo, .copy, .paste: CommandTable[effect.alternatives[0].action ?? ""].title
    case .menu: tr("Open the Menu")
    case .select: tr("Select")
    }
  }

  /// What the fingers do.
  var instruction: String {
    switch (movement, fingers) {
    case (.tap, 1): tr("Tap with one finger")
    case (.tap, 2): tr("Tap with two fingers")
    case (.tap, _): tr("Tap with three fingers")
    case (.doubleTap, _): tr("Tap twice with one finger")
    case (.hold, _): tr("Hold one finger still")
    case (.drag, 1): tr("Move one finger")
    case (.drag, _): tr("Move two fingers")
    case (.pinch, _): tr("Move, spread and turn two fingers")
    case (.swipeLeft, _): tr("Swipe left with three fingers")
    case (.swipeRight, _): tr("Swipe right with three fingers")
    case (.pinchIn, _): tr("Pinch three fingers together")
    case (.pinchOut, _): tr("Spread three fingers")
    }
  }

  /// All gestures, in sections with titles.
  static var sections: [(title: String, gestures: [Gesture])] {
    let sections: [(String, (Gesture) -> Bool)] = [
      (tr("Several Fingers"), { $0.surface == .screen && $0.fingers > 1 }),
      (
        tr("One Finger That Draws"),
        { $0.surface == .screen && $0.fingers == 1 && $0.effect == .draw }
      ),
      (
        tr("One Finger That Moves the Paper"),
        { $0.surface == .screen && $0.fingers == 1 && $0.effect != .draw }
      ),
      (tr("On a Touchpad"), { $0.surface == .touchpad }),
    ]
    return sections.map { section in (section.0, all.filter(section.1)) }
      .filter { !$0.gestures.isEmpty }
  }

  /// The shortcut that does the same, as a person reads it; empty where there is none.
  var shortcut: String {
    effect.alternatives.lazy.compactMap(\.action).first.flatMap { CommandTable[$0].keys.first }
      .map { Shortcuts.label($0) } ?? ""
  }
}
