// A window whose fields and areas a program decides about and follows. Prints “name: text” whenever a text changes,
// “name began”, “name focused” and “name finished” in their order, and “pen near” or “pen away”.
//
//   half     an entry that takes writing in its left half only
//   late     an entry that gets the focus at a pause
//   doomed   an entry that is destroyed at SIGUSR1, with that of “left”
//   above    an entry close above a canvas, which keeps its strokes; “stroke” is printed for each of the canvas. From
//            SIGUSR2 on the canvas lets its strokes go on with what waits beside it, and “canvas allows” is printed
//   own      a text that the program paints itself, see OwnText
//   left, right, gone
//            elements of an area, side by side: entries that come when they are focused, the second 0.2 s later and at a
//            pause; the third never comes
//
// At SIGHUP a banner appears above the elements, and “banner” is printed.
import CGtk
import Canvas
import Glibc
import Gtk
import GtkScribble
import InkModel
import InkWidgets
import LineOutput

gtk_init()
MainLoop.attach()
ScribbleController.install()

func entry(_ name: String) -> Entry {
  let entry = Entry()
  entry.setAccessibleName(name)
  // High enough to be written in: it does not grow and move the others.
  entry.setMinimumSize(height: 48)
  entry.changed.connect { say("\(name): \(entry.text)") }
  let focus = FocusController()
  focus.entered.connect { say("\(name) focused") }
  entry.add(focus)
  return entry
}

/// Answers for a field, and says what it is told.
final class Follower: ScribbleInteractionDelegate {
  let name: String
  var width: Double?
  var delaysFocus = false

  init(_ name: String) { self.name = name }

  func interaction(_ interaction: ScribbleInteraction, shouldBeginAt point: Point) -> Bool {
    width.map { point.x < $0 } ?? true
  }
  func interactionShouldDelayFocus(_ interaction: ScribbleInteraction) -> Bool { delaysFocus }
  func interactionWillBeginWriting(_ interaction: ScribbleInteraction) {
    say(interaction.isHandlingWriting ? "\(name) began" : "\(name) is not written in")
  }
  func interactionDidFinishWriting(_ interaction: ScribbleInteraction) {
    say(interaction.isHandlingWriting ? "\(name) is still written in" : "\(name) finished")
  }
}

/// Three elements, a third of the area each.
final class Area: IndirectScribbleInteractionDelegate {
  let box = Box(.horizontal)
  var made: [String: Entry] = [:]
  private let names = ["left", "right", "gone"]

  init() {
    box.setMinimumSize(height: 120)
    box.isHomogeneous = true
    box.setAccessibleName("area")
    box.setAccessibleRole(GTK_ACCESSIBLE_ROLE_GROUP)
    for name in names {
      let element = Box(.vertical)
      element.setAccessibleName("element " + name)
      element.setAccessibleRole(GTK_ACCESSIBLE_ROLE_GROUP)
      box.append(element)
    }
  }

  private func frame(_ name: String) -> Rect {
    let width = box.bounds.width / 3
    return Rect(
      x: Double(names.firstIndex(of: name) ?? 0) * width, y: 0, width: width,
      height: box.bounds.height)
  }

  func interaction(_ interaction: IndirectScribbleInteraction, elementsIn area: Rect) -> [String] {
    names.filter { frame($0).intersects(area) }
  }
  func interaction(_ interaction: IndirectScribbleInteraction, frameOf element: String) -> Rect {
    frame(element)
  }
  func interaction(
    _ interaction: IndirectScribbleInteraction, isFocused element: String
  ) -> Bool {
    guard let entry = made[element], let focus = window.focus else { return false }
    return focus.isInside(entry)
  }
  func interaction(
    _ interaction: IndirectScribbleInteraction, shouldDelayFocusOf element: String
  ) -> Bool { element == "right" }
  func interaction(
    _ interaction: IndirectScribbleInteraction, focus element: String, near point: Point
  ) async -> Widget? {
    say("\(element) asked for \(frame(element).contains(point) ? "inside" : "outside")")
    guard element != "gone", let index = names.firstIndex(of: element) else { return nil }
    if element == "right" { try? await Task.sleep(for: .seconds(0.2)) }
    let entry = entry(element)
    made[element] = entry
    Box(box.children[index]).append(entry)
    return Widget(entry)
  }
  func interaction(
    _ interaction: IndirectScribbleInteraction, willBeginWritingIn element: String
  ) { say("\(element) began") }
  func interaction(
    _ interaction: IndirectScribbleInteraction, didFinishWritingIn element: String
  ) { say("\(element) finished") }
}

let window = Window()
window.title = "Fields"
window.defaultSize = (600, 720)
window.isFocusable = true
let column = Box(.vertical, spacing: 18)
column.setMargins(18)
window.setChild(column)

let area = Area()
var followers: [String: Follower] = [:]
var entries: [String: Entry] = [:]
// What is written in an entry reaches from there onto the canvas below it.
let together = Box(.vertical, spacing: 2)
for name in ["half", "late", "doomed", "above"] {
  let (entry, follower) = (entry(name), Follower(name))
  (name == "above" ? together : column).append(entry)
  ScribbleInteraction(on: entry, delegate: follower)
  (entries[name], followers[name]) = (entry, follower)
}
followers["half"]?.width = 300
followers["late"]?.delaysFocus = true
MainLoop.onSystemSignal(SIGUSR1) {
  if let doomed = entries.removeValue(forKey: "doomed") { column.remove(doomed) }
  if let left = area.made.removeValue(forKey: "left") { left.unparent() }
}

let canvas = CanvasWidget(session: CanvasSession(.empty))
canvas.onUpdate = { if !$0.commands.isEmpty { say("stroke") } }
canvas.widget.setAccessibleName("canvas")
canvas.widget.setMinimumSize(height: 160)
together.append(canvas.widget)
column.append(together)
let refusing = Follower("canvas")
refusing.width = 0
ScribbleInteraction(on: canvas.widget, delegate: refusing)
MainLoop.onSystemSignal(SIGUSR2) {
  refusing.width = nil
  say("canvas allows")
}

let own = OwnText()
ScribbleController.register(own)
column.append(own.painted)
let banner = Label("A banner")
banner.setMinimumSize(height: 70)
banner.isVisible = false
column.append(banner)
MainLoop.onSystemSignal(SIGHUP) {
  banner.isVisible = true
  say("banner")
}
column.append(area.box)
IndirectScribbleInteraction(on: area.box, delegate: area)

let pen = ScribbleInteraction.subscribe(toPenInputExpected: { say($0 ? "pen near" : "pen away") })
window.present()
window.focus = nil
window.run()
