import CCairo
import InkModel
import Synchronization

/// A tile that is wanted, showing one version of the drawing.
public struct TileRequest: Hashable, Sendable {
  public var key: TileKey
  /// The version that the snapshot has; see ``TileCache``.
  public var version: Int

  public init(key: TileKey, version: Int) {
    self.key = key
    self.version = version
  }
}

/// Paints tiles from a snapshot of the drawing, away from the main actor.
///
/// 1. ``TileCache/requests(visible:grid:version:)`` says what is wanted, most urgent first.
/// 2. ``images(for:of:)`` paints it with a few workers and yields each tile as it is done.
/// 3. Ending the iteration, or cancelling the task that iterates, stops the workers at the next
///    element; nothing half painted comes out.
public struct TileRenderer: Sendable {
  /// How many tiles are painted at a time, 1 or more.
  public let workers: Int
  /// For tests: what a worker waits for before it paints a tile.
  var beforeEach: (@Sendable (TileRequest) async -> Void)?

  public init(workers: Int = 2) {
    self.workers = max(workers, 1)
  }

  /// Paints the tiles in the order of `requests`, as far as several workers keep an order.
  ///
  /// Throws ``RenderingError`` where memory for a tile is not to be had; tiles not yielded by
  /// then are still wanted.
  public func images(
    for requests: [TileRequest], of drawing: Drawing
  ) -> AsyncThrowingStream<TileImage, any Error> {
    AsyncThrowingStream { continuation in
      let queue = Queue(requests: requests)
      let task = Task.detached { [workers, beforeEach] in
        await withTaskGroup { group in
          for _ in 0..<min(workers, requests.count) {
            group.addTask {
              var rasterizers: [PaperStyle: StrokeRasterizer] = [:]
              while !Task.isCancelled, let request = queue.next() {
                await beforeEach?(request)
                let paper = request.key.paper
                let rasterizer = rasterizers[paper] ?? StrokeRasterizer(paper: paper)
                rasterizers[paper] = rasterizer
                do throws(RenderingError) {
                  if let image = try Self.paint(
                    request, of: drawing, with: rasterizer, isCancelled: { Task.isCancelled })
                  {
                    continuation.yield(image)
                  }
                  // Others (the document's file, above all) get their turn between tiles.
                  await Task.yield()
                } catch {
                  continuation.finish(throwing: error)
                  queue.clear()
                }
              }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private final class Queue: Sendable {
    private let rest: Mutex<ArraySlice<TileRequest>>
    init(requests: [TileRequest]) { rest = Mutex(requests[...]) }
    func next() -> TileRequest? { rest.withLock { $0.popFirst() } }
    func clear() { rest.withLock { $0 = [] } }
  }

  /// Paints one tile here and now.
  ///
  /// - Parameter isCancelled: Asked before each element.
  /// - Returns: `nil` where it was cancelled.
  public static func paint(
    _ request: TileRequest, of drawing: Drawing, with rasterizer: StrokeRasterizer,
    isCancelled: () -> Bool = { false }
  ) throws(RenderingError) -> TileImage? {
    let key = request.key
    let elements = drawing.elements(in: key.canvasRect.outset(by: 1 / key.scale))
    let canvas = TileCanvas(key, elements.map(\.bounds))
    guard let surface = try canvas.makeSurface() else {
      return TileImage(
        key: key, version: request.version, inkBounds: .empty, surface: nil,
        statistics: RenderStatistics())
    }
    let before = rasterizer.statistics
    let cr = cairo_create(surface)!
    defer { cairo_destroy(cr) }
    for element in elements {
      if isCancelled() {
        cairo_surface_destroy(surface)
        return nil
      }
      rasterizer.paint(
        element, on: cr, deviceFromCanvas: canvas.surfaceFromCanvas, clip: canvas.clip)
    }
    var statistics = rasterizer.statistics - before
    statistics.pixels += canvas.box.count
    let status = cairo_status(cr)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw RenderingError(call: "cairo_fill", status: status)
    }
    return TileImage(
      key: key, version: request.version, inkBounds: canvas.box, surface: surface,
      statistics: statistics)
  }

  /// A tile like `image` with one more element on top, or at the bottom where that is its place,
  /// showing `version`.
  static func paint(
    _ element: Element, onto image: TileImage, version: Int, with rasterizer: StrokeRasterizer
  ) throws(RenderingError) -> TileImage {
    let key = image.key
    var canvas = TileCanvas(key, [element.bounds])
    canvas.box = canvas.box.union(image.inkBounds)
    guard let surface = try canvas.makeSurface() else {
      return TileImage(
        key: key, version: version, inkBounds: .empty, surface: nil, statistics: image.statistics)
    }
    let before = rasterizer.statistics
    let cr = cairo_create(surface)!
    defer { cairo_destroy(cr) }
    func old() { image.paint(on: cr, x: -Double(canvas.box.x), y: -Double(canvas.box.y)) }
    if element.place == .above { old() }
    rasterizer.paint(
      element, on: cr, deviceFromCanvas: canvas.surfaceFromCanvas, clip: canvas.clip)
    if element.place == .below { old() }
    var statistics = rasterizer.statistics - before
    statistics.pixels += canvas.box.count
    let status = cairo_status(cr)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw RenderingError(call: "cairo_fill", status: status)
    }
    return TileImage(
      key: key, version: version, inkBounds: canvas.box, surface: surface, statistics: statistics)
  }
}

/// The part of a tile that gets pixels.
private struct TileCanvas {
  let key: TileKey
  var box: PixelBox

  init(_ key: TileKey, _ bounds: [Rect]) {
    self.key = key
    let whole = PixelBox(x: 0, y: 0, width: TileGrid.side, height: TileGrid.side)
    box = .empty
    for b in bounds {
      // A pixel of room for what simplification and rounding may shift.
      box = box.union(PixelBox(key.tileFromCanvas(b).outset(by: 1), within: whole))
      if box == whole { break }
    }
  }

  var surfaceFromCanvas: AffineTransform {
    .translation(Vector(-Double(box.x), -Double(box.y))) * key.tileFromCanvas
  }

  var clip: Rect { Rect(x: 0, y: 0, width: Double(box.width), height: Double(box.height)) }

  func makeSurface() throws(RenderingError) -> OpaquePointer? {
    box.isEmpty
      ? nil
      : try InkRendering.makeSurface(CAIRO_FORMAT_ARGB32, width: box.width, height: box.height)
  }
}
