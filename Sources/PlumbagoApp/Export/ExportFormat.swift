import Exchange
import Gtk
import InkModel
import InkRendering

/// What a drawing is exported as: a picture or document to look at, or a drawing of another program.
nonisolated enum ExportFormat {
  case picture(any DrawingExporter)
  case exchange(ExchangeFormat)

  static let all: [ExportFormat] =
    DrawingExporters.all.map { .picture($0) } + ExchangeFormat.allCases.map { .exchange($0) }

  var fileExtension: String {
    switch self {
    case .picture(let exporter): exporter.fileExtension
    case .exchange(let format): format.fileExtension
    }
  }

  /// Only pixels have a resolution.
  var hasResolution: Bool {
    if case .picture(let exporter) = self { exporter is PNGExporter } else { false }
  }

  /// Whether paper can be left out of it, so that what is behind the picture shows through.
  var hasTransparency: Bool {
    if case .picture(let exporter) = self { exporter.hasTransparency } else { false }
  }

  /// Whether what ink says can be in it, unseen.
  var hasText: Bool {
    if case .picture(let exporter) = self { exporter is PDFExporter } else { false }
  }

  /// Whether one chooses what it shows; a drawing of another program is one of all that there is.
  var isPicture: Bool { if case .picture = self { true } else { false } }

  /// How names end that choose a format of this kind: what another kind loses was not told.
  var endings: [String] {
    switch self {
    case .picture: DrawingExporters.all.map { "." + $0.fileExtension }
    case .exchange: ["." + fileExtension]
    }
  }

  /// The format's name.
  var title: String {
    switch self {
    case .picture(let exporter): exporter.title
    case .exchange(.xournal): tr("Xournal++ drawing")
    case .exchange(.inkML): tr("InkML ink")
    }
  }

  /// What it cannot hold of a drawing.
  ///
  /// - Parameter isAlone: Whether the file may be one that the desktop's portal hands over alone.
  @concurrent func losses(of drawing: Drawing, isAlone: Bool) async -> Set<ExchangeLoss> {
    guard case .exchange(let format) = self else { return [] }
    let document = ExchangeDocument(drawing, title: "", for: format)
    guard isAlone, format == .xournal,
      document.pages.contains(where: { $0.background.document != nil })
    else { return document.losses }
    return document.losses.union([.documents])
  }
}

extension ExportFormat {
  /// Its files, in a dialog.
  var filter: FileChooser.Filter { .init(title, patterns: ["*." + fileExtension]) }
}
