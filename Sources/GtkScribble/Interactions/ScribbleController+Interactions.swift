import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

// What programs decide of writing, and what they are told.
extension ScribbleController {
  /// What a press at a position begins to write in, whether that lies beside it, and what was drawn there; `nil` where
  /// nothing takes handwriting, the program refuses it, or somebody draws beside it.
  func target(
    at position: Point
  ) -> (field: any TextField, isBeside: Bool, drawn: StrokesBeside)? {
    var isBeside = false
    var target = TextFields.field(at: position, in: native) ?? areaField(at: position)
    if target == nil {
      target = TextFields.lineField(beside: position, in: native)
      isBeside = true
    }
    guard let field = target else { return nil }
    if let writing, writing.isStill, isWritten(field) { return (field, isBeside, .none) }
    // The program, which is asked, may have closed it.
    guard mayBegin(at: position, in: field), field.isOpen else { return nil }
    let drawn = strokesDrawn(beside: field, at: position)
    if case .drawing = drawn { return nil }
    return (field, isBeside, drawn)
  }

  /// The element of an area that a press at a position writes in, or the field that was written in last, where it goes on
  /// with the line there.
  private func areaField(at position: Point) -> (any TextField)? {
    guard let element = ElementField(at: position, in: native) else { return nil }
    guard element.goesOnWithFocusedText, let writing, writing.field.isOpen, writing.field.hasFocus
    else { return element }
    let caret = writing.field.text(in: native, .none).selection
    let text = writing.field.text(in: native, .ends(of: caret))
    return writing.session.goesOnWithLine(at: position, in: text) ? writing.field : element
  }

  /// Whether a tap at a position is the area's: a stroke there goes on with the line of a field, which it is not in, and it
  /// is no dot of the ink.
  ///
  /// - Parameter field: What ``target(at:)`` gives there, before it is written in.
  func isTapForArea(at position: Point, beside field: (any TextField)?) -> Bool {
    guard let writing, let field, field === writing.field else { return false }
    return !writing.session.isDot(position, at: Self.now, in: field.text(in: native, .none))
  }

  /// Whether the program lets writing in a field begin at a position.
  func mayBegin(at position: Point, in field: any TextField) -> Bool {
    let around = WidgetInteractions.around(field.paper)
    return allow(others(than: around, at: position) + around, at: position)
  }

  /// Whether a widget beside the field that is written in keeps a stroke at a position from going on there.
  func isRefused(at position: Point, beside field: any TextField) -> Bool {
    !allow(others(than: WidgetInteractions.around(field.paper), at: position), at: position)
  }

  /// Those of the widget under the pen, which may be one beside the field.
  func others(
    than around: [WidgetInteractions], at position: Point
  ) -> [WidgetInteractions] {
    guard let under = gtk_widget_pick(native, position.x, position.y, GTK_PICK_DEFAULT) else {
      return []
    }
    return WidgetInteractions.around(under).filter { own in !around.contains { $0 === own } }
  }

  private func allow(_ interactions: [WidgetInteractions], at position: Point) -> Bool {
    interactions.allSatisfy { $0.direct?.shouldBegin(at: position, of: Widget(native)) ?? true }
  }

  /// Whether a stroke in a field goes on with what is written in it, or in none where none is.
  ///
  /// An element of an area that is not focused is another one at each press.
  func isWritten(_ field: (any TextField)?) -> Bool {
    field?.widget == writing?.field.widget && (field as? ElementField)?.isFocused != false
  }

  /// Who is to be told of a writing in a field.
  func listeners(of field: any TextField) -> [WritingListener] {
    [(field as? ElementField)?.listener].compactMap(\.self)
      + WidgetInteractions.around(field.paper).compactMap { $0.direct?.listener }
  }

  /// A stroke is no tap: the field is still from now on, and the program is told where that is new.
  func begin(_ writing: Writing) {
    guard writing.begin(holding: { heldFrame(of: writing.field) }), self.writing === writing,
      !writing.delaysFocus,
      let field = writing.field as? ElementField, !field.isFocused
    else { return }
    Task { [weak writing] in
      if await field.focus() { writing?.fieldIsFocused() }
    }
  }

  /// What holds a field's frame.
  ///
  /// `nil` for an element of an area until it is focused: the area lays it out as its program has it.
  func heldFrame(of field: any TextField) -> HeldFrame? {
    guard let surface, (field as? ElementField)?.isFocused != false else { return nil }
    return HeldFrame(Widget(field.outermost), in: Widget(native), surface)
  }

  /// The stroke under the pen goes to and fro over the text of an element that is not focused: it waits for that text.
  ///
  /// Not where ink waits that is to be read: that is of the element in which it began.
  func awaitTextBelowScratch(_ writing: Writing) {
    guard let field = writing.field as? ElementField, !field.isFocused,
      let stroke = writing.session.ink.last, writing.session.ink.allSatisfy(ScratchOut.isOne),
      field.goesOver(toTextBelow: stroke)
    else { return }
    writing.session.awaitsText = true
  }

  /// Focuses the element over whose text a stroke lies that may be a gesture there, before anything is read; whether there
  /// is one.
  func focusesForGesture(_ writing: Writing, takesFocus: Bool) -> Bool {
    guard let field = writing.field as? ElementField, !field.isFocused,
      let stroke = writing.session.strokeOverText, field.goesOver(toTextBelow: stroke)
    else { return false }
    writing.session.awaitsText = true
    focus(field, writing, takesFocus: takesFocus)
    return true
  }

  /// Focuses the element for which a text was read, and reads its ink again, which is now part of the element's text.
  ///
  /// Also where the pen is in another field by then: an element has a text only while it is focused.
  ///
  /// - Parameter takesFocus: Whether the element's field may get the focus back after its text has changed.
  func focus(_ field: ElementField, _ writing: Writing, takesFocus: Bool) {
    writing.isReading = true
    field.ink = Rect(around: writing.session.ink.joined())
    writing.task = Task { [weak self, weak writing] in
      let isThere = await field.focus()
      guard let self, let writing, !Task.isCancelled else { return }
      writing.isReading = false
      guard isThere else { return self.drop(writing) }
      writing.fieldIsFocused()
      self.read(writing, takesFocus: takesFocus)
    }
  }
}
