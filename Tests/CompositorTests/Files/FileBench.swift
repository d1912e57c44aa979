import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles
import TabletCompositor
import Testing

/// A screen and a home for tests about files: the app is started and ended on it many times.
final class FileBench {
  let screen: Screen

  init(size: PixelSize = PixelSize(width: 800, height: 600)) throws {
    screen = try Screen(size: size)
  }

  func path(_ name: String) -> String { screen.path(name) }

  /// Starts the app and waits for its window.
  func start(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> (app: Program, window: Window) {
    let app = try screen.launchApp(arguments, environment: environment)
    return (app, try screen.waitForWindow())
  }

  /// Starts a shell script that ends by starting the app as `exec "$plumbago"`, in a mount
  /// namespace of its own where `isolated`.
  func start(
    script: String, _ arguments: [String] = [], isolated: Bool = false
  ) throws -> (app: Program, window: Window) {
    try Preferences.everyday.merging(.ofTests).store(on: screen, overwriting: false)
    let variables = App.environment.merging(["plumbago": App.binary]) { $1 }
    let words = ["/bin/sh", "-ec", script, "sh"] + arguments
    let app = try screen.launch(
      isolated ? "unshare" : words[0],
      isolated ? ["--mount", "--map-root-user"] + words : Array(words.dropFirst()),
      environment: variables.mapValues { .some($0) })
    return (app, try screen.waitForWindow())
  }

  /// Whether this machine lets a test have mounts of its own.
  static let canMount: Bool = {
    let probe = try? Command.run([
      "unshare", "--mount", "--map-root-user", "sh", "-ec", "mount -t tmpfs none /mnt",
    ])
    return probe?.status == 0
  }()

  /// Closes a window, or all where none is named, of an app that has nothing to complain of, which then ends.
  func finish(_ app: Program, _ window: Window? = nil) throws {
    try screen.waitUntilStill()
    for open in window.map({ [$0] }) ?? screen.windows { open.close() }
    let status = try app.waitForExit()
    #expect(status == .exited(0))
    try app.expectQuiet()
  }

  // MARK: Drawing

  /// Draws short horizontal strokes from a position of the screen downwards.
  func strokes(_ count: Int, x: Double = 300, y: Double = 200) {
    for i in 0..<count { stroke(x, y + Double(i) * 20) }
  }

  func stroke(_ x: Double, _ y: Double) {
    screen.pen.stroke((0...6).map { Point(x + Double($0) * 5, y) })
  }

  /// What the screen shows below a header bar and beside the tools, once no pen is near.
  func paper() throws -> Picture {
    screen.pen.proximityOut()
    try screen.waitUntilStill()
    return screen.screenshot(
      of: PixelBox(
        x: 160, y: Self.paperTop, width: screen.size.width - 160, height: 600 - Self.paperTop))
  }

  /// Below the header bar; the first row of ``paper()``.
  static let paperTop = 60

  // MARK: Files

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

  /// The names in the home folder that begin with `prefix`, sorted.
  func names(_ prefix: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: screen.folder.home)) ?? [])
      .filter { $0.hasPrefix(prefix) || $0.hasPrefix("." + prefix) }.sorted()
  }

  /// Drawings in the library.
  var library: [String] {
    let folder = screen.folder.home + "/Documents/Plumbago"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".plumbago") }.sorted().map { folder + "/" + $0 }
  }

  /// Makes a drawing of `count` random strokes.
  ///
  /// - Parameter isWide: One more stroke lies far to the right.
  func drawing(
    _ name: String, strokes count: Int = 40, seed: UInt64 = 1, isWide: Bool = false
  ) async throws {
    let store = try await DocumentStore.open(path(name))
    try await store.perform(commands(strokes: count, seed: seed, isWide: isWide))
    try await store.close()
  }

  /// The commands of random strokes, one each.
  private func commands(
    strokes count: Int, seed: UInt64 = 1, isWide: Bool = false
  ) -> [StoreCommand] {
    var ink = RandomInk(seed: seed)
    var commands: [StoreCommand] = []
    var order = OrderKey.first
    for i in 1...(isWide ? count + 1 : count) {
      let start = Point(
        i > count ? 6000 : .random(in: 50...700, using: &ink.generator),
        .random(in: 50...450, using: &ink.generator))
      let content = ink.content(Int64(i), count: 30, near: start)
      let stroke = Stroke(
        content: content.id, ink: .standard, path: content.path, seed: content.seed)
      commands.append(
        .commit(
          step: i,
          edit: DrawingEdit(
            label: .draw,
            inserted: [Element(id: ElementID(Int64(i)), order: order, kind: .stroke(stroke))],
            contents: [content])))
      order = order.next
    }
    return commands
  }

  /// Makes a drawing as a crash leaves it: each stroke is a commit in its log, none is in its file.
  func drawingWithLog(_ name: String, strokes count: Int = 20) async throws {
    try await DocumentStore.open(path(name)).close()
    let store = try await DocumentStore.open(path(name))
    for command in commands(strokes: count) { try await store.perform([command]) }
    let drawing = try bytes(name)
    let log = try bytes(name + "-wal")
    try await store.close()
    try drawing.write(to: URL(filePath: path(name)))
    try log.write(to: URL(filePath: path(name + "-wal")))
  }

  /// The same with a bit flipped in the first page of the log.
  func drawingWithDamagedLog(_ name: String) async throws {
    try await drawingWithLog(name)
    var log = try bytes(name + "-wal")
    // After the log's own 32 bytes and the page's 24.
    log[32 + 24 + 100] ^= 1
    try log.write(to: URL(filePath: path(name + "-wal")))
  }

  /// Flips one bit of a drawing in a part that opening and loading do not read.
  func damageSecretly(_ name: String) async throws {
    let good = try bytes(name)
    for position in stride(from: good.count - 1, to: 4096, by: -37) where good[position] != 0 {
      var bytes = good
      bytes[position] ^= 1
      try bytes.write(to: URL(filePath: path(name)))
      guard let store = try? await DocumentStore.open(path(name), mode: .readOnly) else {
        continue
      }
      let loads = (try? await store.load()) != nil
      let isWhole = (try? await store.verify()) != nil
      try await store.close()
      if loads, !isWhole { return }
    }
    throw KeptError(description: "no bit of \(name) can be spoiled secretly")
  }
}
