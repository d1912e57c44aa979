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
    let offer = offer(of: elements, in: document, onLoss: onLoss)
    let before = copying
    copying = Task {
      await before?.value
      // The drawing may be closed by the time it is pasted.
      _ = await offer.clip.value
      offer.formats.put(onClipboardOf: widget)
    }
  }

  /// Elements of a drawing in all formats that other programs may want; their bytes are read from the file at once.
  static func offer(
    of elements: [Element], in document: OpenDocument, onLoss: @escaping () -> Void
  ) -> (formats: ClipboardOffer, clip: Task<InkClip, Never>) {
    let drawing = Drawing(onCanvas: elements, of: document.session.drawing.settings)
    let ids = Set(elements.compactMap(\.kind.content))
    let source = ForeignSource(document.foreign.shelf)
    let clip = Task {
      let clip = InkClip(
        elements, contents: await document.keeper.contents(ids),
        blobs: await document.keeper.blobs(of: elements))
      if clip.elements.count < elements.count { onLoss() }
      return clip
    }
    let formats = ClipboardOffer(
      [
        .init(InkClip.mimeType) { await data(of: clip.value) }
      ] + texts(of: elements) + [
        .init(SVGExporter().mimeType) { await picture(of: drawing, source, asPNG: false) },
        .init(PNGExporter().mimeType) { await picture(of: drawing, source, asPNG: true) },
      ])
    return (formats, clip)
  }

  /// A small picture of elements, for a pointer that drags them: a PNG; `nil` where it would take long.
  static func icon(of elements: [Element], in document: OpenDocument) -> [UInt8]? {
    guard elements.count <= mostInIcon, elements.allSatisfy({ $0.kind.content == nil }) else {
      return nil
    }
    let drawing = Drawing(onCanvas: elements, of: document.session.drawing.settings)
    let bounds = elements.map(\.bounds).reduce(Rect.empty) { $0.union($1) }
    let scale = min(1, iconSize / max(bounds.width, bounds.height, 1))
    let options = ExportOptions(scale: scale, background: false, margin: 2, pattern: false)
    return try? PNGExporter().data(of: drawing, options: options)
  }

  /// Pixels of the picture's longer side.
  private static let iconSize = 160.0
  /// Elements that are painted within a frame.
  private static let mostInIcon = 200

  /// The names of plain text among the types of a clipboard, the best first.
  static let textTypes = ["text/plain;charset=utf-8", "text/plain"]

  /// What text boxes say, for other programs.
  private static func texts(of elements: [Element]) -> [ClipboardOffer.Format] {
    guard let text = elements.plainText else { return [] }
    return textTypes.map { .init($0) { Array(text.utf8) } }
  }

  /// Copies a text by itself.
  static func copy(text: String, on widget: Widget) {
    let bytes = Array(text.utf8)
    let before = copying
    copying = Task {
      await before?.value
      ClipboardOffer(textTypes.map { .init($0) { bytes } }).put(onClipboardOf: widget)
    }
  }

  /// The most bytes of text that are read: what a text box holds.
  private static let mostText = ElementLimits.textBytes

  /// The text that is offered, `nil` where there is none.
  static func text(in content: some OfferedContent) async -> String? {
    for type in textTypes {
      if let bytes = await content.bytes(type, limit: mostText) {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains { !$0.isWhitespace } ? text : nil
      }
    }
    return nil
  }

  /// The elements that are offered, `nil` where there are none.
  static func clip(in content: some OfferedContent) async -> InkClip? {
    await copying?.value
    guard let bytes = await content.bytes(InkClip.mimeType, limit: InkClip.mostBytes) else {
      return nil
    }
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
