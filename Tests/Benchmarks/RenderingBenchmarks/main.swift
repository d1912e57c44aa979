import Glibc
import InkModel
import InkRendering
import InkTestSupport

// What painting costs on this machine, one line a case: processor time, median and worst of many
// runs. All of it runs on one thread.

/// Microseconds that this thread has spent on a processor.
func processorTime() -> Double {
  var t = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t)
  return Double(t.tv_sec) * 1e6 + Double(t.tv_nsec) / 1e3
}

func measure(
  _ title: String, runs: Int = 11, per unit: String, _ work: () throws -> Int
) rethrows {
  var times: [Double] = []
  var count = 0
  for _ in 0..<runs {
    let start = processorTime()
    count = try work()
    times.append(processorTime() - start)
  }
  times.sort()
  func text(_ us: Double) -> String {
    func digits(_ v: Double) -> String { "\((v * 100).rounded() / 100)" }
    return us > 2000 ? digits(us / 1000) + " ms" : digits(us) + " µs"
  }
  let each = (times[runs / 2] / Double(max(count, 1)) * 1000).rounded() / 1000
  print(
    "\(title): \(text(times[runs / 2])) (worst \(text(times[runs - 1]))), "
      + "\(count) \(unit)s, \(each) µs each")
}

let page = SyntheticInk.page(strokes: 10_000, width: 2400, samplesPerStroke: 60)
let bounds = page.bounds
print("page: \(page.count) strokes, \(Int(bounds.width)) × \(Int(bounds.height)) points")

func tiles(_ scale: Double, _ area: Rect, _ title: String) throws {
  let grid = TileGrid(paper: .light, scale: scale)
  let keys = grid.keys(covering: area)
  var statistics = RenderStatistics()
  try measure("\(title), \(keys.count) tiles at scale \(scale)", per: "point") {
    let rasterizer = ElementPainter(paper: .light)
    for key in keys {
      _ = try TileRenderer.paint(TileRequest(key: key, version: 1), of: page, with: rasterizer)
    }
    statistics = rasterizer.statistics
    return statistics.points
  }
  print("  \(statistics)")
}

try tiles(1, bounds, "whole page")
try tiles(0.5, bounds, "whole page")
try tiles(0.25, bounds, "whole page")
try tiles(0.1, bounds, "whole page")
try tiles(2, Rect(x: 0, y: 0, width: 1280, height: 800), "a window")
try tiles(8, Rect(x: 100, y: 100, width: 160, height: 100), "a window")

let long = SyntheticInk.word(
  at: Point(40, 700), width: 1200, height: 400, loops: 40, samples: 10_000)
try measure("wet ink, 4 points a frame, 10,000 samples", runs: 5, per: "point") {
  let wet = try WetInkRenderer(
    ink: .standard, paper: .light, deviceFromCanvas: .scale(1),
    visible: PixelBox(x: 0, y: 0, width: 1280, height: 800))
  var i = 0
  while i < long.points.count {
    let end = min(i + 4, long.points.count)
    try wet.append(long.points[i..<end])
    _ = wet.tail(long.points[end..<min(end + 3, long.points.count)])
    i = end
  }
  return long.points.count
}

/// What each report of a pen costs the renderer with an ink: a settled point, a tail of three, and its pixels on the
/// layer.
///
/// - Parameter scale: Of the screen.
/// - Returns: Microseconds; the least of many runs, which other programs disturb least.
func reportCost(_ ink: Ink, scale: Double = 1) throws -> Double {
  let view = PixelBox(x: 0, y: 0, width: Int(1280 * scale), height: Int(800 * scale))
  let points = SyntheticInk.word(
    at: Point(40, 400), width: 1200, height: 240, loops: 12, samples: 1500
  ).points
  var pixels = [UInt32](repeating: 0, count: view.width * view.height)
  var least = Double.infinity
  for _ in 0..<9 {
    let wet = try WetInkRenderer(
      ink: ink, paper: .light, deviceFromCanvas: .scale(scale), visible: view)
    var shown = PixelBox.empty
    let start = processorTime()
    try pixels.withUnsafeMutableBufferPointer { pixels in
      for i in points.indices {
        try wet.append(points[i..<i + 1])
        let tail = wet.tail(points[(i + 1)..<min(i + 4, points.count)], isCoverage: true)
        let now = tail?.bounds ?? .empty
        let box = wet.takePainted().union(now).union(shown).intersection(view)
        shown = now
        guard !box.isEmpty else { continue }
        wet.write(
          tail, in: box, to: pixels.baseAddress! + box.y * view.width + box.x, stride: view.width)
      }
    }
    least = min(least, (processorTime() - start) / Double(points.count))
  }
  return least
}

/// A number with two decimal places.
func twoDecimals(_ v: Double) -> String { "\((v * 100).rounded() / 100)" }

let pen = Ink.standard
let penCost = try reportCost(pen)
print("a report of the pen, wet, pen of \(pen.size) points: \(twoDecimals(penCost)) µs")
for own in StockBrushes.inks where own.brush != pen.brush {
  var (same, broadPen) = (own, pen)
  same.size = pen.size
  broadPen.size = own.size
  let (mine, equal, broad) = (
    try reportCost(own), try reportCost(same), try reportCost(broadPen)
  )
  print(
    "  \(own.brush): \(twoDecimals(mine)) µs at its own \(own.size) points, \(twoDecimals(mine / penCost)) × the pen as it comes, "
      + "\(twoDecimals(mine / broad)) × a pen of that size; \(twoDecimals(equal / penCost)) × at the pen's size"
  )
}

try measure("dry ink appended to visible tiles", runs: 5, per: "stroke") {
  var cache = TileCache(budget: TileCache.budget(forPixels: 1280 * 800))
  let rasterizer = ElementPainter(paper: .light)
  let area = Rect(x: 0, y: 0, width: 1280, height: 800)
  let grid = TileGrid(paper: .light, scale: 1)
  for request in cache.requests(visible: area, grid: grid, version: 0) {
    if let image = try TileRenderer.paint(request, of: Drawing(), with: rasterizer) {
      cache.insert(image)
    }
  }
  var version = 0
  for element in page.elements(in: area) {
    version += 1
    _ = cache.append(element, version: version)
  }
  return version
}

let blue = Color(rgba: 0x2459_C8FF)
measure("a colour resolved on dark paper", per: "colour") {
  var sum: UInt32 = 0
  for i in 0..<100 {
    var c = blue
    c.green = UInt8(i)
    sum &+= c.resolved(on: .dark).rgba
  }
  return sum == 0 ? 0 : 100
}
