import Gtk
import InkModel
import InkStore
import PageReading
import SearchIndex

/// Tells the desktop's search what is written in the drawings of the library, and opens what is chosen there.
///
/// By org.gnome.Shell.SearchProvider2 (https://developer.gnome.org/documentation/tutorials/search-provider.html). The desktop
/// starts the program for it, without a window.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
enum DesktopSearch {
  /// As the file for the desktop in `data` says.
  private static let path = "/org/plumbago/Plumbago/SearchProvider"

  private static let interface = """
    <interface name="org.gnome.Shell.SearchProvider2">
      <method name="GetInitialResultSet">
        <arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetSubsearchResultSet">
        <arg type="as" name="previous_results" direction="in"/>
        <arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetResultMetas">
        <arg type="as" name="identifiers" direction="in"/>
        <arg type="aa{sv}" name="metas" direction="out"/>
      </method>
      <method name="ActivateResult">
        <arg type="s" name="identifier" direction="in"/>
        <arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
      <method name="LaunchSearch">
        <arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
    </interface>
    """

  /// Results at most: the desktop shows five or so.
  private static let most = 20

  static func start() {
    DBusObject.offer(at: path, interface: interface) { take($0) }
  }

  private static func strings(_ call: DBusObject.Call, _ index: Int) -> [String] {
    call.arguments.child(index) { $0.strings } ?? []
  }

  private static func take(_ call: DBusObject.Call) {
    switch call.method {
    case "GetInitialResultSet": answer(call, strings(call, 0), within: nil)
    case "GetSubsearchResultSet": answer(call, strings(call, 1), within: strings(call, 0))
    case "GetResultMetas":
      call.answer([
        .dictionaries(strings(call, 0).compactMap { DesktopResult($0) }.map { describe($0) })
      ])
    case "ActivateResult":
      let words = strings(call, 1).joined(separator: " ")
      let result = call.arguments.child(0) { $0.value(String.self) }.flatMap { DesktopResult($0) }
      call.answer()
      if let result {
        Application.shared?.open(result.path, at: result.shownHit(words), mustExist: true)
      }
    case "LaunchSearch":
      let words = strings(call, 0).joined(separator: " ")
      call.answer()
      Application.shared?.search(for: words)
    default: call.answer()
    }
  }

  /// Answers with a drawing once, by its best hit.
  private static func answer(
    _ call: DBusObject.Call, _ terms: [String], within previous: [String]?
  ) {
    guard Settings.shared[.answersDesktop], let app = Application.shared else {
      return call.answer([.strings([])])
    }
    LibraryReading.shared.start()
    app.gtk.hold()
    Task {
      let allowed = previous.map { Set($0.compactMap { DesktopResult($0)?.path }) }
      var paths: Set<String> = []
      // One result for a drawing.
      let found = await LibraryFinder.search(
        for: terms.joined(separator: " "), mostOfDrawing: 1
      ).filter {
        allowed?.contains($0.item.path) ?? true && paths.insert($0.item.path).inserted
      }
      call.answer([.strings(found.prefix(most).map { DesktopResult($0).id })])
      app.gtk.release()
    }
  }

  private static func describe(_ result: DesktopResult) -> [String: String] {
    let item = DrawingFolder.drawing(at: result.path)
    let text =
      result.page > 0
      ? tr("Page {number}: {text}").filled("number", String(result.page))
        .filled("text", result.excerpt) : result.excerpt
    return [
      "id": result.id, "name": Library.title(of: result.path), "description": text,
      "gicon": item.flatMap { LibraryThumbnails.file(for: $0) }
        ?? Installation.applicationID,
    ]
  }
}

/// What the desktop found: its identity says all of it, since the program may have ended meanwhile.
nonisolated struct DesktopResult: Hashable {
  var path: String
  /// From 1 on; 0 on a canvas without pages.
  var page = 0
  /// `nil` for what is in the name.
  var box: Rect?
  var excerpt = ""
}

nonisolated extension DesktopResult {
  init(_ entry: LibraryEntry) {
    self.init(
      path: entry.item.path, page: entry.hit?.page ?? 0, box: entry.hit?.box,
      excerpt: entry.excerpt)
  }

  /// By lines: the page, the box, the text, and the path, which may have line breaks in it.
  var id: String {
    let frame = box.map { "\($0.minX) \($0.minY) \($0.width) \($0.height)" } ?? ""
    // An excerpt is shown on one line anyway.
    let text = excerpt.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\(page)\n\(frame)\n\(text)\n\(path)"
  }

  /// `nil` for what is none of ours.
  init?(_ id: String) {
    let parts = id.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let page = Int(parts[0]), parts[3].hasPrefix("/") else { return nil }
    let numbers = parts[1].split(separator: " ").compactMap { Double($0) }
    let isBox = numbers.count == 4 && numbers.allSatisfy(\.isFinite)
    self.init(
      path: String(parts[3]), page: page,
      box: isBox
        ? Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil,
      excerpt: String(parts[2]))
  }

  /// What is looked at in the drawing.
  func shownHit(_ words: String) -> ShownHit? {
    box.map { ShownHit(words: words, page: page, box: $0) }
  }
}
