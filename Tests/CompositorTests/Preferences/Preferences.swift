import Foundation
import TabletCompositor

/// Settings of the app as a person has set them, written into a GSettings keyfile before it starts.
///
///     try AppFixture(preferences: [.finger: "draw", .showTools: true])
struct Preferences: ExpressibleByDictionaryLiteral, Sendable {
  /// The keys of `org.plumbago.Plumbago` that tests set.
  enum Key: String, Sendable {
    case colorScheme = "color-scheme"
    case erasingTold = "erasing-told"
    case fastInk = "fast-ink"
    case finger
    case gesturesTold = "gestures-told"
    case hand
    case handQuestions = "hand-questions"
    case hoverPreview = "hover-preview"
    case openInTabs = "open-in-tabs"
    case languagesTold = "languages-told"
    case newDrawingTemplate = "new-drawing-template"
    case penButtons = "pen-buttons"
    case penSeen = "pen-seen"
    case showTools = "show-tools"
    case tellOfNewFiles = "tell-of-new-files"
    case textGesturesTold = "text-gestures-told"
    case toolPicker = "tool-picker"
    case pickerPlacements = "tool-picker-places"
    case windowMaximized = "window-maximized"
  }

  /// A value as GVariant's text format has it.
  struct Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, Sendable {
    var text: String

    /// - Parameter text: as GVariant writes it.
    init(text: String) { self.text = text }

    /// - Parameter value: neither quotes nor backslashes are in it.
    init(_ value: String) { text = "'\(value)'" }
    init(stringLiteral value: String) { self.init(value) }
    init(booleanLiteral value: Bool) { text = "\(value)" }
  }

  private(set) var values: [Key: Value]

  init(dictionaryLiteral elements: (Key, Value)...) {
    values = Dictionary(elements) { $1 }
  }

  /// These, and over them `others`.
  func merging(_ others: Preferences) -> Preferences {
    var merged = self
    merged.values.merge(others.values) { $1 }
    return merged
  }

  /// A first start, when nothing was ever set: the tools and previews are shown, and hints come.
  static let fresh: Preferences = [:]

  /// The drawing of most tests is none yet, and a note that says so would lie over its paper.
  static let ofTests: Preferences = [.tellOfNewFiles: false]

  /// As right-handed people have the app once the questions about hand and gestures are answered: the tools docked
  /// at the left edge, previews of hovering tools shown.
  static let everyday: Preferences = [
    .hand: "right", .gesturesTold: true, .erasingTold: true, .textGesturesTold: true,
    .languagesTold: true,
  ]

  /// Nothing lies over the paper: no picker, and no hints.
  static let barePaper: Preferences = [
    .showTools: false, .hoverPreview: "off", .hand: "right", .gesturesTold: true,
    .erasingTold: true, .textGesturesTold: true,
    .languagesTold: true,
  ]

  /// The tools at the middle of the top edge, where they are before a hand is known; no hints.
  static let tools = barePaper.merging([
    .showTools: true, .pickerPlacements: "landscape=top:0.5 portrait=top:0.5",
  ])

  /// Whether tools are docked at the left edge of a window of this size.
  func docksToolsLeft(in size: PixelSize) -> Bool {
    size.width >= max(size.height, 600) && values[.showTools]?.text != "false"
      && values[.hand]?.text == "'right'"
      && values[.pickerPlacements] == nil
  }

  /// What is stored for the app on a screen.
  init(of screen: Screen) throws {
    values = try Keyfile(of: screen).values(of: Self.group).reduce(into: [:]) {
      if let key = Key(rawValue: $1.key) { $0[key] = Value(text: $1.value) }
    }
  }

  /// Stores these in the screen's keyfile.
  ///
  /// - Parameter overwriting: else a key that is there keeps its value.
  func store(on screen: Screen, overwriting: Bool = true) throws {
    try Keyfile(of: screen).update(Self.group, overwriting: overwriting) {
      for (key, value) in values { $0[key.rawValue] = value.text }
    }
  }

  /// The schema's path.
  static let group = "org/plumbago/Plumbago"
}

/// A keyfile, as that of a screen's GSettings: groups of keys and values, one a line.
struct Keyfile {
  private let url: URL

  init(at url: URL) { self.url = url }

  /// That of the GSettings.
  init(of screen: Screen) throws {
    let folder = URL(filePath: screen.folder.config + "/glib-2.0/settings")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: "keyfile")
  }

  /// The keys of a group.
  func values(of group: String) -> [String: String] { groups[group] ?? [:] }

  /// What is in the file, by groups.
  private var groups: [String: [String: String]] {
    var groups: [String: [String: String]] = [:]
    var current = ""
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") {
        current = String(line.dropFirst().prefix { $0 != "]" })
      } else if let cut = line.firstIndex(of: "=") {
        groups[current, default: [:]][String(line[..<cut])] =
          String(line[line.index(after: cut)...])
      }
    }
    return groups
  }

  /// Sets keys of a group and leaves everything else as it is.
  func update(
    _ group: String, overwriting: Bool = true, _ change: (inout [String: String]) -> Void
  ) throws {
    var groups = groups
    let old = groups[group] ?? [:]
    var new: [String: String] = [:]
    change(&new)
    groups[group] = old.merging(new) { overwriting ? $1 : $0 }
    let lines = groups.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { name, values in
      "[\(name)]\n" + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined()
    }
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }
}
