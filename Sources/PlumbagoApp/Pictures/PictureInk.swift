import Exchange
import ForeignReading
import Glibc
import InkModel
import InkStore
import ReaderProtocol

/// Ink for the lines of a picture of shapes.
nonisolated enum PictureInk {
  /// The strokes of a picture, in its own units, in the order in which they are painted; none where it has no lines.
  ///
  /// - Parameters:
  ///   - part: Of the picture: what is outside of it is left out.
  ///   - opacity: Of the picture, 0 … 1.
  @concurrent static func strokes(
    of blob: BlobID, on shelf: ForeignShelf, in part: Rect, opacity: Double = 1
  ) async throws(ForeignError) -> [Stroke] {
    let lines = try await shelf.lines(of: blob, in: part)
    return lines.filter { $0.width <= ElementLimits.size }.enumerated().map { number, line in
      var color = Color(rgba: line.color)
      color.alpha = UInt8((Double(color.alpha) * min(max(opacity, 0), 1)).rounded())
      return LineInk.stroke(
        line.points.map { Point(Double($0.x), Double($0.y)) }, widths: [line.width], color: color,
        seed: UInt32(truncatingIfNeeded: number))
    }
  }
  /// A page with the lines of a picture as ink, each at its size.
  static func document(of path: String) async throws(ForeignContentError) -> ExchangeDocument {
    let file = FilePaths.openPlain(path)
    guard file >= 0 else { throw .unreadable(errno: errno) }
    defer { close(file) }
    guard ForeignFile.isForeign(path) else { throw .noLines }
    let strokes: [Stroke]
    let size: ForeignSize
    do throws(ForeignError) {
      let summary = try await ReaderProcess.inspect(into: file, program: Installation.reader)
      guard summary.facts.kind == .shapes else { throw ForeignError.refused(.unsupported) }
      size = summary.facts.size
    } catch {
      if case .refused(.unsupported) = error { throw .noLines }
      throw .foreign(error)
    }
    let shelf = ForeignShelf(
      program: Installation.reader, bytes: { _ in fcntl(file, F_DUPFD_CLOEXEC, 0) },
      onEvent: { _ in })
    defer { shelf.close() }
    do throws(ForeignError) {
      strokes = try await self.strokes(
        of: Self.onlyFile, on: shelf, in: Rect(x: 0, y: 0, width: size.width, height: size.height))
    } catch {
      throw .unconverted(error)
    }
    guard !strokes.isEmpty else { throw .noLines }
    return ExchangeDocument(
      title: ForeignFile.title(of: path),
      pages: [
        ExchangePage(
          size: PageSize(width: size.width, height: size.height),
          items: strokes.map { ExchangeItem(.stroke($0, [])) })
      ])
  }

  /// What the only file of a shelf is called there.
  private static let onlyFile = BlobID([UInt8](repeating: 0, count: BlobID.size))!
}
