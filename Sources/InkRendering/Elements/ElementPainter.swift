import CCairo
import InkModel

/// Paints elements of every kind with cairo: into tiles, pictures and vector formats.
///
/// The only type of this module that distinguishes kinds. Strokes go to a ``StrokePainter``, which keeps
/// scratch memory between them: make one painter for each worker and use it from there alone.
public final class ElementPainter {
  /// The paper whose colours are painted.
  public let paper: PaperStyle
  /// Paints ink.
  public let strokes: StrokePainter
  /// Paints pages and pictures of which others make the pixels.
  var foreign: ForeignPainting
  /// Paints what lies over those, where no colour is adapted.
  private(set) lazy var overForeign = ElementPainter(paper: .light, pages: foreign.pages)
  private var elements = 0

  /// - Parameters:
  ///   - keepsLines: For painting one stroke on many tiles, and not many on one.
  ///   - pages: Where the pixels of pictures come from; without it they are stand-ins.
  public init(
    paper: PaperStyle, keepsLines: Bool = false, pages: (any ForeignPages)? = nil
  ) {
    self.paper = paper
    foreign = ForeignPainting(pages: pages)
    strokes = StrokePainter(paper: paper, keepsLines: keepsLines)
  }

  /// The statistics of everything painted so far.
  public var statistics: RenderStatistics {
    var sum = strokes.statistics
    sum.elements = elements
    return sum
  }

  /// Paints one element.
  ///
  /// - Parameters:
  ///   - cr: A cairo context in device pixels, without a transform of its own.
  ///   - deviceFromCanvas: Any affine map. A stroke's simplification is right within
  ///     ``StrokePainter/tolerance``.
  ///   - clip: The part of device space that is needed; what lies outside may be left out. `nil`
  ///     paints all of it.
  public func paint(
    _ element: Element, on cr: OpaquePointer, deviceFromCanvas: AffineTransform, clip: Rect? = nil
  ) {
    if let parts = element.parts {
      for part in parts { paint(part, on: cr, deviceFromCanvas: deviceFromCanvas, clip: clip) }
      return
    }
    elements += 1
    let t = deviceFromCanvas * element.canvasFromElement
    switch element.kind {
    case .stroke(let stroke):
      strokes.paint(
        stroke, on: cr, deviceFromElement: t, box: deviceFromCanvas(element.bounds), clip: clip)
    case .other(let value as any ForeignElement):
      value.paint(on: cr, deviceFromElement: t, clip: clip, with: foreign)
    case .other(let value):
      (value as? any PaintedElement)?.paint(on: cr, deviceFromElement: t, clip: clip, paper: paper)
    }
  }

  /// Paints one element for a picture that is replaced by a better one soon.
  func paintStandIn(
    _ element: Element, on cr: OpaquePointer, deviceFromCanvas: AffineTransform, clip: Rect?
  ) {
    if let parts = element.parts {
      for part in parts {
        paintStandIn(part, on: cr, deviceFromCanvas: deviceFromCanvas, clip: clip)
      }
      return
    }
    let t = deviceFromCanvas * element.canvasFromElement
    switch element.kind {
    case .stroke(let stroke):
      let box = deviceFromCanvas(element.bounds)
      if strokes.paintDot(stroke, on: cr, deviceFromElement: t, box: box) { return }
      paint(element, on: cr, deviceFromCanvas: deviceFromCanvas, clip: clip)
    case .other(let value as any ForeignElement):
      elements += 1
      var rough = foreign
      rough.patience = .none
      value.paint(on: cr, deviceFromElement: t, clip: clip, with: rough)
    case .other(let value):
      elements += 1
      (value as? any PaintedElement)?
        .paintStandIn(on: cr, deviceFromElement: t, clip: clip, paper: paper)
    }
  }

  /// Paints one element into a vector format.
  ///
  /// - Parameter cr: A context in canvas space.
  func paintVector(_ element: Element, on cr: OpaquePointer) throws(RenderingError) {
    if let parts = element.parts {
      for part in parts { try paintVector(part, on: cr) }
      return
    }
    switch element.kind {
    case .stroke(let stroke):
      if StrokePainter.needsPixels(stroke), let picture = try picture(of: element) {
        return picture.paint(on: cr)
      }
      strokes.paintVector(stroke, element, on: cr)
    case .other(let value as any ForeignElement):
      elements += 1
      value.paint(on: cr, deviceFromElement: element.canvasFromElement, clip: nil, with: foreign)
    case .other(let value):
      elements += 1
      cairo_save(cr)
      (value as? any PaintedElement)?
        .paint(
          on: cr, deviceFromElement: element.canvasFromElement, clip: nil, paper: paper)
      cairo_restore(cr)
    }
  }

  /// One element as SVG in canvas space; `nil` where nothing of it is visible.
  func svg(of element: Element) throws(RenderingError) -> String? {
    if let parts = element.parts {
      var lines: [String] = []
      for part in parts { if let line = try svg(of: part) { lines.append(line) } }
      return lines.isEmpty ? nil : lines.joined()
    }
    switch element.kind {
    case .stroke(let stroke):
      if StrokePainter.needsPixels(stroke), let picture = try picture(of: element) {
        return try picture.svg()
      }
      return strokes.svg(of: stroke, element)
    case .other(let value):
      guard let value = value as? any PaintedElement else { return nil }
      if let picture = value as? PlacedPicture,
        let original = foreign.pages?.original(of: picture.blob),
        let own = picture.svg(
          id: element.id, canvasFromElement: element.canvasFromElement, original: original)
      {
        return own
      }
      if let own = value.svg(canvasFromElement: element.canvasFromElement, paper: paper) {
        return own
      }
      return try picture(of: element)?.svg()
    }
  }

  private func picture(of element: Element) throws(RenderingError) -> ElementPicture? {
    try ElementPicture(of: element, with: self)
  }
}
