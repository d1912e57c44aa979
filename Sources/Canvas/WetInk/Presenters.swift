import InkModel
import InkRendering

/// A stroke in progress, or one that dries, as ``WetInk`` and its presenters call it: a contact may have several.
public struct WetStrokeID: Hashable, Sendable {
  let number: Int
}

/// Shows ``WetInk`` in a window's frames, when the window paints one.
@MainActor public protocol FramePresenting: AnyObject {
  /// Asks for a frame: it comes as ``WetInk/paintFrame()``.
  func needFrame()

  /// Whether a frame could be painted a second time, pixel for pixel, with more ink below the dry ink.
  ///
  /// Asked once in each frame, before it is painted; the layer then does so.
  ///
  /// - Parameter isCovered: Something that is no ink lies on the paper or over the ink, as with a selection.
  func canPaintAgain(_ layers: PictureLayers, isCovered: Bool) -> Bool

  /// Paints a frame, which is committed right after.
  ///
  /// - Parameter preview: The mark to come, where frames are to show it.
  func paint(_ layers: PictureLayers, preview: PreviewPicture?)
}

/// Shows strokes in progress over the window's frames and ahead of them.
///
/// It shows what it was told to, and answers whether it can: where else a stroke is shown then is not its business.
@MainActor public protocol LayerPresenting: AnyObject {
  /// Whether the layer lies where it has to for the window's last frame: else what it shows is in the wrong position.
  var isInPlace: Bool { get }

  /// Takes a stroke on, to be shown from the next ``commit()`` on.
  ///
  /// - Returns: False where it cannot be shown here; then nothing has changed.
  func add(_ stroke: WetStrokeID, _ renderer: WetInkRenderer) -> Bool

  /// Shows what its renderer has painted since, and another end.
  ///
  /// - Parameter tail: As coverage.
  /// - Returns: False where it has come to a part that it cannot be shown in; it stays until it is removed.
  func update(_ stroke: WetStrokeID, tail: WetTail?) -> Bool

  /// Shows a stroke as it is going to be, without an end that was foretold; it stays until it is removed.
  func finish(_ stroke: WetStrokeID)

  /// Shows a stroke no more, from the next ``commit()`` on.
  func remove(_ stroke: WetStrokeID)

  /// Shows a mark to come in place of the last.
  ///
  /// - Parameter withFrame: In the commit of the frame that is being painted, else with the next ``commit()``.
  /// - Returns: False where it cannot be shown here; then none is.
  func show(_ preview: PreviewPicture?, withFrame: Bool) -> Bool

  /// Brings to the screen what has changed, if anything has.
  func commit()

  /// A frame is going to be painted.
  ///
  /// - Returns: False where the layer has to lie somewhere else from this frame on: every stroke on it has to go.
  func beginFrame() -> Bool

  /// The frame is painted: in its very commit the layer changes along with it, and does without some strokes.
  func endFrame(removing strokes: [WetStrokeID])

  /// A tool is near that may draw soon.
  ///
  /// - Returns: False where a frame is needed first.
  func prepare() -> Bool

  /// No tool is near any more.
  func standDown()
}

/// Says by ``WetInk/toolsRest()`` that no report came for a while: what is drawn ahead of a tool is good for a moment.
@MainActor public protocol RestTiming: AnyObject {
  /// A tool that draws has reported something.
  func toolMoved()
  /// None draws any more.
  func stop()
}

/// What is dry, below and above wet ink.
@MainActor public protocol DryPicture: AnyObject {
  /// Counted up whenever ``pixels`` may be other.
  var pixelsSerial: Int { get }
  /// The pixels of the next frame.
  var pixels: PicturePixels { get }
  /// Whether frames show an area (canvas space) with all ink that dried there, as far as it is visible.
  func isFresh(in area: Rect) -> Bool
  /// What the next frame shows, but for wet ink.
  func layers() -> PictureLayers
}

/// The pixels of a view: what wet ink is painted in.
public struct PicturePixels: Equatable, Sendable {
  /// From the canvas to device pixels of the view.
  public var deviceFromCanvas: AffineTransform
  /// The view, in device pixels.
  public var visible: PixelBox
  /// What ink is resolved for.
  public var paper: PaperStyle

  public init(deviceFromCanvas: AffineTransform, visible: PixelBox, paper: PaperStyle) {
    self.deviceFromCanvas = deviceFromCanvas
    self.visible = visible
    self.paper = paper
  }
}
