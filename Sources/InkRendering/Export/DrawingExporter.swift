import InkModel

/// Writes a drawing in a format that other programs read.
///
/// The file appears whole or not at all: a failed export leaves an existing one as it was.
public protocol DrawingExporter: Sendable {
  /// The extension of the format's files, in lower case, without the dot.
  var fileExtension: String { get }
  var mimeType: String { get }

  func export(
    _ drawing: Drawing, options: ExportOptions, to path: String) throws(ExportError)
}

/// An exporter whose file can be had in memory as well.
public protocol MemoryExporter: DrawingExporter {
  /// Writes the whole file.
  ///
  /// - Parameter open: Called once, when it is sure that there is something to write.
  func write(
    _ drawing: Drawing, _ options: ExportOptions, to open: () throws(ExportError) -> ExportFile
  ) throws(ExportError)
}

extension MemoryExporter {
  public func export(
    _ drawing: Drawing, options: ExportOptions, to path: String
  ) throws(ExportError) {
    try write(drawing, options) { () throws(ExportError) in try ExportFile(path) }
  }

  /// The file as bytes, in memory.
  public func data(of drawing: Drawing, options: ExportOptions) throws(ExportError) -> [UInt8] {
    let memory = ExportFile()
    try write(drawing, options) { memory }
    return memory.memory ?? []
  }
}

/// The available formats.
public enum DrawingExporters {
  public static let all: [any DrawingExporter] = [PNGExporter(), SVGExporter(), PDFExporter()]

  /// The exporter for a file's extension; `nil` for other formats.
  public static func exporter(forPath path: String) -> (any DrawingExporter)? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let end = path[path.index(after: dot)...].lowercased()
    return all.first { $0.fileExtension == end }
  }
}

/// How to export.
public struct ExportOptions: Hashable, Sendable {
  /// PNG: pixels for one canvas point.
  ///
  /// SVG and PDF: by how much the page is enlarged.
  public var scale: Double
  /// The paper that colours are resolved for, unless the drawing keeps its colours.
  public var paper: PaperStyle
  /// Whether the paper is painted; without it, ink is on transparency.
  public var background: Bool
  /// Whether it goes onto paper that has a colour of its own: of what is below the ink, only lines and the pages of documents
  /// are painted there.
  public var isPrinted = false
  /// Canvas points around the ink, 0 or more.
  public var margin: Double
  /// What is done with ink outside of the pages, where the drawing has pages.
  public var margins: MarginExport
  /// Whether the paper's lines or dots are painted.
  public var pattern: Bool
  /// The pages to export; `nil` for all.
  public var chosenPages: PageNumbers?
  /// Kept in SVG and PDF as the document's title; left out where empty.
  public var title: String
  /// Where pages of documents and pictures get their pixels from; without it they are left grey.
  public var pages: ForeignSource?

  public init(
    scale: Double = 1, paper: PaperStyle = .light, background: Bool = true, margin: Double = 18,
    margins: MarginExport = .grow, pattern: Bool = true, chosenPages: PageNumbers? = nil,
    title: String = ""
  ) {
    self.scale = scale
    self.paper = paper
    self.background = background
    self.margin = margin
    self.margins = margins
    self.pattern = pattern
    self.chosenPages = chosenPages
    self.title = title
  }

  /// The page of a drawing without ink: A4, upright, in canvas points.
  public static let emptyPage = Rect(x: 0, y: 0, width: 595, height: 842)

  /// The part of the canvas to export: the ink and its margin, on whole points.
  func page(around elements: [Element]) throws(ExportError) -> Rect {
    guard scale.isFinite, scale > 0 else { throw .badScale(scale) }
    let ink = Drawing.bounds(of: elements)
    guard !ink.isEmpty else { return Self.emptyPage }
    return ink.outset(by: margin.isFinite ? max(margin, 0) : 0).roundedOut
  }
}

/// Why a drawing was not exported.
///
/// What was at the path before is as it was.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The scale is not a number above 0.
  case badScale(Double)
  /// The drawing has `count` pages, none of this number.
  case noSuchPage(Int, count: Int)
  /// The picture would have more pixels than the format allows; it fits at `largestScale` or below.
  case tooLarge(width: Double, height: Double, largestScale: Double)
  /// A system call failed: its name, its path and its `errno`.
  case system(call: String, path: String, code: Int32)
  case rendering(RenderingError)
  /// The task that exports was cancelled.
  case cancelled

  /// A sentence in English, for the command line and for logs.
  public var description: String {
    switch self {
    case .badScale(let scale): "The scale must be a number above 0, not \(scale)."
    case .noSuchPage(let page, let count): "There is no page \(page) of \(count)."
    case .tooLarge(let width, let height, let largest):
      "A picture of \(Int(min(width, 1e15))) × \(Int(min(height, 1e15))) pixels is too large; "
        + "export at a scale of \(largest) or less, or as SVG or PDF."
    case .system(let call, let path, let code):
      "Could not write “\(path)”: \(systemMessage(code)) (\(call))."
    case .rendering(let error): "Could not paint the drawing: \(error.message) (\(error.call))."
    case .cancelled: "The export was cancelled."
    }
  }
}
