import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Migrating a document` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A made-up next version: elements get a name, and there is a table of names.
  private static let next = Migration(version: DocumentFormat.version + 1) {
    c throws(SQLiteError) in
    try c.execute(
      """
      ALTER TABLE element ADD COLUMN name TEXT;
      UPDATE element SET name = 'element ' || id;
      CREATE TABLE names (name TEXT) STRICT;
      INSERT INTO names SELECT name FROM element;
      """)
  }

  private static let broken = Migration(version: DocumentFormat.version + 2) {
    c throws(SQLiteError) in
    try c.execute("DELETE FROM names")
    try c.execute("INSERT INTO nowhere VALUES (1)")
  }

  private func open(
    _ path: String, _ migrations: [Migration], _ mode: OpenMode = .readWrite
  ) async throws -> DocumentStore {
    var opener = DocumentOpener()
    opener.migrator = Migrator(migrations: migrations)
    return try await DocumentStore.open(path, mode: mode, opener: opener, clock: Clock.now)
  }

  @Test func `the shipped migrations follow one another without a gap`() {
    #expect(Migrations.all.map(\.version) == Array(1...DocumentFormat.version))
  }

  @Test func `an older drawing becomes a newer one in place, with all it has`() async throws {
    let path = folder["a.plumbago"]
    var model = try await makeDrawing(path)
    let store = try await open(path, Migrations.all + [Self.next])
    try await store.verify()
    try await expectEqual(store, model)
    try await store.perform([model.next().command])
    try await expectEqual(store, model)
    #expect(try await store.statistics().formatVersion == Self.next.version)
    try await store.close()
    let c = try Connection(path, flags: SQLITE_OPEN_READONLY)
    #expect(try c.int("SELECT count(*) FROM names") > 0)
    c.close()
    // The version before it refuses it now, and says why.
    guard case .newerVersion(Self.next.version, _) = await errorOfOpening(path, .readWrite) else {
      Issue.record("opened")
      return
    }
    let again = try await open(path, Migrations.all + [Self.next])
    try await expectEqual(again, model)
  }

  @Test func `an older drawing opened for reading is migrated in memory only`() async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path)
    let before = try folder.contents()
    let store = try await open(path, Migrations.all + [Self.next], .readOnly)
    try await expectEqual(store, model)
    #expect(try await store.statistics().formatVersion == Self.next.version)
    try await store.close()
    #expect(try folder.contents() == before)
  }

  @Test func `a migration that fails leaves the drawing as it was`() async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path)
    let before = try folder.contents()
    let error = await #expect(throws: DocumentStoreError.self) {
      try await open(path, Migrations.all + [Self.next, Self.broken])
    }
    #expect(error?.failure.call.contains("nowhere") == true)
    #expect(try folder.contents() == before)
    try await expectEqual(try await DocumentStore.open(path), model)
  }

  @Test func `a new drawing has the latest version from the start`() async throws {
    let store = try await open(folder["a.plumbago"], Migrations.all + [Self.next])
    #expect(try await store.statistics().formatVersion == Self.next.version)
    #expect(try await store.load().elements.isEmpty)
  }
}
