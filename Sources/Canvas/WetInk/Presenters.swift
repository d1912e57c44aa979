import InkModel
import InkRendering

/// A stroke in progress, or one that dries, as ``WetInk`` and its presenters call it: a contact may have several.
public struct WetStrokeID: Hashable, Sendable {
  let number: Int
}

/// Shows ``WetInk`` in a window's frames, when the window paints one.
@MainActor public protocol FramePresenting: AnyObject {
  /// Requests a frame, in which ``WetInk/paintFrame()`` is to be called.
  func needFrame()

  /// Whether a frame could be painted a second time, pixel for pixel, with more ink below the dry ink.
  ///
  /// Called once in each frame, before it is painted; the layer then does so.
  ///
  /// - Parameter isCovered: Something that is no ink is on the paper or over the ink, such as a selection.
  func canPaintAgain(_ layers: PictureLayers, isCovered: Bool) -> Bool

  /// Paints a frame, which is committed right after.
  ///
  /// - Parameter preview: The mark to come, where frames are to show it.
  func paint(_ layers: PictureLayers, preview: PreviewPicture?)
}

/// Shows strokes in progress over the window's frames and ahead of them.
///
/// It shows what it is given, and reports whether it can; the caller then shows the stroke elsewhere.
@MainActor public protocol LayerPresenting: AnyObject {
  /// Whether the layer's position and size are right for the window's last frame: else what it shows is offset.
  var isAligned: Bool { get }

  /// Adds a stroke, to be shown from the next ``commit()`` on.
  ///
  /// - Returns: False where it cannot be shown here; then nothing has changed.
  func add(_ stroke: WetStrokeID, _ renderer: WetInkRenderer) -> Bool

  /// Shows what its renderer has painted since, and another tail.
  ///
  /// - Parameter tail: As coverage.
  /// - Returns: False where it has reached a part that it cannot be shown in; it stays until it is removed.
  func update(_ stroke: WetStrokeID, tail: WetTail?) -> Bool

  /// Shows a stroke as it will be dry, without a predicted tail; it stays until it is removed.
  func finish(_ stroke: WetStrokeID)

  /// Removes a stroke, from the next ``commit()`` on.
  func remove(_ stroke: WetStrokeID)

  /// Replaces the preview.
  ///
  /// - Parameter withFrame: In the commit of the frame that is being painted, else with the next ``commit()``.
  /// - Returns: False where it cannot be shown here; then none is.
  func show(_ preview: PreviewPicture?, withFrame: Bool) -> Bool

  /// Commits the surface, if anything has changed.
  func commit()

  /// A frame is going to be painted.
  ///
  /// - Returns: False where the layer's position or size changes from this frame on: every stroke on it has to leave.
  func beginFrame() -> Bool

  /// The frame is painted: with its commit the layer is committed, without some strokes.
  func endFrame(removing strokes: [WetStrokeID])

  /// A tool that may draw soon is in proximity.
  ///
  /// - Returns: False where a frame is needed first.
  func prepare() -> Bool

  /// No tool is in proximity any more.
  func standDown()
}

/// Calls ``WetInk/toolsRest()`` when no report came for a while: a tail ahead of a tool is valid for a moment.
@MainActor public protocol RestTiming: AnyObject {
  /// A tool that draws has reported something.
  func toolMoved()
  /// No tool draws any more.
  func stop()
}

/// The dry ink, below and above wet ink.
@MainActor public protocol DryPicture: AnyObject {
  /// Incremented whenever ``pixels`` may have changed.
  var pixelsSerial: Int { get }
  /// The pixels of the next frame.
  var pixels: PicturePixels { get }
  /// Whether frames show an area (canvas space) with all ink that dried there, as far as it is visible.
  func isFresh(in area: Rect) -> Bool
  /// What the next frame shows, but for wet ink.
  func layers() -> PictureLayers
}

/// The pixels of a view, in which wet ink is painted.
public struct PicturePixels: Equatable, Sendable {
  /// From the canvas to device pixels of the view.
  public var deviceFromCanvas: AffineTransform
  /// The view, in device pixels.
  public var visible: PixelBox
  /// The paper style that ink is resolved for.
  public var paper: PaperStyle
  public init(deviceFromCanvas: AffineTransform, visible: PixelBox, paper: PaperStyle) {
    self.deviceFromCanvas = deviceFromCanvas
    self.visible = visible
    self.paper = paper
  }
}
