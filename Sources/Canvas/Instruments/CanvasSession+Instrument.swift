import InkModel

/// The ruler over the paper. It is in no file and no step of the history.
extension CanvasSession {
  /// Where it is in the window; `nil` while there is none.
  public var ruler: Ruler? {
    isRulerShown
      ? (placedRuler ?? Ruler(center: viewport.center)).kept(in: viewport.clearBounds) : nil
  }

  /// Puts the ruler onto the paper, where it was last, or takes it away.
  public func showRuler(_ isShown: Bool) -> CanvasUpdate {
    var update = CanvasUpdate()
    update.rulerChanged = isRulerShown != isShown
    isRulerShown = isShown
    return update
  }

  /// Moves the ruler.
  public func placeRuler(_ ruler: Ruler) -> CanvasUpdate {
    var update = CanvasUpdate()
    placeRuler(ruler, into: &update)
    return update
  }

  func placeRuler(_ ruler: Ruler, into update: inout CanvasUpdate) {
    let before = self.ruler
    placedRuler = ruler.kept(in: viewport.clearBounds)
    if self.ruler != before { update.rulerChanged = true }
  }

  /// The part of the ruler at a position, in widget points; `nil` beside it.
  public func rulerPart(at position: Point, of kind: StylusTool.Kind) -> Ruler.Part? {
    ruler?.part(at: position, of: kind)
  }

  /// The edge that a brush follows which comes down at a position, in widget points.
  func guide(at position: Point, of kind: StylusTool.Kind) -> Ruler.Guide? {
    ruler?.guide(at: position, of: kind, radius: picker.ink.size / 2 * viewport.scale)
  }
}
