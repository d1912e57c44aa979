import InkModel

/// A picture shown in another way while a person chooses: whole while it is cropped, or with another opacity.
///
/// Invariants, while there is one:
/// 1. Its element is the whole selection, and in the drawing as it is here.
/// 2. ``drawing`` is the session's drawing but for that element.
struct PictureTrial {
  let element: Element
  private(set) var shown: PlacedPicture
  private(set) var drawing: Drawing
  /// `nil` where it is not being cropped.
  var crop: PictureCrop?

  /// - Parameter drawing: Has the element.
  init(_ element: Element, as shown: PlacedPicture, of drawing: Drawing, crop: PictureCrop? = nil) {
    self.element = element
    self.shown = shown
    self.crop = crop
    self.drawing = drawing
    exchange(element, for: element.version(element.id, shown))
  }

  /// Shows another value; returns what looks different, in canvas space.
  mutating func show(_ picture: PlacedPicture) -> Rect {
    let old = element.version(element.id, shown)
    let new = element.version(element.id, picture)
    exchange(old, for: new)
    shown = picture
    return old.bounds.union(new.bounds)
  }

  private mutating func exchange(_ old: Element, for new: Element) {
    // The old one is in the drawing, and the new one in its place: this cannot throw.
    _ = try? drawing.apply(DrawingEdit(label: .crop, removed: [old], inserted: [new]))
  }

  /// The bounds of what it shows and of what the drawing has, in canvas space.
  var bounds: Rect { element.bounds.union(element.version(element.id, shown).bounds) }
}

/// Trials on the selected picture.
///
/// 1. ``beginCrop()``, or ``tryOpacity(_:)`` as often as there is another one to look at.
/// 2. ``endPictureTrial(keeping:)``, which makes one step of it or none. Whatever changes the drawing or the selection
///    meanwhile ends it, too; while it lasts the selection cannot be changed otherwise
///    (``CanvasSession/canChangeSelection``).
extension CanvasSession {
  /// The picture that is being cropped, `nil` where none is.
  public var crop: PictureCrop? { pictureTrial?.crop }

  /// Whether the selected picture is shown in another way than the drawing has it.
  public var isTryingPicture: Bool { pictureTrial != nil }

  /// Begins to crop the selected picture: all of it is shown.
  public func beginCrop() -> CanvasUpdate {
    guard beginsToChangePicture(), let element = selectedPicture, let crop = PictureCrop(element)
    else {
      return CanvasUpdate()
    }
    var update = settleAll()
    guard var whole = element.picture else { return update }
    whole.crop = crop.whole
    update.merge(begin(PictureTrial(element, as: whole, of: drawing, crop: crop)))
    return update
  }

  /// Shows the selected picture with another opacity, 0 … 1.
  public func tryOpacity(_ opacity: Double) -> CanvasUpdate {
    guard opacity.isFinite else { return CanvasUpdate() }
    var update = CanvasUpdate()
    if pictureTrial == nil {
      guard beginsToChangePicture(), let element = selectedPicture, let picture = element.picture
      else {
        return update
      }
      update = settleAll()
      update.merge(begin(PictureTrial(element, as: picture, of: drawing)))
    }
    guard pictureTrial?.crop == nil, var picture = pictureTrial?.shown else { return update }
    picture.opacity = min(max(opacity, 0), 1)
    if let area = pictureTrial?.show(picture) { update.damage.append(area) }
    return update
  }

  private func begin(_ trial: PictureTrial) -> CanvasUpdate {
    var update = CanvasUpdate()
    pictureTrial = trial
    update.damage.append(trial.bounds)
    update.selectionMoved = true
    return update
  }

  /// Ends the trial: what was chosen becomes a step, or all is as before.
  ///
  /// Nothing happens where there is none.
  public func endPictureTrial(keeping: Bool) -> CanvasUpdate {
    var update = dropPictureTrial()
    guard let trial = update.trial, keeping, !isReadOnly, var picture = trial.element.picture else {
      return update.update
    }
    if let crop = trial.crop {
      picture.crop = crop.rect
      update.update.merge(become(picture, .crop, trial.element))
    } else {
      picture.opacity = trial.shown.opacity
      update.update.merge(become(picture, .opacity, trial.element))
    }
    return update.update
  }

  /// Ends the trial as if it had not begun.
  @discardableResult
  func dropPictureTrial() -> (trial: PictureTrial?, update: CanvasUpdate) {
    var update = CanvasUpdate()
    guard let trial = pictureTrial else { return (nil, update) }
    pictureTrial = nil
    update.damage.append(trial.bounds)
    update.selectionMoved = true
    return (trial, update)
  }

  // MARK: Cropping

  /// What a press at a position (widget points) drags of the picture that is being cropped; `nil` beside it.
  func cropPart(at position: Point, of tool: StylusTool.Kind) -> PictureCrop.Part? {
    crop?.part(at: position, reach: SelectionHandles.reach(of: tool), in: viewport)
  }

  /// Shows another part as the one that is to be kept; nothing where no picture is being cropped.
  func setCrop(_ crop: PictureCrop, into update: inout CanvasUpdate) {
    guard pictureTrial?.crop?.element == crop.element else { return }
    pictureTrial?.crop = crop
    update.selectionMoved = true
  }

  /// The arrow keys move the next handle, or the one before.
  public func chooseCropHandle(backwards: Bool = false) -> CanvasUpdate {
    var update = CanvasUpdate()
    guard var crop else { return update }
    let handles = crop.handles(in: viewport)
    repeat {
      crop.chosen =
        (crop.chosen + (backwards ? PictureCrop.handleCount - 1 : 1)) % PictureCrop.handleCount
    } while handles[crop.chosen] == nil
    setCrop(crop, into: &update)
    return update
  }

  /// Moves the chosen handle by a widget vector.
  public func nudgeCrop(by offset: Vector) -> CanvasUpdate {
    var update = CanvasUpdate()
    guard let crop, !isBusy else { return update }
    setCrop(crop.dragged(.handle(crop.chosen), by: offset, in: viewport), into: &update)
    return update
  }

  /// All of the picture is to show again.
  public func resetCrop() -> CanvasUpdate {
    var update = CanvasUpdate()
    guard var crop, !isBusy else { return update }
    crop.rect = crop.whole
    setCrop(crop, into: &update)
    return update
  }
}
