import Foundation
import InkModel
import Testing

@testable import InkStore

/// What the library remembers of drawings: favourites, and versions that syncing programs have kept.
@Suite struct FavoritesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func put(_ name: String) throws { try write([1, 2, 3], to: folder[name]) }

  private var items: [LibraryItem] { DrawingFolder(folder.path).items(.name) }

  @Test func `a favourite stays one through its text`() throws {
    for name in ["a b.plumbago", "c.plumbago"] { try put(name) }
    var favorites = Favorites()
    favorites.set(folder["a b.plumbago"], true)
    favorites.set("/nowhere/ x.plumbago", true)
    favorites.set(folder["c.plumbago"], true)
    favorites.set(folder["c.plumbago"], false)
    let again = Favorites(text: favorites.text)
    #expect(again == favorites)
    #expect(again.paths == [folder["a b.plumbago"], "/nowhere/ x.plumbago"])
    #expect(Favorites(text: "x\n1 2\n1 2 relative\n\n").isEmpty)
  }

  @Test func `drawings stay favourites in a folder that gets another path`() {
    var favorites = Favorites()
    for path in ["/x/Sea/a.plumbago", "/x/Sea/In/b.plumbago", "/x/Seas/c.plumbago"] {
      favorites.set(path, true)
    }
    favorites.follow(MovedPath("/x/Sea", to: "/x/Old"))
    #expect(
      favorites.paths == ["/x/Old/a.plumbago", "/x/Old/In/b.plumbago", "/x/Seas/c.plumbago"])
    favorites.follow(MovedPath("/x/Seas/c.plumbago", to: "/x/d.plumbago"))
    #expect(favorites.paths.last == "/x/d.plumbago")
  }

  @Test func `paths follow what was moved, also by its name without symbolic links`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["real/New"], withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"], withDestinationPath: folder["real"])
    let moved = MovedPath(folder["link/Old"], to: folder["link/New"])
    #expect(moved[folder["link/Old"]] == folder["link/New"])
    #expect(moved[folder["link/Old/a.plumbago"]] == folder["link/New/a.plumbago"])
    let real = FilePaths.canonical(folder["real"])
    #expect(moved[real + "/Old/a.plumbago"] == real + "/New/a.plumbago")
    #expect(moved[folder["link/Older"]] == nil && moved[folder["link"]] == nil)
  }

  @Test func `a drawing that another program renames stays a favourite`() throws {
    try put("a.plumbago")
    try put("other.plumbago")
    var favorites = Favorites()
    favorites.set(folder["a.plumbago"], true)
    var isOther = favorites.follow(items)
    #expect(!isOther)
    try FileManager.default.moveItem(atPath: folder["a.plumbago"], toPath: folder["b.plumbago"])
    isOther = favorites.follow(items)
    #expect(isOther && favorites.paths == [folder["b.plumbago"]])
    // Written anew under its name, as syncing programs do, and renamed after that.
    try put("b.new")
    try FileManager.default.removeItem(atPath: folder["b.plumbago"])
    try FileManager.default.moveItem(atPath: folder["b.new"], toPath: folder["b.plumbago"])
    _ = favorites.follow(items)
    try FileManager.default.moveItem(atPath: folder["b.plumbago"], toPath: folder["c.plumbago"])
    _ = favorites.follow(items)
    #expect(favorites.paths == [folder["c.plumbago"]])
  }

  @Test func `a drawing that another program moves into another folder stays a favourite`() throws {
    for path in ["From", "To/Deep", "Other"] {
      try FileManager.default.createDirectory(
        atPath: folder[path], withIntermediateDirectories: true)
    }
    for name in ["From/a.plumbago", "From/b.plumbago", "Other/a.plumbago", "c.plumbago"] {
      try put(name)
    }
    var favorites = Favorites()
    for name in ["From/a.plumbago", "c.plumbago"] { favorites.set(folder[name], true) }
    #expect(favorites.missing.isEmpty)
    let file = try #require(FileIdentity(path: folder["From/a.plumbago"]))
    rename(folder["From/a.plumbago"], folder["To/Deep/new.plumbago"])
    #expect(favorites.missing == [file])
    let found = DrawingFolder(folder.path).drawings(of: favorites.missing)
    #expect(found.map(\.path) == [folder["To/Deep/new.plumbago"]])
    let isOther = favorites.follow(found)
    #expect(isOther && favorites.missing.isEmpty)
    #expect(favorites.paths == [folder["To/Deep/new.plumbago"], folder["c.plumbago"]])
    // One that is deleted is nowhere, and stays in the list.
    unlink(folder["c.plumbago"])
    #expect(DrawingFolder(folder.path).drawings(of: favorites.missing).isEmpty)
    #expect(favorites.missing.count == 1 && favorites.paths.count == 2)
  }

  @Test func `a new drawing that has got the number of a deleted favourite's file is none`() throws
  {
    try put("a.plumbago")
    var favorites = Favorites()
    favorites.set(folder["a.plumbago"], true)
    let old = try #require(FileIdentity(path: folder["a.plumbago"]))
    // The kernel's clock of files goes on every few milliseconds.
    usleep(50_000)
    try put("b.plumbago")
    let new = try #require(FileIdentity(path: folder["b.plumbago"]))
    unlink(folder["a.plumbago"])
    // As where the file system gives the number of the old file to the new one.
    let text = favorites.text.replacingOccurrences(
      of: "\(old.device) \(old.inode) ", with: "\(new.device) \(new.inode) ")
    favorites = Favorites(text: text)
    #expect(favorites.missing == [new])
    _ = favorites.follow(DrawingFolder(folder.path).drawings(of: favorites.missing))
    #expect(favorites.paths == [folder["a.plumbago"]])
    // One that is written anew under the favourite's name is followed, whatever its number.
    rename(folder["b.plumbago"], folder["a.plumbago"])
    _ = favorites.follow(items)
    rename(folder["a.plumbago"], folder["c.plumbago"])
    _ = favorites.follow(items)
    #expect(favorites.paths == [folder["c.plumbago"]])
  }

  @Test func `favourites noted without the time when their files were made are found as before`()
    throws
  {
    for name in ["a.plumbago", "b.plumbago"] { try put(name) }
    let lines = try ["a.plumbago", "b.plumbago"].map { name in
      let file = try #require(FileIdentity(path: folder[name]))
      return "\(file.device) \(file.inode) \(folder[name])\n"
    }
    var favorites = Favorites(text: lines.joined())
    rename(folder["b.plumbago"], folder["c.plumbago"])
    _ = favorites.follow(items)
    #expect(favorites.paths == [folder["a.plumbago"], folder["c.plumbago"]])
    let again = Favorites(text: favorites.text)
    #expect(again == favorites)
  }

  @Test func `a search for moved drawings ends where links go round`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["In"], withIntermediateDirectories: true)
    for name in ["In/round", "In/around"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder[name], withDestinationPath: folder.path)
    }
    try put("In/a.plumbago")
    let file = try #require(FileIdentity(path: folder["In/a.plumbago"]))
    let nobody = FileIdentity(device: file.device, inode: 1)
    let found = DrawingFolder(folder.path).drawings(of: [file, nobody])
    #expect(found.map(\.path) == [folder["In/a.plumbago"]])
  }

  @Test func `a favourite that was moved to another disk here is known by its new file`() throws {
    try put("a.plumbago")
    var favorites = Favorites()
    favorites.set(folder["a.plumbago"], true)
    // As its bytes are copied, and the old file goes.
    try put("b.plumbago")
    unlink(folder["a.plumbago"])
    favorites.follow(MovedPath(folder["a.plumbago"], to: folder["b.plumbago"]))
    rename(folder["b.plumbago"], folder["c.plumbago"])
    _ = favorites.follow(items)
    #expect(favorites.paths == [folder["c.plumbago"]])
  }

  @Test func `a favourite whose folder is gone is one again when that is back`() throws {
    try put("a.plumbago")
    var favorites = Favorites()
    favorites.set(folder["a.plumbago"], true)
    rename(folder.path, folder.path + "-away")
    defer { rename(folder.path + "-away", folder.path) }
    #expect(!DrawingFolder(folder.path).isThere)
    _ = favorites.follow(items)
    #expect(favorites.paths == [folder["a.plumbago"]])
    #expect(DrawingFolder.items(at: favorites.paths, .date).isEmpty)
    rename(folder.path + "-away", folder.path)
    #expect(DrawingFolder.items(at: favorites.paths, .date).map(\.name) == ["a"])
  }

  @Test func `a copy that has the name of a favourite's old file is none`() throws {
    try put("a.plumbago")
    var favorites = Favorites()
    favorites.set(folder["a.plumbago"], true)
    try put("copy.plumbago")
    _ = favorites.follow(items)
    #expect(!favorites.contains(folder["copy.plumbago"]))
  }

  @Test(arguments: [
    ("Boats.sync-conflict-20260102-030405-ABCDEFG", "Boats"),
    ("Boats (conflicted copy 2026-01-02 030405)", "Boats"),
    ("Boats (Ann's conflicted copy 2026-01-02)", "Boats"),
    ("Boats (2) (Ann's Conflicted Copy 2026-01-02)", "Boats (2)"),
    ("Boats_conflict-20260102-030405", "Boats"),
    ("Boats (Ann (laptop)'s conflicted copy 2026-01-02)", "Boats"),
    ("Boats (Ann :)'s conflicted copy 2026-01-02)", "Boats"),
    ("Boats (SFConflict ann@example.org 2026-01-02-03-04-05)", "Boats"),
    ("Boote (In Konflikt stehende Kopie von Ann 2026-01-02)", "Boote"),
    ("Bateaux (Copie en conflit de Ann 2026-01-02)", "Bateaux"),
    ("Barcos (Copia en conflicto de Ann 2026-01-02)", "Barcos"),
    ("Barche (2) (Copia in conflitto di Ann 2026-01-02)", "Barche (2)"),
    ("Barcos (Cópia em conflito de Ann 2026-01-02)", "Barcos"),
    ("Лодки (конфликтующая копия Ann 2026-01-02)", "Лодки"),
    ("船 (Ann の競合コピー 2026-01-02)", "船"),
    ("船 (Ann 的冲突副本 2026-01-02)", "船"),
  ])
  func `names that syncing programs give tell of which drawing they are`(
    name: String, original: String
  ) {
    #expect(SyncConflict.original(of: name) == original)
  }

  @Test(arguments: [
    "Boats", "Boats (2)", "Boats (copy)", "Notes on a sync-conflict-free diet", "conflict-1",
    "Talks (conflict of 1914)", "Plan (2026-01-02)", "Boote (Konflikt)", "Notes-DESKTOP",
    "Boats)", "Boats (Konflikt 2026-01-02) more", "(In Konflikt stehende Kopie 2026-01-02)",
    "(conflicted copy 2026)", ".sync-conflict-2026", "a conflicted copy", "x.sync-conflict-y",
  ])
  func `other names do not`(name: String) {
    #expect(SyncConflict.original(of: name) == nil)
  }

  @Test func `the other version of a drawing comes right after it, in any order`() throws {
    for name in ["Ants", "Boats", "Boats and more", "Trees"] { try put(name + ".plumbago") }
    try put("Boats.sync-conflict-20260102-030405-ABCDEFG.plumbago")
    try put("Gone (conflicted copy 2026-01-02).plumbago")
    for order in DrawingFolder.Order.allCases {
      let names = DrawingFolder(folder.path).items(order).map(\.name)
      let at = try #require(names.firstIndex(of: "Boats"))
      #expect(names[at + 1].hasPrefix("Boats.sync-conflict"))
      #expect(names.count == 6)
    }
  }
}
