import CReaderProcess
import Glibc
import InkModel
import InkRendering
import ReaderProtocol

/// Why something of a foreign file cannot be had.
public enum ForeignError: Error, Hashable, Sendable {
  /// The reader says so.
  case refused(ReaderFailure)
  /// The program that reads foreign files is not installed, or does not start.
  case noReader
  /// It ended while it worked on this.
  case crashed
  /// It took longer than it may.
  case tooSlow
  /// It answered what is no answer.
  case garbage
  /// The bytes are not there.
  case noBytes
  /// The task that wanted it was cancelled.
  case cancelled
}

/// A reader of one file: a process of its own, without the network and with no file but that.
///
/// All functions wait for its answer, for one thread: the process ends with the thread that started it, or with this
/// object. Any error but ``ForeignError/refused(_:)`` is the reader's end.
public final class ReaderProcess {
  /// Of the process.
  public let pid: pid_t
  private let socket: MessageSocket
  let pixels: UnsafeRawPointer
  private var isOver = false
  /// The signal that ended it, 0 before that and where none did.
  public private(set) var signal: Int32 = 0

  /// Milliseconds for one answer.
  ///
  /// Larger: a file that hangs the reader is given up later. Smaller: a slow machine cannot show a difficult page.
  public static let patience = 15_000

  /// Milliseconds for reading or writing all of a document.
  public static let documentPatience = 120_000

  private let patience: Int

  /// Starts a reader.
  ///
  /// - Parameters:
  ///   - program: The path of `plumbago-reader`.
  ///   - file: Open for reading; the reader gets a copy of the descriptor.
  ///   - patience: Milliseconds for one answer.
  public init(
    program: String, file: Int32, patience: Int = ReaderProcess.patience
  ) throws(ForeignError) {
    guard access(program, X_OK) == 0 else { throw .noReader }
    var pair: [Int32] = [-1, -1]
    guard
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0
    else { throw .noReader }
    defer { Glibc.close(pair[1]) }
    let memory = reader_memory(ReaderLimits.pixelBytes)
    defer { if memory >= 0 { Glibc.close(memory) } }
    let base =
      memory < 0 ? nil : mmap(nil, ReaderLimits.pixelBytes, PROT_READ, MAP_SHARED, memory, 0)
    guard let base, base != MAP_FAILED else {
      Glibc.close(pair[0])
      throw .noReader
    }
    var pid: pid_t = 0
    guard reader_spawn(program, pair[1], file, memory, &pid) == 0 else {
      munmap(base, ReaderLimits.pixelBytes)
      Glibc.close(pair[0])
      throw .noReader
    }
    self.pid = pid
    self.patience = patience
    socket = MessageSocket(pair[0])
    pixels = UnsafeRawPointer(base)
  }

  deinit {
    end()
    Glibc.close(socket.descriptor)
    munmap(UnsafeMutableRawPointer(mutating: pixels), ReaderLimits.pixelBytes)
  }

  /// Ends the process; every later request fails.
  public func end() {
    guard !isOver else { return }
    isOver = true
    kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    signal = status & 0x7F
  }

  func ask(_ request: ReaderRequest) throws(ForeignError) -> ReaderReply {
    guard !isOver else { throw .crashed }
    let answer: [UInt8]
    do throws(MessageSocket.Failure) {
      try socket.send(request.bytes)
      answer = try socket.receive(
        within: request.isForWholeDocument ? max(patience, Self.documentPatience) : patience)
    } catch {
      end()
      switch error {
      case .closed: throw .crashed
      case .late: throw .tooSlow
      case .garbage: throw .garbage
      }
    }
    guard let reply = try? ReaderReply(answer) else {
      end()
      throw .garbage
    }
    if case .failed(let reason) = reply { throw .refused(reason) }
    return reply
  }

  /// An answer to something else.
  func unexpected() -> ForeignError {
    end()
    return .garbage
  }

  /// Finds out what the file is; before all others.
  public func open(password: String = "") throws(ForeignError) -> ForeignFacts {
    guard case .opened(let facts) = try ask(.open(password: password)) else { throw unexpected() }
    return facts
  }

  /// The sizes of pages, counted from 0.
  public func sizes(of pages: Range<Int>) throws(ForeignError) -> [ForeignSize] {
    guard
      case .sizes(let sizes) = try ask(.sizes(first: pages.lowerBound, count: pages.count)),
      sizes.count == pages.count
    else { throw unexpected() }
    return sizes
  }

  /// Pixels of a part of a page, at least one and no more than ``ReaderLimits/pixelBytes`` take.
  ///
  /// - Parameters:
  ///   - area: In the page's own units.
  ///   - scale: Pixels for a unit.
  public func render(
    _ page: Int, in area: Rect, scale: Double
  ) throws(ForeignError) -> ForeignImage {
    let width = (area.width * scale).rounded()
    let height = (area.height * scale).rounded()
    let side = Double(ReaderLimits.side)
    guard area.minX.isFinite, area.minY.isFinite, scale > 0, width <= side, height <= side,
      width * height * 4 <= Double(ReaderLimits.pixelBytes)
    else { throw .refused(.tooLarge) }
    let part = RenderedPart(
      page: page, x: area.minX, y: area.minY, scale: scale, width: max(Int(width), 1),
      height: max(Int(height), 1))
    guard case .rendered = try ask(.render(part)) else { throw unexpected() }
    // What is copied is not needed twice: both at once would be the most memory of an app that shows a large picture.
    var given = 0
    guard
      let image = ForeignImage(
        area: Rect(
          x: area.minX, y: area.minY, width: Double(part.width) / scale,
          height: Double(part.height) / scale), width: part.width, height: part.height,
        copying: UnsafeRawBufferPointer(start: pixels, count: part.byteCount),
        onCopied: { count in
          madvise(UnsafeMutableRawPointer(mutating: pixels + given), count - given, MADV_DONTNEED)
          given = count
        })
    else { throw .refused(.tooLarge) }
    return image
  }

  /// The document's outline; of a picture, none.
  public func outline() throws(ForeignError) -> [OutlineEntry] {
    guard case .outline(let entries) = try ask(.outline) else { throw unexpected() }
    return entries
  }

  public func links(on page: Int) throws(ForeignError) -> [ForeignLink] {
    guard case .links(let links) = try ask(.links(page: page)) else { throw unexpected() }
    return links
  }

  public func text(of page: Int) throws(ForeignError) -> ForeignText {
    guard case .text(let text) = try ask(.text(page: page)) else { throw unexpected() }
    return text
  }

  /// The lines that a picture of shapes is painted with, in that order, as far as they are in a part of it.
  ///
  /// - Parameter part: In the picture's own units.
  public func lines(in part: Rect) throws(ForeignError) -> [ForeignLine] {
    let box = ForeignBox(x: part.minX, y: part.minY, width: part.width, height: part.height)
    guard case .lines(let lines) = try ask(.lines(in: box)) else { throw unexpected() }
    return lines
  }
}
