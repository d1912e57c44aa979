import Gtk

/// The formats of pictures that can be placed.
enum PictureFormats {
  struct Format: Hashable, Sendable {
    var mediaType: String
    /// Of files, the usual one first.
    var endings: [String]
  }

  /// The one to take first where another program offers several: what has no pixels, then what has lost nothing.
  static let all = [
    Format(mediaType: "image/svg+xml", endings: ["svg"]),
    Format(mediaType: "image/png", endings: ["png"]),
    Format(mediaType: "image/webp", endings: ["webp"]),
    Format(mediaType: "image/tiff", endings: ["tif", "tiff"]),
    Format(mediaType: "image/jpeg", endings: ["jpg", "jpeg", "jpe"]),
    Format(mediaType: "image/gif", endings: ["gif"]),
  ]

  static var mediaTypes: [String] { all.map(\.mediaType) }

  /// All of them, in a dialog.
  static var filter: FileChooser.Filter {
    FileChooser.Filter(
      tr("Pictures"),
      patterns: all.flatMap(\.endings).flatMap { ["*." + $0, "*." + $0.uppercased()] })
  }

  /// Files of one ending, in a dialog.
  static func filter(ending: String) -> FileChooser.Filter {
    FileChooser.Filter(tr("Pictures"), patterns: ["*." + ending])
  }

  /// The most bytes that are taken from another program.
  ///
  /// Larger: it can make the app allocate more memory. Files may be larger: they are read in parts.
  static let mostBytes = 256 << 20

  /// Whether a file's name is that of a picture.
  static func isPicture(named path: String) -> Bool {
    let name = path.lowercased()
    return all.contains { $0.endings.contains { name.hasSuffix("." + $0) } }
  }

  /// The usual ending of a media type's files, without a dot; `nil` for types that are not known.
  static func ending(of mediaType: String) -> String? {
    all.first { $0.mediaType == mediaType }?.endings.first
  }
}
