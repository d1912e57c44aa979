import CGtk
import GtkInk

/// The desktop's own file dialogs, through the portal where there is one.
final class FileDialogs {
  private let parent: UnsafeMutablePointer<GtkWindow>
  /// A native dialog is nobody's child: it lives as long as it is held here.
  private var shown: GObjectReference?

  init(parent: some GObjectPointer) {
    self.parent = parent.cast()
  }

  /// A kind of file to choose: what it is called and which names it has.
  struct Filter {
    var name: String
    var patterns: [String]

    static var drawings: Filter {
      Filter(name: tr("Plumbago drawings"), patterns: ["*.plumbago"])
    }
    static var pictures: [Filter] {
      [
        Filter(name: tr("PNG picture"), patterns: ["*.png"]),
        Filter(name: tr("SVG drawing"), patterns: ["*.svg"]),
        Filter(name: tr("PDF document"), patterns: ["*.pdf"]),
      ]
    }
    static var recordings: Filter {
      Filter(name: tr("Stylus recordings"), patterns: ["*.stylus"])
    }
  }

  func open(_ title: String, _ filters: [Filter], then: @escaping (String) -> Void) {
    run(title, GTK_FILE_CHOOSER_ACTION_OPEN, tr("_Open"), filters, name: nil, then)
  }

  func save(
    _ title: String, _ filters: [Filter], name: String, then: @escaping (String) -> Void
  ) {
    run(title, GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save"), filters, name: name, then)
  }

  private func run(
    _ title: String, _ action: GtkFileChooserAction, _ accept: String, _ filters: [Filter],
    name: String?, _ then: @escaping (String) -> Void
  ) {
    let dialog = gtk_file_chooser_native_new(title, parent, action, accept, tr("_Cancel"))!
    gtk_native_dialog_set_modal(dialog.cast(), 1)
    for filter in filters {
      let made = gtk_file_filter_new()
      gtk_file_filter_set_name(made, filter.name)
      for pattern in filter.patterns { gtk_file_filter_add_pattern(made, pattern) }
      gtk_file_chooser_add_filter(dialog, made)
      g_object_unref(made?.raw)
    }
    if let name { gtk_file_chooser_set_current_name(dialog, name) }
    shown = GObjectReference(dialog)
    g_object_unref(dialog.raw)
    Signal.connectInt(dialog, "response") { [weak self] response in
      if response == GTK_RESPONSE_ACCEPT.rawValue, let file = gtk_file_chooser_get_file(dialog) {
        if let path = takeString(g_file_get_path(file)) { then(path) }
        g_object_unref(file.raw)
      }
      self?.shown = nil
    }
    gtk_native_dialog_show(dialog.cast())
  }
}
