import CGtk
import InkModel

/// Text in the font of a widget, laid out to be painted.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class TextLayout {
  private let layout: Kept<Object>
  private let text: String

  /// - Parameters:
  ///   - scale: The size of the letters in that of the widget's own.
  ///   - widened: A character, by the number of Unicode scalars before it, and the points by which it is wider.
  public init(
    _ text: String, on widget: some WidgetProtocol, scale: Double = 1,
    widened: (position: Int, width: Double)? = nil
  ) {
    self.text = text
    layout = Kept(taking: Object(gtk_widget_create_pango_layout(widget.cast(), text).raw))
    let attributes = pango_attr_list_new()
    if let size = pango_attr_scale_new(scale) { pango_attr_list_insert(attributes, size) }
    if let widened, let bytes = bytes(of: widened.position),
      let spacing = pango_attr_letter_spacing_new(CInt(widened.width * Double(PANGO_SCALE)))
    {
      (spacing.pointee.start_index, spacing.pointee.end_index) = (
        UInt32(bytes.lowerBound), UInt32(bytes.upperBound)
      )
      pango_attr_list_insert(attributes, spacing)
    }
    pango_layout_set_attributes(layout.object.opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  private func bytes(of position: Int) -> Range<Int>? {
    let scalars = text.unicodeScalars
    guard let scalar = scalars.dropFirst(position).first else { return nil }
    let start = scalars.prefix(position).reduce(0) { $0 + UTF8.width($1) }
    return start..<start + UTF8.width(scalar)
  }

  /// In points.
  public var size: (width: Double, height: Double) {
    var (width, height) = (CInt(0), CInt(0))
    pango_layout_get_pixel_size(layout.object.opaque, &width, &height)
    return (Double(width), Double(height))
  }

  /// The caret at each text position, from the layout's corner, in points; without width.
  public var carets: [Rect] {
    var carets: [Rect] = []
    var index = 0
    func add() {
      var box = PangoRectangle()
      pango_layout_index_to_pos(layout.object.opaque, CInt(index), &box)
      let unit = Double(PANGO_SCALE)
      carets.append(
        Rect(
          x: Double(box.x) / unit, y: Double(box.y) / unit, width: 0,
          height: Double(box.height) / unit))
    }
    for scalar in text.unicodeScalars {
      add()
      index += UTF8.width(scalar)
    }
    add()
    return carets
  }

  /// Appends the text to a snapshot, its corner at a point.
  public func append(to snapshot: OpaquePointer, at corner: Point, color: Color) {
    gtk_snapshot_save(snapshot)
    var offset = graphene_point_t(x: Float(corner.x), y: Float(corner.y))
    gtk_snapshot_translate(snapshot, &offset)
    var rgba = color.gdk
    gtk_snapshot_append_layout(snapshot, layout.object.opaque, &rgba)
    gtk_snapshot_restore(snapshot)
  }
}
