import CGtk
import Gtk

/// Keeps the frame of a field while it is written in, and what lies beside it, whatever the program lays out meanwhile.
///
/// A program that knows of handwriting moves fields at a pause (``ScribbleController/performAtPause(_:)``). Others show a
/// banner or a panel in the middle of a word: see ``HeldPath`` for what happens then.
///
/// GTK moves a popover with what it hangs on. So for a field in a popover the frame of that is held too, and so on where it
/// is in a popover again. GTK asks the compositor for the other position in the middle of its layout, and for the former one
/// as what the popover hangs on is allocated again; the popover is drawn at the last one that was asked for.
///
/// Invariants:
/// 1. Before ``end()`` the field has the frame in its window or popover that it had, and so has what a popover that it is
///    in hangs on.
/// 2. Before ``end()``, and until the focus moves, no viewport scrolls to the field that gets it with its text.
/// 3. What lies beside these keeps its frame too, except between ``releaseNeighbors()`` and ``holdNeighbors()``.
/// 4. After ``end()`` nothing is held.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class HeldFrame {
  /// That of the field, and where it is in a popover those of what this and the ones around it hang on.
  private var paths: [HeldPath] = []
  /// Of the viewports around the field that scroll to what has the focus, until the focus moves.
  private var viewports: [HeldFlag] = []
  private var focus: Subscription?

  /// - Parameters:
  ///   - field: The outermost widget that is the field.
  ///   - native: The window or popover that it is in.
  init(_ field: Widget, in native: Widget, _ surface: OpaquePointer) {
    let hasFocus = field.containsFocus
    var inner = field
    var outer: (native: Widget, surface: OpaquePointer)? = (native, surface)
    while let each = outer {
      paths.append(HeldPath(from: inner, to: each.native, each.surface))
      // Where it has the focus already, only somebody who goes on to another widget moves that.
      if !hasFocus { holdViewports(around: inner, in: each.native) }
      guard let anchor = each.native.parent else { break }
      inner = anchor
      outer = Self.native(of: anchor)
    }
    if !viewports.isEmpty {
      // After the viewports' own handlers of it.
      focus = field.window?.notify("focus-widget").subscribe { [weak self] in
        MainLoop.after(0) { self?.releaseViewports() }
      }
    }
  }

  private static func native(of widget: Widget) -> (native: Widget, surface: OpaquePointer)? {
    guard let native = gtk_widget_get_native(widget.widget),
      let surface = gtk_native_get_surface(native)
    else { return nil }
    return (Widget(native), surface)
  }

  private func holdViewports(around widget: Widget, in native: Widget) {
    var inner = widget
    while !inner.isSame(as: native), let parent = inner.parent {
      if parent.isA(gtk_viewport_get_type()),
        let flag = HeldFlag("scroll-to-focus", of: parent)
      {
        viewports.append(flag)
      }
      inner = parent
    }
  }

  private func releaseViewports() {
    focus = nil
    for viewport in viewports { viewport.release() }
    viewports = []
  }

  /// What lies beside the field stays where it is now, where that is not held yet.
  func holdNeighbors() { for path in paths { path.holdNeighbors() } }
  /// What lies beside the field is laid out as the program has it.
  func releaseNeighbors() { for path in paths { path.releaseNeighbors() } }

  /// Lets the program's layout apply again.
  func end() {
    releaseViewports()
    for path in paths { path.end() }
    paths = []
  }
}
