import InkModel

/// The rectangle around the selection, upright in the view it was selected in; canvas space.
///
/// It moves, grows and turns with the selection.
public struct SelectionFrame: Hashable, Sendable {
  public private(set) var center: Point
  /// Canvas points along the frame's own sides, 0 or more.
  public private(set) var width: Double
  public private(set) var height: Double
  /// Radians, from the canvas's +x towards its +y.
  public private(set) var rotation: Double

  /// The smallest rectangle around all that `elements` paint that is turned by `rotation`.
  public init(around elements: [Element], rotation: Double) {
    let frameFromCanvas = AffineTransform.rotation(-rotation)
    var box: Rect?
    for element in elements {
      guard let own = element.bounds(after: frameFromCanvas) else { continue }
      box = box.map { $0.union(own) } ?? own
    }
    let found = box ?? .empty
    center = AffineTransform.rotation(rotation)(found.center)
    (width, height) = (found.width, found.height)
    self.rotation = rotation
  }

  /// The four corners, clockwise from the top left in the frame's own space.
  public var corners: [Point] {
    Rect(x: -width / 2, y: -height / 2, width: width, height: height).corners
      .map(canvasFromFrame.callAsFunction)
  }

  /// From the frame's own space, whose origin is its centre.
  public var canvasFromFrame: AffineTransform {
    .translation(center - .zero) * .rotation(rotation)
  }

  /// The frame after a motion that keeps angles.
  public func moved(by motion: AffineTransform) -> SelectionFrame {
    var frame = self
    frame.center = motion(center)
    frame.width *= motion.meanScale
    frame.height *= motion.meanScale
    frame.rotation = rotation + motion.angle
    return frame
  }
}
