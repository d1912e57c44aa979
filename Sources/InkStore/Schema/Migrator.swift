import CSQLite

/// Migrates a file from the version that it has to the latest, in one transaction.
struct Migrator: Sendable {
  /// In ascending order of version, without gaps, the first being version 1.
  var migrations: [Migration] = Migrations.all

  /// The version after all migrations.
  var latest: Int { migrations.last?.version ?? 0 }

  /// Brings `connection` to the latest version; returns the version it had.
  ///
  /// 0 is a file without any schema, which gets the whole of it.
  @discardableResult
  func run(on connection: Connection) throws(SQLiteError) -> Int {
    let found = Int(try connection.int("PRAGMA user_version"))
    guard found < latest else { return found }
    try connection.execute("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      if found == 0 {
        try connection.execute("PRAGMA application_id = \(DocumentFormat.applicationID)")
      }
      for migration in migrations where migration.version > found {
        try migration.apply(connection)
      }
      try connection.execute("PRAGMA user_version = \(latest)")
      try connection.execute("COMMIT")
    } catch {
      // The first error is the cause; a failing rollback adds nothing to it.
      try? connection.execute("ROLLBACK")
      throw error
    }
    connection.forgetStatements()
    return found
  }
}
