import CGtk
import Gtk
import InkModel
import InkRendering

/// Ink on top of all that a window or a popover shows, in its own frames.
///
/// GTK has no place for it: what lies in a window is laid out, and a popover holds one child. So the way in
/// which the widget's class makes its picture goes on by ours, for widgets that have ink.
///
/// Invariant: a class is changed once, and what it did before is done first.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
@MainActor
final class FieldInk {
  private typealias Snapshot =
    @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void

  private static let key = "plumbago-field-ink"
  /// What the changed classes did.
  private static var originals: [GType: Snapshot] = [:]

  private let native: GObjectReference
  private let rasterizer = StrokeRasterizer(paper: .light)
  private let color: Color
  private var strokes: [WetStroke] = []

  /// - Parameter native: The window or popover; the strokes are in its own points.
  init(on native: UnsafeMutablePointer<GtkWidget>, color: Color) {
    self.native = GObjectReference(native)
    self.color = color
    Self.change(Self.type(of: native))
    g_object_set_data_full(
      native.object, Self.key, Retained(self).retained(), { Retained<FieldInk>.release($0) })
  }

  private var widget: UnsafeMutablePointer<GtkWidget> { native.pointer.widget }

  // MARK: Strokes

  func begin(_ sample: StylusSample, _ tool: StylusTool) {
    var ink = Ink.standard
    (ink.color, ink.size) = (color, 2.4)
    strokes.append(WetStroke(tool: tool, ink: ink, seed: 1))
    move([sample])
  }

  func move(_ samples: [StylusSample]) {
    guard !strokes.isEmpty else { return }
    strokes[strokes.count - 1].move(samples, tip: nil)
    gtk_widget_queue_draw(widget)
  }

  /// Leaves the strokes that begin at some places; the others go.
  func keep(starts: [Point]) {
    strokes.removeAll { stroke in
      stroke.samples.first.map { !starts.contains($0.position) } ?? true
    }
    gtk_widget_queue_draw(widget)
  }

  /// Shows nothing any more, for good.
  func end() {
    gtk_widget_queue_draw(widget)
    g_object_set_data(widget.object, Self.key, nil)
  }

  // MARK: Painting

  private static func type(of widget: UnsafeMutablePointer<GtkWidget>) -> GType {
    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
      .pointee.g_class.pointee.g_type
  }

  private static func change(_ type: GType) {
    guard originals[type] == nil, let known = g_type_class_peek(type) else { return }
    let own = known.assumingMemoryBound(to: GtkWidgetClass.self)
    let ours: Snapshot = { widget, snapshot in
      guard let widget, let snapshot else { return }
      FieldInk.show(widget, snapshot)
    }
    // A class that was made from a changed one has ours already; it is that one's part to go on.
    if let before = own.pointee.snapshot,
      unsafeBitCast(before, to: Int.self) != unsafeBitCast(ours, to: Int.self)
    {
      originals[type] = before
      own.pointee.snapshot = ours
    }
  }

  /// Whose picture is being made, and by what changed class.
  private static var making: (widget: UnsafeMutablePointer<GtkWidget>, type: GType)?

  private static func show(_ widget: UnsafeMutablePointer<GtkWidget>, _ snapshot: OpaquePointer) {
    // A class that asks the one that it was made from comes here again, for that one's part.
    let outer = making
    let isInner = outer?.widget == widget
    var type = isInner ? g_type_parent(outer?.type ?? 0) : type(of: widget)
    while originals[type] == nil, type != 0 { type = g_type_parent(type) }
    making = (widget, type)
    originals[type]?(widget, snapshot)
    making = outer
    guard !isInner else { return }
    Retained<FieldInk>.from(g_object_get_data(widget.object, key))?.value.paint(to: snapshot)
  }

  private func paint(to snapshot: OpaquePointer) {
    var box = Rect.empty
    let elements = strokes.enumerated().map { i, wet in
      var path = wet.path
      path.points += wet.tail(after: path.points.count)
      let stroke = Stroke(
        content: ContentID(Int64(i) + 1), ink: wet.ink, path: path, seed: wet.seed)
      let element = Element(id: ElementID(Int64(i) + 1), order: .first, kind: .stroke(stroke))
      box = box.union(element.bounds)
      return element
    }
    guard !box.isEmpty else { return }
    RenderNode.painted(in: box.outset(by: 2).roundedOut) { cr in
      for element in elements {
        rasterizer.paint(element, on: cr, deviceFromCanvas: .identity)
      }
    }?.append(to: snapshot)
  }
}
