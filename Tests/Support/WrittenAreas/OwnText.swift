import CGtk
import Gtk
import GtkScribble
import InkModel
import LineOutput

/// A line of text that this program paints itself.
///
/// It has all that a text widget can have: a placeholder, undo, room for words as they come. Says “own: text” at each change, and “own hint hidden” and “own hint shown”.
final class OwnText: WidgetPainter, ScribbleTextInput {
  private(set) var painted: PaintedWidget!
  private var history: [String] = []
  private var isHintHidden = false
  private let margin = 8.0

  init() {
    painted = PaintedWidget(self)
    painted.isFocusable = true
    painted.setMinimumSize(height: 44)
    painted.setAccessibleName("own")
    let keys = KeyController()
    keys.pressed.connect { [weak self] key, _, held in
      guard let self, key.character == "z", held.contains(.control), let last = history.popLast()
      else { return false }
      text = last
      return true
    }
    painted.add(keys)
  }

  // MARK: The text

  var widget: Widget { Widget(painted) }
  let layoutChanges: Listeners? = Listeners()

  var text = "" {
    didSet {
      let count = text.unicodeScalars.count
      selection = count..<count
      say("own: \(text)")
      layoutChanges?.tell()
      painted.queueDraw()
    }
  }
  var selection = 0..<0 { didSet { painted.queueDraw() } }

  func replace(_ range: Range<Int>, with inserted: String) {
    history.append(text)
    var scalars = Array(text.unicodeScalars)
    scalars.replaceSubrange(range, with: inserted.unicodeScalars)
    text = String(String.UnicodeScalarView(scalars))
  }

  func takeBack(to former: String) -> Bool {
    guard history.last == former else { return false }
    history.removeLast()
    text = former
    return true
  }

  func hasRoom(for inserted: String, replacing range: Range<Int>) -> Bool {
    size(of: text + inserted).width + 2 * margin < painted.bounds.width
  }

  func setPlaceholderHidden(_ hidden: Bool) {
    guard hidden != isHintHidden else { return }
    isHintHidden = hidden
    say(hidden ? "own hint hidden" : "own hint shown")
    painted.queueDraw()
  }

  func caret(at position: Int) -> Rect? {
    let before = String(text.unicodeScalars.prefix(position)).utf8.count
    var box = PangoRectangle()
    withLayout(text) { pango_layout_get_cursor_pos($0, CInt(before), &box, nil) }
    let (scale, top) = (Double(PANGO_SCALE), top(of: text))
    return Rect(
      x: margin + Double(box.x) / scale, y: top + Double(box.y) / scale, width: 0,
      height: Double(box.height) / scale)
  }

  private func withLayout(_ text: String, _ body: (OpaquePointer) -> Void) {
    let layout = Kept(taking: Object(gtk_widget_create_pango_layout(painted.widget, text).raw))
    withExtendedLifetime(layout) { body(layout.object.opaque) }
  }

  private func size(of text: String) -> (width: Double, height: Double) {
    var (width, height) = (CInt(0), CInt(0))
    withLayout(text) { pango_layout_get_pixel_size($0, &width, &height) }
    return (Double(width), Double(height))
  }

  private func top(of text: String) -> Double {
    (painted.bounds.height - size(of: text).height) / 2
  }

  // MARK: Painting

  func resized(width: Int, height: Int) { layoutChanges?.tell() }
  func realized() {}
  func unrealized() {}

  func snapshot(_ snapshot: OpaquePointer) {
    let shown = text.isEmpty && !isHintHidden ? "Write here" : text
    var corner = graphene_point_t(x: Float(margin), y: Float(top(of: shown)))
    var color = Color(red: 0, green: 0, blue: 0).gdk
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &corner)
    withLayout(shown) { gtk_snapshot_append_layout(snapshot, $0, &color) }
    gtk_snapshot_restore(snapshot)
    guard painted.hasFocus, let caret = caret(at: selection.upperBound) else { return }
    var line = Rect(x: caret.minX, y: caret.minY, width: 1, height: caret.height).graphene
    gtk_snapshot_append_color(snapshot, &color, &line)
  }
}
