import Canvas
import Gtk
import InkModel

/// A hidden picker comes when its edge is asked for: by a pen or a mouse that hovers there, or by a
/// finger that touches there. It goes with the next stroke.
extension CanvasOverlay {
  /// How near the edge a pen or the mouse has to be, and a finger, in widget points.
  private static let hovering = 8.0
  private static let touching = 20.0

  func addRevealing() {
    let motion = MotionController(phase: .capture)
    for signal in [motion.entered, motion.moved] {
      signal.connect { [weak self] x, y in
        guard let self, self.hidesPicker, !self.isRevealed, !self.canvas.session.isBusy else {
          return
        }
        if self.isAtEdge(Point(x, y), within: Self.hovering) { self.isRevealed = true }
      }
    }
    widget.add(motion)
    canvas.touch.mayTake = { [weak self] place in
      guard let self, self.hidesPicker, !self.isRevealed, self.showsPicker,
        !self.palms.takesTouchesForPalms, self.isAtEdge(place, within: Self.touching)
      else { return false }
      self.isRevealed = true
      return true
    }
  }

  /// Whether a place is at the edge where the picker is, or nearest to where it floats.
  private func isAtEdge(_ place: Point, within reach: Double) -> Bool {
    let window = window
    let layout = layout(PickerLayout.form(self.place, windowLayout), in: window)
    let frame = frame(of: layout, at: self.place, in: window)
    let distances: [(PickerPlacement.Edge, Double)] = [
      (.top, frame.minY - window.minY), (.bottom, window.maxY - frame.maxY), (.left, frame.minX),
      (.right, window.width - frame.maxX),
    ]
    let position = self.place.position
    let edge: PickerPlacement.Edge
    if case .docked(let docked, _) = position {
      edge = docked
    } else {
      edge = distances.min { $0.1 < $1.1 }?.0 ?? .top
    }
    switch edge {
    case .top: return place.y < window.minY + reach
    case .bottom: return place.y >= window.maxY - reach
    case .left: return place.x < reach
    case .right: return place.x >= window.width - reach
    }
  }
}
