import InkModel

/// An instrument where it was put.
struct PlacedInstrument {
  var instrument: Instrument
  /// That of the view then: at another scale the circle of a compass has the same size on the paper.
  var scale: Double
}

/// The instrument over the paper. It is in no file and no step of the history.
extension CanvasSession {
  /// Where it is in the window; `nil` while there is none.
  public var instrument: Instrument? {
    guard let kind = shownInstrument, let placed = placedInstruments[kind] else { return nil }
    let scaled = placed.instrument.scaled(by: viewport.scale / placed.scale)
    return scaled.kept(in: viewport.clearBounds)
  }

  /// Puts an instrument onto the paper, where it was last, instead of the one that is there; `nil` for none.
  ///
  /// One that is new lies in the middle, and stays there when the view becomes larger or smaller.
  public func showInstrument(_ kind: Instrument.Kind?) -> CanvasUpdate {
    var update = CanvasUpdate()
    update.instrumentChanged = shownInstrument != kind
    shownInstrument = kind
    if let kind, placedInstruments[kind] == nil {
      place(Instrument(kind, center: viewport.center))
    }
    return update
  }

  /// Moves an instrument.
  public func placeInstrument(_ instrument: Instrument) -> CanvasUpdate {
    var update = CanvasUpdate()
    placeInstrument(instrument, into: &update)
    return update
  }

  func placeInstrument(_ instrument: Instrument, into update: inout CanvasUpdate) {
    let before = self.instrument
    place(instrument)
    if self.instrument != before { update.instrumentChanged = true }
  }

  private func place(_ instrument: Instrument) {
    placedInstruments[instrument.kind] = PlacedInstrument(
      instrument: instrument.kept(in: viewport.clearBounds), scale: viewport.scale)
  }

  /// Keeps the instrument over its point of the paper, which a view of another size has moved.
  ///
  /// - Parameter before: The view until then.
  public func carryInstrument(from before: Viewport) {
    guard let kind = shownInstrument, var placed = placedInstruments[kind] else { return }
    let point = before.canvasFromWidget(placed.instrument.center)
    placed.instrument.center = viewport.widgetFromCanvas(point)
    placedInstruments[kind] = placed
  }

  /// The part of the instrument at a position, in widget points; `nil` beside it.
  public func instrumentPart(
    at position: Point, of kind: StylusTool.Kind
  ) -> Instrument.Part? {
    guard let instrument else { return nil }
    if let part = instrument.part(at: position, of: kind) { return part }
    let isOnReading = instrument.hasReading(
      at: position, of: kind, above: viewport.clearBounds.maxY, width: readingWidth)
    return isOnReading ? .reading : nil
  }

  /// What a brush follows that comes down at a position; both in widget points.
  func guide(at position: Point, of kind: StylusTool.Kind) -> StrokeGuide? {
    instrument?.guide(at: position, of: kind, radius: picker.ink.size / 2 * viewport.scale)
  }
}
