import InkModel
import InkRendering

/// The one owner of wet ink: paints strokes in progress and strokes that dry, and decides which surface shows each.
///
/// A stroke that a tool draws is shown on the layer, ahead of the window's frames, where the layer accepts it; else in
/// frames. When the tool lifts, the stroke is in the drawing and its tiles are to show it: at once where they
/// are fresh, else when the painters have caught up, and until then frames show the drying stroke.
///
/// 1. ``take(_:)`` after the dry picture has applied the same update, which has the strokes that grew and what
///    became of those that ended. Strokes that grow are accessed in the session: see
///    ``CanvasUpdate/wet``.
/// 2. ``paintFrame()`` whenever the window paints one.
/// 3. ``leaveLayer()`` and ``layerIsGone()`` when the layer is no longer wanted, or lost.
///
/// The state of a stroke, from its first report (``grow(_:)``: on the layer where that accepts it, else in frames):
///
/// | A stroke that is | shows | until |
/// | --- | --- | --- |
/// | wet, on the layer | on the layer | ``leave(_:)`` or ``end(_:)``: it is leaving |
/// | leaving, wet or dried | on the layer | ``paintFrame()``: it is in frames, in the same commit |
/// | wet, in frames | in frames | ``end(_:)``: it is drying, or its tiles show it |
/// | drying | in frames | ``showDry()``: its tiles show it |
///
/// Invariants, at every commit of either surface:
/// 1. **Each stroke shows exactly once.** Frames leave out what is on the layer, and nothing else
///    (``fill(_:)``). A stroke that leaves stays on the layer until the very commit that brings the first frame with it
///    (``leave(_:)``, ``end(_:)``, then ``paintFrame()``). A stroke whose tiles are not fresh dries in frames
///    (``end(_:)``) until a frame has tiles that show it (``showDry()``). A withdrawn stroke is removed from either
///    (``end(_:)``).
/// 2. **The layer shows what frames would**: the same masks, colour and position. Where the view or the paper has
///    changed, every stroke gets new masks and leaves the layer (``followView()``), and so does a stroke below the ink
///    that comes over what would cover it (``raise(_:)``); where the layer itself has the
///    wrong position, every stroke leaves it (``leaveAll()``).
/// 3. **Nothing shows where another widget covers the canvas.** The layer ensures that, and
///    ``LayerPresenting/update(_:tail:)`` returns false where it could not paint a stroke there as frames do; the stroke
///    then leaves (``show(_:)``).
/// 4. **The copy of a frame that the layer shows around ink below the dry ink is of the last frame, at its commit.** The layer
///    paints it again with that commit; where the frame cannot be painted again, such strokes leave
///    (``leaveIfBelow()``).
///
/// And the mark that a hovering tool would make is shown in frames or on the layer, never both (``showPreview(withFrame:)``).
@MainActor public final class WetInk {
  // Unchecked here and below: accessed with each report, all on the main thread.
  /// The window's frames.
  @exclusivity(unchecked)
  public var frames: (any FramePresenting)?
  /// The layer ahead of them, if there is one.
  @exclusivity(unchecked)
  public var layer: (any LayerPresenting)?
  /// Notices that tools rest.
  @exclusivity(unchecked)
  public var restTimer: (any RestTiming)?
  /// The preview at this moment: called whenever it may have changed, and in each frame.
  public var preview: () -> PreviewPicture? = { nil }

  /// Where a stroke is shown.
  private enum Surface {
    case frames
    case layer
    /// Still on the layer; the next frame shows it, or has tiles that do.
    case leaving
  }

  private enum Phase {
    /// A tool draws it, or it is provisional; the session has it.
    case wet
    /// In the drawing, as this element, and its tiles were not fresh yet.
    case drying(Element)
    /// In the tiles of the next frame.
    case dry
  }

  private struct Entry {
    let id: WetStrokeID
    let contact: ContactID
    /// `nil` where there was no memory.
    var painted: PaintedStroke?
    var phase = Phase.wet
    var surface = Surface.frames
    /// It has come over a page or a picture, which would cover it below the ink.
    var isRaised = false

    var isWet: Bool { if case .wet = phase { true } else { false } }
  }

  private let session: CanvasSession
  private let dry: any DryPicture
  /// Drying strokes, in the order of their ends, then wet ones, in the order of their beginnings.
  @exclusivity(unchecked)
  private var strokes: [Entry] = []
  private var lastID = 0
  @exclusivity(unchecked)
  private var pixels: PicturePixels
  @exclusivity(unchecked)
  private var pixelsSerial: Int
  /// Nothing is drawn ahead until a tool moves again.
  @exclusivity(unchecked)
  private var isResting = true
  /// While above 0, changes wait for ``endGathering()``.
  @exclusivity(unchecked)
  private var gatherings = 0
  /// The last frame shows the preview.
  private var previewIsInFrame = false

  public init(_ session: CanvasSession, over dry: any DryPicture) {
    self.session = session
    self.dry = dry
    pixels = dry.pixels
    pixelsSerial = dry.pixelsSerial
  }

  /// A stroke is wet: drawn, or provisional.
  public var isInking: Bool {
    let count = strokes.count
    return count > 0 && strokes[count - 1].isWet
  }

  // Without a closure for the standard library, which would check which thread it is on, with each report.
  private var isOnLayer: Bool {
    for i in strokes.indices where strokes[i].surface == .layer { return true }
    return false
  }

  // MARK: Strokes

  /// Shows what changed of wet strokes, after the dry picture has applied the update.
  public func take(_ update: CanvasUpdate) {
    guard !update.wet.isEmpty || !update.ended.isEmpty else { return }
    isResting = false
    restTimer?.toolMoved()
    var needsFrame = false
    // First: the session has removed them, and a contact that came down twice has begun another since.
    for stroke in update.ended { if end(stroke) { needsFrame = true } }
    if followView() { needsFrame = true }
    if isOnLayer, layer?.isAligned == false {
      if leaveAll() { needsFrame = true }
    }
    for contact in update.wet { if grow(contact) { needsFrame = true } }
    if !isInking {
      isResting = true
      restTimer?.stop()
    }
    if needsFrame { frames?.needFrame() }
    commit()
  }

  private func index(of contact: ContactID) -> Int? {
    for i in strokes.indices where strokes[i].isWet && strokes[i].contact == contact { return i }
    return nil
  }

  /// Paints what a stroke has grown by; a new one is added to the layer where that accepts it.
  ///
  /// - Returns: Whether it needs a frame to be shown.
  private func grow(_ contact: ContactID) -> Bool {
    if let i = index(of: contact) { return show(i) }
    // It has ended since, or been withdrawn.
    guard let (own, start) = session.withWet(contact, { ($0.ink, $0.start) }) else { return true }
    let ink = session.ink(own, shownOn: session.currentLayer)
    lastID += 1
    strokes.append(
      Entry(
        id: WetStrokeID(number: lastID), contact: contact,
        painted: PaintedStroke(
          ink, in: pixels, on: session.paper(pixels.paper, from: start),
          session.shownBand(of: own, from: start))))
    let i = strokes.count - 1
    if let layer, let renderer = strokes[i].painted?.renderer,
      layer.add(strokes[i].id, renderer)
    {
      strokes[i].surface = .layer
    }
    return show(i)
  }

  /// Paints what a wet stroke has grown by, and shows it where it is on the layer.
  ///
  /// - Returns: Whether it needs a frame to be shown.
  private func show(_ i: Int) -> Bool {
    raise(i)
    // In one access: finding a stroke costs as much as what is done with it.
    if strokes[i].surface == .layer, let layer {
      let points = grown(i, withTail: isResting ? 0 : TailPrediction.aheadOnLayer)
      var tail: WetTail?
      if let points { tail = strokes[i].painted?.renderer.tail(points[...], isCoverage: true) }
      if layer.update(strokes[i].id, tail: tail) { return false }
      leave(i)
    } else {
      _ = grown(i, withTail: nil)
    }
    return true
  }

  /// Shows a wet stroke above all ink from now on, where what it has grown by lies over a page or a picture.
  private func raise(_ i: Int) {
    guard strokes[i].painted?.renderer.band == .below else { return }
    let count = strokes[i].painted?.count ?? 0
    let isCovered = session.withWet(strokes[i].contact) { stroke -> Bool in
      let grown = stroke.path.points.dropFirst(count).map(\.position)
      return (grown + [stroke.tip?.position].compactMap { $0 }).contains {
        session.shownBand(of: stroke.ink, from: $0) == .above
      }
    }
    guard isCovered == true else { return }
    strokes[i].isRaised = true
    // What the layer still shows keeps its own renderer.
    strokes[i].painted = nil
    if strokes[i].surface == .layer { leave(i) }
  }

  /// Paints what is settled of a wet stroke.
  ///
  /// - Parameter ahead: Seconds after the last report up to which the tail is predicted; `nil` for no tail.
  /// - Returns: The tail: what is not painted yet, and what is predicted.
  @inline(__always)
  private func grown(_ i: Int, withTail ahead: Double?) -> [StrokePoint]? {
    let contact = strokes[i].contact
    let isProvisional = ahead != nil && session.isProvisional(contact)
    let points = session.withWet(contact) { stroke -> [StrokePoint]? in
      if strokes[i].painted == nil {
        let ink = session.ink(stroke.ink, shownOn: session.currentLayer)
        strokes[i].painted = PaintedStroke(
          ink, in: pixels, on: session.paper(pixels.paper, from: stroke.start),
          strokes[i].isRaised ? .above : session.shownBand(of: stroke.ink, from: stroke.start))
      }
      strokes[i].painted?.grow(stroke.path.points)
      guard let ahead, let painted = strokes[i].painted else { return nil }
      return stroke.tail(
        ahead: isProvisional ? 0 : ahead, after: painted.count,
        flatness: TailPrediction.flatness / painted.renderer.deviceFromCanvas.meanScale)
    }
    return points ?? nil
  }

  /// A wet stroke has ended.
  ///
  /// - Returns: Whether its present state needs a frame to be shown.
  private func end(_ ended: EndedStroke) -> Bool {
    guard let i = index(of: ended.contact) else { return true }
    let id = strokes[i].id
    let surface = strokes[i].surface
    guard let element = ended.element, case .stroke(let stroke) = element.kind else {
      if surface != .frames { layer?.remove(id) }
      strokes.remove(at: i)
      return surface != .layer
    }
    let isPending = !dry.isFresh(in: element.bounds)
    var entry = strokes.remove(at: i)
    // As it will be dry, at once.
    if isPending || surface == .layer { entry.painted?.finish(stroke.path.points) }
    if surface == .layer {
      layer?.finish(id)
      entry.surface = .leaving
    }
    entry.phase = isPending ? .drying(element) : .dry
    if isPending || entry.surface == .leaving {
      strokes.insert(entry, at: strokes.firstIndex(where: \.isWet) ?? strokes.count)
    }
    return true
  }

  /// Moves a stroke to the window's frames.
  private func leave(_ i: Int) { strokes[i].surface = .leaving }

  /// Moves all strokes to the window's frames.
  ///
  /// - Returns: Whether there are any.
  private func leaveAll() -> Bool {
    var found = false
    for i in strokes.indices where strokes[i].surface == .layer {
      leave(i)
      found = true
    }
    return found
  }

  /// Paints all strokes anew where the pixels of frames differ from those they are painted in.
  ///
  /// - Returns: Whether that needs a frame.
  @discardableResult
  private func followView() -> Bool {
    guard pixelsSerial != dry.pixelsSerial else { return false }
    pixelsSerial = dry.pixelsSerial
    let now = dry.pixels
    guard now != pixels else { return false }
    pixels = now
    _ = leaveAll()
    for i in strokes.indices {
      switch strokes[i].phase {
      case .wet:
        // What the layer still shows keeps its own renderer.
        strokes[i].painted = nil
        _ = grown(i, withTail: nil)
      case .drying(let element):
        guard case .stroke(let stroke) = element.kind else { continue }
        let ink = session.ink(
          stroke.ink, shownOn: session.drawing.settings.layerOrTop(element.layer))
        let start = stroke.path.points.first.map { element.canvasFromElement($0.position) }
        strokes[i].painted = PaintedStroke(
          ink, in: now,
          on: session.paper(now.paper, from: start, onLayer: element.layer),
          strokes[i].isRaised
            ? .above : session.shownBand(of: stroke.ink, from: start, onLayer: element.layer))
        strokes[i].painted?.finish(stroke.path.points)
      case .dry: break
      }
    }
    return !strokes.isEmpty
  }

  /// The tools that draw have reported nothing for a while: nothing is drawn ahead of them.
  public func toolsRest() {
    isResting = true
    var needsFrame = followView()
    for i in strokes.indices where strokes[i].isWet { if show(i) { needsFrame = true } }
    if needsFrame { frames?.needFrame() }
    commit()
  }

  // MARK: The layer

  /// Gathers changes of one moment into one commit: the layer is not committed before ``endGathering()``.
  ///
  /// In it the preview disappears and the stroke appears, or the reverse.
  public func beginGathering() { gatherings += 1 }

  public func endGathering() {
    gatherings -= 1
    commit()
  }

  private func commit() {
    if gatherings == 0 { layer?.commit() }
  }

  /// The layer is not to be used any longer: its strokes are in frames, from the next one on.
  public func leaveLayer() {
    _ = leaveAll()
    frames?.needFrame()
  }

  /// The layer was lost, and all that it showed with it.
  public func layerIsGone() {
    let hadAny = strokes.contains { $0.surface != .frames }
    for i in strokes.indices { strokes[i].surface = .frames }
    forgetDry()
    if hadAny { frames?.needFrame() }
  }

  /// A tool that may draw is in proximity over the canvas.
  public func toolIsNear() {
    // While one draws the layer is prepared.
    guard !isInking, let layer else { return }
    if !layer.prepare() { frames?.needFrame() }
  }

  /// No tool is over it any more.
  public func toolIsGone() {
    if !isInking { layer?.standDown() }
  }

  // MARK: Preview

  /// ``preview`` may have changed.
  public func previewChanged() {
    // From frames it moves to the layer with a frame, so that it never shows twice.
    if previewIsInFrame || !showPreview(withFrame: false).isOnLayer { frames?.needFrame() }
    commit()
  }

  /// Shows the preview on the layer, where it can be shown there.
  private func showPreview(withFrame: Bool) -> (picture: PreviewPicture?, isOnLayer: Bool) {
    let picture = preview()
    guard let layer else { return (picture, picture == nil) }
    // A highlighter's is below the ink, but over a document; the frame of a selection is above any.
    if let picture, picture.preview.painting != .above || session.selection != nil {
      _ = layer.show(nil, withFrame: withFrame)
      return (picture, false)
    }
    return (picture, layer.show(picture, withFrame: withFrame))
  }

  // MARK: Frames

  /// Paints a frame, and commits the layer with it.
  public func paintFrame() {
    guard let frames else { return }
    followView()
    if layer?.beginFrame() == false { _ = leaveAll() }
    var layers = dry.layers()
    showDry()
    fill(&layers)
    let isCovered = session.selection != nil || session.instrument != nil
    if !frames.canPaintAgain(layers, isCovered: isCovered), leaveIfBelow() { fill(&layers) }
    let (picture, isOnLayer) = showPreview(withFrame: true)
    previewIsInFrame = picture != nil && !isOnLayer
    frames.paint(layers, preview: previewIsInFrame ? picture : nil)
    let leaving = strokes.filter { $0.surface == .leaving }.map(\.id)
    layer?.endFrame(removing: leaving)
    guard !leaving.isEmpty else { return }
    for i in strokes.indices where strokes[i].surface == .leaving { strokes[i].surface = .frames }
    forgetDry()
  }

  /// Removes strokes that the tiles of the next frame show.
  private func showDry() {
    for i in strokes.indices {
      if case .drying(let element) = strokes[i].phase, dry.isFresh(in: element.bounds) {
        strokes[i].phase = .dry
      }
    }
    forgetDry()
  }

  private func forgetDry() {
    strokes.removeAll {
      if case .dry = $0.phase { $0.surface == .frames } else { false }
    }
  }

  /// Adds to a frame what it shows of wet ink.
  private func fill(_ layers: inout PictureLayers) {
    layers.wet = []
    layers.tails = []
    for i in strokes.indices where strokes[i].surface != .layer {
      switch strokes[i].phase {
      case .wet:
        let points = grown(i, withTail: isResting ? 0 : TailPrediction.aheadInFrames)
        let tail = points.flatMap { strokes[i].painted?.renderer.tail($0[...]) }
        strokes[i].painted?.append(to: &layers, with: tail)
      case .drying: strokes[i].painted?.append(to: &layers)
      case .dry: break
      }
    }
  }

  /// Moves strokes below the dry ink to a frame that cannot be painted again.
  ///
  /// - Returns: Whether there are any, so that the frame changes.
  private func leaveIfBelow() -> Bool {
    var found = false
    for i in strokes.indices
    where strokes[i].surface == .layer && strokes[i].painted?.renderer.band == .below {
      leave(i)
      found = true
    }
    return found
  }
}
