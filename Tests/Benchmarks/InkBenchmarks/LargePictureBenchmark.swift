import CPixbuf
import Glibc
import InkModel
import InkRendering
import TabletCompositor

/// A picture of 100 megapixels: from the key that pastes its file to its sharp pixels, all of it in view and then so close
/// that its pixels are those of the screen; in turns with the same view of a picture of 1 megapixel.
struct LargePictureBenchmark {
  /// Pixels along each side.
  static let side = 10_000
  /// Seconds to the sharp pixels, as inserted and as zoomed.
  static let mostTime = 1.0
  /// Pixels along each side of the picture that it is compared with.
  private static let smallSide = 1_000
  /// The most that the app's peak of memory may be to that with the small picture.
  ///
  /// What tiles and pixels of pictures take is bounded by the view, whatever the picture (``TileCache``); tests count it.
  /// The rest of a process's memory, as of GTK's software renderer, is in both alike.
  static let mostMemory = 1.1

  /// From the key to the picture as it stays, in seconds.
  var inserted: Spread
  /// From the end of the zoom: likewise.
  var zoomed: Spread
  /// The app's peak of memory, in bytes.
  var peak: Double
  /// That to the peak with a small picture: the median over the rounds, each with either.
  var memory: Double
  /// Bytes at the peak of the process that decodes it.
  var readerMemory: Double

  private typealias Box = TabletCompositor.PixelBox

  private struct Round {
    var inserted: Double
    var zoomed: Double
    var memory: Int
    var readerMemory: Int
  }

  static func run(at bench: Workbench, rounds: Int) throws -> LargePictureBenchmark {
    let path = bench.folder + "/large.jpeg"
    let small = bench.folder + "/small.jpeg"
    defer {
      unlink(path)
      unlink(small)
    }
    try writePicture(path, side: side)
    try writePicture(small, side: smallSide)
    var (results, memories): ([Round], [Double]) = ([], [])
    for i in 0..<rounds {
      let (with, without): (Round, Int)
      if i % 2 == 0 {
        with = try looking(at: path, at: bench)
        without = try lookingAtSmall(small, at: bench)
      } else {
        without = try lookingAtSmall(small, at: bench)
        with = try looking(at: path, at: bench)
      }
      results.append(with)
      memories.append(Double(with.memory) / Double(without))
    }
    guard let inserted = Spread(results.map(\.inserted)), let memory = memories.median,
      let zoomed = Spread(results.map(\.zoomed)),
      let readerMemory = results.map({ Double($0.readerMemory) }).median,
      let peak = results.map({ Double($0.memory) }).median
    else { throw BenchmarkError("no picture was shown") }
    return LargePictureBenchmark(
      inserted: inserted, zoomed: zoomed, peak: peak, memory: memory, readerMemory: readerMemory)
  }

  // MARK: Looking

  /// Within the picture, clear of what frames it while it is selected.
  private static let middle = Box(x: 490, y: 250, width: 300, height: 300)
  /// On the picture beside that, since a mouse shows what it would draw.
  private static let pointer = Point(430, 400)
  /// The steps of lightness, 0…1, that only a sharp picture has from a pixel to the next: from one square to another,
  /// as inserted, and from one line to another, as zoomed.
  private static let (squareStep, lineStep) = (0.35, 0.06)

  /// Pastes the picture's file, and zooms to its pixels.
  private static func looking(at path: String, at bench: Workbench) throws -> Round {
    let stage = try bench.start(.plumbago, .empty)
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow()
    try screen.waitUntilStill(for: 1)
    let pressed = try paste(path, on: screen)
    let inserted = try timeOfSharpPixels(on: screen, step: squareStep) - pressed

    try zoom(on: screen)
    let stopped = now()
    let zoomed = try max(timeOfSharpPixels(on: screen, step: lineStep) - stopped, 0)

    try stage.program.expectQuiet()
    let readers = DocumentsBenchmark.children(of: stage.program.processID)
    let readerMemory = readers.reduce(0) { $0 + DocumentsBenchmark.peakMemory(of: $1) }
    return Round(
      inserted: inserted, zoomed: zoomed, memory: stage.program.peakMemory,
      readerMemory: readerMemory)
  }

  /// The app's peak of memory with the same view of a small picture.
  private static func lookingAtSmall(_ path: String, at bench: Workbench) throws -> Int {
    let stage = try bench.start(.plumbago, .empty)
    let screen = stage.screen
    defer { screen.close() }
    _ = try screen.waitForWindow()
    try screen.waitUntilStill(for: 1)
    _ = try paste(path, on: screen)
    try screen.waitUntilStill(for: 1.5, timeout: 60)
    try zoom(on: screen)
    try screen.waitUntilStill(for: 1.5, timeout: 60)
    try stage.program.expectQuiet()
    return stage.program.peakMemory
  }

  /// - Returns: When the key was pressed.
  private static func paste(_ path: String, on screen: Screen) throws -> Double {
    screen.setClipboard([("text/uri-list", Array("file://\(path)\r\n".utf8))])
    try screen.settle()

    screen.watch(middle)
    let pressed = now()
    try screen.keyboard.press("v", [.control])
    return pressed
  }

  /// Zooms until the picture is as wide as the large one has pixels.
  private static func zoom(on screen: Screen) throws {
    // The selection would follow the fingers.
    try screen.keyboard.press("Escape")
    try screen.keyboard.press("p")
    screen.mouse.move(to: pointer)
    try screen.waitUntilStill(for: 0.5)
    let row = screen.screenshot(of: Box(x: 100, y: Int(pointer.y), width: 1080, height: 1))
    let width = row.pixels { $0.luma < 0.45 }.box.width
    guard width > middle.width else { throw BenchmarkError("the picture was shown too small") }
    screen.clearLog()
    screen.touchpad.pinch(scale: Double(side) / Double(width))
  }

  /// When the watched part was first as it then stays, once it is sharp.
  private static func timeOfSharpPixels(on screen: Screen, step: Double) throws -> Double {
    try screen.wait(for: "sharp pixels", in: middle, timeout: 60) { isSharp($0, step: step) }
    try screen.waitUntilStill(for: 1.5, timeout: 60)
    let captures = screen.captures
    guard let last = captures.last, isSharp(last.picture, step: step),
      let first = captures.reversed().prefix(while: { $0.picture == last.picture }).last
    else { throw BenchmarkError("the picture did not stay sharp") }
    return first.time
  }

  /// Whether lightness changes by a step from a pixel to the next in its row, about as often as the picture has it.
  private static func isSharp(_ picture: Picture, step: Double) -> Bool {
    var steps = 0
    for y in 0..<picture.height {
      var before = picture[0, y].luma
      for x in 1..<picture.width {
        let luma = picture[x, y].luma
        if abs(luma - before) >= step { steps += 1 }
        before = luma
      }
    }
    // Squares are six pixels wide as inserted, lines four as zoomed.
    return steps * 30 > picture.width * picture.height
  }

  // MARK: The picture

  /// Squares of 100 pixels, dark ones all around, of lines of four pixels, as noisy as a photograph.
  private static func writePicture(_ path: String, side: Int) throws {
    guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(side), Int32(side)),
      let pixels = gdk_pixbuf_get_pixels(pixbuf)
    else { throw BenchmarkError("there is no memory for a large picture") }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    let last = side / 100 - 1
    var state: UInt32 = 1
    for y in 0..<side {
      let row = pixels + y * stride
      let down = y / 100
      for x in 0..<side {
        let right = x / 100
        let isEdge = right == 0 || down == 0 || right == last || down == last
        state = state &* 1_664_525 &+ 1_013_904_223
        var value = state >> 29
        if x / 4 % 2 == 0 { value += 48 }
        if !isEdge, (right + down) % 2 == 0 { value += 200 }
        let byte = UInt8(truncatingIfNeeded: value)
        row[x * 3] = byte
        row[x * 3 + 1] = byte
        row[x * 3 + 2] = byte
      }
    }
    guard gdk_pixbuf_savev(pixbuf, path, "jpeg", nil, nil, nil) != 0 else {
      throw BenchmarkError("\(path) cannot be written")
    }
  }

  // MARK: Telling

  var table: [String] {
    func ms(_ v: Double) -> String { "\((v * 10_000).rounded() / 10)" }
    return [
      "| A picture of 100 megapixels | |", "|---|---|",
      "| Pasted, to all of it sharp | \(ms(inserted.median)) ms |",
      "| Zoomed to its pixels, to these sharp | \(ms(zoomed.median)) ms |",
      "| Peak memory | \(Int(peak) >> 20) MiB |",
      "| Peak memory of the reader | \(Int(readerMemory) >> 20) MiB |",
    ]
  }

  var json: JSON {
    .object([
      ("inserted_ms", inserted.json(scale: 1e3)), ("zoomed_ms", zoomed.json(scale: 1e3)),
      ("peak_memory_bytes", .number(peak)), ("memory_to_small_picture", .number(memory)),
      ("reader_memory_bytes", .number(readerMemory)),
    ])
  }
}
