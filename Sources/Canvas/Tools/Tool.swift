/// What the tip of a pen, a finger or the mouse does to the canvas.
public enum Tool: String, Hashable, Sendable, CaseIterable {
  case pen
  /// Takes away each stroke it touches.
  case eraser
}
