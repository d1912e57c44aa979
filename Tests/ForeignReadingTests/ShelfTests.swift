import Foundation
import InkModel
import InkRendering
import ReaderProtocol
import RepositoryFiles
import Synchronization
import Testing

@testable import ForeignReading

/// Pixels for painting threads.
@Suite(.serialized) struct `A shelf of foreign files` {
  private static let blob = BlobID([UInt8](repeating: 1, count: 32))!
  private static let other = BlobID([UInt8](repeating: 2, count: 32))!
  private static let area = Rect(x: 50, y: 50, width: 32, height: 32)

  private final class Log: Sendable {
    let events = Mutex<[ForeignShelf.Event]>([])

    func wait<Found: Sendable>(_ find: (ForeignShelf.Event) -> Found?) async throws -> Found {
      for _ in 0..<1000 {
        let all = events.withLock { $0 }
        if let found = all.compactMap(find).first { return found }
        try await Task.sleep(for: .milliseconds(10))
      }
      throw ForeignError.tooSlow
    }
  }

  private func shelf(
    _ files: [BlobID: [UInt8]], program: String = Samples.program, _ log: Log = Log()
  ) -> ForeignShelf {
    ForeignShelf(
      program: program,
      bytes: { blob in files[blob].flatMap { try? OpenBytes($0) }.map { dup($0.descriptor) } },
      onEvent: { event in log.events.withLock { $0.append(event) } })
  }

  /// A program that begins to read half a second late.
  private func lateReader(in folder: TemporaryFolder) throws -> URL {
    try folder.write(
      "#!/bin/sh\nsleep 0.5; exec \(Samples.program)\n", to: "reader", executable: true)
  }

  @Test func `gives pixels of documents and pictures, and keeps them within its budget`() throws {
    let shelf = shelf([Self.blob: Samples.pages, Self.other: Samples.quarters("png")])
    defer { shelf.close() }
    #expect(shelf.finalSize(of: ForeignPage(blob: Self.blob, index: 1)) == Vector(300, 200))
    for index in 0..<3 {
      let page = ForeignPage(blob: Self.blob, index: index)
      guard case .ready(let image) = shelf.finalPixels(of: page, in: Self.area, scale: 1) else {
        Issue.record("page \(index) is not there")
        continue
      }
      #expect(image.pixel(10, 10)[index] == 255)
    }
    let picture = ForeignPage(blob: Self.other)
    guard
      case .ready(let image) = shelf.finalPixels(
        of: picture, in: Rect(x: 0, y: 0, width: 64, height: 32), scale: 1)
    else { throw ForeignError.noBytes }
    #expect(image.pixel(10, 5) == [255, 0, 0, 255])
    // 200 parts of a quarter of a mebibyte.
    for i in 0..<200 {
      _ = shelf.finalPixels(
        of: picture, in: Rect(x: Double(i), y: 0, width: 256, height: 256), scale: 1)
    }
    #expect(shelf.byteCount <= 24 << 20)
    #expect(shelf.original(of: Self.other)?.bytes == Samples.quarters("png"))
    #expect(shelf.original(of: Self.blob) == nil)
  }

  @Test func `tells what pages say, and answers each question once, whatever happens`() async throws
  {
    let shelf = shelf([Self.blob: Samples.pages, Self.other: Samples.quarters("png")])
    let content = try await shelf.content(of: ForeignPage(blob: Self.blob, index: 1))
    #expect(content.size == ForeignSize(width: 300, height: 200))
    #expect(content.text.text.contains("Page 2") && content.links.isEmpty)
    #expect(content.text.boxes.count == content.text.text.unicodeScalars.count)
    #expect(try await shelf.outline(of: Self.blob).isEmpty)
    // A page that there is not, and bytes that there are not.
    await #expect(throws: ForeignError.self) {
      try await shelf.content(of: ForeignPage(blob: Self.blob, index: 77))
    }
    let nowhere = BlobID([UInt8](repeating: 3, count: 32))!
    await #expect(throws: ForeignError.noBytes) { try await shelf.outline(of: nowhere) }
    // The document can be shown still.
    guard
      case .ready = shelf.finalPixels(
        of: ForeignPage(blob: Self.blob), in: Self.area, scale: 1)
    else { throw ForeignError.noBytes }
    shelf.close()
    await #expect(throws: ForeignError.noBytes) { try await shelf.outline(of: Self.blob) }
  }

  @Test func `what takes long is pending, and announced when it is there`() async throws {
    let folder = try TemporaryFolder()
    let late = try lateReader(in: folder)
    let log = Log()
    let shelf = shelf([Self.blob: Samples.pages], program: late.path, log)
    defer { shelf.close() }
    let page = ForeignPage(blob: Self.blob)
    let start = ContinuousClock.now
    guard case .pending = shelf.pixels(of: page, in: Self.area, scale: 1) else {
      Issue.record("it cannot be there yet")
      return
    }
    #expect(ContinuousClock.now - start < .milliseconds(400))
    let parts = try await log.wait { event -> [ForeignPage: Rect?]? in
      if case .arrived(let parts) = event { parts } else { nil }
    }
    #expect(parts[page] == .some(Self.area))
    guard case .ready = shelf.pixels(of: page, in: Self.area, scale: 1) else {
      Issue.record("it was announced")
      return
    }
  }

  @Test func `the part that was pending is announced, not all that was asked for`() async throws {
    let folder = try TemporaryFolder()
    let late = try lateReader(in: folder)
    let log = Log()
    let shelf = shelf([Self.blob: Samples.pages], program: late.path, log)
    defer { shelf.close() }
    let page = ForeignPage(blob: Self.blob)
    let shown = Rect(x: 60, y: 60, width: 8, height: 8)
    guard case .pending = shelf.pixels(of: page, in: Self.area, showing: shown, scale: 1) else {
      Issue.record("it cannot be there yet")
      return
    }
    let parts = try await log.wait { event -> [ForeignPage: Rect?]? in
      if case .arrived(let parts) = event { parts } else { nil }
    }
    #expect(parts[page] == .some(shown))
  }

  @Test func `the reader that looked into a file goes on with it`() async throws {
    let file = try OpenBytes(Samples.pages)
    // Whoever opened the file again would find no bytes.
    let shelf = shelf([:])
    defer { shelf.close() }
    let inspection = ForeignInspection(
      into: file.descriptor, program: Samples.program, seeksInk: true)
    let summary = try await inspection.summary()
    #expect(summary.facts.pageCount == summary.sizes.count && !summary.hasInk)
    inspection.hand(to: shelf, as: Self.blob)
    let page = ForeignPage(blob: Self.blob, index: 1)
    #expect(shelf.finalSize(of: page) == Vector(300, 200))
    guard case .ready(let image) = shelf.finalPixels(of: page, in: Self.area, scale: 1) else {
      Issue.record("its reader has the bytes")
      return
    }
    #expect(image.pixel(10, 10)[1] == 255)
    // One that is over is no reader.
    let other = ForeignInspection(into: file.descriptor, program: Samples.program)
    _ = try await other.summary()
    other.end()
    other.hand(to: shelf, as: Self.other)
    guard
      case .failed = shelf.finalPixels(
        of: ForeignPage(blob: Self.other), in: Self.area, scale: 1)
    else {
      Issue.record("nobody has the bytes")
      return
    }
  }

  @Test func `a file that ends its reader is given up after some tries, others go on`() async throws
  {
    let folder = try TemporaryFolder()
    // A reader of files that begin with %PDF ends; of others it reads.
    let program = try folder.write(
      "#!/bin/sh\ncase $(head -c 4 /proc/self/fd/4) in %PDF) exit 1;; esac\nexec \(Samples.program)\n",
      to: "reader", executable: true)
    let log = Log()
    let shelf = shelf(
      [Self.blob: Samples.pages, Self.other: Samples.quarters("png")], program: program.path, log)
    defer { shelf.close() }
    let page = ForeignPage(blob: Self.blob)
    guard case .failed = shelf.finalPixels(of: page, in: Self.area, scale: 1) else {
      Issue.record("its reader ends")
      return
    }
    #expect(shelf.finalSize(of: page) == nil)
    let error = try await log.wait { event -> ForeignError? in
      if case .failed(Self.blob, let error) = event { error } else { nil }
    }
    #expect(error == .crashed)
    guard
      case .ready = shelf.finalPixels(
        of: ForeignPage(blob: Self.other), in: Rect(x: 0, y: 0, width: 8, height: 8), scale: 1)
    else {
      Issue.record("the other file is good")
      return
    }
  }

  @Test func `a password that comes later shows the document`() throws {
    let bytes = try [UInt8](
      Data(contentsOf: Repository.url("Tests/Fixtures/foreign/encrypted.pdf")))
    let shelf = shelf([Self.blob: bytes])
    defer { shelf.close() }
    let page = ForeignPage(blob: Self.blob)
    #expect(shelf.finalSize(of: page) == nil)
    shelf.unlock(Self.blob, password: "secret")
    #expect(shelf.finalSize(of: page) == Vector(200, 300))
  }
}
