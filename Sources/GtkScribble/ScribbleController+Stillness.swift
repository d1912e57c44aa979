import CGtk
import Gtk

/// Changes of layout wait until nobody writes.
extension ScribbleController {
  private static var delayed: [() -> Void] = []

  /// Makes a change that moves or resizes fields, or scrolls: at once, or where someone writes at the pause after the text.
  ///
  /// - Parameter change: Called once, on the main thread, in the order of the calls.
  public static func performAtPause(_ change: @escaping () -> Void) {
    delayed.append(change)
    performDelayed()
  }

  /// Ends writing in a widget and in its popovers whose text is there, without the pause that follows it.
  ///
  /// For a program that is about to use what was written: who follows the writing is told that it is finished. It comes by
  /// itself where a window is asked to close. What is not read yet goes on being read.
  public static func endWriting(in widget: Widget) {
    var written: [Writing] = []
    for controller in controllers.values where controller.contact == nil {
      written += controller.earlier
      if let writing = controller.writing { written.append(writing) }
    }
    written.removeAll {
      $0.isReading || $0.session.isWaiting
        || gtk_widget_is_ancestor($0.field.paper, widget.widget) == 0
    }
    for writing in written { writing.endStillness() }
  }

  static func performDelayed() {
    guard mayMove else { return }
    let changes = delayed
    delayed = []
    for change in changes { change() }
  }

  /// Whether nobody writes, and a pause has followed the text: whether ``performAtPause(_:)`` makes a change at once.
  public static var mayMove: Bool { !isWriting && latest?.writing?.isStill != true }

  /// Whether a tip is down in a field, or ink waits there to be read.
  static var isWriting: Bool {
    guard let latest else { return false }
    return latest.contact != nil || latest.writing?.session.isWaiting == true
  }
}
