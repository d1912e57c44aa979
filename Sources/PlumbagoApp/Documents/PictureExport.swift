import InkModel
import InkRendering

nonisolated struct ExportError: Error {}
nonisolated enum PictureExport {
  static func write(
    _ drawing: Drawing, to path: String, title: String, scale: Double, paper: PaperStyle
  ) async throws(ExportError) { throw ExportError() }
}
