import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Paints a widget's frames as render nodes, and remembers what the last one shows.
final class FramePresenter: FramePresenting {
  /// Appends what lies on the paper, below all ink.
  var underlay: (OpaquePointer) -> Void = { _ in }
  /// What the last frame shows, if it can be painted again.
  private(set) var ground: FrameGround?

  private let widget: Widget
  private let nodes = InkNodes()
  private let previewNode = PreviewNode()
  private var snapshot: OpaquePointer?

  init(on widget: Widget) { self.widget = widget }

  /// Has a frame painted into a snapshot.
  func paint(to snapshot: OpaquePointer, _ frame: () -> Void) {
    self.snapshot = snapshot
    frame()
    self.snapshot = nil
  }

  // Raw: called with every report of a tool.
  func needFrame() { widget.queueDraw() }

  func canPaintAgain(_ layers: PictureLayers, isCovered: Bool) -> Bool {
    ground = isCovered ? nil : FrameGround(layers)
    return ground != nil
  }

  func paint(_ layers: PictureLayers, preview: PreviewPicture?) {
    guard let snapshot else { return }
    nodes.append(
      layers, isPaintedAnew: RenderNode.arePaintedAnew(of: widget), to: snapshot,
      underlay: underlay
    ) { position in
      // Exactly once a frame, even without a preview, so that an old node is released.
      guard position == preview?.preview.painting ?? .above else { return }
      previewNode.append(preview, to: snapshot)
    }
    ground?.marks = nodes.paperMarks
  }
}
