import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// The menu of the paper: by a long press, the mouse's other button, or the keyboard.
///
/// Everything in it is in the window's menu or among the tools, too (S88).
// Said again, since the optimizer forgets the default isolation (Swift 6.3).
@MainActor
final class ContextMenu {
  private let parent: UnsafeMutablePointer<GtkWidget>
  private var popover: UnsafeMutablePointer<GtkWidget>?
  private let zoom = ZoomRow()
  /// Told when it has closed.
  var onClosed: () -> Void = {}
  /// What 100 % is now.
  var scale: () -> Double = { 1 }

  /// - Parameter parent: a container that lays its children out, with its origin at the paper's.
  init(over parent: UnsafeMutablePointer<GtkWidget>) {
    self.parent = parent
    g_object_ref_sink(zoom.widget)
    RawSignal.connect(parent, "destroy") { [weak self] in self?.takeAway() }
  }

  isolated deinit { g_object_unref(zoom.widget) }

  /// Opens at a point of the parent.
  func show(at position: Point) {
    takeAway()
    let menu = model
    let popover = gtk_popover_menu_new_from_model(menu.model.cast(to: GMenuModel.self))!
    g_object_unref(menu.model.raw)
    self.popover = popover
    zoom.show(scale: scale())
    gtk_popover_menu_add_child(popover.opaque, zoom.widget, ZoomRow.id)
    gtk_widget_set_parent(popover, parent)
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_popover_set_position(popover.cast(), GTK_POS_BOTTOM)
    var box = GdkRectangle(x: CInt(position.x), y: CInt(position.y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.cast(), &box)
    RawSignal.connect(popover, "closed") { [weak self] in
      // What was chosen is activated after this.
      MainLoop.after(0) {
        guard let self else { return }
        if self.popover == popover { self.takeAway() }
        self.onClosed()
      }
    }
    gtk_popover_popup(popover.cast())
  }

  private func takeAway() {
    guard let old = popover else { return }
    popover = nil
    gtk_popover_menu_remove_child(old.opaque, zoom.widget)
    gtk_widget_unparent(old)
  }

  private var model: Menu {
    let menu = Menu()
    for (i, actions) in CommandMenus.paper.enumerated() {
      menu.section { s in
        if i == CommandMenus.sectionOfZoom { s.widget(ZoomRow.id) }
        s.items(actions)
      }
    }
    return menu
  }
}
