import Foundation
import Gtk
import InkModel
import InkStore
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// What the library leaves alone after a crash, by the marks of what it was painting and reading.
@MainActor
@Suite("Drawings that the library leaves alone") struct LibrarySuspectsTests {
  private let folder: TemporaryFolder
  private let a: String
  private let b: String
  private var state: String { folder.url.path + "/state" }

  init() throws {
    folder = try TemporaryFolder()
    let library = FilePaths.canonical(folder.url.path)
    (a, b) = (library + "/a.plumbago", library + "/b.plumbago")
    for path in [a, b] { try Data("a drawing".utf8).write(to: URL(filePath: path)) }
  }

  /// What the next start leaves alone.
  private func start(hasCrashed: Bool = false, marked: Set<String> = []) -> LibrarySuspects {
    let suspects = LibrarySuspects(in: state)
    suspects.judge(marked: marked, hasCrashed: hasCrashed)
    return suspects
  }

  private func expect(_ suspects: LibrarySuspects, a isA: Bool, b isB: Bool) {
    let found = [a, b].map { suspects.contains($0) }
    #expect(found == [isA, isB])
  }

  /// The files of marks.
  private var marks: [String] {
    let folder = state + "/reading"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { folder + "/" + $0 }
  }

  /// Leaves what marks say as a process does that ends: the files stay, and nobody has them locked.
  private func endProcess() throws {
    for mark in marks {
      let data = try Data(contentsOf: URL(filePath: mark))
      try FileManager.default.removeItem(atPath: mark)
      try data.write(to: URL(filePath: mark + "-left"))
    }
  }

  @Test func `a drawing that was being read at a crash is left alone by each start until opened`()
    throws
  {
    ReadingMark(b, in: state).end()
    _ = ReadingMark(a, in: state)
    try endProcess()
    let crashed = start(hasCrashed: true)
    expect(crashed, a: true, b: false)
    let next = start()
    expect(next, a: true, b: false)
    var told = 0
    let subscription = next.listeners.subscribe { told += 1 }
    next.clear(b)
    #expect(told == 0)
    next.clear(a)
    #expect(told == 1)
    subscription.cancel()
    expect(next, a: false, b: false)
    expect(start(), a: false, b: false)
    #expect(marks == [])
  }

  @Test func `what was being read is a suspect neither after a kill nor where the reading waited`()
    throws
  {
    _ = ReadingMark(a, in: state)
    try endProcess()
    let killed = start()
    expect(killed, a: false, b: false)
    // Nor does a later crash count for it.
    expect(start(hasCrashed: true), a: false, b: false)
    let (waiting, resumed) = (ReadingMark(a, in: state), ReadingMark(b, in: state))
    waiting.pause()
    resumed.pause()
    resumed.resume()
    try endProcess()
    expect(start(hasCrashed: true), a: false, b: true)
  }

  @Test func `a drawing that is painted and read at once has a mark until both have ended`() throws
  {
    let (painting, reading) = (ReadingMark(a, in: state), ReadingMark(a, in: state))
    #expect(marks.count == 2)
    painting.end()
    #expect(marks.count == 1)
    try endProcess()
    expect(start(hasCrashed: true), a: true, b: false)
    reading.end()
  }

  @Test func `what another process reads now is no suspect as one starts after a crash`() throws {
    _ = ReadingMark(b, in: state)
    try endProcess()
    let reading = ReadingMark(a, in: state)
    let suspects = start(hasCrashed: true)
    expect(suspects, a: false, b: true)
    // That one's mark stays its own.
    #expect(marks.count == 1)
    reading.end()
    #expect(marks == [])
  }

  @Test func `what is offered is left alone, and once it was declined by later starts as well`()
    throws
  {
    expect(start(marked: [a, b]), a: true, b: true)
    let offering = start(marked: [a, b])
    offering.keep(a)
    expect(start(), a: true, b: false)
  }

  @Test func `a suspect stays one under another name, and is forgotten with its file`() throws {
    let c = FilePaths.canonical(folder.url.path) + "/c.plumbago"
    try FileManager.default.moveItem(atPath: a, toPath: c)
    let renaming = LibrarySuspects(in: state)
    renaming.keep(a)
    renaming.follow(MovedPath(a, to: c))
    let renamed = start()
    let isSuspect = renamed.contains(c)
    #expect(isSuspect)
    expect(renamed, a: false, b: false)
    try FileManager.default.removeItem(atPath: c)
    _ = start()
    // Another drawing that gets the name later.
    try Data("a drawing".utf8).write(to: URL(filePath: c))
    let later = start().contains(c)
    #expect(!later)
  }
}
