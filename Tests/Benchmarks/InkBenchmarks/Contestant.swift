import Glibc
import TabletCompositor

/// A program that is measured, and how it is brought to show a page.
enum Contestant: String, CaseIterable {
  /// Ink in progress on a surface of its own.
  case plumbago
  /// Ink in progress in the window's frames, as everywhere but on Wayland.
  case frames = "plumbago-frames"
  case control
  case xournal = "xournalpp"

  var title: String {
    switch self {
    case .plumbago: "Plumbago"
    case .frames: "Plumbago, by frames"
    case .control: "bare GTK 4 window"
    case .xournal: "Xournal++"
    }
  }

  /// Whether it is the app, by either way.
  var isOurs: Bool { self == .plumbago || self == .frames }

  /// The bare window has no files.
  func shows(_ page: PageKind) -> Bool { self != .control || page == .empty }
}

enum PageKind: String, CaseIterable {
  case empty
  case full
}

/// Where the programs and the pages are.
struct Workbench {
  var programs: [Contestant: String]
  var folder: String

  func page(_ kind: PageKind, for contestant: Contestant) -> String? {
    switch contestant {
    case .plumbago, .frames: "\(folder)/\(kind.rawValue).plumbago"
    case .xournal: "\(folder)/\(kind.rawValue).xopp"
    case .control: nil
    }
  }

  /// Writes both pages for each program.
  func prepare(strokes: Int) async throws {
    for kind in PageKind.allCases {
      let page = Page(strokes: kind == .full ? strokes : 0)
      try await page.write(plumbago: "\(folder)/\(kind.rawValue).plumbago")
      if programs[.xournal] != nil { try page.write(xournal: "\(folder)/\(kind.rawValue).xopp") }
    }
  }

  /// A program on a screen of its own.
  struct Stage {
    var screen: Screen
    var program: Program
    /// Just before the program was started, in monotonic seconds.
    var started: Double
  }

  /// Starts a program with a page in a fresh home, its window filling the screen.
  ///
  /// `before` comes after the screen is there and before the program is.
  func start(
    _ contestant: Contestant, _ kind: PageKind, brush: String? = nil,
    before: (Screen) -> Void = { _ in }
  ) throws -> Stage {
    try start(contestant, path: page(kind, for: contestant), brush: brush, before: before)
  }

  /// The same with any file, or none.
  func start(
    _ contestant: Contestant, path: String?, brush: String? = nil, tools: String? = nil,
    before: (Screen) -> Void = { _ in }
  ) throws -> Stage {
    guard let binary = programs[contestant] else {
      throw BenchmarkError("\(contestant.title) is not there")
    }
    let screen = try Screen(size: PixelSize(width: 1280, height: 800), refresh: 60)
    // The session bus starts with the first program; no measured one shall wait for it.
    try screen.launch("true").waitForExit()
    let home = screen.folder.home
    var arguments: [String] = []
    if let page = path {
      let kind = page.hasSuffix(".pdf") ? ".pdf" : contestant.isOurs ? ".plumbago" : ".xopp"
      let copy = home + "/page" + kind
      try copyFile(page, to: copy)
      arguments = [copy]
    }
    var environment: [String: String?] = [:]
    switch contestant {
    case .plumbago, .frames:
      var settings =
        "[org/plumbago/Plumbago]\nwindow-maximized=true\ncolor-scheme='light'\n"
        + "show-tools=false\nhand='right'\ngestures-told=true\n"
        + "fast-ink='\(contestant == .plumbago ? "automatic" : "off")'\n"
      let tools = tools ?? brush.map { "tool=\($0) brush=\($0)" }
      if let tools { settings += "tool-picker='\(tools)'\n" }
      try writeFile(screen.folder.config + "/glib-2.0/settings", "keyfile", settings)
      environment["GSETTINGS_BACKEND"] = "keyfile"
    case .xournal:
      // Its first start as it comes, but for the parts that would cover the page.
      try writeFile(
        screen.folder.config + "/xournalpp", "settings.xml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <settings>
          <property name="showSidebar" value="false"/>
          <property name="menubarVisible" value="false"/>
          <property name="mainWndWidth" value="1280"/>
          <property name="mainWndHeight" value="800"/>
          <property name="maximized" value="true"/>
        </settings>

        """)
    case .control: break
    }
    before(screen)
    let started = now()
    let program = try screen.launch(binary, arguments, environment: environment)
    return Stage(screen: screen, program: program, started: started)
  }
}

private func copyFile(_ from: String, to: String) throws {
  guard let source = fopen(from, "re") else { throw BenchmarkError("\(from) cannot be read") }
  defer { fclose(source) }
  guard let target = fopen(to, "we") else { throw BenchmarkError("\(to) cannot be written") }
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  var isGood = true
  while isGood {
    let n = fread(&buffer, 1, buffer.count, source)
    if n == 0 { break }
    isGood = fwrite(buffer, 1, n, target) == n
  }
  guard fclose(target) == 0, isGood else { throw BenchmarkError("\(to) cannot be written") }
}

private func writeFile(_ folder: String, _ name: String, _ text: String) throws {
  var path = ""
  for part in folder.split(separator: "/") {
    path += "/" + part
    mkdir(path, 0o700)
  }
  guard let file = fopen(folder + "/" + name, "we") else {
    throw BenchmarkError("\(folder)/\(name) cannot be written")
  }
  fputs(text, file)
  guard fclose(file) == 0 else { throw BenchmarkError("\(folder)/\(name) cannot be written") }
}
