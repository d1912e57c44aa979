import Canvas
import GtkInk

extension TouchEvent {
  /// What a touchscreen reports.
  // Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
  @MainActor
  public init(_ phase: TouchSource.Phase, _ touch: TouchSource.Touch) {
    let (id, time) = (TouchID(touch.number), touch.time)
    let point = TouchPoint(touch.position, time: time, size: touch.size)
    switch phase {
    case .began: self = .began(id, point)
    case .moved: self = .moved(id, point)
    case .ended: self = .ended(id, time: time)
    case .cancelled: self = .cancelled(id, time: time)
    }
  }
}
