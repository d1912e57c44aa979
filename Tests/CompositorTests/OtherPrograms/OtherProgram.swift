import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

/// The input-method module as `scripts/im-module` installs it, of the library that was built beside these tests.
enum ScribbleModule {
  /// A folder for GTK_PATH.
  static let folder: String = {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "plumbago-im-module-\(getpid())").path
    let library = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "libim-plumbago.so").path
    let made = try? Command.run(
      ["scripts/im-module", "--library", library, folder + "/4.0.0/immodules"])
    if made?.status != 0 {
      Issue.record("scripts/im-module: \(made?.standardError ?? "did not start")")
    }
    return folder
  }()

  /// What makes a program use it.
  static var environment: [String: String] {
    App.resources.merging(["GTK_PATH": folder, "GTK_IM_MODULE": "plumbago"]) { $1 }
  }

  static let loader = "libim-plumbago.so"
  static let scribble = "libplumbago-scribble.so"
  /// What the recogniser reads with.
  static let languagePack = "recognition/en/language.bin"

  /// Whether this machine has an input-method module of GTK where GTK finds it.
  static func isInstalled(_ module: String) -> Bool {
    ToolkitModules.path(of: "immodules/" + module) != nil
  }
}

/// A program on a screen of its own that GTK loads the module into.
final class OtherProgram {
  let screen: Screen
  let app: Program
  let window: Window

  /// - Parameters:
  ///   - name: of a command, or of a product that was built beside these tests.
  ///   - variables: beside those that choose the module.
  ///   - settings: Lines of Plumbago's settings, as `key=value`.
  ///   - hasInputMethod: Whether the desktop has one, which GTK uses for its fields.
  ///   - blinks: Whether carets do.
  ///   - before: Gets the screen before the program is launched.
  init(
    _ name: String, _ arguments: [String] = [], title: String? = nil, layout: String = "us",
    size: PixelSize = PixelSize(width: 900, height: 640), variables: [String: String?] = [:],
    settings: String? = nil, hasInputMethod: Bool = false, blinks: Bool = true,
    before: (Screen) throws -> Void = { _ in }
  ) throws {
    screen = try Screen(size: size, keyboardLayout: layout, hasInputMethod: hasInputMethod)
    var variables = variables
    if let settings {
      let folder = screen.folder.config + "/glib-2.0/settings"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try "[org/plumbago/Plumbago]\n\(settings)\n".write(
        toFile: folder + "/keyfile", atomically: true, encoding: .utf8)
      variables["GSETTINGS_BACKEND"] = "keyfile"
    }
    if !blinks {
      try App.stopCaret(on: screen)
      variables["GSETTINGS_BACKEND"] = "keyfile"
    }
    let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: name).path
    try before(screen)
    let environment = ScribbleModule.environment.mapValues { Optional($0) }.merging(variables) {
      $1
    }
    app = try screen.launch(
      FileManager.default.fileExists(atPath: beside) ? beside : name, arguments,
      environment: environment)
    window = try screen.waitForWindow { title == nil || $0.title == title }
  }

  /// Variables of a program that does without the module.
  static let withoutModule: [String: String?] = ["GTK_PATH": nil, "GTK_IM_MODULE": nil]

  /// What GTK 4.8 says where it keeps a press that closes a menu from its own accounts and counts its end.
  static let miscount = "Broken accounting of active state"

  /// How often the program has said that.
  var miscounts: Int {
    app.standardError.split(separator: "\n").count { $0.contains(Self.miscount) }
  }

  /// Expects that it has said that hardly more often than the same program without the module,
  /// which runs after the same events.
  ///
  /// Twenty times more are allowed: which press closes a menu depends on how far the program has come
  /// by then, and on a busy machine nine more were seen in a run that had none by itself. A module
  /// that lost the ends of presses would say it at each of about a hundred.
  func expectMiscounts(near plain: OtherProgram) {
    #expect(plain.app.status == .running)
    #expect(miscounts <= plain.miscounts + 20)
  }

  /// AT-SPI's number of the role of password entries.
  private static let passwordRole: UInt32 = 40

  var pen: Pen { screen.pen }

  /// Whether a library is mapped into the program.
  func hasMapped(_ library: String) throws -> Bool {
    try Self.hasMapped(library, app)
  }

  static func hasMapped(_ library: String, _ app: Program) throws -> Bool {
    // In one piece: Foundation reads such a file only up to its first page.
    try Command.run(["cat", "/proc/\(app.processID)/maps"]).standardOutput.contains(library)
  }

  /// KiB of memory that the program has written to, and shares with no other.
  ///
  /// Other pages of files count as private or shared as programs with the same libraries come and go.
  func writtenMemory() throws -> Int { try memory(["Private_Dirty:"]) }

  /// KiB of memory that the program shares with no other.
  func privateMemory() throws -> Int { try memory(["Private_Clean:", "Private_Dirty:"]) }

  /// The sum of some rows of its memory, in KiB: the least of three samples, without what it takes for a moment alone.
  private func memory(_ rows: Set<String>) throws -> Int {
    let samples = try (0..<3).map { i -> Int in
      if i > 0 { pause(0.2) }
      let words = try Command.run(["cat", "/proc/\(app.processID)/smaps_rollup"])
        .standardOutput.split(separator: "\n").map { $0.split(separator: " ") }
      let amounts = words.filter { $0.count > 1 && rows.contains(String($0[0])) }
        .compactMap { Int($0[1]) }
      try #require(amounts.count == rows.count)
      return amounts.reduce(0, +)
    }
    return try #require(samples.min())
  }

  /// Where the program's text fields are, on the screen, once all is still; passwords are among them.
  func fields(in title: String? = nil) throws -> [Rect] {
    try screen.waitUntilStill(for: 0.3)
    let tree = try AccessibleTree(screen)
    let window = screen.windows.last { $0.title == title } ?? window
    let roles = AccessibleRole.takingText.union([Self.passwordRole])
    return try tree.widgets(in: title, ofRoles: roles).map {
      let box = try tree.box($0)
      let corner = window.point(box.minX, box.minY)
      return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
    }
  }

  /// `ChangingFields`, its second window beside the first.
  ///
  /// - Parameters:
  ///   - variables: beside those that choose the module.
  ///   - settings: Lines of Plumbago's settings, as `key=value`.
  ///   - hasInputMethod: Whether the desktop has one, which GTK uses for its fields.
  static func changing(
    _ action: String = "none", variables: [String: String?] = [:], settings: String? = nil,
    hasInputMethod: Bool = false
  ) throws -> OtherProgram {
    let program = try OtherProgram(
      "ChangingFields", [action], title: "Fields", variables: variables, settings: settings,
      hasInputMethod: hasInputMethod)
    let second = try program.screen.waitForWindow { $0.title == "Second" }
    second.move(toX: 450, y: 0)
    program.window.activate()
    try program.screen.waitUntilStill()
    return program
  }

  /// Writes a word by somebody's hand, from a distance behind the left end of a box on, in the
  /// middle of its height.
  func write(
    _ text: String, in box: Rect, from start: Double = 14, size: Double = 18
  ) throws {
    InputOnScreen.ScribbleTests.write(
      try InputOnScreen.ScribbleTests.recorded(text, in: box, from: start, size: size), with: pen)
  }

  /// All text of the field with the keyboard, as another program gets it from the clipboard.
  ///
  /// The caret is at its end then. Text that cannot be copied, and none, is “nothing”.
  func copiedText() throws -> String {
    screen.setClipboard(text: "nothing")
    try screen.keyboard.press("a", [.control])
    try screen.keyboard.press("c", [.control])
    try screen.settle()
    let text = try screen.clipboardText() ?? ""
    try screen.keyboard.press("End", [.control])
    return text
  }

  /// Waits until the ink is text, and expects it; a key that comes before then would take its place.
  func expectCopied(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var last = ""
    for _ in 0..<5 where last != text {
      pause(1.5)
      last = try copiedText()
    }
    #expect(last == text, sourceLocation: sourceLocation)
  }

  /// What a field of `ChangingFields` said last that it holds, nil where it never changed.
  func said(_ name: String) -> String? {
    app.standardOutput.split(separator: "\n").last { $0.hasPrefix(name + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  func wait(
    for text: String, in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let end = Date().addingTimeInterval(10)
    while said(name) != text, Date() < end { pause(0.02) }
    #expect(said(name) == text, "in \(name)", sourceLocation: sourceLocation)
  }

  /// Closes the windows; the program must have nothing to complain of.
  func done(allowing: [String] = []) throws {
    try app.expectQuiet(allowing: allowing)
    for window in screen.windows.reversed() { window.close() }
    #expect(try app.waitForExit() == .exited(0))
    try app.expectQuiet(allowing: allowing)
    screen.close()
  }
}
