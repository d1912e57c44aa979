import CCairo
import InkModel

/// How a kind of element is painted.
///
/// Call ``ElementPainter`` to paint. Values are painted by several threads at a time, each with a
/// context of its own.
public protocol PaintedElement: ElementValue {
  /// Paints it.
  ///
  /// - Parameters:
  ///   - cr: A cairo context in device pixels, without a transform of its own, of pixels or of a vector
  ///     format; left as it was.
  ///   - deviceFromElement: From element space.
  ///   - clip: The part of device space that is needed; what lies outside may be left out. `nil` paints
  ///     all of it.
  ///   - paper: The paper style that colours are resolved for.
  func paint(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle)

  /// Paints a simple substitute until a better picture is there: quickly, and with the same mean
  /// darkness.
  func paintStandIn(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle)

  /// One element of SVG in canvas space, with a line break after it; `nil` for an image of the pixels
  /// that ``paint(on:deviceFromElement:clip:paper:)`` paints.
  func svg(canvasFromElement: AffineTransform, paper: PaperStyle) -> String?
}

extension PaintedElement {
  public func paintStandIn(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle
  ) {
    paint(on: cr, deviceFromElement: deviceFromElement, clip: clip, paper: paper)
  }

  public func svg(canvasFromElement: AffineTransform, paper: PaperStyle) -> String? { nil }
}
