import Glibc
import InkModel
import InkRendering

/// Why there is no picture; what was at its path is as it was.
nonisolated enum PictureExportError: Error {
  /// The name says no format that we know.
  case unknownFormat
  /// There is no ink to show.
  case nothingDrawn
  case failed(ExportError)
}

/// A drawing as a picture, in the format that the file's name says.
nonisolated enum PictureExport {
  /// Away from the main actor: a large picture takes its time.
  @concurrent static func write(
    _ drawing: Drawing, to path: String, title: String, scale: Double, paper: PaperStyle
  ) async throws(PictureExportError) {
    guard let exporter = DrawingExporters.exporter(forPath: path) else { throw .unknownFormat }
    guard !drawing.isEmpty else { throw .nothingDrawn }
    do throws(ExportError) {
      try exporter.export(
        drawing, options: ExportOptions(scale: scale, paper: paper, title: title), to: path)
    } catch {
      throw .failed(error)
    }
  }
}
