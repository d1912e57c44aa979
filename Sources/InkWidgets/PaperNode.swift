import CGtk
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Shows the paper below the ink, and keeps its render node while the picture is the same.
final class PaperNode {
  private var shown: (picture: PaperPicture, node: RenderNode)?

  /// The node of the paper's pattern, as last appended; `nil` where there is none.
  var marks: RenderNode? { shown?.node }

  /// Appends the paper.
  ///
  /// - Parameter bounds: The view, in widget points.
  func append(_ picture: PaperPicture, _ bounds: Rect, to snapshot: OpaquePointer) {
    // Raw: `Gtk` does not wrap a snapshot's colour nodes.
    var ground = picture.ground.gdk
    var all = bounds.graphene
    gtk_snapshot_append_color(snapshot, &ground, &all)
    guard picture.hasMarks else {
      shown = nil
      return
    }
    if shown?.picture != picture {
      let k = 1 / picture.deviceScale
      let node = RenderNode.painted(in: bounds) { cr in
        cairo_scale(cr, k, k)
        picture.paint(on: cr)
      }
      shown = node.map { (picture, $0) }
    }
    shown?.node.append(to: snapshot, at: .zero)
  }
}
