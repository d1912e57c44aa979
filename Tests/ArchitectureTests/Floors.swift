/// A target of Sources/ and what it may import: the package's architecture, as a table.
struct Floor: Sendable {
  /// How much of Foundation a target may import.
  enum FoundationUse: Sendable {
    case none
    /// `FoundationEssentials`: 7 MB of a static binary, where all of Foundation is 50 MB and starts late.
    case essentials
  }

  /// C libraries have none.
  ///
  /// A half stands beside the floor below it: neither imports the other.
  var number: Double?
  var target: String
  /// The targets of this package that it may import, which are those that Package.swift has it depend on.
  var mayImport: Set<String> = []
  var foundation: FoundationUse = .none

  /// In the order of Package.swift.
  static let all: [Floor] = [
    Floor(target: "CCairo"),
    Floor(target: "CPango"),
    Floor(target: "CGtk"),
    Floor(target: "CWayland"),
    Floor(target: "CSQLite"),
    Floor(target: "CPoppler"),
    Floor(target: "CQpdf"),
    Floor(target: "CPixbuf"),
    Floor(target: "CXML"),
    Floor(target: "CZlib"),
    Floor(target: "CCrash"),
    Floor(target: "CFileLocks"),
    Floor(target: "CFileFacts"),
    Floor(target: "CReaderProcess"),
    Floor(target: "CSandbox"),
    Floor(target: "CScribbleLoader", mayImport: ["CGtk"]),
    Floor(number: 0, target: "InkModel"),
    Floor(number: 0, target: "ReaderProtocol"),
    Floor(number: 1, target: "InkRendering", mayImport: ["InkModel", "CCairo", "CPango"]),
    Floor(
      number: 1, target: "InkStore",
      mayImport: ["InkModel", "CSQLite", "CFileLocks", "CFileFacts"],
      foundation: .essentials),
    Floor(number: 1, target: "Handwriting", mayImport: ["InkModel"]),
    Floor(number: 1, target: "Exchange", mayImport: ["InkModel", "CXML", "CZlib"]),
    Floor(
      number: 1, target: "PlumbagoReader",
      mayImport: [
        "ReaderProtocol", "CReaderProcess", "CSandbox", "CPoppler", "CQpdf", "CPixbuf", "CCairo",
      ]),
    Floor(
      number: 2, target: "Canvas",
      mayImport: ["Exchange", "InkRendering", "InkStore", "InkModel"],
      foundation: .essentials),
    Floor(
      number: 2, target: "ForeignReading",
      mayImport: ["InkRendering", "InkModel", "ReaderProtocol", "CReaderProcess"]),
    Floor(
      number: 2, target: "PageReading", mayImport: ["Handwriting", "InkRendering", "InkModel"]),
    Floor(number: 2, target: "Scribble", mayImport: ["Handwriting", "InkModel"]),
    Floor(number: 2.5, target: "Gtk", mayImport: ["InkModel", "CGtk"]),
    Floor(
      number: 3, target: "SearchIndex",
      mayImport: ["PageReading", "Handwriting", "InkStore", "InkModel", "CSQLite"]),
    Floor(
      number: 3, target: "GtkInk",
      mayImport: ["Gtk", "InkRendering", "InkModel", "CGtk", "CWayland"]),
    Floor(
      number: 4, target: "InkWidgets",
      mayImport: ["Canvas", "GtkInk", "Gtk", "InkRendering", "InkModel", "CGtk"]),
    Floor(
      number: 4, target: "GtkScribble",
      mayImport: [
        "GtkInk", "Gtk", "Scribble", "Handwriting", "InkRendering", "InkModel", "CGtk",
      ]),
    Floor(
      number: 5, target: "PlumbagoApp",
      mayImport: [
        "InkWidgets", "GtkScribble", "GtkInk", "SearchIndex", "Gtk", "Canvas", "Scribble",
        "PageReading", "Handwriting", "Exchange", "ForeignReading", "ReaderProtocol",
        "InkRendering", "InkStore", "InkModel", "CGtk", "CCrash",
      ], foundation: .essentials),
    Floor(
      number: 5, target: "ScribbleIM",
      mayImport: ["GtkScribble", "Gtk", "Scribble", "Handwriting", "CGtk"]),
  ]

  /// Imports that go sideways, between two targets of one floor, each with its reason: none.
  static let sideways: Set<[String]> = []

  /// What the system and the toolchain bring, and every target may import.
  static let system: Set<String> = ["Swift", "Glibc", "Dispatch", "Synchronization"]

  static func named(_ target: String) -> Floor? { all.first { $0.target == target } }
}
