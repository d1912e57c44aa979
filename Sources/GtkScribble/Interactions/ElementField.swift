import CGtk
import Gtk
import InkModel
import Scribble

/// An element of an area, which becomes a field when it is focused.
///
/// Invariants:
/// 1. Until it is focused it has no text and takes no edit; it is written on the area.
/// 2. It is focused once at the most. From then on it is the field that it was given.
/// 3. Before that it may become another element, over whose text a stroke lies.
final class ElementField: TextField {
  private let area: Kept<Object>
  /// Where the ink begins, in the area's points.
  private let start: Point
  private var element: AreaElement
  /// The bounds of the ink that it is focused for, in the points of its window or popover.
  var ink = Rect.empty
  /// What it has become.
  private var field: (any TextField)?
  private var focusing: Task<Void, Never>?

  /// The element that a press at a position of a window or popover writes in; `nil` where there is none, or something
  /// that takes presses lies over the area.
  init?(at position: Point, in native: UnsafeMutablePointer<GtkWidget>) {
    guard var under = gtk_widget_pick(native, position.x, position.y, GTK_PICK_INSENSITIVE) else {
      return nil
    }
    var found = WidgetInteractions.find(under)?.indirect
    while found == nil {
      guard gtk_widget_get_focusable(under) == 0, !under.isA(gtk_window_handle_get_type()),
        let parent = gtk_widget_get_parent(under)
      else { return nil }
      under = parent
      found = WidgetInteractions.find(under)?.indirect
    }
    guard let start = Widget(native).point(position, in: Widget(under)),
      let element = found?.element(nearest: start)
    else { return nil }
    area = Kept(Object(under))
    self.start = start
    self.element = element
    if element.isFocused, let root = gtk_widget_get_root(under),
      let focus = gtk_root_get_focus(root)
    {
      field = TextFields.field(around: focus)
    }
  }

  var listener: WritingListener { element.listener }

  /// Whether it takes an edit.
  var isFocused: Bool { field != nil }

  /// Whether marks alone are a text for it (``StrayMarks``).
  var takesMarksAlone: Bool { element.takesMarksAlone }

  /// Whether what begins in it may go on with the text that has the focus.
  var goesOnWithFocusedText: Bool { !isFocused && element.goesOnWithFocusedText }

  /// Becomes the element over whose text a stroke lies; whether there is one.
  ///
  /// - Parameter stroke: In the points of its window or popover.
  func goesOver(toTextBelow stroke: [Point]) -> Bool {
    guard field == nil else { return false }
    // It is being focused already.
    guard focusing == nil else { return true }
    // A straight line has no height.
    ink = Rect(around: stroke).outset(by: 0.5)
    guard let stroke = inArea(stroke), let below = element.below(stroke) else { return false }
    element = below
    return true
  }

  /// The view that a flick over it scrolls; `nil` for the one that the area lies in.
  var scroller: ScrolledWindow? { element.scroller }

  /// Tells its program that what is shown of it is crossed out.
  func crossOut() { element.crossOut() }

  /// Focuses it, where it is not; whether it takes an edit then.
  ///
  /// Waits until its widget is laid out, so that its text has positions.
  func focus() async -> Bool {
    if focusing == nil, field == nil {
      focusing = Task {
        guard let widget = await element.focus(start, inkInArea),
          let field = TextFields.field(around: widget.widget)
        else { return }
        let end = ScribbleController.now + Self.longestLayout
        while ScribbleController.now < end,
          gtk_widget_get_mapped(field.paper) == 0 || gtk_widget_get_width(field.paper) == 0
        {
          await withCheckedContinuation { next in
            MainLoop.after(Self.frame) { next.resume() }
          }
        }
        self.field = field
      }
    }
    await focusing?.value
    return field?.isOpen ?? false
  }

  /// ``ink`` in the area's points.
  private var inkInArea: Rect {
    guard !ink.isEmpty,
      let corners = inArea([Point(ink.minX, ink.minY), Point(ink.maxX, ink.maxY)])
    else { return Rect(center: start, radius: 0) }
    return Rect(around: corners)
  }

  /// Positions of its window or popover, in the area's points; `nil` where the area is in none.
  private func inArea(_ positions: [Point]) -> [Point]? {
    guard let root = gtk_widget_get_native(area.object.widget) else { return nil }
    let (native, widget) = (Widget(root), Widget(area.object.widget))
    let own = positions.compactMap { native.point($0, in: widget) }
    return own.count == positions.count ? own : nil
  }

  /// Seconds that a new widget has to be laid out.
  private static let longestLayout = 0.5
  private static let frame = 0.016

  // MARK: The field

  var widget: UnsafeMutablePointer<GtkWidget> { field?.widget ?? area.object.widget }
  var paper: UnsafeMutablePointer<GtkWidget> { field?.paper ?? area.object.widget }
  var isEditable: Bool { field?.isEditable ?? true }
  var isOneLine: Bool { field?.isOneLine ?? false }

  func text(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText {
    field?.text(in: native, region) ?? FieldText("")
  }

  func textInSight(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText {
    field?.textInSight(in: native, region) ?? FieldText("")
  }

  func tapped(at position: Int, count: Int, in text: FieldText) -> Range<Int> {
    field?.tapped(at: position, count: count, in: text) ?? text.tapped(at: position, count: count)
  }

  /// In the area only on the ink's own line: what is written below is another text.
  func isBeside(
    _ position: Point, _ ink: Rect, in native: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    if let field { return field.isBeside(position, ink, in: native) }
    let above = max(Self.lineHeight - ink.height, 0) / 2
    let line = Rect(
      minX: ink.minX - Self.lineHeight, minY: ink.minY - above,
      maxX: ink.maxX + Self.lineHeight, maxY: ink.maxY + above)
    return line.contains(position) && TextFields.isFree(position, beside: self, in: native)
  }

  /// The height of a line that is written by hand, in points.
  ///
  /// If it is less, a small first stroke is a text by itself; if it is more, a second line belongs to the first.
  private static let lineHeight = 48.0

  func apply(_ edit: TextEdit, takesFocus: Bool) { field?.apply(edit, takesFocus: takesFocus) }
  var needsFocusForText: Bool { field?.needsFocusForText ?? false }
  func hasRoom(for edit: TextEdit) -> Bool { field?.hasRoom(for: edit) ?? false }
  func blank(at position: Int) -> (any WidenedBlank)? { field?.blank(at: position) }

  func select(_ range: Range<Int>, takesFocus: Bool) {
    field?.select(range, takesFocus: takesFocus)
  }

  func setPlaceholderHidden(_ hidden: Bool) { field?.setPlaceholderHidden(hidden) }
  func hideSuggestions() -> Suggestions? { field?.hideSuggestions() }
  func showCaret() { field?.showCaret() }

  func subscribe(toLayout body: @escaping () -> Void) -> [Subscription] {
    field?.subscribe(toLayout: body) ?? []
  }

  func subscribe(toSelection body: @escaping () -> Void) -> [Subscription] {
    field?.subscribe(toSelection: body) ?? []
  }
}
