import CGtk
import Canvas
import Gtk
import GtkInk

/// The preview of a mark as a node, kept while nothing changes.
final class PreviewNode {
  private var kept: (picture: PreviewPicture, node: RenderNode)?
  private let painter = PreviewPainter()

  /// Appends a preview; `nil` forgets the last.
  func append(_ picture: PreviewPicture?, to snapshot: OpaquePointer) {
    guard let picture else {
      kept = nil
      return
    }
    if kept?.picture != picture { kept = make(picture).map { (picture, $0) } }
    kept?.node.append(to: snapshot, at: .zero)
  }

  private func make(_ picture: PreviewPicture) -> RenderNode? {
    let box = picture.box
    guard !box.isEmpty else { return nil }
    return RenderNode.painted(in: box) { painter.paint(picture, on: $0) }
  }
}
