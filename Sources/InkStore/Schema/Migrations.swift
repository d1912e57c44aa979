/// The change from one version of the schema to the next.
struct Migration: Sendable {
  /// The `user_version` that a file has afterwards.
  var version: Int
  /// Takes a file of the version before to this one; runs inside a transaction.
  var apply: @Sendable (Connection) throws(SQLiteError) -> Void
}

/// All versions of the schema.
///
/// An entry that has shipped is never edited; see `InkStore.md` for what each table and column
/// means.
enum Migrations {
  static let all = [version1, version2, version3, version4, version5, version6]

  static let version1 = Migration(version: 1) { c throws(SQLiteError) in
    try c.execute(
      """
      CREATE TABLE history (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        head INTEGER NOT NULL,
        base INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        next_element INTEGER NOT NULL,
        next_content INTEGER NOT NULL,
        seal INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE meta (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        value TEXT NOT NULL,
        seal INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE step (
        number INTEGER PRIMARY KEY CHECK (number > 0),
        label TEXT NOT NULL,
        time INTEGER NOT NULL,
        inserted INTEGER NOT NULL,
        removed INTEGER NOT NULL,
        seal INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE ink (
        id INTEGER PRIMARY KEY,
        brush TEXT NOT NULL,
        version INTEGER NOT NULL,
        color INTEGER NOT NULL,
        size REAL NOT NULL,
        seal INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE content (
        id INTEGER PRIMARY KEY,
        tool TEXT NOT NULL,
        tool_serial INTEGER NOT NULL,
        tool_hardware INTEGER NOT NULL,
        modeler INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        sample_count INTEGER NOT NULL,
        born INTEGER NOT NULL,
        seal INTEGER NOT NULL,
        path BLOB NOT NULL
      ) STRICT;
      CREATE TABLE samples (
        content INTEGER PRIMARY KEY REFERENCES content (id),
        data BLOB NOT NULL
      ) STRICT;
      CREATE TABLE element (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        page INTEGER NOT NULL,
        layer INTEGER NOT NULL,
        order_key TEXT NOT NULL,
        transform BLOB,
        content INTEGER REFERENCES content (id),
        ink INTEGER REFERENCES ink (id),
        path BLOB,
        seed INTEGER,
        min_x REAL NOT NULL,
        min_y REAL NOT NULL,
        max_x REAL NOT NULL,
        max_y REAL NOT NULL,
        born INTEGER NOT NULL,
        died INTEGER,
        extra BLOB,
        seal INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX element_born ON element (born);
      CREATE INDEX element_died ON element (died) WHERE died IS NOT NULL;
      """)
    try HistoryRow().insert(into: c)
  }

  /// The settings of a drawing, and which steps changed them; a drawing without a row has plain paper
  /// and no pages.
  static let version2 = Migration(version: 2) { c throws(SQLiteError) in
    try c.execute(
      """
      CREATE TABLE settings (
        born INTEGER PRIMARY KEY CHECK (born >= 0),
        value TEXT NOT NULL,
        seal INTEGER NOT NULL
      ) STRICT;
      ALTER TABLE step ADD COLUMN settings INTEGER NOT NULL DEFAULT 0;
      """)
  }

  /// Strokes that were erased in part have spans in `extra`, and their paths may have been cut down.
  ///
  /// No table changes; but an older version would show what was erased.
  static let version3 = Migration(version: 3) { _ throws(SQLiteError) in }

  /// Paths may hold the barrel rotation.
  ///
  /// No table changes; but an older version could not read such a path.
  static let version4 = Migration(version: 4) { _ throws(SQLiteError) in }

  /// Pages and layers are rows of their own, with versions as elements have them; bytes of pictures and documents have
  /// tables.
  ///
  /// The one size of pages that settings had becomes a page for each, and all that was drawn is on the first layer.
  /// Elements stay on the canvas (`page` 0), where they lie as they did, whatever pages lie there too.
  static let version5 = Migration(version: 5) { c throws(SQLiteError) in
    try c.execute(
      """
      CREATE TABLE page (
        id INTEGER PRIMARY KEY,
        page INTEGER NOT NULL,
        order_key TEXT NOT NULL,
        width REAL NOT NULL,
        height REAL NOT NULL,
        turns INTEGER NOT NULL,
        background TEXT NOT NULL,
        paper TEXT,
        blob BLOB,
        part INTEGER,
        born INTEGER NOT NULL,
        died INTEGER,
        seal INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE layer (
        id INTEGER PRIMARY KEY,
        layer INTEGER NOT NULL,
        order_key TEXT NOT NULL,
        name TEXT NOT NULL,
        hidden INTEGER NOT NULL,
        locked INTEGER NOT NULL,
        opacity REAL NOT NULL,
        born INTEGER NOT NULL,
        died INTEGER,
        seal INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE blob (
        id INTEGER PRIMARY KEY,
        sha256 BLOB NOT NULL UNIQUE,
        type TEXT NOT NULL,
        length INTEGER NOT NULL,
        seal INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE blob_chunk (
        id INTEGER PRIMARY KEY,
        data BLOB NOT NULL
      ) STRICT;
      CREATE TABLE blob_use (
        id INTEGER PRIMARY KEY,
        element INTEGER NOT NULL,
        sha256 BLOB NOT NULL,
        seal INTEGER NOT NULL
      ) STRICT;
      """)
    try LayerRow(row: 1, value: .first, born: 0, died: nil).insert(into: c)
    try PagesOfVersion4(in: c).write(to: c)
  }

  /// Pages have labels, and there are more patterns of paper.
  ///
  /// An older version would show paper of those as plain, or take such a page for damaged.
  static let version6 = Migration(version: 6) { c throws(SQLiteError) in
    try c.execute("ALTER TABLE page ADD COLUMN label TEXT NOT NULL DEFAULT ''")
  }
}
