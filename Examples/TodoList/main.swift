// A list to write in: below its last item one writes the next. Its title is a text widget of its own making.
import CGtk
import Gtk
import GtkScribble
import InkModel

final class Title: ScribbleTextInput {
  let label = Label("My list")
  private var history: [String] = []
  var widget: Widget { Widget(label) }
  var text: String {
    get { label.text }
    set {
      history.append(label.text)
      label.text = newValue
    }
  }
  var selection: Range<Int> {
    get { label.selection }
    set { label.selection = newValue }
  }
  func caret(at position: Int) -> Rect? { label.caret(at: position) }
  func undo() -> Bool { history.popLast().map { label.text = $0 } != nil }
}

final class List: IndirectScribbleInteractionDelegate {
  let column = Box(.vertical, spacing: 12)
  private var end: Double { column.children.last?.frame(in: column)?.maxY ?? 0 }
  func interaction(_ area: IndirectScribbleInteraction, elementsIn box: Rect) -> [Int] {
    box.center.y > end ? [column.children.count] : []
  }
  func interaction(_ area: IndirectScribbleInteraction, frameOf item: Int) -> Rect {
    Rect(minX: 0, minY: end, maxX: column.bounds.maxX, maxY: column.bounds.maxY)
  }
  func interaction(_: IndirectScribbleInteraction, shouldDelayFocusOf _: Int) -> Bool { true }
  func interaction(_: IndirectScribbleInteraction, focus _: Int, near _: Point) async -> Widget? {
    column.append(Entry())
    return column.children.last
  }
}

gtk_init()
MainLoop.attach()
ScribbleController.install()
let (window, title, list, keys) = (Window(), Title(), List(), KeyController())
title.label.isSelectable = true
gtk_settings_get_default()?.set("gtk-label-select-on-focus", false)
title.label.add(keys)
keys.pressed.connect { key, _, held in
  key.character == "z" && held.contains(.control) && title.undo()
}
ScribbleController.register(title)
IndirectScribbleInteraction(on: list.column, delegate: list)
list.column.append(title.label)
list.column.setMargins(18)
window.title = "To Do"
window.defaultSize = (480, 640)
window.setChild(list.column)
window.run()
