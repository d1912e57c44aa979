import CFileFacts
import Glibc
import InkModel
import Testing

@testable import InkStore

@Suite struct `Paths of files` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What dirname(1) and basename(1) of the GNU coreutils print, but for the empty path.
  @Test(arguments: [
    ("/home/me/a.plumbago", "/home/me", "a.plumbago"), ("a.plumbago", ".", "a.plumbago"),
    ("/a", "/", "a"), ("/", "/", "/"), ("//", "/", "/"), ("a/b/", "a", "b"), ("a//b", "a", "b"),
    ("//a//", "/", "a"), ("./a", ".", "a"), ("Ö/é́.plumbago", "Ö", "é́.plumbago"),
  ])
  func `a path splits as the shell's commands split it`(
    path: String, folder: String, name: String
  ) throws {
    #expect(FilePaths.split(path) == (folder, name))
    #expect(try ChildProcess.output(["dirname", path]) == folder)
    #expect(try ChildProcess.output(["basename", path]) == name)
  }

  @Test func `a folder from the portal is shown by its path outside, or by its name`() {
    let path = folder["Notes"]
    mkdir(path, 0o755)
    #expect(FilePaths.shown(path, isOfPortal: false) == path)
    #expect(FilePaths.shown(path, isOfPortal: true) == "Notes")
    #expect(FilePaths.shown(folder["gone/Notes"], isOfPortal: true) == "Notes")
    // As the portal notes it, with the zero that ends it; a file system that holds no notes has no more to show.
    let outside = Array("/home/anna/Notes".utf8) + [0]
    let isNoted =
      setxattr(path, "user.document-portal.host-path", outside, outside.count, 0) == 0
    let expected = isNoted ? "/home/anna/Notes" : "Notes"
    #expect(FilePaths.shown(path, isOfPortal: true) == expected)
    #expect(FilePaths.shown(path, isOfPortal: false) == path)
  }

  @Test func `an unused path is the first that nothing has, dangling links included`() throws {
    let path = folder["a.plumbago"]
    #expect(FilePaths.unused(path) == path)
    try write([1], to: path)
    #expect(FilePaths.unused(path) == folder["a (2).plumbago"])
    symlink("nowhere", folder["a (2).plumbago"])
    #expect(FilePaths.unused(path) == folder["a (3).plumbago"])
    mkdir(folder["notes"], 0o755)
    #expect(FilePaths.unused(folder["notes"]) == folder["notes (2)"])
  }

  @Test func `a drawing may have as long a name as leaves room for its log`() async throws {
    // 246 bytes, and 8 of the longest that SQLite adds.
    let path = folder[String(repeating: "あ", count: 79) + ".plumbago"]
    let store = try await DocumentStore.open(path)
    try await store.close()
    let draft = FilePaths.temporary(beside: path)
    let rough = FilePaths.temporary(beside: draft)
    for name in [draft, rough].map({ FilePaths.split($0).name }) {
      #expect(name.utf8.count + "-journal".utf8.count <= 255)
      #expect(FilePaths.isDraft(name, of: "other.plumbago"))
    }
    try await DocumentStore.open(path, mode: .readWriteExisting).close()
  }

  @Test(arguments: ["a.plumbago", "out.png", "notes", "A.PLUMBAGO", ".b.plumbago.9f.working"])
  func `a draft is known as one by whoever saves another drawing in the folder`(name: String) {
    let draft = FilePaths.temporary(beside: folder[name])
    let rough = FilePaths.temporary(beside: draft)
    for path in [draft, rough].flatMap({ [$0] + FilePaths.sideFiles(of: $0) }) {
      #expect(FilePaths.isDraft(FilePaths.split(path).name, of: "other.plumbago"), "\(path)")
    }
    // Nobody's own file is.
    #expect(!FilePaths.isDraft(name, of: name))
  }

  @Test func `a draft goes with the next drawing that is made, unless somebody has it open`()
    async throws
  {
    let draft = FilePaths.temporary(beside: folder["out.png"])
    let store = try await DocumentStore.open(draft)
    let old = timeval(tv_sec: time(nil) - 61, tv_usec: 0)
    #expect(utimes(draft, [old, old]) == 0)
    try await DocumentStore.open(folder["a.plumbago"]).close()
    #expect(FilePaths.size(of: draft) != nil)
    // As one that was killed leaves it.
    try await store.close()
    #expect(utimes(draft, [old, old]) == 0)
    // As by another process that reads it.
    let reader = open(draft, O_RDONLY | O_CLOEXEC)
    let isLocked = flock(reader, LOCK_SH | LOCK_NB) == 0
    #expect(isLocked)
    try await DocumentStore.open(folder["read.plumbago"]).close()
    #expect(FilePaths.size(of: draft) != nil)
    // A program that another test is just starting has the descriptor too, until it runs.
    #expect(flock(reader, LOCK_UN) == 0)
    Glibc.close(reader)
    try await DocumentStore.open(folder["b.plumbago"]).close()
    #expect(FilePaths.size(of: draft) == nil)
  }

  @Test func `a folder is made with those above it, for its owner alone`() throws {
    let path = folder["x/y/z"]
    try FilePaths.makeFolder(path)
    try FilePaths.makeFolder(path)
    var s = stat()
    #expect(stat(path, &s) == 0 && s.st_mode & 0o7777 == 0o700)
    try write([1], to: folder["file"])
    let error = #expect(throws: DocumentStoreError.self) {
      try FilePaths.makeFolder(folder["file/sub"])
    }
    #expect(error?.failure.systemError == ENOTDIR)
  }

  @Test func `a file has one canonical path, there or not`() throws {
    let real = FilePaths.canonical(folder.path)
    mkdir(folder["x"], 0o755)
    symlink("x", folder["link"])
    try write([1], to: folder["x/a"])
    for path in ["x/a", "link/a", "x/../link/./a"] {
      #expect(FilePaths.canonical(folder[path]) == real + "/x/a")
    }
    #expect(FilePaths.canonical(folder["link/new"]) == real + "/x/new")
    #expect(FilePaths.canonical(folder["none/new"]) == folder["none/new"])
    #expect(FilePaths.canonical("/new-\(getpid())") == "/new-\(getpid())")
  }
}
