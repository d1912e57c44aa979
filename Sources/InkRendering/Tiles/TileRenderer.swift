import CCairo
import InkModel

/// A tile that is wanted, showing one version of the drawing.
public struct TileRequest: Hashable, Sendable {
  public var key: TileKey
  /// The version that the snapshot has; see ``TileCache``.
  public var version: Int
  /// Good enough as a stand-in: what is too small to have a shape is a dot.
  public var isRough: Bool

  public init(key: TileKey, version: Int, isRough: Bool = false) {
    self.key = key
    self.version = version
    self.isRough = isRough
  }
}

/// Paints one tile; ``TilePainter`` does it for many, in the background.
public enum TileRenderer {
  /// Paints one tile synchronously.
  ///
  /// - Parameter isCancelled: Called before each element.
  /// - Returns: `nil` where it was cancelled.
  public static func paint(
    _ request: TileRequest, of drawing: Drawing, with painter: ElementPainter,
    isCancelled: () -> Bool = { false }
  ) throws(RenderingError) -> TileImage? {
    let key = request.key
    let groups = drawing.settings.groups(
      of: drawing.elements(in: key.reach)
        .filter { !TileCanvas.box(of: $0.bounds, in: key).isEmpty })
    let ground = ForeignGround(drawing.settings, in: key.reach)
    let canvas = TileCanvas(key, ground.frames + groups.flatMap(\.elements).map(\.bounds))
    guard let surface = try canvas.makeSurface() else {
      return TileImage(
        key: key, version: request.version, isRough: request.isRough, inkBounds: .empty,
        surface: nil, statistics: RenderStatistics())
    }
    let before = painter.statistics
    let cr = cairo_create(surface)!
    defer { cairo_destroy(cr) }
    let t = canvas.surfaceFromCanvas
    var foreign = painter.foreign
    if request.isRough { foreign.patience = .none }
    ground.paint(on: cr, deviceFromCanvas: t, clip: canvas.clip, with: foreign)
    var areas = ground.areas
    let isComplete: Bool
    do throws(RenderingError) {
      isComplete = try groups.paint(
        on: cr, scratch: { () throws(RenderingError) in try canvas.makeSurface() }
      ) { element, cr in
        if isCancelled() { return false }
        painter.overAndBeside(areas, element, on: cr, t, onPixels: true) { painter in
          if request.isRough {
            painter.paintStandIn(element, on: cr, deviceFromCanvas: t, clip: canvas.clip)
          } else {
            painter.paint(element, on: cr, deviceFromCanvas: t, clip: canvas.clip)
          }
        }
        if let area = ForeignArea(element) { areas.append(area) }
        return true
      }
    } catch {
      cairo_surface_destroy(surface)
      throw error
    }
    guard isComplete else {
      cairo_surface_destroy(surface)
      return nil
    }
    var statistics = painter.statistics - before
    statistics.pixels += canvas.box.count
    let status = cairo_status(cr)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw RenderingError(call: "cairo_fill", status: status)
    }
    return TileImage(
      key: key, version: request.version, isRough: request.isRough, inkBounds: canvas.box,
      surface: surface, statistics: statistics, foreignAreas: areas)
  }

  /// A tile like `image` with one more element on top, or at the bottom where that is its band,
  /// showing `version`; not for an element at the bottom of a tile that shows a page of a document.
  static func paint(
    _ element: Element, onto image: TileImage, version: Int, with painter: ElementPainter
  ) throws(RenderingError) -> TileImage {
    let key = image.key
    var canvas = TileCanvas(key, [element.bounds])
    let growth = TileImage.Growth(from: image.serial, box: canvas.box)
    canvas.box = canvas.box.union(image.inkBounds)
    let isAbove = element.band == .above
    guard let surface = try canvas.makeSurface(isClear: !isAbove) else {
      return TileImage(
        key: key, version: version, isRough: image.isRough, inkBounds: .empty, surface: nil,
        statistics: image.statistics)
    }
    let before = painter.statistics
    if isAbove { canvas.copy(image, to: surface) }
    let cr = cairo_create(surface)!
    defer { cairo_destroy(cr) }
    painter.overAndBeside(
      image.foreignAreas, element, on: cr, canvas.surfaceFromCanvas, onPixels: true
    ) {
      $0.paint(
        element, on: cr, deviceFromCanvas: canvas.surfaceFromCanvas, clip: canvas.clip)
    }
    if !isAbove { image.paint(on: cr, x: -Double(canvas.box.x), y: -Double(canvas.box.y)) }
    var statistics = painter.statistics - before
    statistics.pixels += canvas.box.count
    let status = cairo_status(cr)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw RenderingError(call: "cairo_fill", status: status)
    }
    return TileImage(
      key: key, version: version, isRough: image.isRough, inkBounds: canvas.box, surface: surface,
      statistics: statistics, growth: growth, foreignAreas: image.foreignAreas)
  }
}

/// The part of a tile that gets pixels.
private struct TileCanvas {
  let key: TileKey
  var box: PixelBox

  init(_ key: TileKey, _ bounds: [Rect]) {
    self.key = key
    box = .empty
    for b in bounds {
      box = box.union(Self.box(of: b, in: key))
      if box == Self.whole { break }
    }
  }

  private static let whole = PixelBox(
    x: 0, y: 0, width: TileGrid.side, height: TileGrid.side)

  /// The pixels that an element with these bounds (canvas space) may paint.
  static func box(of bounds: Rect, in key: TileKey) -> PixelBox {
    // A margin of one pixel for simplification and rounding.
    PixelBox(key.tileFromCanvas(bounds).outset(by: 1), within: whole)
  }

  var surfaceFromCanvas: AffineTransform {
    .translation(Vector(-Double(box.x), -Double(box.y))) * key.tileFromCanvas
  }

  var clip: Rect { Rect(x: 0, y: 0, width: Double(box.width), height: Double(box.height)) }

  /// - Parameter isClear: Transparent; else of whatever pixels.
  func makeSurface(isClear: Bool = true) throws(RenderingError) -> OpaquePointer? {
    box.isEmpty
      ? nil : try TileMemory.surface(width: box.width, height: box.height, isClear: isClear)
  }

  /// Sets every pixel of a surface to the image's, or to transparent where that has none; the image's box lies
  /// within this one.
  func copy(_ image: TileImage, to surface: OpaquePointer) {
    cairo_surface_flush(surface)
    defer { cairo_surface_mark_dirty(surface) }
    guard let target = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let source = image.surface.flatMap { cairo_image_surface_get_data($0) }
    let sourceStride = image.surface.map { Int(cairo_image_surface_get_stride($0)) } ?? 0
    let ink = image.inkBounds
    let (left, middle) = ((ink.x - box.x) * 4, ink.width * 4)
    for y in box.y..<box.maxY {
      let row = target + (y - box.y) * stride
      guard let source, y >= ink.y, y < ink.maxY else {
        row.update(repeating: 0, count: box.width * 4)
        continue
      }
      row.update(repeating: 0, count: left)
      (row + left).update(from: source + (y - ink.y) * sourceStride, count: middle)
      (row + left + middle).update(repeating: 0, count: box.width * 4 - left - middle)
    }
  }
}
