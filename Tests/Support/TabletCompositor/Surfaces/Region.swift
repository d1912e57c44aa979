import CCairo
import CWaylandServer
import InkModel

/// A set of pixels, as a client describes it with `wl_region`.
final class RegionObject: ProtocolObject {
  private(set) var region = Region()

  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_region(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "add": region.add(request.box(0))
    case "subtract": region.subtract(request.box(0))
    default: super.handle(request)
    }
  }
}

/// A set of pixels with value semantics, on cairo's regions.
struct Region {
  private final class Storage {
    let region: OpaquePointer
    init(_ region: OpaquePointer) { self.region = region }
    deinit { cairo_region_destroy(region) }
  }
  private var storage = Storage(cairo_region_create())

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(cairo_region_copy(storage.region))
    }
  }

  mutating func add(_ box: PixelBox) {
    guard !box.isEmpty else { return }
    makeUnique()
    var r = box.cairo
    _ = cairo_region_union_rectangle(storage.region, &r)
  }

  mutating func subtract(_ box: PixelBox) {
    guard !box.isEmpty else { return }
    makeUnique()
    var r = box.cairo
    _ = cairo_region_subtract_rectangle(storage.region, &r)
  }

  mutating func clip(to box: PixelBox) {
    makeUnique()
    var r = box.cairo
    _ = cairo_region_intersect_rectangle(storage.region, &r)
  }

  func contains(_ p: Point) -> Bool {
    cairo_region_contains_point(
      storage.region, Int32(p.x.rounded(.down)), Int32(p.y.rounded(.down))) != 0
  }

  var isEmpty: Bool { cairo_region_is_empty(storage.region) != 0 }

  /// Boxes that do not overlap and together cover it.
  var boxes: [PixelBox] {
    (0..<cairo_region_num_rectangles(storage.region)).map { i in
      var r = cairo_rectangle_int_t()
      cairo_region_get_rectangle(storage.region, i, &r)
      return PixelBox(x: Int(r.x), y: Int(r.y), width: Int(r.width), height: Int(r.height))
    }
  }
}

extension PixelBox {
  /// Kept far from the edges of 32 bits: GTK sends INT32_MAX for "everything".
  fileprivate var cairo: cairo_rectangle_int_t {
    let limit = 1 << 24
    let left = max(-limit, min(limit, x))
    let top = max(-limit, min(limit, y))
    return cairo_rectangle_int_t(
      x: Int32(left), y: Int32(top), width: Int32(max(0, min(limit, maxX) - left)),
      height: Int32(max(0, min(limit, maxY) - top)))
  }
}
