import Gtk

/// A window's layout: the objects of a GtkBuilder file, `data/ui/NAME.ui`, by their ids.
///
/// The files are in a resource file beside the app's other data, which ``register()`` makes known: SwiftPM cannot compile
/// resources into the program. Objects live as long as this, after that as long as what they were put into; windows live
/// until they are destroyed.
final class Layout {
  private static let folder = "/org/plumbago/Plumbago/ui/"
  private static var isRegistered = false

  private let builder: Builder

  /// Reads the resource file, which has all layouts and the style sheet.
  ///
  /// Call once, before the first window. If it is missing or damaged the app still draws, in GTK's own style;
  /// an error is printed on standard error.
  static func register() {
    do throws(GLibError) {
      try Resources.register(file: Installation.layouts)
      StyleSheet.install(resource: folder + "style.css")
      isRegistered = true
    } catch {
      Console.complain(missing)
    }
  }

  /// - Parameter name: The file's, without its ending.
  /// - Returns: `nil` where the resource file is missing, after a dialog that says so.
  init?(_ name: String) {
    guard Self.isRegistered,
      let builder = try? Builder(
        resource: Self.folder + name + ".ui", domain: Translation.domain)
    else {
      Application.shared?.tell(tr("This window cannot be shown"), Self.missing)
      return nil
    }
    self.builder = builder
  }

  /// The object of an id; PackagingTests checks that the layout has it.
  func child<Handle: ObjectHandle>(_ id: String) -> Handle { builder[id] }

  /// Puts an object of the layout, which lies in no other, at the end of a box.
  func append(_ id: String, to box: Box) { box.append(child(id) as Widget) }

  /// Puts an object of the layout, which lies in no other, behind a child of a box, or at its start.
  func insert(_ id: String, in box: Box, after sibling: Widget?) -> Widget {
    let widget: Widget = child(id)
    box.insert(widget, after: sibling)
    return widget
  }

  private static var missing: String {
    tr("A part of Plumbago is missing: {file}. Installing Plumbago again brings it back.")
      .filled("file", Installation.layouts)
  }
}
