import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

// All tests of the app on a screen, in two queues that go on side by side where they are run in one process.
// scripts/suites has a process for each suite.

/// Ink, pages and pictures on the paper, what is selected there, files, the library and dialogs, one suite after the other.
///
/// Suites join by `extension PaperOnScreen { @Suite struct … }`.
@Suite(.serialized) struct PaperOnScreen {}

/// Input by tools, buttons, fingers and keys, and writing into fields, one suite after the other.
///
/// Suites join by `extension InputOnScreen { @Suite struct … }`.
@Suite(.serialized) struct InputOnScreen {}

/// What the app reads beside its binary, and where the binary is.
enum App {
  /// `PLUMBAGO_BINARY`, else the product that was built beside these tests.
  static let binary: String =
    ProcessInfo.processInfo.environment["PLUMBAGO_BINARY"]
    ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "plumbago").path

  /// Settings, translations and icons: from the environment, else made from the source tree.
  static let resources: [String: String] = {
    let names = ["PLUMBAGO_DATA_DIR", "PLUMBAGO_LOCALE_DIR", "GSETTINGS_SCHEMA_DIR"]
    let given = ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
    guard given.count < names.count else { return given }
    _ = try? Command.run(["scripts/resources"])
    let share = Repository.url(".build/share").path
    return [
      "PLUMBAGO_DATA_DIR": share, "PLUMBAGO_LOCALE_DIR": share + "/locale",
      "GSETTINGS_SCHEMA_DIR": share + "/glib-2.0/schemas",
    ]
  }()

  /// What the app is started with on a screen: its resources, and settings that last.
  ///
  /// Where a toolchain is installed, Swift's runtime would stop all threads of a program that crashes and read its
  /// symbols, which can take longer than a test waits.
  static let environment = resources.merging([
    "GSETTINGS_BACKEND": "keyfile", "SWIFT_BACKTRACE": "enable=no",
  ]) { $1 }

  /// Stores settings for the app on a screen, before it starts or while it runs; the others stay as they are.
  ///
  /// Values as GVariant writes them. `group` is the schema's path.
  static func writeSettings(
    _ values: [String: String], of group: String = Preferences.group, for screen: Screen
  ) throws {
    try Keyfile(of: screen).update(group) { $0 = values }
  }

  /// Has the desktop of a screen want nothing to move.
  ///
  /// As a desktop says it; GTK asks there first.
  static func reduceMotion(on screen: Screen) throws {
    try writeSettings(
      ["enable-animations": "false"], of: "org/gnome/desktop/interface", for: screen)
  }

  /// Has carets not blink on a screen: beside one that does, nothing stands still for half a second until it rests,
  /// which takes ten.
  ///
  /// As a desktop says it, to programs whose settings are in a keyfile.
  static func stopCaret(on screen: Screen) throws {
    try writeSettings(["cursor-blink": "false"], of: "org/gnome/desktop/interface", for: screen)
  }

  /// Has the desktop of a screen show text so much larger than usual.
  static func scaleText(by scale: String, on screen: Screen) throws {
    try writeSettings(
      ["text-scaling-factor": scale], of: "org/gnome/desktop/interface", for: screen)
  }

  /// Runs the app's command line to its end.
  static func run(_ arguments: [String]) throws -> Command {
    try Command.run([binary] + arguments, environment: resources)
  }
}

extension Screen {
  /// Starts the app on this screen.
  ///
  /// - Parameters:
  ///   - profile: what was set before; settings that are stored already, by the test or an earlier start, stay.
  ///   - preferences: what is set in any case.
  func launchApp(
    _ arguments: [String] = [], profile: Preferences = .everyday, preferences: Preferences = [:],
    environment extra: [String: String] = [:]
  ) throws -> Program {
    try profile.merging(.ofTests).store(on: self, overwriting: false)
    try preferences.store(on: self)
    let variables = App.environment.merging(extra) { $1 }
    return try launch(App.binary, arguments, environment: variables.mapValues { .some($0) })
  }

  /// A path in the session's home for a file of this name.
  func path(_ name: String) -> String { folder.home + "/" + name }
}

/// The strokes of a drawing's file, each with the samples it was made from.
struct KeptStroke: Sendable {
  var tool: StylusTool
  var samples: [StylusSample]
  /// The version of the modeler that made its path.
  var modeler: Int
  var element: Element
}

/// Reads drawings as another program would, while the app has them open or after.
enum Kept {
  /// What `plumbago info` tells; `nil` while there is no file to tell of.
  static func info(_ path: String) async -> DocumentStatistics? {
    try? await DocumentStore.inspect(path)
  }

  /// Waits until the file tells what is expected, and returns it; in vain once `program` ended.
  @discardableResult
  static func wait(
    for what: String, in path: String, by program: Program? = nil, timeout: Double = 20,
    until condition: (DocumentStatistics) -> Bool
  ) async throws -> DocumentStatistics {
    let deadline = Date().addingTimeInterval(timeout)
    var last: DocumentStatistics?
    repeat {
      last = await info(path)
      if let last, condition(last) { return last }
      if let program, program.status != .running {
        throw KeptError(
          description: "\(program.name) \(program.status) before \(path) held \(what):\n"
            + program.lastWords)
      }
      try await Task.sleep(for: .milliseconds(10))
    } while Date() < deadline
    throw KeptError(
      description: "\(path) was to hold \(what), but tells \(last.map { "\($0)" } ?? "nothing")")
  }

  /// Waits until the file shows `count` strokes, and reads them in the order they were drawn.
  static func strokes(
    _ count: Int, in path: String, by program: Program? = nil
  ) async throws -> [KeptStroke] {
    try await wait(for: "\(count) strokes", in: path, by: program) { $0.strokes == count }
    let store = try await DocumentStore.open(path, mode: .readOnly)
    var out: [KeptStroke] = []
    for element in try await store.load().elements.sorted(by: { $0.id < $1.id }) {
      guard case .stroke(let stroke) = element.kind else { continue }
      let content = try await store.content(stroke.content)
      out.append(
        KeptStroke(
          tool: content.tool, samples: content.samples, modeler: content.modelerVersion,
          element: element))
    }
    try await store.close()
    return out
  }
}

struct KeptError: Error, CustomStringConvertible {
  var description: String
}
