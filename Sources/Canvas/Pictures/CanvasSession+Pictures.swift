import InkModel
import InkStore

/// What is done to pictures; each is one step of the history.
///
/// The bytes of a picture are in the drawing's file before its step is made.
extension CanvasSession {
  /// The element of the picture that alone is selected.
  public var selectedPicture: Element? {
    guard let elements = selection?.elements, elements.count == 1 else { return nil }
    return elements.first { $0.picture != nil }
  }

  /// Whether the selection is one picture that can be changed now.
  public var canChangePicture: Bool { canChangeSelection && selectedPicture != nil }

  /// Whether a command on the selected picture can begin; other sessions of the drawing have ended what they did.
  func beginsToChangePicture() -> Bool { beginsToChangeSelection() && selectedPicture != nil }

  /// Selects the picture that is under both of two fingers (widget points), where the picker's tool selects.
  ///
  /// Nothing happens where there is none, and where the view does not show all of it: fingers on a picture that fills the
  /// view move the view. So they do with a tool that does not select: people zoom into the pictures that they draw on.
  public func selectPicture(under a: Point, _ b: Point) -> CanvasUpdate {
    guard picker.tool == .selection, !isReadOnly, !isBusy, !isTryingPicture,
      let first = topPicture(at: a), first.id == topPicture(at: b)?.id,
      viewport.clearBounds.contains(viewport.widgetFromCanvas(first.bounds))
    else { return CanvasUpdate() }
    return select([first])
  }

  /// The topmost element at a position (widget points), where that is a picture.
  private func topPicture(at position: Point) -> Element? {
    drawing.topElement(near: viewport.canvasFromWidget(position), radius: 1 / viewport.scale)
      .flatMap { $0.picture == nil ? nil : $0 }
  }

  // MARK: Inserting

  /// Adds a picture, as one step, and selects it.
  ///
  /// It has its own size, or as much of it as `room` and, where it comes onto a page, that page has room for. Nothing
  /// happens where the drawing takes no change, a tool is down, or the picture's numbers are beyond ``ElementLimits``.
  ///
  /// - Parameters:
  ///   - position: Of its middle, in widget points; what is large is moved from there into `room`. `nil` for the middle of
  ///     `room`.
  ///   - pointsPerUnit: The size of one of its units, in canvas points, at its own size.
  ///   - room: The part of the view that nothing lies over, in widget points; `nil` for all of it.
  public func insert(
    _ picture: PlacedPicture, at position: Point? = nil, pointsPerUnit: Double, in room: Rect? = nil
  ) -> CanvasUpdate {
    shared.takeTurn(self)
    let position = position ?? (room ?? viewport.clearBounds).center
    guard !isReadOnly, !isBusy, picture.isWithinLimits, position.isFinite,
      pointsPerUnit.isFinite, pointsPerUnit > 0
    else { return CanvasUpdate() }
    if let closed = closedCurrentLayer {
      var update = CanvasUpdate()
      update.refused = closed
      return update
    }
    let area = placement(
      Vector(picture.crop.width * pointsPerUnit, picture.crop.height * pointsPerUnit),
      at: position, in: room)
    let scale = area.width / picture.crop.width
    let canvasFromElement =
      AffineTransform.translation(area.corners[0] - .zero) * .scale(scale)
      * .translation(.zero - picture.crop.corners[0])
    var update = endPictureTrial(keeping: true)
    update.merge(settleAll())
    let element = newElement(
      .other(picture), order: drawing.order(for: picture.band, in: currentLayer.id),
      canvasFromElement: canvasFromElement, at: area.corners[0])
    guard element.isWithinLimits else { return update }
    update.merge(perform(DrawingEdit(label: .insertPicture, inserted: [element])))
    selection = Selection([element], rotation: -viewport.rotation)
    return update
  }

  /// Where something of a size comes to lie: around a position (widget points), within the page there, and no larger than
  /// a part of the view; within `room`, where there is one and something takes more than half of its width or height.
  private func placement(_ size: Vector, at position: Point, in room: Rect?) -> Rect {
    let wanted = viewport.canvasFromWidget(position)
    let page = settings.layout.page(nearest: wanted).flatMap { settings.layout.frame($0) }
      .flatMap { $0.contains(wanted) ? $0 : nil }
    let free = (room ?? viewport.clearBounds).outset(by: -Viewport.margin)
    let shown = viewport.widgetFromCanvas(Rect(x: 0, y: 0, width: size.dx, height: size.dy))
    var scale = 1.0
    if !free.isEmpty { scale = min(scale, free.width / shown.width, free.height / shown.height) }
    if let page { scale = min(scale, page.width / size.dx, page.height / size.dy) }
    var position = position
    let half = Vector(shown.width * scale / 2, shown.height * scale / 2)
    if room != nil, !free.isEmpty, half.dx > free.width / 4 || half.dy > free.height / 4 {
      // Where it fills the room the two ends differ by rounding alone.
      func within(_ v: Double, _ low: Double, _ high: Double) -> Double {
        low < high ? max(min(v, high), low) : (low + high) / 2
      }
      position.x = within(position.x, free.minX + half.dx, free.maxX - half.dx)
      position.y = within(position.y, free.minY + half.dy, free.maxY - half.dy)
    }
    let middle = viewport.canvasFromWidget(position)
    let (width, height) = (size.dx * scale, size.dy * scale)
    var corner = Point(middle.x - width / 2, middle.y - height / 2)
    if let page {
      corner.x = max(min(corner.x, page.maxX - width), page.minX)
      corner.y = max(min(corner.y, page.maxY - height), page.minY)
    }
    return Rect(x: corner.x, y: corner.y, width: width, height: height)
  }

  // MARK: Changing

  /// The two directions in which a picture can be mirrored.
  public enum Flip: Sendable {
    /// Left and right change places, as the selection's frame stands.
    case horizontal
    /// So do above and below.
    case vertical
  }

  /// Mirrors the selected picture where it lies.
  public func flipPicture(_ flip: Flip) -> CanvasUpdate {
    guard beginsToChangePicture(), let element = selectedPicture, let picture = element.picture,
      let frame = selection?.frame
    else { return CanvasUpdate() }
    // In its own space, so that twice is exactly as before: along its side that lies more level in the frame.
    let side = AffineTransform.rotation(-frame.rotation)(element.canvasFromElement(Vector(1, 0)))
    let isAlongX = (abs(side.dx) >= abs(side.dy)) == (flip == .horizontal)
    let crop = picture.crop
    let mirror =
      isAlongX
      ? AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: crop.minX + crop.maxX, ty: 0)
      : AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: crop.minY + crop.maxY)
    return become(picture, .flip, element, within: mirror)
  }

  /// Says what is seen in the selected picture; what is longer than a file takes is not taken.
  public func setAlternativeText(_ text: String) -> CanvasUpdate {
    guard beginsToChangePicture(), let element = selectedPicture, var picture = element.picture
    else {
      return CanvasUpdate()
    }
    picture.alternativeText = text
    return become(picture, .alternativeText, element)
  }

  /// Shows other bytes where the selected picture is, as wide as that, uncropped.
  ///
  /// - Parameters:
  ///   - blob: In the drawing's file already.
  ///   - width: Of the new picture, in its own units, as the height.
  public func replacePicture(_ blob: BlobID, width: Double, height: Double) -> CanvasUpdate {
    guard beginsToChangePicture(), let element = selectedPicture, let old = element.picture else {
      return CanvasUpdate()
    }
    let new = PlacedPicture(
      blob: blob, width: width, height: height, opacity: old.opacity,
      alternativeText: old.alternativeText)
    guard new.isWithinLimits else { return CanvasUpdate() }
    // Middle on middle.
    let fit =
      AffineTransform.translation(old.crop.center - .zero) * .scale(old.crop.width / width)
      * .translation(.zero - new.crop.center)
    return become(new, .replacePicture, element, within: fit)
  }

  /// Puts ink in the place of the selected picture, as one step, and selects it.
  ///
  /// Nothing happens where there is no ink, or where some of it is beyond ``ElementLimits``.
  ///
  /// - Parameter strokes: In the space of the picture, the first one below all others.
  public func convertPicture(to strokes: [Stroke]) -> CanvasUpdate {
    guard beginsToChangePicture(), let picture = selectedPicture, !strokes.isEmpty else {
      return CanvasUpdate()
    }
    var edit = DrawingEdit(label: .convertToInk, removed: [picture])
    for var stroke in strokes {
      stroke.content = takeContent()
      edit.contents.append(StrokeContent(from: stroke))
      // At the picture's position in the layer order, one above the other by their numbers.
      edit.inserted.append(picture.version(takeElement(), .stroke(stroke)))
    }
    guard edit.inserted.allSatisfy(\.isWithinLimits) else { return CanvasUpdate() }
    let rotation = selection?.frame.rotation ?? -viewport.rotation
    let update = perform(edit)
    guard update.selectionChanged else { return update }
    selection = Selection(edit.inserted, rotation: rotation)
    return update
  }

  /// Makes a step of another version of the selected picture; none where it would be the same, or beyond what a file
  /// takes.
  func become(
    _ picture: PlacedPicture, _ label: EditLabel, _ element: Element,
    within motion: AffineTransform = .identity
  ) -> CanvasUpdate {
    guard picture != element.picture || motion != .identity else { return CanvasUpdate() }
    let new = element.version(takeElement(), picture, within: motion)
    guard new.isWithinLimits else { return CanvasUpdate() }
    let rotation = selection?.frame.rotation ?? -viewport.rotation
    let update = perform(DrawingEdit(label: label, removed: [element], inserted: [new]))
    guard update.selectionChanged else { return update }
    selection = Selection([new], rotation: rotation)
    return update
  }
}
