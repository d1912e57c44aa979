import Canvas
import Gtk
import InkModel

/// A hidden picker is revealed at its edge, by a pen or a mouse that hovers there or a finger that touches
/// there. The next stroke hides it. At the upper edge an app may have more to reveal (``CanvasOverlay/onTopEdge``).
extension CanvasOverlay {
  /// Widget points from the edge within which a pen or the mouse reveals it, and a finger.
  private static let hovering = 8.0
  private static let touching = 20.0

  func addRevealing() {
    let motion = MotionController(phase: .capture)
    for signal in [motion.entered, motion.moved] {
      signal.connect { [weak self] x, y in
        guard let self, self.hidesPicker, !self.canvas.session.isBusy else { return }
        let position = Point(x, y)
        if !self.isRevealed, self.isAtEdge(position, within: Self.hovering) {
          self.isRevealed = true
        }
        if y < Self.hovering { _ = self.onTopEdge() }
      }
    }
    widget.add(motion)
    canvas.touch.mayTake = { [weak self] position in
      guard let self, self.hidesPicker, !self.palms.takesTouchesForPalms else { return false }
      var isTaken = false
      if !self.isRevealed, self.showsPicker, self.isAtEdge(position, within: Self.touching) {
        self.isRevealed = true
        isTaken = true
      }
      if position.y < Self.touching, self.onTopEdge() { isTaken = true }
      return isTaken
    }
  }

  /// Whether `position` is at the picker's edge: the one where it is docked, or nearest to where it floats.
  private func isAtEdge(_ position: Point, within reach: Double) -> Bool {
    let window = window
    let layout = layout(PickerLayout.form(self.placement, windowLayout), in: window)
    let frame = frame(of: layout, at: self.placement, in: window)
    let distances: [(PickerPlacement.Edge, Double)] = [
      (.top, frame.minY - window.minY), (.bottom, window.maxY - frame.maxY), (.left, frame.minX),
      (.right, window.width - frame.maxX),
    ]
    let edge: PickerPlacement.Edge
    if case .docked(let docked, _) = self.placement.position {
      edge = docked
    } else {
      edge = distances.min { $0.1 < $1.1 }?.0 ?? .top
    }
    switch edge {
    case .top: return position.y < window.minY + reach
    case .bottom: return position.y >= window.maxY - reach
    case .left: return position.x < reach
    case .right: return position.x >= window.width - reach
    }
  }
}
