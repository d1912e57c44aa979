import InkModel

/// Rows of `settings`: the settings of the drawing but for its pages and layers, from one step on until the next row's.
///
/// At the head the row with the highest `born` that is not above it applies; where there is none,
/// ``InkModel/DrawingSettings/standard``. So undo moves the head and touches no row.
struct SettingsRow: Hashable {
  /// The step that chose them; 0 for what the drawing began with.
  var born: Int64
  /// ``InkModel/DrawingSettings/sheetText``.
  var value: String

  static let columns = "born, value, seal"

  var settings: DrawingSettings { DrawingSettings(text: value) }

  var seal: Int64 {
    var s = RowSeal(.settings, row: born)
    s.add(value)
    return s.value
  }

  func insert(into c: Connection) throws(SQLiteError) {
    try c.statement("INSERT OR REPLACE INTO settings (\(Self.columns)) VALUES (?, ?, ?)")
      .run(born, value, seal)
  }

  /// All rows in order.
  static func all(in c: Connection) throws(DocumentStoreError) -> [SettingsRow] {
    var rows: [SettingsRow] = []
    let s = try translating { () throws(SQLiteError) in
      try c.statement("SELECT \(columns) FROM settings ORDER BY born")
    }
    defer { s.reset() }
    while try translating(s.step) {
      let row = SettingsRow(born: s.int(0), value: s.text(1))
      guard row.seal == s.int(2) else {
        throw .damaged("the settings of step \(row.born) fail their checksum")
      }
      rows.append(row)
    }
    return rows
  }
}

/// All settings of a drawing in its file: rows of `settings`, `page` and `layer`.
struct SettingsRows: Sendable {
  var sheets: [SettingsRow]
  var pages: [PageRow]
  var layers: [LayerRow]

  init(in c: Connection) throws(DocumentStoreError) {
    sheets = try SettingsRow.all(in: c)
    pages = try PageRow.all(in: c)
    layers = try LayerRow.all(in: c)
  }

  init(sheets: [SettingsRow], pages: [PageRow], layers: [LayerRow]) {
    self.sheets = sheets
    self.pages = pages
    self.layers = layers
  }

  /// The settings that apply at a step.
  func settings(at step: Int64) -> DrawingSettings {
    var settings = sheets.last { $0.born <= step }?.settings ?? .standard
    settings.layout = PageLayout(pages.filter { $0.shows(at: step) }.map(\.value))
    settings.layers = layers.filter { $0.shows(at: step) }.map(\.value)
    return settings
  }

  /// Throws where two versions of one page or layer apply at once, or the last layer is gone.
  func check() throws(DocumentStoreError) {
    guard !PageRow.overlap(pages), !LayerRow.overlap(layers), LayerRow.isNeverEmpty(layers) else {
      throw .damaged("a page or layer is there twice, or no layer is")
    }
  }
}

/// What of a drawing's settings a step changed: the bits of `step.settings`.
struct ChangedSettings: OptionSet {
  var rawValue: Int64

  static let sheet = ChangedSettings(rawValue: 1)
  static let pages = ChangedSettings(rawValue: 2)
  static let layers = ChangedSettings(rawValue: 4)
}

extension DrawingSettings {
  /// The settings that apply at a step.
  static func read(at step: Int64, in c: Connection) throws(DocumentStoreError) -> DrawingSettings {
    try SettingsRows(in: c).settings(at: step)
  }

  /// Writes these settings as what applies from a step on, where `before` applied.
  func write(
    at step: Int64, replacing before: DrawingSettings, in c: Connection
  ) throws(DocumentStoreError) -> ChangedSettings {
    var changed: ChangedSettings = []
    if sheetText != before.sheetText {
      try translating { () throws(SQLiteError) in
        try SettingsRow(born: step, value: sheetText).insert(into: c)
      }
      changed.insert(.sheet)
    }
    if try PageRow.change(from: before.layout.pages, to: layout.pages, at: step, in: c) {
      changed.insert(.pages)
    }
    if try LayerRow.change(from: before.layers, to: layers, at: step, in: c) {
      changed.insert(.layers)
    }
    return changed
  }
}
