import InkModel

/// The instrument over the paper. It is in no file and no step of the history.
extension CanvasSession {
  /// Where it is in the window; `nil` while there is none.
  public var instrument: Instrument? {
    guard let kind = shownInstrument else { return nil }
    let placed = placedInstruments[kind] ?? Instrument(kind, center: viewport.center)
    return placed.kept(in: viewport.clearBounds)
  }

  /// Puts an instrument onto the paper, where it was last, instead of the one that is there; `nil` for none.
  public func showInstrument(_ kind: Instrument.Kind?) -> CanvasUpdate {
    var update = CanvasUpdate()
    update.instrumentChanged = shownInstrument != kind
    shownInstrument = kind
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
    placedInstruments[instrument.kind] = instrument.kept(in: viewport.clearBounds)
    if self.instrument != before { update.instrumentChanged = true }
  }

  /// The part of the instrument at a position, in widget points; `nil` beside it.
  public func instrumentPart(
    at position: Point, of kind: StylusTool.Kind
  ) -> Instrument.Part? {
    instrument?.part(at: position, of: kind)
  }

  /// What a brush follows that comes down at a position; both in widget points.
  func guide(at position: Point, of kind: StylusTool.Kind) -> StrokeGuide? {
    instrument?.guide(at: position, of: kind, radius: picker.ink.size / 2 * viewport.scale)
  }
}
