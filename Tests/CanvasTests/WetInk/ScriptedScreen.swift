import InkModel
import InkRendering
import Testing

@testable import Canvas

/// A screen whose two surfaces follow a script, and which checks every commit of either.
///
/// Every stroke has a colour of its own, by which it is known on a surface.
@MainActor final class ScriptedScreen: FramePresenting, LayerPresenting, DryPicture {
  /// What the test knows of a stroke.
  struct Truth {
    enum State { case wet, kept, gone, undone }
    var state = State.wet
    /// It was on the screen, and nothing has happened that would excuse its absence.
    var hasBeenSeen = false
    var element: Element?
  }

  let session: CanvasSession
  var strokes: [Color: Truth] = [:]

  // What the script decides.
  var takesStrokes = true
  var keepsStrokes = true
  var takesPreviews = true
  var canBePaintedAgain = true
  /// The widget has moved in its window since the last frame.
  var hasMoved = false
  /// Tiles are fresh as soon as ink dries.
  var paintersAreQuick = true

  // What is on the screen.
  private var frame: [Color: Int] = [:]
  private var framePixels: PicturePixels?
  private(set) var lastFrame: PictureLayers?
  private var pending: [WetStrokeID: WetInkRenderer] = [:]
  private(set) var onLayer: [WetStrokeID: WetInkRenderer] = [:]
  /// Strokes that the layer could no longer show, of which it said so.
  private var refused: Set<WetStrokeID> = []
  private(set) var isFrameWanted = false
  private(set) var previewInFrame = false
  private var pendingPreview = false
  private(set) var previewOnLayer = false
  private(set) var commits = 0
  private(set) var frames = 0

  // What is dry.
  private(set) var pixelsSerial = 0
  private var inTiles: Set<ElementID> = []
  private var elements: [ElementID: (element: Element, color: Color)] = [:]

  init(_ session: CanvasSession) { self.session = session }

  // MARK: Dry ink

  var pixels: PicturePixels {
    let view = session.viewport
    return PicturePixels(
      deviceFromCanvas: view.widgetFromCanvas,
      visible: PixelBox(x: 0, y: 0, width: Int(view.width), height: Int(view.height)),
      paper: .light)
  }

  func viewChanged() { pixelsSerial += 1 }

  /// Takes what a session says before its wet ink does.
  func take(_ update: CanvasUpdate) {
    for ended in update.ended {
      guard let element = ended.element, case .stroke(let stroke) = element.kind else { continue }
      elements[element.id] = (element, stroke.ink.color)
      strokes[stroke.ink.color]?.state = .kept
      strokes[stroke.ink.color]?.element = element
      if paintersAreQuick { inTiles.insert(element.id) }
    }
  }

  func paintersCatchUp() { inTiles.formUnion(elements.keys) }

  func forget(_ element: ElementID) { elements[element] = nil }

  func isFresh(in area: Rect) -> Bool {
    elements.values.allSatisfy {
      !$0.element.bounds.intersects(area) || inTiles.contains($0.element.id)
    }
  }

  private var shownByTiles: Set<Color> = []

  func layers() -> PictureLayers {
    shownByTiles = Set(elements.values.filter { inTiles.contains($0.element.id) }.map(\.color))
    return PictureLayers(
      view: session.viewport, deviceScale: 1,
      paper: PaperPicture(
        settings: .standard, style: .light, deviceFromCanvas: pixels.deviceFromCanvas, width: 800,
        height: 600, deviceScale: 1), tiles: [], erasers: [], eraser: session.picker.eraser)
  }

  // MARK: Frames

  func needFrame() { isFrameWanted = true }

  func canPaintAgain(_ layers: PictureLayers, isCovered: Bool) -> Bool { canBePaintedAgain }

  func paint(_ layers: PictureLayers, preview: PreviewPicture?) {
    isFrameWanted = false
    lastFrame = layers
    frame = [:]
    for color in shownByTiles { frame[color, default: 0] += 1 }
    // As often as one and the same piece of it is there.
    var pieces: [Color: [WetTileKey: Int]] = [:]
    for piece in layers.wet {
      pieces[piece.tile.color, default: [:]][piece.tile.key, default: 0] += 1
    }
    var wet = pieces.mapValues { $0.values.max() ?? 0 }
    for (color, tails) in Dictionary(grouping: layers.tails, by: \.color) {
      wet[color] = max(wet[color] ?? 0, tails.count)
    }
    for (color, times) in wet { frame[color, default: 0] += times }
    previewInFrame = preview != nil
    framePixels = pixels
  }

  // MARK: The layer

  var isAligned: Bool { !hasMoved }

  func add(_ stroke: WetStrokeID, _ renderer: WetInkRenderer) -> Bool {
    guard takesStrokes, !hasMoved else { return false }
    #expect(pending[stroke] == nil)
    pending[stroke] = renderer
    return true
  }

  func update(_ stroke: WetStrokeID, tail: WetTail?) -> Bool {
    #expect(pending[stroke] != nil, "told of a stroke that it does not have")
    if !keepsStrokes { refused.insert(stroke) }
    return keepsStrokes
  }

  func finish(_ stroke: WetStrokeID) { #expect(pending[stroke] != nil) }

  func remove(_ stroke: WetStrokeID) { #expect(pending.removeValue(forKey: stroke) != nil) }

  func show(_ preview: PreviewPicture?, withFrame: Bool) -> Bool {
    pendingPreview = preview != nil && takesPreviews && !hasMoved
    return preview == nil || pendingPreview
  }

  func commit() {
    onLayer = pending
    previewOnLayer = pendingPreview
    #expect(refused.isEmpty || isFrameWanted)
    check(isFrame: false)
  }

  func beginFrame() -> Bool {
    defer { hasMoved = false }
    return !hasMoved
  }

  func endFrame(removing strokes: [WetStrokeID]) {
    for stroke in strokes { pending[stroke] = nil }
    onLayer = pending
    previewOnLayer = pendingPreview
    frames += 1
    check(isFrame: true)
    #expect(refused.isDisjoint(with: onLayer.keys), "still where it could not be shown")
    refused = []
    for renderer in onLayer.values {
      #expect(
        renderer.deviceFromCanvas == framePixels?.deviceFromCanvas, "on the layer as another view")
      #expect(canBePaintedAgain || renderer.band == .above, "below a frame that moves on")
    }
  }

  func prepare() -> Bool { true }
  func standDown() {}

  /// The surface goes, and the window's last frame is all there is.
  func kill() {
    for renderer in onLayer.values { strokes[renderer.color]?.hasBeenSeen = false }
    pending = [:]
    onLayer = [:]
    refused = []
    pendingPreview = false
    previewOnLayer = false
  }

  // MARK: Looking

  /// Counts every stroke on the screen, at a commit of either surface.
  private func check(isFrame: Bool) {
    commits += 1
    for (color, truth) in strokes {
      let times = frame[color, default: 0] + onLayer.values.count { $0.color == color }
      let situation: Comment = "\(truth.state), \(isFrame ? "frame" : "layer") commit \(commits)"
      switch truth.state {
      case .wet, .kept:
        // One that waits for its first frame is not there yet.
        let isDue = isFrame || truth.hasBeenSeen
        #expect(isDue ? times == 1 : times <= 1, situation)
        if times == 0 { #expect(isFrameWanted, situation) }
        if times == 1 { strokes[color]?.hasBeenSeen = true }
      case .gone:
        #expect(isFrame ? times == 0 : times <= 1, situation)
        if times > 0 { #expect(isFrameWanted, situation) }
      case .undone:
        // Its tiles may show it until they are painted anew.
        #expect(times <= 1, situation)
      }
    }
    #expect(!(previewInFrame && previewOnLayer), "two previews")
  }
}
