import InkModel
import InkStore

extension CanvasSession {
  /// Adds elements of another drawing to the current layer, as one step, and selects them.
  ///
  /// Where they would be exactly over equal elements they are moved aside, so that a second pasting is visible.
  /// Nothing happens where the drawing takes no change, a tool is down, or an element would leave
  /// ``ElementLimits``. The clip's bytes are in the drawing's file already (``DocumentKeeper/keepBlobs(of:)``).
  ///
  /// - Parameter position: Of the middle of the pasted elements, in widget points.
  public func paste(_ clip: InkClip, at position: Point) -> CanvasUpdate {
    shared.takeTurn(self)
    guard !isReadOnly, !isBusy, !clip.elements.isEmpty, position.isFinite else {
      return CanvasUpdate()
    }
    if let closed = closedCurrentLayer {
      var update = CanvasUpdate()
      update.refused = closed
      return update
    }
    var update = endPictureTrial(keeping: true)
    var motion = AffineTransform.translation(
      viewport.canvasFromWidget(position) - clip.bounds.center)
    let step = AffineTransform.translation(viewport.canvasFromWidget(Self.copyOffset))
    // Each equal element moves it once; there are no more than the drawing has.
    for _ in 0..<drawing.count where isThere(clip, motion) { motion = step * motion }
    guard clip.elements.allSatisfy({ $0.isWithinLimits(moved: motion) }) else { return update }
    let numbers = clip.contents.map { _ in takeContent() }
    let contents = zip(clip.contents, numbers).map { content, number in
      var copy = content
      copy.id = number
      return copy
    }
    let orders = drawing.orders(for: clip.elements, in: currentLayer.id, moved: motion)
    let elements = zip(clip.elements, orders).map { element, order in
      newElement(
        element.kind.renumbered { numbers[Int($0.number) - 1] }, order: order,
        canvasFromElement: motion * element.canvasFromElement, at: motion(element.bounds.center))
    }
    update.merge(
      perform(DrawingEdit(label: .paste, inserted: elements, contents: contents)))
    selection = Selection(elements, rotation: -viewport.rotation)
    return update
  }

  /// Whether the first element of a clip would be over an equal one.
  private func isThere(_ clip: InkClip, _ motion: AffineTransform) -> Bool {
    guard let first = clip.elements.first else { return false }
    let copy = first.version(first.id, moved: motion)
    return drawing.elements(in: copy.bounds.outset(by: 1)).contains {
      hasSame($0.bounds, copy.bounds) && $0.isAlike(first)
    }
  }

  /// Bounds that differ by less than is visible.
  private func hasSame(_ a: Rect, _ b: Rect) -> Bool {
    let near = 0.5 / viewport.scale
    return abs(a.minX - b.minX) < near && abs(a.minY - b.minY) < near
      && abs(a.maxX - b.maxX) < near && abs(a.maxY - b.maxY) < near
  }
}
