import Glibc
import Gtk
import InkModel
import ReaderProtocol

/// Files of other formats that become drawings.
nonisolated enum ForeignFile {
  /// Whether a file is one, by its first bytes.
  static func isForeign(_ path: String) -> Bool {
    head(of: path).map { MediaType.of($0) != nil } ?? false
  }

  /// The first bytes of a file, enough to tell what it is; `nil` where it cannot be read or has none.
  static func head(of path: String) -> ArraySlice<UInt8>? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return head(of: file)
  }

  static func isPDF(_ file: Int32) -> Bool {
    head(of: file).flatMap { MediaType.of($0) } == "application/pdf"
  }

  private static func head(of file: Int32) -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: MediaType.headBytes)
    let n = pread(file, &buffer, buffer.count, 0)
    return n > 0 ? buffer[..<n] : nil
  }

  /// A file's name without what its format is called.
  static func title(of path: String) -> String {
    let name = OpenDocument.fileName(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Points along the longer side of a page that is made of a picture which does not say how large it is, at most: that of
  /// A4.
  static let pictureSide = 842.0
  /// Points for a pixel of a picture that is not larger than that: 96 pixels an inch.
  static let pixel = 0.75
}

nonisolated extension TakenContent {
  /// New pages that show it.
  ///
  /// - Parameters:
  ///   - id: The identity of the first; the others follow.
  ///   - order: The keys between which they come; `nil` is the end.
  func pages(from id: Int32, after low: OrderKey?, before high: OrderKey?) -> [Page] {
    var order = low
    return sizes.enumerated().map { i, size in
      let key: OrderKey =
        switch (order, high) {
        case (let low?, let high?): .between(low, high)
        case (let low?, nil): low.next
        case (nil, let high?): high.previous
        case (nil, nil): .first
        }
      order = key
      return Page(
        id: id + Int32(i), order: key, size: pageSize(size),
        background: facts.kind == .document ? .document(blob, page: i) : .picture(blob))
    }
  }

  private func pageSize(_ size: ForeignSize) -> PageSize {
    let k = pointsPerUnit(of: size)
    return PageSize(width: size.width * k, height: size.height * k)
  }

  private func pointsPerUnit(of size: ForeignSize) -> Double {
    guard facts.kind == .pixels else { return 1 }
    if let resolution = facts.resolution {
      // A scan is as large as what was scanned, where a page can be.
      let k = Length.inch / resolution
      let sides = PageSize.sides
      if sides.contains(size.width * k), sides.contains(size.height * k) { return k }
    }
    return min(ForeignFile.pixel, ForeignFile.pictureSide / max(size.width, size.height))
  }
}
