import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering
import InkStore

/// Ink on the clipboard: Plumbago's own format, and pictures for other programs.
enum InkClipboard {
  /// What was copied last and is still being read from its file.
  private static var copying: Task<Void, Never>?

  /// Copies elements of a drawing.
  ///
  /// - Parameter onLoss: Called where pictures are left out, because they are too large for a clipboard.
  static func copy(
    _ elements: [Element], of document: OpenDocument, on widget: Widget,
    onLoss: @escaping () -> Void
  ) {
    let drawing = Drawing(onCanvas: elements, of: document.session.drawing.settings)
    let ids = Set(elements.compactMap(\.kind.content))
    let source = ForeignSource(document.foreign.shelf)
    let before = copying
    copying = Task {
      await before?.value
      // At once, since the drawing may be closed by the time it is pasted.
      let clip = InkClip(
        elements, contents: await document.keeper.contents(ids),
        blobs: await document.keeper.blobs(of: elements))
      if clip.elements.count < elements.count { onLoss() }
      ClipboardOffer(
        [
          .init(InkClip.mimeType) { await data(of: clip) }
        ] + texts(of: elements) + [
          .init(SVGExporter().mimeType) { await picture(of: drawing, source, asPNG: false) },
          .init(PNGExporter().mimeType) { await picture(of: drawing, source, asPNG: true) },
        ]
      ).put(onClipboardOf: widget)
    }
  }

  /// Copies text alone.
  static func copy(_ text: String, on widget: Widget) {
    let before = copying
    copying = Task {
      await before?.value
      ClipboardOffer(textTypes.map { .init($0) { Array(text.utf8) } }).put(
        onClipboardOf: widget)
    }
  }

  /// The names of plain text among the types of a clipboard, the best first.
  private static let textTypes = ["text/plain;charset=utf-8", "text/plain"]

  /// What text boxes say, for other programs.
  private static func texts(of elements: [Element]) -> [ClipboardOffer.Format] {
    guard let text = elements.plainText else { return [] }
    return textTypes.map { .init($0) { Array(text.utf8) } }
  }

  /// Copies a text by itself.
  static func copy(text: String, on widget: Widget) {
    let bytes = Array(text.utf8)
    ClipboardOffer(textTypes.map { .init($0) { bytes } }).put(onClipboardOf: widget)
  }

  /// The most bytes of text that are read: what a text box holds.
  private static let mostText = ElementLimits.textBytes

  /// The text on the clipboard, `nil` where it holds none.
  static func text(on widget: Widget) async -> String? {
    for type in textTypes {
      if let bytes = await Clipboard.read(type, limit: mostText, of: widget) {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains { !$0.isWhitespace } ? text : nil
      }
    }
    return nil
  }

  /// The strokes on the clipboard, `nil` where it holds none.
  static func strokes(on widget: Widget) async -> InkClip? {
    await copying?.value
    guard
      let bytes = await Clipboard.read(
        InkClip.mimeType, limit: InkClip.mostBytes, of: widget)
    else { return nil }
    return await clip(from: bytes)
  }

  // Off the main actor, since many strokes take long.

  @concurrent nonisolated private static func data(of clip: InkClip) async -> [UInt8]? {
    clip.data
  }

  @concurrent nonisolated private static func clip(from bytes: [UInt8]) async -> InkClip? {
    InkClip(data: bytes)
  }

  /// Without paper; pictures in pixels have the resolution of present screens.
  @concurrent nonisolated private static func picture(
    of drawing: Drawing, _ source: ForeignSource, asPNG: Bool
  ) async -> [UInt8]? {
    var options = ExportOptions(
      scale: asPNG ? 2 : 1, background: false, margin: 2, pattern: false)
    options.pages = source
    if !asPNG { return try? SVGExporter().data(of: drawing, options: options) }
    while options.scale > 1.0 / 64 {
      do throws(ExportError) {
        return try PNGExporter().data(of: drawing, options: options)
      } catch {
        guard case .tooLarge = error else { return nil }
        options.scale /= 2
      }
    }
    return nil
  }
}
