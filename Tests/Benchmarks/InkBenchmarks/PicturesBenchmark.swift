import Glibc
import InkModel
import InkStore

/// What bytes of pictures cost whoever opens a drawing that holds them: the full page in the app, with 100 MB of them in
/// its file and without, in turns.
struct PicturesBenchmark {
  /// Bytes in the file beside the page.
  static let bytes = 100_000_000
  /// The most that the app's peak of memory may be above that without them.
  static let mostMemory = 64 << 20

  /// To the first picture of any kind, in seconds.
  var first: Spread
  /// Of that, how many times as long as without: the median over the rounds, each with an opening of either.
  var ratio: Double
  /// Of the peak of memory, how many bytes above that without: likewise.
  var memory: Double

  static func run(_ page: Page, at bench: Workbench, rounds: Int) async throws -> PicturesBenchmark
  {
    let path = bench.folder + "/pictures.plumbago"
    defer { unlink(path) }
    try await page.write(plumbago: path)
    try await addPictures(to: path)
    var (firsts, ratios, memories): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0..<rounds {
      func with() throws -> OpeningResult {
        try Opening.run(.plumbago, .full, path: path, at: bench)
      }
      func without() throws -> OpeningResult { try Opening.run(.plumbago, .full, at: bench) }
      let (a, b): (OpeningResult, OpeningResult)
      if round % 2 == 0 {
        a = try with()
        b = try without()
      } else {
        b = try without()
        a = try with()
      }
      firsts.append(a.first)
      ratios.append(a.first / b.first)
      memories.append(Double(a.peakMemory - b.peakMemory))
    }
    guard let first = Spread(firsts), let ratio = ratios.median, let memory = memories.median else {
      throw BenchmarkError("nothing was opened")
    }
    return PicturesBenchmark(first: first, ratio: ratio, memory: memory)
  }

  /// Twenty pictures whose bytes no program can make smaller.
  private static func addPictures(to path: String) async throws {
    let store = try await DocumentStore.open(path, kinds: .complete)
    let contents = try await store.load()
    var state: UInt64 = 1
    var edit = DrawingEdit(label: .paste)
    for i in 0..<20 {
      let draft = try await store.beginBlob(type: "image/jpeg")
      for _ in 0..<5 {
        var part = [UInt8](repeating: 0, count: bytes / 100)
        for j in part.indices {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          part[j] = UInt8(truncatingIfNeeded: state >> 56)
        }
        try await store.append(part, to: draft)
      }
      edit.inserted.append(
        Element(
          id: ElementID(contents.nextElementID.number + Int64(i)), order: .first,
          kind: .other(
            PlacedPicture(blob: try await store.finish(draft), width: 4000, height: 3000)))
      )
    }
    try await store.perform([.commit(step: contents.history.head + 1, edit: edit)])
    try await store.close()
  }

  var json: JSON {
    .object([
      ("first_picture_ms", first.json(scale: 1e3)), ("ratio", .number(ratio)),
      ("memory_above_bytes", .number(memory)),
    ])
  }
}
