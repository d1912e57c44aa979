import InkModel
import InkRendering

/// Pages of documents as pictures, for formats and folders that cannot hold the documents.
nonisolated enum DocumentPictures {
  /// Pixels per inch, at which small print can be read.
  static let density = 200
  /// The most pixels along a side, those of A0; larger pages have fewer per inch.
  private static let longestSide = 10_000.0

  /// PNG pictures of the pages that show a document, without what is on them, by their indices.
  ///
  /// Waits for the pixels; O(pixels).
  static func pictures(
    of drawing: Drawing, _ source: ForeignSource
  ) throws(ExportError) -> [Int: [UInt8]] {
    let bare = Drawing(settings: drawing.settings)
    var pictures: [Int: [UInt8]] = [:]
    for (i, page) in drawing.settings.layout.pages.enumerated() {
      guard case .document = page.background else { continue }
      guard !Task.isCancelled else { throw .cancelled }
      let size = page.frameSize
      var options = ExportOptions(
        scale: min(
          Double(density) / Length.inch,
          longestSide / max(size.width, size.height)),
        margins: .clip, pattern: false, chosenPages: PageNumbers(i + 1))
      options.pages = source
      pictures[i] = try PNGExporter().data(of: bare, options: options)
    }
    return pictures
  }
}
