import Foundation
import TabletCompositor

/// Settings of the app as a person has set them, written into a GSettings keyfile before it starts.
///
///     try AppFixture(preferences: [.finger: "draw", .showTools: true])
struct Preferences: ExpressibleByDictionaryLiteral, Sendable {
  /// The keys of `org.plumbago.Plumbago` that tests set.
  enum Key: String, Sendable {
    case colorScheme = "color-scheme"
    case fastInk = "fast-ink"
    case finger
    case gesturesTold = "gestures-told"
    case hand
    case hoverPreview = "hover-preview"
    case penSeen = "pen-seen"
    case showTools = "show-tools"
    case toolPicker = "tool-picker"
    case pickerPlacements = "tool-picker-places"
  }

  /// A value as GVariant's text format has it.
  struct Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, Sendable {
    var text: String

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

  /// Nothing lies over the paper: no picker, and no hints.
  static let barePaper: Preferences = [
    .showTools: false, .hoverPreview: "off", .hand: "right", .gesturesTold: true,
  ]

  /// The tools at the middle of the top edge, where they are before a hand is known; no hints.
  static let tools = barePaper.merging([
    .showTools: true, .pickerPlacements: "landscape=top:0.5 portrait=top:0.5",
  ])

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

/// The keyfile of a screen's GSettings: groups of keys and values, one a line.
struct Keyfile {
  private let url: URL

  init(of screen: Screen) throws {
    let folder = URL(filePath: screen.folder.config + "/glib-2.0/settings")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: "keyfile")
  }

  /// Sets keys of a group and leaves everything else as it is.
  func update(
    _ group: String, overwriting: Bool = true, _ change: (inout [String: String]) -> Void
  ) throws {
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
