import CGtk
import Gtk
import InkModel
import Scribble

/// A layout of a text in one line as GtkText makes its own, and the carets of one that runs from left to right.
///
/// A GtkText tells one caret at a time, and each takes as long as the text is: those of a thousand characters together
/// take longer than a frame. One pass over a layout has them all.
@MainActor
final class LineCarets {
  private let kept: Kept<Object>
  var layout: OpaquePointer { kept.object.opaque }
  /// Where each character begins in the text, in bytes, and where the last one ends.
  let bytes: [CInt]

  /// Fewer carets are asked for one by one, which takes less time than a layout.
  static let fewest = 64
  /// Points by which a caret of the layout may differ from the widget's: GTK rounds its own.
  private static let tolerance = 2.0

  /// - Parameters:
  ///   - scalars: All of the text.
  ///   - widget: The GtkText.
  init(_ scalars: FieldScalars, in widget: UnsafeMutablePointer<GtkWidget>) {
    let text = gtk_editable_get_text(widget.opaque)
    kept = Kept(taking: Object(gtk_widget_create_pango_layout(widget, text).raw))
    pango_layout_set_single_paragraph_mode(kept.object.opaque, 1)
    if let attributes = gtk_text_get_attributes(widget.cast()) {
      pango_layout_set_attributes(kept.object.opaque, attributes)
    }
    var bytes: [CInt] = [0]
    bytes.reserveCapacity(scalars.count + 1)
    for scalar in scalars { bytes.append(bytes[bytes.count - 1] + CInt(UTF8.width(scalar))) }
    self.bytes = bytes
  }

  /// The carets at text positions, where the layout is the widget's.
  ///
  /// - Parameter caret: The widget's own caret at a position.
  /// - Returns: `nil` where some of the text runs from right to left, or where they differ from the widget's at the first,
  ///   the middle or the last position.
  func carets(at positions: ClosedRange<Int>, like caret: (Int) -> Rect) -> [Rect]? {
    guard let xs = starts(), xs.count > positions.upperBound else { return nil }
    let first = caret(positions.lowerBound)
    let offset = first.minX - xs[positions.lowerBound]
    let middle = (positions.lowerBound + positions.upperBound) / 2
    for position in [middle, positions.upperBound] {
      guard abs(caret(position).minX - xs[position] - offset) <= Self.tolerance else { return nil }
    }
    return positions.map { position in
      Rect(x: xs[position] + offset, y: first.minY, width: first.width, height: first.height)
    }
  }

  /// Where each character begins, and where the last one ends, in points from the layout's left edge; `nil` where they are
  /// not seen in the order of the text.
  private func starts() -> [Double]? {
    guard let iter = pango_layout_get_iter(layout) else { return nil }
    defer { pango_layout_iter_free(iter) }
    var starts: [Double] = []
    starts.reserveCapacity(bytes.count)
    var box = PangoRectangle()
    repeat {
      // The end of the line counts as a character without an extent.
      guard starts.count < bytes.count - 1 else { break }
      guard pango_layout_iter_get_index(iter) == bytes[starts.count] else { return nil }
      pango_layout_iter_get_char_extents(iter, &box)
      starts.append(Double(box.x) / Double(PANGO_SCALE))
    } while pango_layout_iter_next_char(iter) != 0
    guard starts.count == bytes.count - 1 else { return nil }
    starts.append(Double(box.x + box.width) / Double(PANGO_SCALE))
    return starts
  }
}
