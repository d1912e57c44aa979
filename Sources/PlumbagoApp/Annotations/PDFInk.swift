import Canvas
import ForeignReading
import Glibc
import InkModel
import InkRendering
import InkStore
import ReaderProtocol

/// Ink that came out of a PDF, by its pages.
nonisolated struct PDFInk: Sendable {
  struct Piece: Sendable {
    var clip: InkClip
    /// The page of the document, counted from 0.
    var page: Int
    /// To the page as it is looked at, in the document's units.
    var seenFromClip: AffineTransform
    /// Which of the layers it is on, by its number.
    var layer: Int32?
  }

  var pieces: [Piece] = []
  /// Those of the drawing that it comes from, where that had several.
  var layers: [Layer] = []

  /// Takes our ink out of a PDF.
  ///
  /// - Parameter file: Stays open.
  /// - Returns: The ink, and a file with the document without it, for the caller to close; `nil` where there is none.
  static func lift(
    from file: Int32, password: String
  ) async throws(ForeignError) -> (ink: PDFInk, file: Int32)? {
    let lifted = try await ReaderProcess.with(file, program: Installation.reader) {
      reader throws(ForeignError) -> (PDFInk, [UInt8])? in
      let found = try reader.liftInk(password: password) { Piece($0) != nil }
      return found.map { lifted in
        (
          PDFInk(
            pieces: lifted.pieces.compactMap { Piece($0) }, layers: Self.layers(lifted.layers)),
          lifted.document
        )
      }
    }
    guard let (ink, bytes) = lifted else { return nil }
    guard let copy = StoredBytes.unnamedFile() else { throw .noBytes }
    guard StoredBytes.write(bytes[...], to: copy) else {
      close(copy)
      throw .noBytes
    }
    return (ink, copy)
  }

  private static func layers(_ found: [DocumentLayer]) -> [Layer] {
    guard found.count > 1 else { return [] }
    var order = OrderKey.first
    return found.enumerated().map { i, layer in
      defer { order = order.next }
      return Layer(
        id: Int32(i), order: order, name: layer.name, isLocked: layer.isLocked,
        opacity: layer.opacity)
    }
  }

  /// As it lies on pages that were made of the document's.
  ///
  /// - Parameters:
  ///   - keepsLayers: The drawing has ``layers``.
  ///   - pages: All of the document's, in order.
  ///   - sizes: Theirs in the document.
  func placed(
    on pages: [Page], _ sizes: [ForeignSize], keepsLayers: Bool = false
  ) -> [PlacedClip] {
    pieces.compactMap { piece in
      guard pages.indices.contains(piece.page), sizes.indices.contains(piece.page) else {
        return nil
      }
      let (page, size) = (pages[piece.page], sizes[piece.page])
      return PlacedClip(
        piece.clip, page: page.id,
        pageFromClip: page.size.fit(Vector(size.width, size.height)) * piece.seenFromClip,
        layer: keepsLayers && !layers.isEmpty ? piece.layer : nil)
    }
  }
}

nonisolated extension PDFInk.Piece {
  /// `nil` where the data are no clip, or one that can lie nowhere on a page.
  init?(_ piece: LiftedInk.Piece) {
    let t = piece.annotation.transform
    let map = AffineTransform(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
    guard let clip = InkClip(data: piece.data),
      PlacedClip(clip, page: 1, pageFromClip: map).isWithinLimits
    else { return nil }
    self.init(
      clip: clip, page: piece.annotation.page, seenFromClip: map,
      layer: piece.annotation.layer.map { Int32($0) })
  }
}
